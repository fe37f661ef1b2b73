"""How a deal of Golem ended, in sentences: who shows what, what the golem is, and what became of each pot."""

from collections.abc import Iterable

from bot.engine.speech import Voice
from cogs.golem.state import Absent, Showdown, Verdict
from cogs.golem.words import by_worth, named, plain_cards

MOST_RESULT = 900
"""Characters of a result pot by pot; a longer one is told as what everybody won and paid."""
MOST_EARLIER = 1300
"""Characters of a result beyond which earlier deals of the hand aren't told again."""

_ABSENT: dict[Absent, str] = {
    "none": "Nobody threw a card away, so there is no golem.",
    "few": "Fewer than five cards were thrown away, so there is no golem.",
    "capped": "The cards have been dealt anew as often as this table allows: now the best hand wins.",
}


def shown(ended: Showdown, voice: Voice) -> str:
    """The hands that lie open, and all discards where the table turns them up."""
    hands = [_hand(seat, cards, ended, voice) for seat, cards in ended.hands]
    said = f"{'; '.join(hands)}."
    if ended.discards:
        said += f" The discards were {plain_cards(ended.discards)}."
    return said


def _hand(seat: int, cards: tuple[str, ...], ended: Showdown, voice: Voice) -> str:
    return f"{voice.name(seat)} shows {plain_cards(by_worth(cards, ended.ace))}, {named(cards, ended.ace)}"


def result(ended: Showdown, voice: Voice) -> str:
    """What became of the pots of a deal."""
    told = [_unseen(ended, voice)] if ended.absent == "unseen" else [*_golem(ended, voice), *_verdicts(ended, voice)]
    told += _back(ended, voice) + _house(ended, voice)
    if sum(map(len, told)) > MOST_RESULT:
        told = [*_golem(ended, voice), *_in_short(ended, voice), *_house(ended, voice)]
    earlier = _earlier(ended, voice)
    if sum(map(len, (*told, *earlier))) <= MOST_EARLIER:
        told += earlier
    return " ".join(told)


def _unseen(ended: Showdown, voice: Voice) -> str:
    ((winner, amount),) = ended.verdicts[0].shares
    return f"All others have folded: {voice.name(winner)} takes the pot, {voice.money(amount)}."


def _golem(ended: Showdown, voice: Voice) -> list[str]:
    if ended.absent:
        return [_ABSENT[ended.absent]] if ended.absent in _ABSENT else []
    cards = " ".join(voice.card(card) for card in ended.golem)
    return [f"The golem has {cards}, {named(ended.golem, ended.ace)}."]


def _verdicts(ended: Showdown, voice: Voice) -> list[str]:
    pots = len(ended.verdicts)
    return [_verdict(one, pot_name(at, pots), ended, voice) for at, one in enumerate(ended.verdicts)]


def _verdict(verdict: Verdict, pot: str, ended: Showdown, voice: Voice) -> str:
    names = voice.list([voice.name(seat) for seat in verdict.best])
    if len(verdict.eligible) == 1:
        return f"{names} takes {pot} unopposed: {voice.money(verdict.shares[0][1])}."
    kind = named(dict(ended.hands)[verdict.best[0]], ended.ace)
    is_one = len(verdict.best) == 1
    if not verdict.is_won:
        has = "has" if is_one else "have"
        return f"For {pot} {names} {has} {kind}, which doesn't beat it. {_penalties(verdict, pot, voice)}"
    takes = ("takes" if is_one else "split") + f" {pot}"
    how = f"{'beats' if is_one else 'beat'} it with {kind}, and {takes}" if ended.golem else f"{takes} with {kind}"
    amounts = {amount for _, amount in verdict.shares}
    if len(amounts) > 1:
        return f"{names} {how}: {_sums(verdict.shares, voice)}."
    return f"{names} {how}: {voice.money(amounts.pop())}{'' if is_one else ' each'}."


def _penalties(verdict: Verdict, pot: str, voice: Voice) -> str:
    amounts = {amount for _, amount in verdict.penalties}
    if not amounts:
        return f"{capital(pot)} stays as it is."
    names = voice.list([voice.name(seat) for seat, _ in verdict.penalties])
    if len(verdict.penalties) == 1:
        return f"{names} pays {voice.money(amounts.pop())} into {pot}."
    if len(amounts) == 1:
        return f"{names} pay {voice.money(amounts.pop())} each into {pot}."
    return f"Into {pot} go {_sums(verdict.penalties, voice, 'from')}."


def _back(ended: Showdown, voice: Voice) -> list[str]:
    return [
        f"{voice.name(seat)} gets back {voice.money(amount)}: nobody else still in had put in as much."
        for seat, amount in ended.returned
    ]


def _house(ended: Showdown, voice: Voice) -> list[str]:
    told = [f"The house takes {voice.money(ended.house)}."] if ended.house else []
    if ended.bank:
        told.append(f"The middle keeps the odd {voice.money(ended.bank)} for the next hand.")
    return told


def _earlier(ended: Showdown, voice: Voice) -> list[str]:
    if not ended.earlier:
        return []
    gains = _summed((gain.seat, gain.amount) for gain in ended.earlier)
    return [f"Won earlier in this hand: {_sums(gains, voice)}."]


def _in_short(ended: Showdown, voice: Voice) -> list[str]:
    """All pots together: who got how much, and who paid what into those that stay."""
    shares = (share for verdict in ended.verdicts for share in verdict.shares)
    penalties = _summed(penalty for verdict in ended.verdicts for penalty in verdict.penalties)
    gains = _summed((*shares, *ended.returned))
    told = [f"All pots together: {_sums(gains, voice)}."] if gains else []
    if ended.is_redealt:
        told.append("The golem isn't beaten for all of them.")
    if penalties:
        told.append(f"Into those that stay go {_sums(penalties, voice, 'from')}.")
    return told


def _summed(amounts: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    total: dict[int, int] = {}
    for seat, amount in amounts:
        total[seat] = total.get(seat, 0) + amount
    return tuple(total.items())


def _sums(amounts: Iterable[tuple[int, int]], voice: Voice, whose: str = "for") -> str:
    return voice.list([f"{voice.money(amount)} {whose} {voice.name(seat)}" for seat, amount in amounts])


def pot_name(at: int, pots: int) -> str:
    if pots == 1:
        return "the pot"
    if at == 0:
        return "the main pot"
    return "the side pot" if pots == 2 else f"side pot {at}"


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]
