"""What became of each pot of Golem in sentences: one for all pots that the same hands win or fail to win."""

from collections.abc import Iterable, Mapping, Sequence

from bot.engine.betting.events import pot_name, pots_named
from bot.engine.betting.ranking import Rank, rank_hand
from bot.engine.speech import Voice, capital
from cogs.golem.state import Showdown
from cogs.golem.words import deciding, named

_NUMBERS = {3: "three", 4: "four", 5: "five", 6: "six", 7: "seven"}


def verdicts(ended: Showdown, voice: Voice) -> list[str]:
    """Who takes what, and what stays with which penalty; the main pot comes first."""
    alike: dict[tuple[bool, bool, tuple[int, ...]], list[int]] = {}
    for at, one in enumerate(ended.verdicts):
        alike.setdefault((one.is_won, len(one.eligible) == 1, one.best), []).append(at)
    return [_told(places, ended, voice) for places in alike.values()]


def _told(places: Sequence[int], ended: Showdown, voice: Voice) -> str:
    first = ended.verdicts[places[0]]
    if len(first.eligible) == 1:
        return (
            f"{_names(first.best, voice)} takes {_which(places, ended, voice)} unopposed: {_won(places, ended, voice)}."
        )
    return _taken(places, ended, voice) if first.is_won else _failed(places, ended, voice)


def _taken(places: Sequence[int], ended: Showdown, voice: Voice) -> str:
    best = ended.verdicts[places[0]].best
    names, is_one = _names(best, voice), len(best) == 1
    kind = named(dict(ended.hands)[best[0]], ended.ace) + _decided(places, ended, voice)
    takes = ("takes " if is_one else "split ") + _which(places, ended, voice)
    beats = "beats" if is_one else "beat"
    how = f"{beats} the golem with {kind}, and {takes}" if ended.golem else f"{takes} with {kind}"
    return f"{names} {how}: {_won(places, ended, voice)}."


def _won(places: Sequence[int], ended: Showdown, voice: Voice) -> str:
    """The amounts pot by pot for a single winner, else what each gets of all these pots."""
    shares = [share for at in places for share in ended.verdicts[at].shares]
    if len(ended.verdicts[places[0]].best) == 1:
        return voice.list([voice.money(amount) for _, amount in shares])
    each = summed(shares)
    amounts = {amount for _, amount in each}
    return f"{voice.money(amounts.pop())} each" if len(amounts) == 1 else sums(each, voice)


def _decided(places: Sequence[int], ended: Showdown, voice: Voice) -> str:
    """The card that decides where the words for two hands are the same."""
    ranks = _ranks(ended)
    best = ended.verdicts[places[0]].best
    ours = ranks[best[0]]
    others = {seat for at in places for seat in ended.verdicts[at].eligible if seat in ranks} - {*best}
    second = max((ranks[seat] for seat in others), default=None)
    by_golem = deciding(ours, rank_hand(ended.golem, ended.ace)) if ended.golem else None
    by_rival = deciding(ours, second) if second else None
    rivals = _names((seat for seat in ranks if seat in others and ranks[seat] == second), voice)
    if by_golem and by_rival and by_golem != by_rival:
        return f" (the {by_golem} decides against the golem, the {by_rival} against {rivals})"
    if by_golem:
        return f" (the {by_golem} decides)"
    return f" (the {by_rival} decides against {rivals})" if by_rival else ""


def _failed(places: Sequence[int], ended: Showdown, voice: Voice) -> str:
    best = ended.verdicts[places[0]].best
    hand, has = dict(ended.hands)[best[0]], "has" if len(best) == 1 else "have"
    ours, golem = rank_hand(hand, ended.ace), rank_hand(ended.golem, ended.ace)
    card = deciding(ours, golem)
    fails = "only equals the golem" if ours == golem else "doesn't beat the golem"
    why = f"{named(hand, ended.ace)}, which {fails}{f' (its {card} decides)' if card else ''}"
    return f"For {_which(places, ended, voice)} {_names(best, voice)} {has} {why}. {_penalties(places, ended, voice)}"


def _penalties(places: Sequence[int], ended: Showdown, voice: Voice) -> str:
    """Who pays what into the pot, and why somebody doesn't."""
    verdict, pot = ended.verdicts[places[0]], pot_name(places[0], pots_named(len(ended.verdicts), ended))
    due, paid = dict(verdict.dues), dict(verdict.penalties)
    before = {seat for one in ended.verdicts[: places[0]] for seat, _ in one.dues}
    told = _full(tuple((seat, due[seat]) for seat in due if paid.get(seat) == due[seat]), pot, voice)
    told += [
        f"{voice.name(seat)} pays all that is left, {voice.money(amount)}, into {pot}."
        for seat, amount in paid.items()
        if amount < due[seat]
    ]
    told += _as_one([seat for seat in due if seat not in paid], "nothing left to pay with", voice)
    told += _as_one([seat for seat in verdict.best if seat in before], "paid already", voice)
    if told:
        return " ".join(told)
    which = _which(places, ended, voice)
    return f"{capital(which)} {'stays as it is' if len(places) == 1 else 'stay as they are'}."


def _full(payments: tuple[tuple[int, int], ...], pot: str, voice: Voice) -> list[str]:
    """Those who pay all they owe."""
    names, amounts = _names((seat for seat, _ in payments), voice), {amount for _, amount in payments}
    if len(payments) == 1:
        return [f"{names} pays {voice.money(amounts.pop())} into {pot}."]
    if len(amounts) == 1:
        return [f"{names} pay {voice.money(amounts.pop())} each into {pot}."]
    return [f"Into {pot} go {sums(payments, voice, 'from')}."] if payments else []


def _as_one(seats: Sequence[int], what: str, voice: Voice) -> list[str]:
    return [f"{_names(seats, voice)} {'has' if len(seats) == 1 else 'have'} {what}."] if seats else []


def _ranks(ended: Showdown) -> Mapping[int, Rank]:
    """What the hands are worth that lie open."""
    return {seat: rank_hand(cards, ended.ace) for seat, cards in ended.hands}


def _names(seats: Iterable[int], voice: Voice) -> str:
    return voice.list([voice.name(seat) for seat in seats])


def _which(places: Sequence[int], ended: Showdown, voice: Voice) -> str:
    """The pots by name, or all of them at once."""
    pots = pots_named(len(ended.verdicts), ended)
    if len(places) == pots > 1:
        return "both pots" if pots == 2 else f"all {_NUMBERS.get(pots, str(pots))} pots"
    return voice.list([pot_name(at, pots) for at in places])


def summed(amounts: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """(seat, amount), once for each seat."""
    total: dict[int, int] = {}
    for seat, amount in amounts:
        total[seat] = total.get(seat, 0) + amount
    return tuple(total.items())


def sums(amounts: Iterable[tuple[int, int]], voice: Voice, whose: str = "for") -> str:
    """As in "15 cr for Roark and 14 cr for Lando"."""
    return voice.list([f"{voice.money(amount)} {whose} {voice.name(seat)}" for seat, amount in amounts])
