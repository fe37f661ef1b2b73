"""The text of the table's public message: four parts that fit into one message, however long names and coins are."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from bot.engine.cards import seals_root
from bot.engine.cheating.words import luck_between_hands
from bot.engine.game import DEALER, AnyGame
from bot.engine.words import Panel, SeatLine, Voice, escape, listed, one_line
from bot.tables import rights
from bot.tables.model import Chair, Table
from bot.tables.money.places import is_in, may_return
from bot.ui.panels import MOST_CHARACTERS
from bot.ui.render.seat import describe_wagers
from bot.ui.render.tournament import describe_adrift_prize, describe_chips, describe_tournament

_SHORT_NAME = 12
_FEW_COINS = 2
_TALL_ROSTER = 10
"""Seats up to which each may take several lines."""
_PHONE_WIDTH, _SMALL_WIDTH = 31, 37
"""Letters of a line, and of one in small print, on a phone that is 360 pixels wide."""
_JOINT = " · "
"""Between the parts of a line."""
_EMOJI, _EMOJI_WIDTH = re.compile(r"<a?:\w+:\d+>|[⚀-⚅▫]"), "mmm"
_NAMES_TO_MOVE, _NPC_NAMES = 3, 6
"""Names that the line of the seats to move, and that of the NPCs, have room for."""
_REMEMBERED = 4096
"""Lines of seats: from one drawing to the next, most stay as they are."""
_SEPARATORS = 8
"""Characters between the four texts."""


@dataclass(frozen=True, slots=True)
class _BriefVoice(Voice):
    """A voice that names only the largest coins of an amount."""

    def money(self, amount: int) -> str:
        coins = self.currency.coins(amount)
        if len(coins) <= _FEW_COINS:
            return self.currency.show(amount)
        return " ".join(coin.count(count) for coin, count in coins[:_FEW_COINS]) + "…"


@dataclass(frozen=True, slots=True)
class _Style:
    """One way to write a table: with whose voice, and whether seats tell of more than their chips."""

    table: Table
    voice: Voice
    in_full: bool = True

    @property
    def panel(self) -> Panel | None:
        """The hand in play or the last one; None before the first, and after one that is void."""
        hand, state = self.table.record.hand, self.table.state
        if hand is not None and hand.status == "void":
            return None
        return self.table.spec.panel(state, None, self.voice) if state is not None else None


def texts(table: Table, notice: str = "") -> tuple[str, str, str, str]:
    """Build the heading with the middle of the table, the seats, what happened, and the small print, together within
    the limit. The operator's notice is above the small print of an open table.

    Pictures give way first, then the oldest lines, long names, the small coins of amounts, and the bets of seats: where
    that alone is enough with all coins, or else with both.
    """
    head, seats, foot = "", "", _describe_host(table, notice)
    for telling in _styles(table):
        panel = telling.panel
        head, seats, said = _head(telling, panel), _seats(telling, panel), _list_events(telling, panel)
        room = MOST_CHARACTERS - _SEPARATORS - len(head) - len(seats) - len(foot)
        if room >= (len("\n".join(said)) if telling.voice.symbols else 0):
            return head, seats, _fit_latest(said, room), foot
    return head, seats[: max(MOST_CHARACTERS - _SEPARATORS - len(head) - len(foot), 0)], "", foot


def asked_by(table: Table) -> frozenset[int]:
    """Return the seats that the table waits for; none while the hand goes on automatically."""
    return table.to_act if table.pause is None else frozenset()


def chooses_privately(table: Table, seat: int) -> bool:
    """Return whether the hand waits for a choice in this seat's own hand; at the table it could at most give up."""
    moves = table.moves(seat) if seat in table.to_act else ()
    at_the_table = [move for move in moves if move.place == "table" and move.style != "danger"]
    return not at_the_table and has_private_choice(table, seat)


def has_private_choice(table: Table, seat: int) -> bool:
    """Return whether the hand waits for this seat, and it has a choice in its own hand."""
    moves = table.moves(seat) if seat in table.to_act else ()
    return any(move.place == "private" and not move.aside for move in moves)


