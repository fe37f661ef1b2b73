"""How a hand of twenty-one ended, in sentences: what the dealer has, then everybody who had bet, winners first."""

from bot.engine.speech import Voice
from cogs.twentyone.state import BoxEnd, HandEnd, Result
from cogs.twentyone.values import value_of
from cogs.twentyone.words import named, pictured

MOST_RESULT = 1100
"""Characters of a result with every hand in it; a longer one says only what everybody has won or lost."""


def result(ended: Result, voice: Voice) -> str:
    """The dealer's cards, and what became of every hand."""
    if not ended.boxes:
        return "Nobody has bet, so no cards are dealt."
    dealer = _dealer(ended, voice)
    ordered = sorted(ended.boxes, key=lambda box: -box.net)
    told = " ".join((dealer, *(_box(box, ended, voice) for box in ordered)))
    if len(told) <= MOST_RESULT:
        return told
    return " ".join((dealer, *(_in_short(box, voice) for box in ordered)))


def _dealer(ended: Result, voice: Voice) -> str:
    return f"The dealer has {pictured(ended.dealer, voice)}: {named(ended.dealer)}."


def _box(box: BoxEnd, ended: Result, voice: Voice) -> str:
    parts = [*_hands(box, ended, voice), *_insurance(box, voice)]
    said = f"{voice.name(box.seat)} {voice.list(parts)}"
    return f"{said}: in all {voice.net(box.net)}." if len(parts) > 1 else f"{said}."


def _hands(box: BoxEnd, ended: Result, voice: Voice) -> list[str]:
    """What is won, what is given back and what is lost, hands that fared alike together."""
    told: list[str] = []
    for verdict in ("natural", "won", "push", "lost", "bust", "surrendered"):
        hands = [hand for hand in box.hands if hand.verdict == verdict]
        if hands:
            told.append(_alike(hands, ended, voice))
    return told


def _alike(hands: list[HandEnd], ended: Result, voice: Voice) -> str:
    """Hands of a seat that fared alike: "wins 20 cp with 19 and 20"."""
    back, net = sum(hand.back for hand in hands), sum(hand.back - hand.bet for hand in hands)
    totals = voice.list([f"{hand.total}" for hand in hands])
    match hands[0].verdict:
        case "natural":
            return f"wins {voice.money(net)} with a natural"
        case "won":
            return f"wins {voice.money(net)} with {totals}"
        case "push":
            is_natural = named(ended.dealer) == "a natural"
            return f"gets {voice.money(back)} back with {'a natural too' if is_natural else totals}"
        case "lost":
            spared = f" ({voice.money(back)} go back)" if back else ""
            return f"loses {voice.money(-net)} with {totals}{spared}"
        case "bust":
            return f"loses {voice.money(-net)} with {totals}, over 21"
        case "surrendered":
            return f"loses {voice.money(-net)} by surrender"


def _insurance(box: BoxEnd, voice: Voice) -> list[str]:
    if not box.insured:
        return []
    if box.insurance_back:
        return [f"wins {voice.money(box.insurance_back - box.insured)} by insurance"]
    return [f"loses the insurance of {voice.money(box.insured)}"]


def _in_short(box: BoxEnd, voice: Voice) -> str:
    if not box.net:
        return f"{voice.name(box.seat)} breaks even."
    return f"{voice.name(box.seat)} {'wins' if box.net > 0 else 'loses'} {voice.money(abs(box.net))}."


def dealers_end(ended: Result) -> str:
    """The dealer's hand in two or three words, for the head of the table."""
    if not ended.dealer:
        return "No bets"
    value = value_of(ended.dealer)
    if value.is_bust:
        return "The dealer is over"
    return f"The dealer has {named(ended.dealer) if named(ended.dealer) == 'a natural' else value.total}"
