"""How a hand of Klingon Hold-'Em ended, in sentences: which attack takes which pot, how it came about, who is out."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from bot.engine.betting.events import pot_name, pots_named, told_back
from bot.engine.speech import Voice, listed, number_word, ordinal
from cogs.klingon.actions import WORDS
from cogs.klingon.cards import Attack, Deck
from cogs.klingon.naming import cards, explained, in_short
from cogs.klingon.state import Ending, PotWon

MOST_RESULT = 900
"""Characters of a result with how its attacks came about; from the last pot upwards those are left out beyond it."""
MOST_BRIEF = 600
"""Characters of what became of the pots, beyond which it is told as what everybody got."""
MOST_LOSERS = 900
"""Characters of what the others came to."""

_Shown = Mapping[int, tuple[tuple[str, ...], Attack]]


def result(ending: Ending, deck: Deck, voice: Voice) -> str:
    """What became of the pots and of the players. The winners' attacks are explained as far as there is room: the main
    pot's first, for which the pots are told in short if they must be.
    """
    if ending.how == "unseen":
        return " ".join((_unseen(ending, voice), *_rest(ending, voice)))
    shown, pots = _shown(ending), _alike(ending.pots)
    winners = list(dict.fromkeys(seat for places in pots for seat in ending.pots[places[0]].winners))
    how = [one for seat in winners if (one := _how(seat, shown, deck, voice, named=len(winners) > 1))]
    in_full, rest = [_taken(places, ending, shown, voice) for places in pots], _rest(ending, voice)
    told = in_full if sum(map(len, in_full)) <= MOST_BRIEF else [_in_short(ending, voice)]
    fitting = _fitting(how, MOST_RESULT - sum(map(len, (*told, *rest))))
    if how and not fitting and len(pots) > 1:
        told = [_in_short(ending, voice)]
        fitting = _fitting(how, MOST_RESULT - sum(map(len, (*told, *rest))))
    if len(winners) == len(told) == 1 and fitting:
        return " ".join((f"{told[0].removesuffix('.')}: {fitting[0]}", *rest))
    return " ".join((*told, *fitting, *rest))


def losers(ending: Ending, deck: Deck, voice: Voice) -> str | None:
    """What the attacks of those come to who show their ships and win nothing, the strongest first."""
    winners = {seat for pot in ending.pots for seat in pot.winners}
    beaten = sorted((one for one in ending.attacks if one[0] not in winners), key=lambda one: -one[2].total)
    if not beaten:
        return None
    comes = [
        f"{voice.name(seat)} {'' if at else 'comes '}to {attack.total}" for at, (seat, _, attack) in enumerate(beaten)
    ]
    made_of = [f" ({in_short(attack, deck)})" if attack.total else "" for _, _, attack in beaten]
    in_full = [one + made for one, made in zip(comes, made_of, strict=True)]
    told = in_full if sum(map(len, in_full)) <= MOST_LOSERS else comes
    return f"{'; '.join(told)}."


def _shown(ending: Ending) -> _Shown:
    return {seat: (ships, attack) for seat, ships, attack in ending.attacks}


def _fitting(sentences: Sequence[str], room: int) -> list[str]:
    """Those from the first on that fit into so many characters together."""
    fitting: list[str] = []
    for sentence in sentences:
        room -= len(sentence) + 1
        if room < 0:
            break
        fitting.append(sentence)
    return fitting


def _alike(pots: Sequence[PotWon]) -> list[list[int]]:
    """The places of the pots, those together that the same seats take; the main pot comes first."""
    alike: dict[tuple[int, ...], list[int]] = {}
    for at, pot in enumerate(pots):
        alike.setdefault(pot.winners, []).append(at)
    return list(alike.values())


def _taken(places: Sequence[int], ending: Ending, shown: _Shown, voice: Voice) -> str:
    """Who takes which pots with an attack of what, and how much each gets."""
    winners = ending.pots[places[0]].winners
    total = shown[winners[0]][1].total
    which, gains = _which(places, pots_named(len(ending.pots), ending)), _gains(ending.pots[at].shares for at in places)
    names = _names(winners, voice)
    if len(winners) == 1:
        return f"{names}'s attack of {total} takes {which}, {voice.money(gains[winners[0]])}."
    if total:
        why = f"{'both' if len(winners) == 2 else 'their'} attacks come to {total}"
    else:
        why = f"{'neither' if len(winners) == 2 else 'none of them'} has an attack"
    return f"{names} split {which}, {_each(gains, voice)}: {why}."


def _each(gains: Mapping[int, int], voice: Voice) -> str:
    """How much each gets of what several share: what most of them get, and who gets something else."""
    alike: dict[int, list[int]] = {}
    for seat, amount in gains.items():
        alike.setdefault(amount, []).append(seat)
    told: list[str] = []
    for amount, seats in sorted(alike.items(), key=lambda one: -len(one[1])):
        each = voice.money(amount) if len(seats) == 1 else f"{voice.money(amount)} each"
        told.append(each if 2 * len(seats) > len(gains) else f"{each} for {_names(seats, voice)}")
    return voice.list(told) if len(told) == len(gains) else ", ".join(told)


def _how(seat: int, shown: _Shown, deck: Deck, voice: Voice, *, named: bool) -> str:
    """How a winning attack came about, in a sentence; "" where it is none."""
    ships, attack = shown[seat]
    told = explained(attack, ships, deck)
    if not told:
        return ""
    wasted = f" Wasted: {cards(attack.wasted, deck)}." if attack.wasted else ""
    return f"{f'{voice.name(seat)}: ' if named else ''}{told}.{wasted}"


def _unseen(ending: Ending, voice: Voice) -> str:
    ((winner, amount),) = ending.pots[0].shares
    return f"Everybody else has disengaged: {voice.name(winner)} takes the pot unseen, {voice.money(amount)}."


def _rest(ending: Ending, voice: Voice) -> list[str]:
    """What goes back, what is odd, and who is out."""
    told = told_back(ending, len(ending.pots), voice, WORDS)
    if ending.house:
        told.append(f"The house gets the odd {voice.money(ending.house)}.")
    if ending.bank:
        told.append(f"The middle keeps the odd {voice.money(ending.bank)} for the next hand.")
    return [*told, *_out(ending, voice)]


def _out(ending: Ending, voice: Voice) -> list[str]:
    """Who is out of the tournament, the worst place first. Who has won it is told with the prizes."""
    told: list[str] = []
    for place in sorted({placed.place for placed in ending.out}, reverse=True):
        seats = [placed.seat for placed in ending.out if placed.place == place]
        if len(seats) == 1:
            told.append(f"{voice.name(seats[0])} is out, {ordinal(place)}.")
        else:
            together = "both" if len(seats) == 2 else f"all {number_word(len(seats))}"
            told.append(f"{_names(seats, voice)} are out, {together} {ordinal(place)}.")
    return told


def _in_short(ending: Ending, voice: Voice) -> str:
    """All pots together."""
    gains = _gains(pot.shares for pot in ending.pots)
    return (
        f"All pots together: {voice.list([f'{voice.name(seat)} {voice.money(got)}' for seat, got in gains.items()])}."
    )


def _gains(shares: Iterable[Iterable[tuple[int, int]]]) -> dict[int, int]:
    """What each seat got."""
    gains: dict[int, int] = {}
    for seat, amount in (share for pot in shares for share in pot):
        gains[seat] = gains.get(seat, 0) + amount
    return gains


def _names(seats: Iterable[int], voice: Voice) -> str:
    return voice.list([voice.name(seat) for seat in seats])


def _which(places: Sequence[int], pots: int) -> str:
    """The pots by name, or all of them at once."""
    if len(places) == pots > 1:
        return "both pots" if pots == 2 else f"all {number_word(pots)} pots"
    main = [pot_name(0, pots)] if 0 in places else []
    side = [at for at in places if at]
    if not side:
        return main[0]
    named = pot_name(side[0], pots) if len(side) == 1 else f"side pots {_numbered(side)}"
    return " and ".join((*main, named))


def _numbered(numbers: Sequence[int]) -> str:
    """Rising numbers, three or more in a row as one: "1, 3 to 6 and 8"."""
    rows = [[numbers[0]]]
    for before, number in pairwise(numbers):
        if number == before + 1:
            rows[-1].append(number)
        else:
            rows.append([number])
    return listed(
        part
        for row in rows
        for part in ([f"{row[0]} to {row[-1]}"] if len(row) > 2 else [str(number) for number in row])
    )
