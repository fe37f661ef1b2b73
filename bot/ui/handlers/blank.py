"""An action of a kind with nothing chosen in it: enough to ask a game why that can't be done now."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Literal, get_args, get_origin

from bot.engine.game import Game
from bot.engine.moves import Action, AnyAction

_NOTHING: dict[Any, Any] = {str: "", int: 0, bool: False, tuple: ()}


@lru_cache(maxsize=1024)
def blank_action(game: Game[Any, Any, Any, Any, Any], kind: str) -> AnyAction | None:
    """The action, or None where the game has none of that kind that can be left blank.

    A refusal has to do with whatever people send, so it has with this; it is no action to play.
    """
    model = next((one for one in _models(game.Action) if kind in get_args(one.model_fields["kind"].annotation)), None)
    if model is None:
        return None
    values: dict[str, Any] = {"kind": kind}
    for name, field in model.model_fields.items():
        if name == "kind":
            continue
        of = get_origin(field.annotation) or field.annotation
        if of is Literal:
            values[name] = get_args(field.annotation)[0]
        elif of in _NOTHING:
            values[name] = _NOTHING[of]
        else:
            return None
    blank: Any = model.model_construct(**values)
    return blank


def _models(union: Any) -> Iterator[type[Action]]:
    """The models of a union, however it is put together."""
    if isinstance(union, type) and issubclass(union, Action):
        yield union
    for part in get_args(union):
        yield from _models(part)
