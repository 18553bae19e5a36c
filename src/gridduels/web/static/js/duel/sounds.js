/** Short sounds made of plain tones. Loaded on demand. */

/** @typedef {[frequency: number, begin: number, length: number]} Tone in hertz and seconds */

/** @type {Record<"move" | "space" | "won" | "lost", Tone[]>} */
const SOUNDS = {
  move: [[440, 0, 0.08]],
  space: [
    [330, 0, 0.06],
    [220, 0.05, 0.12],
  ],
  won: [
    [523, 0, 0.14],
    [659, 0.12, 0.14],
    [784, 0.24, 0.3],
  ],
  lost: [
    [392, 0, 0.16],
    [330, 0.14, 0.16],
    [262, 0.28, 0.34],
  ],
};
const LOUD = 0.12;

/** @type {AudioContext | undefined} created with the first sound, because browsers require a gesture */
let context;

/** @param {keyof typeof SOUNDS} name */
export function play(name) {
  context ??= new AudioContext();
  context.resume();
  for (const tone of SOUNDS[name]) ring(context, tone);
}

/** @param {AudioContext} audio @param {Tone} tone */
function ring(audio, [frequency, begin, length]) {
  const [oscillator, volume] = [audio.createOscillator(), audio.createGain()];
  const at = audio.currentTime + begin;
  oscillator.type = "triangle";
  oscillator.frequency.value = frequency;
  volume.gain.setValueAtTime(LOUD, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + length);
  oscillator.connect(volume).connect(audio.destination);
  oscillator.start(at);
  oscillator.stop(at + length);
}
