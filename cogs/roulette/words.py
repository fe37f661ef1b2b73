"""Roulette in words: rulebook, table and events."""

from collections import Counter
from collections.abc import Iterable, Sequence

from bot.engine.banked.odds import percent
from bot.engine.words import Page, Panel, SeatLine, Voice, counted, listed
from cogs.roulette.layout import GROUPS, PAYS, Kind, in_a_sentence, in_words
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
    """Describe the result: winners first, the largest at the head. Amounts are each seat's net result of the spin."""
    winners = sorted((one for one in ended.seats if one.net > 0), key=lambda one: -one.net)
    even = [one for one in ended.seats if one.net == 0]
    losers = sorted((one for one in ended.seats if one.net < 0), key=lambda one: one.net)
    head = [f"{in_words(ended.pocket)}."]
    if ended.is_halved:
        head.append("Half of what lay on even chances comes back.")
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
    return [f"{names} {'comes' if len(even) == 1 else 'come'} out even."]


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
        told.append(f"{counted(len(even), 'comes', 'come')} out even")
    if losers:
        lost = voice.money(-sum(one.net for one in losers))
        told.append(f"{counted(len(losers), 'loses', 'lose')} {lost}{_in_all(losers)}")
    return [f"{voice.list(told)}."] if told else []


def _in_all(those: Sequence[Settled]) -> str:
    return " in all" if len(those) > 1 else ""


_EVEN = 2
"""Coins that can be halved."""
_ALL_EVEN_CHANCES = "red, black, even, odd, low (1 to 18) and high (19 to 36)"


def rules_pages(rules: RouletteRules, voice: Voice) -> tuple[Page, ...]:
    """Write the rules: the spin, the bets on numbers, the other bets with the zero, and an example."""
    return (_a_spin(rules, voice), _numbers(rules), _others(rules), _example(rules, voice))


def _a_spin(rules: RouletteRules, voice: Voice) -> Page:
    lines = [
        (
            "**The bets.** Everybody bets at once, on as many spots as they like. The smallest bet is "
            f"{voice.money(rules.min_bet)}. {_limits(rules, voice)} Betting on a spot again adds to what lies there."
        ),
        (
            "**Same again** makes the bets of one's last spin once more, **Take back** takes one's bets off the "
            "layout, all or some of them, and **Done** says that one bets no more, or not at all. Whoever is done may "
            "still bet more while others are at it; whoever takes a bet back is asked anew."
        ),
        (
            "**The ball** rolls when everybody is done or the time is up, once for all. Where it falls, bets win what "
            "they pay and keep their stake; all others go to the bank. If nobody has bet, it doesn't roll."
        ),
        (
            "**The bank** takes no bet that it couldn't pay wherever the ball falls. It may rely on what other bets "
            "would lose there; those can't be taken back then."
        ),
    ]
    return Page(title="A spin", text="\n".join(lines))


def _limits(rules: RouletteRules, voice: Voice) -> str:
    inside, outside = (most and voice.money(most) for most in (rules.max_bet, rules.max_outside))
    if inside and outside:
        return f"The largest on one spot is {inside} among the numbers, and {outside} elsewhere."
    if inside or outside:
        where = "among the numbers" if inside else "on colours, dozens and the like"
        return f"The largest on one spot {where} is {inside or outside}; elsewhere, what the bank can pay."
    return "There is no largest one: what the bank can pay is taken."


def _numbers(rules: RouletteRules) -> Page:
    trios = {"single": "0-1-2 or 0-2-3", "double": "0-1-2, 0-00-2 or 00-2-3"}[rules.wheel]
    lines = [
        "The numbers stand in twelve rows of three, the zeros above them: 1 2 3, then 4 5 6, and so on to 34 35 36.",
        _line("straight", "A number", "17"),
        _line("split", "A split, two numbers that touch", "17-20"),
        _line("street", "A street, a row of three", f"street 4-6; or at the zero the trio {trios}"),
        _line("corner", "A corner, four numbers that meet", "corner 17-21 for 17, 18, 20 and 21"),
        _line("six_line", "A six line, two rows", "six line 13-18"),
    ]
    if rules.wheel == "single":
        lines.append(_line("first_four", "The first four, 0, 1, 2 and 3", "first four"))
    elif rules.top_line:
        lines.append(_line("top_line", "The top line, 0, 00, 1, 2 and 3", "top line"))
    return Page(title="Bets on numbers", text="\n".join(lines))


def _line(kind: Kind, name: str, written: str) -> str:
    word, comma, what = name.partition(", ")
    return f"**{word}**{comma}{what}{comma.strip()} pays {PAYS[kind].told()}. Write {written}."


def _others(rules: RouletteRules) -> Page:
    zeros = {"single": "0 is", "double": "0 and 00 are"}[rules.wheel]
    comes = {"single": "it", "double": "one of them"}[rules.wheel]
    lost = {
        "lose": "all these bets lose",
        "half": "half of an even chance comes back, but for an odd coin, and dozens and columns lose",
    }[rules.zero]
    lines = [
        f"**Even chances** pay {PAYS['red'].told()}: {_ALL_EVEN_CHANCES}.",
        f"**Dozens** pay {PAYS['dozen'].told()}: 1 to 12, 13 to 24, 25 to 36.",
        f"**Columns** pay {PAYS['column'].told()}: 1, 4, 7 to 34; 2, 5, 8 to 35; 3, 6, 9 to 36.",
        f"**Zero.** {zeros} neither red nor black, even nor odd, low nor high, and in no dozen or column.",
        f"When {comes} comes, {lost}.",
        f"**The house** keeps, in the long run, {_edges(rules)}.",
    ]
    return Page(title="The other bets, and zero", text="\n".join(lines))


