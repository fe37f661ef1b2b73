"""Roulette in words: table and events."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby

from bot.engine.banked.odds import percent
from bot.engine.frozen import made
from bot.engine.rulebook import Rulebook, source_of
from bot.engine.words import Panel, SeatLine, Voice, counted, listed
from cogs.roulette.layout import GROUPS, colour, in_a_sentence, in_color, in_words
from cogs.roulette.odds import bets, return_of
from cogs.roulette.state import (
    Bet,
    Bets,
    NoSpin,
    Placed,
    Result,
    RouletteEvent,
    RouletteRules,
    RouletteView,
    SeatView,
    Settled,
    Spun,
    TookBack,
    payback,
    total,
)

MOST_RESULT = 700
"""Characters of a result that names what won and what everybody lost; a longer one is told in short."""
_MOST_SPOTS = 3
_MOST_NAMES = 6


def result(ended: Result, voice: Voice) -> str:
    """Describe the ball and the result."""
    return f"{in_words(ended.pocket)}. {_outcome(ended, voice)}"


def _outcome(ended: Result, voice: Voice) -> str:
    """Describe the result: winners first, the largest at the head. Amounts are each seat's net result of the spin."""
    winners = sorted((one for one in ended.seats if one.net > 0), key=lambda one: -one.net)
    even = [one for one in ended.seats if one.net == 0]
    losers = sorted((one for one in ended.seats if one.net < 0), key=lambda one: one.net)
    head = ["Half of what lay on even chances comes back."] if ended.is_halved else []
    told = [*head, *_winners(winners, voice), *_even(even, voice), *_losers(losers, voice)]
    if sum(map(len, told)) <= MOST_RESULT:
        return " ".join(told)
    return " ".join((*head, *_in_short(winners, voice), *_rest(even, losers, voice)))


def _winners(winners: Sequence[Settled], voice: Voice) -> list[str]:
    told = [f"{voice.name(one.seat)} wins {voice.money(one.net)} with {_spots(one, voice)}" for one in winners]
    return [f"{'; '.join(told)}."] if told else []


def _spots(one: Settled, voice: Voice) -> str:
    names = [in_a_sentence(name) for name in one.won]
    more = len(names) - _MOST_SPOTS
    if more <= 1:
        return voice.list(names)
    return f"{', '.join(names[:_MOST_SPOTS])} and {more} more"


def _even(even: Sequence[Settled], voice: Voice) -> list[str]:
    if not even:
        return []
    names = voice.list([voice.name(one.seat) for one in even])
    return [f"{names} {'breaks' if len(even) == 1 else 'break'} even."]


def _losers(losers: Sequence[Settled], voice: Voice) -> list[str]:
    told = [f"{voice.name(one.seat)} loses {voice.money(-one.net)}" for one in losers]
    return [f"{voice.list(told)}."] if told else []


def _in_short(winners: Sequence[Settled], voice: Voice) -> list[str]:
    """Describe the largest winners by name, the others together."""
    named, others = winners[:_MOST_NAMES], winners[_MOST_NAMES:]
    told = [f"{voice.name(one.seat)} wins {voice.money(one.net)}" for one in named]
    if others:
        won = voice.money(sum(other.net for other in others))
        told.append(f"{counted(len(others), 'other wins', 'others win')} {won}{_in_all(others)}")
    return [f"{voice.list(told)}."] if told else []


def _rest(even: Sequence[Settled], losers: Sequence[Settled], voice: Voice) -> list[str]:
    told: list[str] = []
    if even:
        told.append(f"{counted(len(even), 'breaks', 'break')} even")
    if losers:
        lost = voice.money(-sum(one.net for one in losers))
        told.append(f"{counted(len(losers), 'loses', 'lose')} {lost}{_in_all(losers)}")
    return [f"{voice.list(told)}."] if told else []


def _in_all(those: Sequence[Settled]) -> str:
    return " in all" if len(those) > 1 else ""


_EVEN = 2
"""Coins that can be halved."""