def _styles(table: Table) -> Iterator[_Style]:
    if table.symbols:
        yield _Style(table, table.voice)
    voice = table.voice.in_letters()
    yield _Style(table, voice)
    names = {seat: _shorten(name) for seat, name in voice.names.items()}
    yield _Style(table, Voice(names, voice.currency, voice.figures))
    yield _Style(table, _BriefVoice(names, voice.currency, voice.figures))
    yield _Style(table, Voice(names, voice.currency, voice.figures), in_full=False)
    yield _Style(table, _BriefVoice(names, voice.currency, voice.figures), in_full=False)


def _shorten(name: str) -> str:
    shown = one_line(name)
    return shown if len(shown) <= _SHORT_NAME else shown[:_SHORT_NAME] + "…"


def _list_events(telling: _Style, panel: Panel | None) -> list[str]:
    """List what happened, oldest first, without the result that stands at the top."""
    result = panel.result if panel is not None else None
    if result is not None and telling.voice.symbols:
        panel = replace(telling, voice=telling.voice.in_letters()).panel  # as it was said
        result = panel.result if panel is not None else None
    return [f"-# {line}" for line in telling.table.said if result is None or result not in line]


def _fit_latest(said: list[str], room: int) -> str:
    """Return as many of the last lines as there is room for, in characters."""
    first = 0
    while first < len(said) and len("\n".join(said[first:])) > room:
        first += 1
    return "\n".join(said[first:])


def _head(telling: _Style, panel: Panel | None) -> str:
    table = telling.table
    title = (panel and panel.title) or table.title
    if not table.is_open:
        return "\n".join(filter(None, (f"## {title} · closed", panel and panel.result)))
    if panel is None:
        is_void = table.record.hand is not None and table.record.hand.status == "void"
        is_undone = is_void and table.record.hand is not None and table.record.hand.is_undone
        now = "paused" if table.is_paused else "undone" if is_undone else "void" if is_void else ""
        middle = _describe_no_result(table) if is_void else table.spec.game.tagline
        heading = " · ".join(filter(None, (f"## {title}", now)))
        first = (*_lasting_luck(telling), describe_adrift_prize(table), _describe_stakes(telling))
        return "\n".join(filter(None, (heading, middle, *first)))
    heading = f"## {title} · {'paused' if table.is_paused else panel.heading}"
    turn = _describe_turn(telling)
    if not table.in_hand:
        terms = (describe_adrift_prize(table), _describe_stakes(telling))
        said = (panel.result, panel.middle, *_lasting_luck(telling), *terms)
        return "\n".join(filter(None, (heading, *said)))
    return "\n".join(filter(None, (heading, turn, *panel.status, _small(describe_tournament(table)))))


def _describe_turn(telling: _Style) -> str:
    """Name the seats that the hand waits for, and until when; "" while it waits for nobody."""
    table, voice = telling.table, telling.voice
    asked = asked_by(table)
    seats = sorted(asked - {DEALER})
    if table.is_paused or not asked:
        return ""
    until = f" <t:{int(table.acts_at)}:R>" if table.acts_at is not None else ""
    is_open = table.window is not None and table.window.is_for_all
    is_private = bool(seats) and all(chooses_privately(table, seat) for seat in seats)
    if len(asked) == len(seats) == 1 and until and not (is_open or is_private):
        return f"**{escape(voice.plain_name(*seats))}**'s turn ends{until}"
    parts: list[str] = []
    if seats:
        names = [f"**{escape(voice.plain_name(seat))}**" for seat in seats]
        who = listed(names) if len(names) <= _NAMES_TO_MOVE else f"**{len(names)} players**"
        todo = f"to choose under “{table.spec.game.hand_title}”" if is_private else "to move"
        parts.append(f"{who} {'may bet' if is_open else todo}")
    if DEALER in asked:
        parts.append("**The GM** to decide" if table.spokesman is None else "**The NPCs** decide")
    if is_open and table.undecided and table.closes_at is None:
        parts.append(f"bets close{until}{', or' if until else ''} {_after_done(table)}")
    elif until:
        parts.append(f"{'bets close' if is_open else 'time ends'}{until}")
    return _JOINT.join(parts)


def _after_done(table: Table) -> str:
    """Describe when bets close once the bettors are done."""
    seconds = table.window.seconds if table.window is not None else 0
    return f"{seconds:g} s after Done" if seconds else "at Done"


