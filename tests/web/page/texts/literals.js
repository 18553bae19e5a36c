/** The texts in a script, each with its context: the call it is an argument of, or the property it is the value of. */

/**
 * @typedef {object} Literal
 * @property {string} text in a template, {} stands for each placeholder
 * @property {boolean} plain whether it is not a template
 * @property {number} line
 * @property {string} call the call it is a direct argument of, or an empty text
 * @property {number} argument its number
 * @property {string} property the property it is the direct value of, or is assigned to
 */

/** @typedef {{open: string, call: string, argument: number}} Frame an open bracket */

const WORD_BEFORE = /([\w$]+)\s*$/;
const PROPERTY_BEFORE = /(?:"([^"]+)"|([\w$]+))\s*:\s*(?:[^,:{}()[\]]*\?\s*|[^,{}()[\]]*\?[^,{}()[\]]*:\s*)?$/;
const ASSIGNED_BEFORE = /\.([\w$]+)\s*=\s*(?:[^;=]*\?\s*|[^;=]*\?[^;=]*:\s*)?$/;
const REGEX_MAY_FOLLOW = /(?:^|[(,=:[!&|?{};\n]|return)\s*$/;

/** @param {string} source @returns {Literal[]} */
export function literalsOf(source) {
  return new Reader(source).read();
}

class Reader {
  /** @param {string} source */
  constructor(source) {
    this.source = source;
    this.at = 0;
    /** The source read so far, with "" for every text in it. */
    this.code = "";
    /** @type {Frame[]} */
    this.frames = [];
    /** @type {Literal[]} */
    this.found = [];
  }

  read() {
    while (this.at < this.source.length) this.step();
    return this.found;
  }

  step() {
    const rest = this.source.slice(this.at, this.at + 2);
    const sign = this.source[this.at] ?? "";
    if (rest === "//") this.skip(/\/\/[^\n]*/y);
    else if (rest === "/*") this.skip(/\/\*.*?\*\//sy);
    else if (sign === '"' || sign === "'") this.string(sign);
    else if (sign === "`") this.template();
    else if (sign === "/" && REGEX_MAY_FOLLOW.test(this.code)) this.skip(/\/(?:\\.|\[(?:\\.|[^\]])*\]|[^/\n])+\/\w*/y);
    else this.bracket(sign);
  }

  /** @param {RegExp} what */
  skip(what) {
    what.lastIndex = this.at;
    this.at += what.exec(this.source)?.[0].length || 1;
  }

  /** @param {string} quote */
  string(quote) {
    const begin = this.at++;
    let text = "";
    while (this.source[this.at] !== quote) {
      if (this.source[this.at] === "\\") text += unescaped(this.source[++this.at] ?? "");
      else text += this.source[this.at];
      this.at++;
    }
    this.at++;
    this.add(text, true, begin);
    this.code += this.source[this.at] === ":" ? this.source.slice(begin, this.at) : '""';
  }

  template() {
    const begin = this.at++;
    const outside = [this.code, this.frames];
    let text = "";
    while (this.source[this.at] !== "`") {
      if (this.source.startsWith("${", this.at)) {
        text += "{}";
        this.at += 2;
        this.code = "";
        this.frames = [];
        while (this.source[this.at] !== "}" || this.frames.length) this.step();
        this.at++;
      } else {
        if (this.source[this.at] === "\\") this.at++;
        text += this.source[this.at++];
      }
    }
    this.at++;
    this.code = /** @type {string} */ (outside[0]);
    this.frames = /** @type {Frame[]} */ (outside[1]);
    this.add(text, false, begin);
    this.code += '""';
  }

  /** @param {string} sign */
  bracket(sign) {
    const top = this.frames.at(-1);
    if ("([{".includes(sign)) {
      const call = sign === "(" ? (this.code.match(WORD_BEFORE)?.[1] ?? "") : "";
      this.frames.push({ open: sign, call, argument: 0 });
    } else if (")]}".includes(sign)) this.frames.pop();
    else if (sign === "," && top) top.argument++;
    this.code += sign;
    this.at++;
  }

  /** @param {string} text @param {boolean} plain @param {number} begin */
  add(text, plain, begin) {
    const top = this.frames.at(-1);
    const [, quoted, bare] = this.code.match(PROPERTY_BEFORE) ?? [];
    this.found.push({
      text,
      plain,
      line: this.source.slice(0, begin).split("\n").length,
      call: top?.call ?? "",
      argument: top?.argument ?? 0,
      property: quoted ?? bare ?? this.code.match(ASSIGNED_BEFORE)?.[1] ?? "",
    });
  }
}

/** @param {string} sign after a backslash */
function unescaped(sign) {
  return { n: "\n", t: "\t" }[sign] ?? sign;
}
