"""Our players as models: `gridduels/perfect`, `gridduels/level:4`, `gridduels/random`, any name of `gridduels players`.

They are asked like any other model and answer in its words, so that the harness is tested end to end without a network,
and a score can be compared with theirs. Of questions about the rules `random` guesses the answer; the others know it.
"""

import random
from typing import Any

import anyio.to_thread
from inspect_ai.model import ChatMessage, GenerateConfig, ModelAPI, ModelOutput, modelapi
from inspect_ai.tool import ToolChoice, ToolInfo

from gridduels.errors import SetupError
from gridduels.language.prompts import ANSWER, Telling
from gridduels.language.scoring import asked
from gridduels.players import make_player

__all__ = ["PlayerModel", "players"]


class PlayerModel(ModelAPI):
    """A player that replies as a model does."""

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
            raise SetupError(f"{model_name!r} is a person, not a model: it is one of `gridduels players`")
        self._seed = model_args.get("seed", 0)

    async def generate(
        self, input: list[ChatMessage], tools: list[ToolInfo], tool_choice: ToolChoice, config: GenerateConfig
    ) -> ModelOutput:
        reply = await anyio.to_thread.run_sync(self._reply, input)
        return ModelOutput.from_content(self.model_name, f"{ANSWER} {reply}")

    def _reply(self, messages: list[ChatMessage]) -> str:
        found = asked(messages)
        if found is None:
            raise SetupError("a player of gridduels answers only what tasks of gridduels ask")
        if "question" in found:
            return self._answer(found["question"])
        telling = Telling.of(found["telling"])
        player = make_player(self.model_name, random.Random(f"{self._seed} {telling.duel!r}"))
        assert player
        try:
            return telling.say(player.choose(telling.duel))
        finally:
            player.close()

    def _answer(self, question: dict[str, Any]) -> str:
        if self.model_name != "random":
            return str(question["answer"])
        rng = random.Random(f"{self._seed} {question!r}")
        return str(rng.choice(question["guesses"] or ["unknown"]))


@modelapi(name="gridduels")
def players() -> type[ModelAPI]:
    """The provider of models whose names begin with `gridduels/`."""
    return PlayerModel
