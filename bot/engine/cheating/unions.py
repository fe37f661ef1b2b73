"""The models of a crooked table, put together from a game's own: actions, events, states and views."""

from collections.abc import Iterator
from functools import lru_cache
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import Field

from bot.engine.cheating.actions import Accuse, Influence, Read, Rule
from bot.engine.cheating.events import SideEvent
from bot.engine.cheating.sleights import Cheatable
from bot.engine.cheating.state import Begun, CrookedState, CrookedView
from bot.engine.frozen import Frozen
from bot.engine.game import Game

AnyGame = Game[Any, Any, Any, Any, Any]


def members(union: Any) -> Iterator[type[Frozen]]:
    """The models of a tagged union, or the only one."""
    if get_origin(union) is Annotated:
        yield from members(get_args(union)[0])
    elif get_origin(union) in {Union, UnionType}:
        for member in get_args(union):
            yield from members(member)
    else:
        yield union


def kind_of(model: type[Frozen]) -> str:
    return model.model_fields["kind"].default


@lru_cache(maxsize=256)
def sleight_kinds(ways: Cheatable[Any]) -> frozenset[str]:
    """The keys of the sleights of a game."""
    return frozenset(map(kind_of, members(ways.Sleight)))


def actions_of(game: AnyGame, ways: Cheatable[Any]) -> Any:
    """What may be done there, as a tagged union. TypeError if two of the same kind are different things."""
    return _tagged(game.Action, ways.Sleight, Influence, Read, Accuse, Rule)


def events_of(game: AnyGame) -> Any:
    """What may happen there, as a tagged union."""
    return _tagged(game.Event, SideEvent)


def _tagged(*unions: Any) -> Any:
    models: tuple[Any, ...] = tuple(dict.fromkeys(model for union in unions for model in members(union)))
    kinds = [kind_of(model) for model in models]
    twice = sorted({kind for kind in kinds if kinds.count(kind) > 1})
    if twice:
        raise TypeError(f"two models are called {', '.join(twice)}")
    tagged: Any = models[0]
    for model in models[1:]:
        tagged = tagged | model
    return Annotated[tagged, Field(discriminator="kind")]


def begun_of(game: AnyGame) -> type[Begun[Any]]:
    return Begun[game.Carry]


def state_of(game: AnyGame, event: Any) -> type[CrookedState[Any, Any, Any]]:
    return CrookedState[game.State, game.Carry, event]


def view_of(game: AnyGame, event: Any) -> type[CrookedView[Any, Any]]:
    return CrookedView[game.View, event]
