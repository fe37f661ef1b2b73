"""The game itself at a crooked table, as whoever plays honestly sees it."""

from typing import Any, cast

from bot.engine.cheating.state import CrookedView
from bot.engine.cheating.unions import AnyGame
from bot.engine.cheating.wrapper import Crooked


def honestly(game: AnyGame, state: Any) -> tuple[AnyGame, Any]:
    """The game and its state without what is done beside it; both as they are where nobody cheats."""
    return (game.honest, state.inner) if isinstance(game, Crooked) else (game, state)


def seen_honestly(view: Any) -> Any:
    """A view of the game itself."""
    return cast("CrookedView[Any, Any]", view).inner if isinstance(view, CrookedView) else view
