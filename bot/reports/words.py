"""A recap in words: sections of lines for a message, or the whole as Markdown for a file.

A `Manner` says how names, money, moments and tables are written: in Discord's markup, or as text that stands alone.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from bot.engine.frozen import Frozen
from bot.engine.money import Currency
from bot.engine.words import counted, listed, one_line, ordinal, plain, plural_of
from bot.reports.gm_version import KeptSecret, named_for_the_gm
from bot.reports.recap import BiggestPot, Long, NamedFigure, PlayerShare, Recap, Tournament
from bot.reports.tables import TableSpan

_MOST_WINNERS = 3
_MIDDLE = {True: "Carried over to later pots", False: "Won from what earlier pots carried over"}
_MARKUP = re.compile(r"([\\`*_{}\[\]()#+\-.!|<>~&@:])")
FOR_THE_GM = "Only for the GM"

Where = Callable[[TableSpan], str]
"""The channel of a table, as plain text."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How one medium writes."""

    currency: Currency
    name: Callable[[str], str]
    """Somebody's name, escaped and set off."""
    moment: Callable[[float], str]
    """A moment, from seconds since the epoch."""
    room: Callable[[TableSpan], str]
    """A table: what is played there and where."""


class Section(Frozen):
    """Lines under a heading, most important first: where there is no room for all, the last ones give way."""

    title: str
    lines: tuple[str, ...]


def opening(recap: Recap, manner: Manner) -> str:
    """Say what was played, at how many tables, from when to when."""
    if recap.began is None or recap.ended is None:
        return "No hand was played." if recap.rooms else "Nothing was played that you can see."
    games = [f"{_count_hands(one.hands, one.word)} of {one.title}" for one in recap.played]
    what = listed(games) if games else "No hand that counts"
    tables = f" at {counted(len(recap.rooms), 'table')}" if len(recap.rooms) > 1 else ""
    began, ended = manner.moment(recap.began), manner.moment(recap.ended)
    when = began if began == ended else f"from {began} to {ended}"
    return f"{what}{tables}, {when}."


def sections(recap: Recap, manner: Manner) -> tuple[Section, ...]:
    """Return the sections of the recap, in the order people want to read them."""
    found = (
        Section(title="Who won what", lines=_share_lines(recap, manner)),
        Section(title="Highlights", lines=_highlight_lines(recap, manner)),
        Section(
            title="Tournaments", lines=tuple(_describe_tournament(one, recap, manner) for one in recap.tournaments)
        ),
        Section(title="Void, undone and unreadable hands", lines=_note_lines(recap, manner)),
    )
    return tuple(one for one in found if one.lines)


def hand_named(named: NamedFigure, manner: Manner, *, alone: bool) -> str:
    """As in "hand 12", and at which table where there were several."""
    return f"{named.room.word} {named.number}{'' if alone else f' at {manner.room(named.room)}'}"


def _count_hands(count: int, word: str) -> str:
    return counted(count, word, plural_of(word))


def _share_lines(recap: Recap, manner: Manner) -> tuple[str, ...]:
    net = manner.currency.show_net
    words = {one.word for one in recap.played}
    word = words.pop() if len(words) == 1 else "hand"
    others = (
        ("The house", recap.house),
        ("The house's cut of pots", recap.cuts or None),
        (_MIDDLE[recap.middle > 0], recap.middle or None),
        ("Paid for prizes that nobody has won yet", recap.prizes or None),
        ("Won from prizes that were paid for earlier", recap.prizes_before or None),
    )
    return (
        *(_describe_share(share, word, manner) for share in recap.shares),
        *(f"{what}: {net(amount)}" for what, amount in others if amount is not None),
    )


def _describe_share(share: PlayerShare, word: str, manner: Manner) -> str:
    npc = " (NPC)" if share.is_npc else ""
    parts = [f"{manner.name(share.name)}{npc}: {manner.currency.show_net(share.net)}"]
    if share.hands:
        parts.append(_count_hands(share.hands, word))
    if share.hands > share.in_tournaments:
        for_points = f"{share.in_tournaments:,} of them for points, " if share.in_tournaments else ""
        parts[-1] += f", {for_points}{share.won:,} won"
    elif share.hands:
        parts[-1] += " for points"
    return " · ".join(parts)


def _highlight_lines(recap: Recap, manner: Manner) -> tuple[str, ...]:
    alone = len(recap.rooms) == 1
    lines: list[str] = []
    if recap.pot is not None:
        lines.append(_describe_pot(recap.pot, manner, alone=alone))
    if recap.longest is not None:
        lines.append(_describe_longest(recap.longest, manner, alone=alone))
    return tuple(lines)


