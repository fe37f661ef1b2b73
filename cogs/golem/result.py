"""How a deal of Golem ended, in sentences: who shows what, what the golem is, and what became of each pot."""

from bot.engine.betting.events import told_back
from bot.engine.speech import Voice
from cogs.golem.state import Absent, Showdown
from cogs.golem.verdicts import summed, sums, verdicts
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
        were = "The only discard was" if len(ended.discards) == 1 else "The discards were"
        said += f" {were} {plain_cards(ended.discards)}."
    return said


def _hand(seat: int, cards: tuple[str, ...], ended: Showdown, voice: Voice) -> str:
    return f"{voice.name(seat)} shows {plain_cards(by_worth(cards, ended.ace))}, {named(cards, ended.ace)}"


def result(ended: Showdown, voice: Voice) -> str:
    """What became of the pots of a deal."""
    told = [_unseen(ended, voice)] if ended.absent == "unseen" else [*_golem(ended, voice), *verdicts(ended, voice)]
    told += told_back(ended, len(ended.verdicts), voice) + _house(ended, voice)
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


def _house(ended: Showdown, voice: Voice) -> list[str]:
    told = [f"The house takes {voice.money(ended.house)}."] if ended.house else []
    if ended.bank:
        told.append(f"The middle keeps the odd {voice.money(ended.bank)} for the next hand.")
    return told


def _earlier(ended: Showdown, voice: Voice) -> list[str]:
    if not ended.earlier:
        return []
    gains = summed((gain.seat, gain.amount) for gain in ended.earlier)
    return [f"Won earlier in this hand: {sums(gains, voice)}."]


def _in_short(ended: Showdown, voice: Voice) -> list[str]:
    """All pots together: who got how much, and who paid what into those that stay."""
    shares = (share for verdict in ended.verdicts for share in verdict.shares)
    penalties = summed(penalty for verdict in ended.verdicts for penalty in verdict.penalties)
    gains = summed((*shares, *ended.returned))
    told = [f"All pots together: {sums(gains, voice)}."] if gains else []
    if ended.is_redealt:
        told.append("The golem isn't beaten for all of them.")
    if penalties:
        told.append(f"Into those that stay go {sums(penalties, voice, 'from')}.")
    return told
