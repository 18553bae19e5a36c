"""Our players as Inspect models: `gridduels/perfect`, `gridduels/level:4`, `gridduels/random`, or any other player
listed by `gridduels players`.

They get the same prompts as any other model, which tests the harness end to end without network access and provides
baseline scores. `random` guesses the answers to questions about the rules; the other players know them.
"""

import random
from collections import Counter
from typing import Any

import anyio.to_thread
from inspect_ai.model import ChatMessage, GenerateConfig, ModelAPI, ModelOutput, modelapi
from inspect_ai.tool import ToolChoice, ToolInfo

from gridduels.errors import SetupError
from gridduels.language.prompts import ANSWER, Presentation
from gridduels.language.scoring import asked
from gridduels.players import make_player


class PlayerModel(ModelAPI):
    """A player as a model."""

    def __init__(
        self,
        model_name: str,
        base_url: str | None = None,
        api_key: str | None = None,
        config: GenerateConfig = GenerateConfig(),  # noqa: B008
        **model_args: Any,
    ) -> None:
        super().__init__(model_name, base_url, api_key, [], config)
        if make_player(model_name, random.Random()) is None:
            raise SetupError(f"{model_name!r} is a person, not a model: choose one of `gridduels players`")
        self._seed = model_args.get("seed", 0)
        self._times: Counter[str] = Counter()
        """How often each prompt was asked, so every epoch gets a new random draw regardless of sample order."""

    async def generate(
        self, input: list[ChatMessage], tools: list[ToolInfo], tool_choice: ToolChoice, config: GenerateConfig
    ) -> ModelOutput:
        prompt = input[-1].text
        self._times[prompt] += 1
        rng = random.Random(f"{self._seed} {self.model_name} {self._times[prompt]} {prompt}")
        reply = await anyio.to_thread.run_sync(self._reply, input, rng)
        return ModelOutput.from_content(self.model_name, f"{ANSWER} {reply}")

    def _reply(self, messages: list[ChatMessage], rng: random.Random) -> str:
        found = asked(messages)
        if found is None:
            raise SetupError("gridduels models only answer prompts from gridduels tasks")
        if "question" in found:
            return self._answer(found["question"], rng)
        presentation = Presentation.of(found["presentation"])
        player = make_player(self.model_name, rng)
        assert player
        try:
            return presentation.say(player.choose(presentation.duel))
        finally:
            player.close()

    def _answer(self, question: dict[str, Any], rng: random.Random) -> str:
        if self.model_name != "random":
            return str(question["answer"])
        if question["words"]:
            return ", ".join(word for word in question["words"] if rng.random() < 0.5) or "none"
        return str(rng.choice(question["guesses"] or ["unknown"]))


@modelapi(name="gridduels")
def players() -> type[ModelAPI]:
    """Return the provider for models whose names begin with `gridduels/`."""
    return PlayerModel
