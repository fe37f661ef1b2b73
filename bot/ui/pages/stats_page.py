"""How characters have fared in one message: one of them game by game, or several at the same game."""

from fractions import Fraction

import discord

from bot.engine.coinage import plural_of
from bot.engine.money import Currency
from bot.engine.speech import capital, counted, escape
from bot.reports.faring import Fared
from bot.reports.stats import LUCK_HANDS, GameStats
from bot.ui.pages.recap_page import fitted
from bot.ui.panels import page

_ROOM = 3400
_LUCK = (
    f"Luck is told of what lay open to everybody, in the latest {LUCK_HANDS} hands of a game, against its exact "
    "expectation."
)


def stats_page(found: Fared, currency: Currency, game: str | None) -> discord.ui.LayoutView:
    """`game` is the title of the one that several are compared at; None for one character's games."""
    if game is not None:
        lines = [_compared(one.name, found.games[one.character_id][0], currency) for one in found.cast]
        texts = (f"## {escape(game)}", fitted(lines, _ROOM))
    else:
        (one,) = found.cast
        told = [_told(stats, currency) for stats in found.games[one.character_id]]
        texts = (f"## {escape(one.name)}", fitted(told, _ROOM))
    luck = _LUCK if any(stats.luck for games in found.games.values() for stats in games) else ""
    foot = " ".join(filter(None, (luck, left_out(found))))
    return page(*texts, f"-# {foot}" if foot else "")


def _told(stats: GameStats, currency: Currency) -> str:
    """One game in a few lines."""
    lines = [f"**{stats.title}**: {currency.show_net(stats.net)}", _hands(stats)]
    swings = [
        f"{what} {currency.show(abs(swing.amount))} in {stats.word} {swing.number}"
        for what, swing in (("biggest win", stats.best), ("biggest loss", stats.worst))
        if swing is not None
    ]
    if swings:
        lines.append(capital(" · ".join(swings)))
    lines += (f"Luck: {one.told(currency.show)}" for one in stats.luck)
    return "\n".join(lines)


def _compared(name: str, stats: GameStats, currency: Currency) -> str:
    """One character among several."""
    lines = [f"**{escape(name)}**: {currency.show_net(stats.net)}", _hands(stats)]
    if stats.luck:
        lines.append("Luck: " + "; ".join(one.told(currency.show) for one in stats.luck))
    return "\n".join(lines)


def _hands(stats: GameStats) -> str:
    """As in "14 hands · 5 won (36%) · 3 folded (21%)"."""
    parts = [counted(stats.hands, stats.word, plural_of(stats.word))]
    if stats.in_tournaments:
        parts.append(f"{stats.in_tournaments:,} of them in tournaments")
    if stats.for_money:
        parts.append(f"{stats.won:,} won{_share(stats.won, stats.for_money)}")
    if stats.folded is not None:
        parts.append(f"{stats.folded:,} folded{_share(stats.folded, stats.hands)}")
    return " · ".join(parts)


def _share(part: int, whole: int) -> str:
    return f" ({round(100 * Fraction(part, whole))}%)" if whole else ""


def left_out(found: Fared) -> str:
    """What isn't in it; "" where all is."""
    return "" if found.is_all else f"{counted(found.left_out, 'older table')} left out: more was played than fits."


def nobody(game: str | None, name: str | None = None, *, share: bool = False) -> str:
    """What is said where nothing was played, by the character of that `name` or by anybody, of a `game` or at all;
    `share`: where everybody here could see it.
    """
    what = "anything" if game is None else game
    if name is None:
        return f"Nobody has played {what} where {'everybody here' if share else 'you'} could see it."
    return f"{escape(name)} hasn't played {what}{' where everybody here could see it' if share else ' yet'}."