def _edges(rules: RouletteRules) -> str:
    """Describe the house edge of each bet, equal ones together. If half of even chances comes back, bets that can be
    halved come first.
    """
    edges = {bet.key: bet.edge for bet in bets(rules)}
    (usual, _), *_ = Counter(edges.values()).most_common(1)
    told: list[str] = []
    if rules.zero == "half":
        halved = 1 - return_of(rules, rules.layout.by_name["red"], _EVEN)
        smallest = (
            "" if halved == edges["red"] else f" ({percent(edges['red'])} of the smallest bet, with its odd coin)"
        )
        told.append(f"{percent(halved)} of even chances{smallest}")
    if "top_line" in edges:
        told.append(f"{percent(edges['top_line'])} of the top line")
    return listed((*told, f"{percent(usual)} of every {'other ' if told else ''}bet"), "and")


def _stake(rules: RouletteRules) -> int:
    """Return the example's stake: the smallest bet, or a coin more if that can be halved and isn't too much."""
    even = rules.min_bet + (rules.min_bet % 2 if rules.zero == "half" else 0)
    return even if all(even <= rules.limit(group) for group in GROUPS) else rules.min_bet


def _win(rules: RouletteRules, spot: str) -> int:
    return rules.layout.by_name[spot].pays.winnings(_stake(rules))


def _zero_back(rules: RouletteRules) -> int:
    return payback(rules.zero, rules.layout.by_name["red"], _stake(rules), "0")


RULEBOOK = Rulebook(
    RouletteRules,
    source_of("cogs.roulette"),
    amounts={
        "chip": lambda rules: rules.chip,
        "stake": _stake,
        "number_win": lambda rules: _win(rules, "17"),
        "color_win": lambda rules: _win(rules, "red"),
        "zero_back": _zero_back,
    },
    words={"edges": lambda rules, _: _edges(rules)},
)
rules_pages = RULEBOOK.pages


NO_SPIN = "Nobody has bet, so the ball stays where it is."
MOST_STAKES = 70
"""Characters of what a table plays for, which stands small and in one line with its clock."""
MOST_PANEL = 2600
"""Characters of the table, with what stands around each name; the rest of a message is for what happened."""
_AROUND_A_SEAT = 30
"""Characters of a line besides the name, the chips and the bets: whom it waits for, who is done."""
_LEAST_ROOM, _MOST_BETS, _MOST_OWN = 50, 400, 3000
"""Characters of the bets of one seat in its line, however long the names are; and where its own player looks at them
alone.
"""
_LEAST_BET = 10
"""Characters that a bet takes at least: "1 cp on 7 · "."""
_FEW = 3


def panel(view: RouletteView, voice: Voice) -> Panel:
    """Describe the table in its current state."""
    status = tuple(_status(view, voice))
    room = _room(view, voice, sum(map(len, status)))
    return made(
        Panel,
        heading=_heading(view),
        status=status,
        seats=tuple(_seat(view, seat, voice, room) for seat in view.seats),
        result=_ended(view, voice) if view.is_over else None,
        middle=next(iter(_history(view)), None) if view.is_over else None,
    )


def _room(view: RouletteView, voice: Voice, taken: int) -> int:
    """Return the characters for the bets of each seat: seats that need less leave room to the others."""
    names = sum(len(f"{voice.name(seat.seat)}{voice.money(seat.stack)}") + _AROUND_A_SEAT for seat in view.seats)
    left, seats = MOST_PANEL - taken - len(_heading(view)) - names, len(view.seats)
    needs = sorted(len(describe_bets(seat.bets, voice, _MOST_BETS)) if seat.bets else 0 for seat in view.seats)
    for at, need in enumerate(needs):
        share = left // (seats - at)
        if need > share:
            return max(share, _LEAST_ROOM)
        left -= need
    return _MOST_BETS


def own(view: RouletteView, seat: int, voice: Voice) -> str | None:
    """Describe all bets of a seat whose line at the table is too short; None without a bet."""
    bets = next((one.bets for one in view.seats if one.seat == seat), ())
    return f"Bets: {describe_bets(bets, voice, _MOST_OWN)}." if bets else None