def _edges(rules: RouletteRules) -> str:
    """Describe the house edge of each bet, equal ones together. If half of even chances comes back, bets that can be
    halved come first.
    """
    edges = {bet.key: bet.edge for bet in bets(rules)}
    (usual, _), *_ = Counter(edges.values()).most_common(1)
    told: list[str] = []
    if rules.zero == "half":
        halved = 1 - return_of(rules, rules.layout.by_name["red"], _EVEN)
        smallest = "" if halved == edges["red"] else f" ({percent(edges['red'])} of the smallest bet, which is odd)"
        told.append(f"{percent(halved)} of even chances{smallest}")
    if "top_line" in edges:
        told.append(f"{percent(edges['top_line'])} of the top line")
    return listed((*told, f"{percent(usual)} of every {'other ' if told else ''}bet"), "and")


def _example(rules: RouletteRules, voice: Voice) -> Page:
    """Write an example of a bet on a number and one on a color, in three pockets."""
    spots, stake = rules.layout.by_name, _halving(rules)
    number, colour = spots["17"], spots["red"]

    def back(pocket: str) -> str:
        return voice.money(sum(payback(rules.zero, spot, stake, pocket) for spot in (number, colour)))

    is_halved = payback(rules.zero, colour, stake, "0") > 0
    on_zero = f"half of the bet on red comes back, {back('0')}" if is_halved else "nothing comes back"
    wins = [voice.money(spot.pays.winnings(stake)) for spot in (number, colour)]
    lines = [
        f"Somebody bets {voice.money(stake)} on 17, which is black, and as much on red.",
        f"17 comes: 17 wins {wins[0]}, and red loses. With the stake on 17 that makes {back('17')} that come back.",
        f"A red number comes: red wins {wins[1]}, and 17 loses. With the stake on red that makes {back('19')}.",
        f"Another black number comes: both lose. A zero comes: {on_zero}.",
    ]
    return Page(title="An example", text="\n".join(lines))


def _halving(rules: RouletteRules) -> int:
    """Return the smallest bet, or a coin more if that can be halved and isn't too much."""
    even = rules.min_bet + (rules.min_bet % 2 if rules.zero == "half" else 0)
    return even if all(even <= rules.limit(group) for group in GROUPS) else rules.min_bet


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
    return Panel(
        heading=_heading(view),
        status=status,
        seats=tuple(_seat(view, seat, voice, room) for seat in view.seats),
        result=_ended(view, voice) if view.is_over else None,
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
        return in_words(view.result.pocket)
    return "No spin" if view.is_over else "Place your bets"


def _status(view: RouletteView, voice: Voice) -> Iterable[str]:
    """Describe the bank, the bets on the layout, and the last results, newest first."""
    staked = 0 if view.is_over else sum(total(seat.bets) for seat in view.seats)
    bank = "The bank is endless" if view.bank is None else f"Bank **{voice.money(view.bank)}**"
    yield f"{bank} · {voice.money(staked)} on the layout" if staked else bank
    if view.history:
        newest, *older = map(in_words, view.history)
        yield f"Last spins: {', '.join((f'**{newest}**', *older))}"


def _seat(view: RouletteView, seat: SeatView, voice: Voice, room: int) -> SeatLine:
    """Describe a gambler's bets; after the spin their result, as long as the table shows it."""
    parts = [voice.money(seat.stack)]
    if view.is_over:
        net = voice.net(seat.settled.net) if seat.settled else ""
        return SeatLine(seat=seat.seat, cards=net, text=parts[0])
    if seat.bets:
        parts.append(describe_bets(seat.bets, voice, room))
    if seat.is_done:
        parts.append("done" if seat.bets else "sits out")
    return SeatLine(seat=seat.seat, text=" · ".join(parts))


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
            return f"{voice.name(event.seat)} takes back {_in_a_list(event.bets, voice)}{left}."
        case Spun():
            return result(event.result, voice)
        case NoSpin():
            return NO_SPIN


def _in_a_list(bets: Sequence[Bet], voice: Voice) -> str:
    if len(bets) > _FEW:
        return f"{voice.money(total(tuple(bets)))} on {len(bets)} spots"
    return voice.list([f"{voice.money(bet.amount)} on {in_a_sentence(bet.spot)}" for bet in bets])


def _ended(view: RouletteView, voice: Voice) -> str:
    return result(view.result, voice) if view.result else NO_SPIN


def stakes(rules: RouletteRules, voice: Voice) -> str:
    """Describe the stakes in half a line."""
    said = rules.stakes(voice)
    half = " · half back on zero" if rules.zero == "half" else ""
    return said + half if len(said + half) <= MOST_STAKES else said