def _describe_no_result(table: Table) -> str:
    """Describe the latest hand if it had no result."""
    hand = table.record.hand
    return f"The {table.hand_word} {'was undone' if hand is not None and hand.is_undone else 'is void'}."


def _lasting_luck(telling: _Style) -> tuple[str, ...]:
    """Describe the luck that goes on with the next hand."""
    table = telling.table
    carry = table.carried()
    effects = [one for one in carry.effects if one.seat == DEALER or table.chair(one.seat)] if carry else []
    told = luck_between_hands(effects, telling.voice, word=table.hand_word, house="an NPC")
    return tuple(map(_small, told))


def _small(text: str) -> str:
    return f"-# {text}" if text else ""


def _describe_stakes(telling: _Style) -> str:
    """Describe the stakes, the bank and the pace before the first hand; later only the tournament, and the rest is
    behind "More…".
    """
    table = telling.table
    return _small(describe_terms(table, telling.voice) if table.record.hand is None else describe_tournament(table))


def describe_terms(table: Table, voice: Voice) -> str:
    """Describe the tournament, the stakes, the bank and the pace in a line."""
    bank = "unlimited bank" if table.is_endless else f"bank {voice.money(table.record.bank)}"
    has_bank = table.spec.game.is_banked and table.is_open
    stakes, pace = table.spec.words.stakes(table.rules, voice), table.record.pace.told()
    return " · ".join(filter(None, (describe_tournament(table), stakes, bank if has_bank else "", pace)))


def _seats(telling: _Style, panel: Panel | None) -> str:
    """Describe each seat in a line. A sign and bold type mark the seats that the line below the heading names. At a
    small table a line that is too wide for a phone goes on below, with the chips. Cards that are too wide beside the
    name have a line of their own.
    """
    dealt = {line.seat: line for line in panel.seats} if panel else {}
    asked = asked_by(telling.table)
    chairs = telling.table.record.chairs
    seats = [_seat_parts(telling, chair, dealt.get(chair.seat), is_asked=chair.seat in asked) for chair in chairs]
    lines: list[str] = []
    for chair, seat in zip(chairs, seats, strict=True):
        line = dealt.get(chair.seat)
        below = line.below if line and telling.in_full else ()
        lines.append(_seat_text(seat, below, is_tall=len(seats) <= _TALL_ROSTER))
    return "\n".join(filter(None, (*lines, _small(_describe_npcs(telling.table)))))


_Parts = tuple[str, str, str]
"""Of a seat's line: the name with its sign, the cards and their value, and the rest."""


@lru_cache(maxsize=_REMEMBERED)
def _seat_text(seat: _Parts, below: tuple[str, ...], *, is_tall: bool) -> str:
    (name, cards, rest), lower = seat, [_small(line) for line in below]
    hand = " ".join(filter(None, (name, cards)))
    line = _JOINT.join(filter(None, (hand, rest)))
    if not is_tall or _fits_on_phone(line):
        return "\n".join((line, *lower))
    *above, last = [hand] if _fits_on_phone(hand) else [name, *_fill_lines(cards, _PHONE_WIDTH)]
    last, *more = _fill_lines(_JOINT.join(filter(None, (last, rest))), _PHONE_WIDTH)
    return "\n".join([*above, last, *lower, *map(_small, _fill_lines(_JOINT.join(more), _SMALL_WIDTH))])


def _fill_lines(text: str, width: int) -> list[str]:
    """Return the text in lines of that width, as far as its parts allow."""
    lines: list[str] = []
    for part in text.split(_JOINT):
        longer = f"{lines[-1]}{_JOINT}{part}" if lines else part
        lines[-1:] = [longer] if not lines or _width(longer) <= width else [lines[-1], part]
    return list(filter(None, lines))


def _fits_on_phone(line: str) -> bool:
    return _width(line) <= _PHONE_WIDTH


def _width(line: str) -> int:
    return len(_EMOJI.sub(_EMOJI_WIDTH, line).replace("*", ""))


