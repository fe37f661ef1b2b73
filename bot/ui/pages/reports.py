"""Recap and stats in one message each: the most wanted figures first, as many lines of each as there is room for."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

import discord

from bot.engine.luck import call_luck
from bot.engine.money import Currency
from bot.engine.words import capital, counted, escape, plural_of
from bot.reports.gm_version import KeptSecret, named_for_the_gm
from bot.reports.recap import Recap
from bot.reports.stats import LUCK_HANDS, GameStats, Ranking, StatsReport, standings
from bot.reports.words import Manner, Section, opening, sections
from bot.ui.panels import page

_ROOM = {"Who won what": 1400, "Highlights": 500, "Tournaments": 500}
_ROOM_OF_OTHERS = 350
_ROOM_FOR_THE_GM = 900
_LONGEST_LINE = 600
_FOOT = (
    "-# Counts finished hands in which someone bet. For the whole recap as a file, choose Markdown or CSV under `as`."
)
_ONLY_THE_GM = (
    "-# Only you can see this. Of tables with another GM, and of hands that you were in, it shows only what players "
    "know."
)
_STATS_ROOM = 3400
_ABOUT_HANDS = "A hand counts for each character who bet in it. In a tournament, it counts for everyone dealt in."
_ABOUT_LUCK = (
    f"Luck compares open dice, contests and bets with their exact average, in a game's latest {LUCK_HANDS} hands. "
    "Each spot or ticket that you bet on counts as one bet."
)


def message_style(currency: Currency) -> Manner:
    """Return the style of a message: names in bold, moments in the reader's own time."""
    return Manner(
        currency=currency,
        name=lambda name: f"**{escape(name)}**",
        moment=lambda seconds: f"<t:{int(seconds)}:f>",
        room=lambda room: f"{room.title} in <#{room.channel_id}>",
    )


def recap_page(
    title: str, recap: Recap, currency: Currency, kept: Sequence[KeptSecret] | None = None
) -> discord.ui.LayoutView:
    """Build the page of a recap. `title` is marked up already; only the GM reads `kept`."""
    manner = message_style(currency)
    texts = [f"## {title}\n{opening(recap, manner)}", *map(_section, sections(recap, manner))]
    if kept is not None:
        texts.append(_gm_section(kept))
    return page(*texts, _FOOT if kept is None else _ONLY_THE_GM)


def fit_lines(lines: Iterable[str], room: int) -> str:
    """Join as many lines as there is room for, and count those left out."""
    given, shown = (
        [line if len(line) <= _LONGEST_LINE else f"{line[: _LONGEST_LINE - 1]}…" for line in lines],
        list[str](),
    )
    for line in given:
        if sum(map(len, shown)) + len(shown) + len(line) > room and shown:
            break
        shown.append(line)
    more = len(given) - len(shown)
    return "\n".join((*shown, f"-# and {more:,} more") if more else shown)


def _section(section: Section) -> str:
    return f"### {section.title}\n{fit_lines(section.lines, _ROOM.get(section.title, _ROOM_OF_OTHERS))}"


def _gm_section(kept: Sequence[KeptSecret]) -> str:
    """Describe the GM's part, latest hands first: there may be more than a message holds."""
    lines = [
        f"{named_for_the_gm(one, hand)}: {' '.join(hand.sentences)}" for one in kept for hand in reversed(one.hands)
    ]
    return f"### Only for the GM\n{fit_lines(lines, _ROOM_FOR_THE_GM) or 'Nothing that you may see.'}"


def stats_page(found: StatsReport, currency: Currency, game: str | None) -> discord.ui.LayoutView:
    """Build the page of stats. `game` is the title of the one that several are compared at; None for one character's
    games.
    """
    if game is not None:
        lines = [_compare(one.name, found.games[one.character_id][0], currency) for one in found.cast]
        texts = (f"## {escape(game)}", fit_lines(lines, _STATS_ROOM))
    else:
        (one,) = found.cast
        told = [_describe_game(stats, currency) for stats in found.games[one.character_id]]
        texts = (f"## {escape(one.name)}", fit_lines(told, _STATS_ROOM))
    luck = _ABOUT_LUCK if any(stats.luck for games in found.games.values() for stats in games) else ""
    return page(*texts, "-# " + " ".join(filter(None, (_ABOUT_HANDS, luck, describe_left_out(found)))))


def board_page(found: StatsReport, currency: Currency, by: Ranking) -> discord.ui.LayoutView:
    """Build the page that ranks characters over all games."""
    lines = [
        f"{place}. **{escape(one.name)}**: {currency.show_net(one.net)} · {counted(one.hands, 'hand')}"
        + (f" · {call_luck(one.luck)}" if one.luck is not None else "")
        for place, one in enumerate(standings(found, by), start=1)
    ]
    foot = " ".join(filter(None, (_ABOUT_HANDS, _ABOUT_LUCK, describe_left_out(found))))
    return page(f"## The board, by {by}", fit_lines(lines, _STATS_ROOM), f"-# {foot}")


def _describe_game(stats: GameStats, currency: Currency) -> str:
    """Describe one game in a few lines."""
    lines = [f"**{stats.title}**: {currency.show_net(stats.net)}", _describe_hands(stats)]
    swings = [
        f"{what} {currency.show(abs(swing.amount))} in {stats.word} {swing.number}"
        for what, swing in (("biggest win", stats.best), ("biggest loss", stats.worst))
        if swing is not None
    ]
    if swings:
        lines.append(capital(" · ".join(swings)))
    lines += (f"Luck: {one.told(currency.show)}" for one in stats.luck)
    return "\n".join(lines)


def _compare(name: str, stats: GameStats, currency: Currency) -> str:
    """Describe one character among several."""
    lines = [f"**{escape(name)}**: {currency.show_net(stats.net)}", _describe_hands(stats)]
    if stats.luck:
        lines.append("Luck: " + "; ".join(one.told(currency.show) for one in stats.luck))
    return "\n".join(lines)


def _describe_hands(stats: GameStats) -> str:
    """Describe the hands, as in "14 hands · 5 won (36%) · 3 folded (21%)"."""
    parts = [counted(stats.hands, stats.word, plural_of(stats.word))]
    if stats.in_tournaments:
        parts.append(f"{stats.in_tournaments:,} of them in tournaments")
    if stats.for_money:
        parts.append(f"{stats.won:,} won{_percent(stats.won, stats.for_money)}")
    if stats.folded is not None:
        parts.append(f"{stats.folded:,} folded{_percent(stats.folded, stats.hands)}")
    return " · ".join(parts)


def _percent(part: int, whole: int) -> str:
    return f" ({round(100 * Fraction(part, whole))}%)" if whole else ""


def describe_left_out(found: StatsReport) -> str:
    """Describe what isn't in it; "" if nothing is missing."""
    return "" if found.is_all else f"{counted(found.left_out, 'older table')} left out, because not all of it fits."


def nobody(game: str | None, name: str | None = None, *, share: bool = False) -> str:
    """Say that nothing was played: by the character of that `name` or by anyone, of a `game` or at all. With `share`,
    nothing that everyone here could see.
    """
    what = "anything" if game is None else game
    if name is None:
        return f"Nobody has played {what} where {'everyone here' if share else 'you'} could see it."
    return f"{escape(name)} hasn't played {what}{' where everyone here could see it' if share else ' yet'}."