def _describe_pot(pot: BiggestPot, manner: Manner, *, alone: bool) -> str:
    amount = manner.currency.show(pot.amount)
    where = hand_named(NamedFigure(room=pot.room, number=pot.number), manner, alone=alone)
    gains = [f"{manner.name(name)} ({manner.currency.show_net(gain)})" for name, gain in pot.winners[:_MOST_WINNERS]]
    if more := len(pot.winners) - _MOST_WINNERS:
        gains += [counted(more, "other")] if more > 0 else []
    won = f" Won by {listed(gains)}." if gains else " Nobody gained anything."
    return f"{'Biggest pot' if pot.is_whole else 'Most won at once'}: {amount} in {where}.{won}"


def _describe_longest(long: Long, manner: Manner, *, alone: bool) -> str:
    where = hand_named(NamedFigure(room=long.room, number=long.number), manner, alone=alone)
    return f"Longest: {where} with {counted(long.turns, 'turn')} in {lasted(long.seconds)}."


def lasted(seconds: float) -> str:
    """As in "12 minutes", "3 hours", "2 days"."""
    for size, word in ((86_400, "day"), (3600, "hour"), (60, "minute")):
        if seconds >= 2 * size or (seconds >= size and word == "minute"):
            return counted(int(seconds // size), word)
    return counted(max(int(seconds), 1), "second")


def _describe_tournament(one: Tournament, recap: Recap, manner: Manner) -> str:
    where = "" if len(recap.rooms) == 1 else f" at {manner.room(one.room)}"
    prize = f" for {manner.currency.show(one.prize)}" if one.prize else " for the honor"
    return f"Tournament {one.number}{where}{prize}: {'; '.join(placed(one, manner))}."


def placed(one: Tournament, manner: Manner) -> Sequence[str]:
    """Describe each place and prize, as in "Han came first with 780 cr"."""
    told: list[str] = []
    for place in one.places:
        won = f" with {manner.currency.show(place.prize)}" if place.prize else ""
        stood = "was still playing when it ended early" if place.place is None else f"came {ordinal(place.place)}"
        told.append(f"{manner.name(place.name)} {stood}{won}")
    return told


def _note_lines(recap: Recap, manner: Manner) -> tuple[str, ...]:
    alone = len(recap.rooms) == 1
    said = (
        (recap.void, "was void: nobody won or lost"),
        (recap.undone, "was undone: nobody won or lost"),
        (recap.taken_up, "was resumed after an undo, and counts as it ended"),
        (recap.unreadable, "can't be read now. The ledger has who won, but not who played"),
    )
    return tuple(
        f"{(written := hand_named(named, manner, alone=alone))[:1].upper()}{written[1:]} {what}."
        for hands, what in said
        for named in hands
    )


def moment(seconds: float) -> str:
    """ISO 8601 in UTC, to the second."""
    return f"{datetime.fromtimestamp(int(seconds), UTC).replace(tzinfo=None).isoformat()}Z"


def _escape_markdown(text: str) -> str:
    """Escape foreign text for one line of Markdown, so that its visible characters are shown."""
    return _MARKUP.sub(r"\\\1", one_line(text))


def markdown(
    title: str, recap: Recap, currency: Currency, where: Where, kept: Sequence[KeptSecret] | None = None
) -> str:
    """Return the whole recap as Markdown; `kept` is for the GM only."""
    manner = Manner(
        currency=currency,
        name=lambda name: f"**{_escape_markdown(name)}**",
        moment=moment,
        room=lambda room: f"{_escape_markdown(room.title)} in {_escape_markdown(where(room))} (table {room.id})",
    )
    lines = [f"# {_escape_markdown(title)}", "", opening(recap, manner)]
    for section in sections(recap, manner):
        lines += ["", f"## {section.title}", "", *(f"- {line}" for line in section.lines)]
    if kept is not None:
        lines += ["", f"## {FOR_THE_GM}"]
        for one in kept:
            for hand in one.hands:
                heading = f"### {named_for_the_gm(one, hand, f'at {manner.room(one.room)}')}"
                lines += ["", heading, "", *(f"- {_escape_markdown(plain(sentence))}" for sentence in hand.sentences)]
        if not kept:
            lines += ["", "Nothing that you may see."]
    return "\n".join(lines) + "\n"