def _seat_parts(telling: _Style, chair: Chair, line: SeatLine | None, *, is_asked: bool) -> _Parts:
    table, voice = telling.table, telling.voice
    name = escape(voice.plain_name(chair.seat))
    name = f"▸ **{name}**" if is_asked else f"◦ {name}"
    playing = table.in_hand and line is not None
    parts = [_describe_state(telling, line) if playing and line else describe_chips(table, chair)]
    if wagers := describe_wagers(table, chair, in_full=telling.in_full):
        parts.append(wagers)
    if chair.pending and telling.in_full:
        parts.append(f"{voice.money(chair.pending)} more next {table.hand_word}")
    if chair.is_leaving:
        parts.append("leaving")
    elif chair.is_out and not is_in(table, chair):
        parts.append(_sitting_out(table, chair, playing=playing))
    elif table.in_hand and not playing and table.terms is None:
        parts.append(f"plays from the next {table.hand_word}")
    return name, line.cards if line else "", " · ".join(filter(None, parts))


def _sitting_out(table: Table, chair: Chair, *, playing: bool) -> str:
    """Describe when a seat stops being dealt in; "" if the line already says that it is out."""
    if table.tournament is not None:
        return "" if may_return(table, chair) else "sits the next one out"
    return f"sits out from the next {table.hand_word} on" if playing else "sits out"


def _describe_state(telling: _Style, line: SeatLine) -> str:
    """Describe the seat's state in the hand; in short its chips, and whether it is out."""
    if telling.in_full:
        return line.text
    return line.text.split(" · ")[0] + (" · out" if line.is_out else "")


def _describe_host(table: Table, notice: str) -> str:
    """Describe what everyone must know of the host, and the small print, below the notice."""
    note = rights.note(table) if table.is_open else None
    above = f"**Notice:** {notice}" if notice and table.is_open else ""
    return "\n".join(filter(None, (above, note and f"-# {note}", _small_print(table))))


def _describe_npcs(table: Table) -> str:
    """Name the NPCs at an open table, as many as fit; "" for none."""
    names = [table.voice.plain_name(chair.seat) for chair in table.record.chairs if chair.is_npc and table.is_open]
    shown = [escape(_shorten(name)) for name in names[:_NPC_NAMES]]
    if len(names) > _NPC_NAMES:
        shown.append(f"{len(names) - _NPC_NAMES} more")
    return f"{'NPC' if len(names) == 1 else 'NPCs'}: {listed(shown)}" if names else ""


def _small_print(table: Table) -> str:
    record, hand = table.record, table.record.hand
    parts: list[str] = []
    if hand is not None:
        how = {"running": "", "settled": " is over", "void": " is void"}[hand.status]
        parts.append(f"{table.hand_word} {hand.number}{how}")
    if table.acts_at is not None and not table.in_hand:
        parts.append(f"next {table.hand_word} <t:{int(table.acts_at)}:R>")
    if not table.is_open:
        return f"-# {' · '.join(parts)}" if parts else ""
    if table.spec.game.is_crooked(table.rules):
        parts.append("crooked table: only the GM can check the rolls")
    elif hand is not None and hand.by_hand and table.in_hand:
        parts.append("rolls are typed in: nothing to verify")
    else:
        sealed = (hand.seeds if hand is not None and table.in_hand else record.seeds).open_commitment[:8]
        parts.append(f"rolls sealed {sealed}…" if table.in_hand else f"next rolls sealed {sealed}…")
        if root := _cards_root(table):
            parts.append(f"cards sealed {root[:8]}…")
    return "-# " + " · ".join(parts)


def _cards_root(table: Table) -> str:
    """Return the short digest of the cards that were drawn face down in this hand; "" without any."""
    return seals_root(table.spec.game.seals(table.state, None)) if table.in_hand and table.state is not None else ""


def is_dealt(game: AnyGame) -> bool:
    """Return whether people say that it is dealt: in a banked game, only if its word is "hand"."""
    return not game.is_banked or game.hand_word == "hand"


def goes_on(game: AnyGame, *, by_itself: bool) -> str:
    """Describe how the next hand starts, without an end: "anyone seated deals the next hand"."""
    word, dealt = f"the next {game.hand_word}", is_dealt(game)
    if by_itself:
        return f"{word} {'is dealt' if dealt else 'begins'} automatically"
    return f"anyone seated {'deals' if dealt else 'begins'} {word}"