def _heading(view: RouletteView) -> str:
    if view.result:
        return f"{in_color(view.result.pocket)} {colour(view.result.pocket)}"
    return "No spin" if view.is_over else "Your bets"


def _status(view: RouletteView, voice: Voice) -> Iterable[str]:
    """Describe a limited bank with the bets on the layout, and the last results, newest first."""
    if view.bank is not None:
        staked = 0 if view.is_over else sum(total(seat.bets) for seat in view.seats)
        yield f"Bank **{voice.money(view.bank)}**" + (f" · {voice.money(staked)} on the layout" if staked else "")
    yield from _history(view)


def _history(view: RouletteView) -> Iterable[str]:
    """List the last results, the newest first and neighbors of a color together. The heading has that of this spin."""
    earlier = view.history[1:] if view.result else view.history
    runs = [(color, tuple(run)) for color, run in groupby(earlier, colour)]
    if runs:
        yield f"Last spins: {' · '.join(f'{in_color(*run)} {color}' for color, run in runs)}"


def _seat(view: RouletteView, seat: SeatView, voice: Voice, room: int) -> SeatLine:
    """Describe a gambler's bets; after the spin their result, as long as the table shows it."""
    parts = [voice.money(seat.stack)]
    if view.is_over:
        net = voice.net(seat.settled.net) if seat.settled else ""
        return made(SeatLine, seat=seat.seat, cards=net, text=parts[0])
    if seat.bets:
        parts.append(describe_bets(seat.bets, voice, room))
    if seat.is_done:
        parts.append("done" if seat.bets else "sits out")
    return made(SeatLine, seat=seat.seat, text=" · ".join(parts))


def describe_bets(bets: Bets, voice: Voice, room: int) -> str:
    """Describe as many bets as there is room for, in characters, and their total."""
    each = [_bet(bet, voice) for bet in bets[: room // _LEAST_BET + 1]]
    in_all = f"{voice.money(total(bets))} in all"
    for shown in range(len(each), 0, -1):
        told = " · ".join(each[:shown])
        if shown < len(bets):
            told += f" and {len(bets) - shown} more, {in_all}"
        if len(told) <= room:
            return told
    return f"{counted(len(bets), 'bet')}, {in_all}"


def _bet(bet: Bet, voice: Voice) -> str:
    return f"{voice.money(bet.amount)} on {bet.spot}"


def tell(events: Iterable[RouletteEvent], voice: Voice) -> tuple[str, ...]:
    """Describe the events in sentences, oldest first."""
    return tuple(_sentence(event, voice) for event in events)


def _sentence(event: RouletteEvent, voice: Voice) -> str:
    match event:
        case Placed():
            name, bets = voice.name(event.seat), _in_a_list(event.bets, voice)
            return f"{name} bets the same again: {bets}." if event.is_again else f"{name} bets {bets}."
        case TookBack():
            left = f"; {event.left} {'stays' if event.left == 1 else 'stay'}" if event.left else ""
            return f"{voice.name(event.seat)} removes {_in_a_list(event.bets, voice)}{left}."
        case Spun():
            return result(event.result, voice)
        case NoSpin():
            return NO_SPIN


def _in_a_list(bets: Sequence[Bet], voice: Voice) -> str:
    if len(bets) > _FEW:
        return f"{voice.money(total(tuple(bets)))} on {len(bets)} spots"
    return voice.list([f"{voice.money(bet.amount)} on {in_a_sentence(bet.spot)}" for bet in bets])


def _ended(view: RouletteView, voice: Voice) -> str:
    return _outcome(view.result, voice) if view.result else NO_SPIN


def stakes(rules: RouletteRules, voice: Voice) -> str:
    """Describe the stakes in half a line."""
    said = rules.stakes(voice)
    half = " · half back on zero" if rules.zero == "half" else ""
    return said + half if len(said + half) <= MOST_STAKES else said
