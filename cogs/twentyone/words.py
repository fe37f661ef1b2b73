"""Twenty-one in words: the table, events, stakes, and the rules with the choices of the table."""

from collections.abc import Iterable

from bot.engine.cards import FULL_DECK, SIGNS, rank_of, suit_of
from bot.engine.frozen import made
from bot.engine.rulebook import Rulebook, source_of
from bot.engine.words import Panel, SeatLine, Voice, counted, listed
from cogs.twentyone.state import (
    ACE,
    BetMade,
    BoxEnd,
    DealerDrew,
    Dealt,
    Ended,
    HandEnd,
    HandPlayed,
    HandView,
    Insured,
    Opened,
    PairSplit,
    Peeked,
    Refilled,
    Result,
    SatOut,
    SeatView,
    TakenBack,
    Turned,
    TwentyOneEvent,
    TwentyOneRules,
    TwentyOneView,
    Value,
    Verdict,
    holds_natural,
    value_of,
    worth,
)

__all__ = [
    "LETTERS",
    "MOST_RESULT",
    "card_name",
    "dealers_end",
    "named",
    "panel",
    "picture_name",
    "pictured",
    "plain",
    "result",
    "rules_pages",
    "sentence",
    "shown",
    "stakes",
    "tell",
    "valued",
    "which",
]


LETTERS = {1: "A", 11: "J", 12: "Q", 13: "K"}
"""The ranks that are read as letters, and have pictures of their own."""
_PLACES = ("first", "second", "third", "fourth")
_NUMBERS = ("one", "two", "three", "four")


def plain(card: str) -> str:
    """Write the card as text: "K♠", "10♦"."""
    rank = rank_of(card)
    return f"{LETTERS.get(rank, rank)}{SIGNS[suit_of(card)]}"


def picture_name(card: str) -> str:
    """Return the name of a card's image: cards that are read as letters differ from other games'."""
    return f"twentyone_{card}" if rank_of(card) in LETTERS else f"card_{card}"


def pictured(cards: Iterable[str], voice: Voice) -> str:
    """Cards as pictures, or in letters."""
    return " ".join(voice.symbol(picture_name(card), plain(card)) for card in cards)


def valued(value: Value) -> str:
    """As in "17", "soft 17"; over 21 as in "24, bust"."""
    if value.is_bust:
        return f"{value.total}, bust"
    return f"soft {value.total}" if value.is_soft and value.total < 21 else f"{value.total}"


def named(cards: tuple[str, ...], *, is_split: bool = False) -> str:
    """Say what a hand comes to: "a natural", or its value."""
    if not is_split and holds_natural(cards):
        return "a natural"
    return valued(value_of(cards))


def shown(card: str) -> str:
    """Name a dealer's one open card: "an ace", "10"."""
    return "an ace" if worth(card) == ACE else f"{worth(card)}"


def which(at: int, of: int) -> str:
    """Which of somebody's hands, as in "the second of three hands"; "the hand" where there is one."""
    return f"the {_PLACES[at]} of {_NUMBERS[of - 1]} hands" if of > 1 else "the hand"


MOST_RESULT = 1100
"""Characters of a result with every hand in it; a longer one says only what everybody has won or lost."""


def result(ended: Result, voice: Voice) -> str:
    """Describe what became of every hand, and the dealer's cards."""
    if not ended.boxes:
        return _outcome(ended, voice)
    return f"{_outcome(ended, voice)} The dealer has {pictured(ended.dealer, voice)}: {named(ended.dealer)}."


def _outcome(ended: Result, voice: Voice) -> str:
    """Describe what became of every hand: the largest winner comes first."""
    if not ended.boxes:
        return "Nobody has bet, so no cards are dealt."
    ordered = sorted(ended.boxes, key=lambda box: -box.net)
    told = " ".join(_box(box, ended, voice) for box in ordered)
    return told if len(told) <= MOST_RESULT else " ".join(_in_short(box, voice) for box in ordered)


def _box(box: BoxEnd, ended: Result, voice: Voice) -> str:
    parts = [*_hands(box, ended, voice), *_insurance(box, voice)]
    said = f"{voice.name(box.seat)} {voice.list(parts)}"
    return f"{said}: in all {voice.net(box.net)}." if len(parts) > 1 else f"{said}."


def _hands(box: BoxEnd, ended: Result, voice: Voice) -> list[str]:
    """List what is won, what is given back and what is lost, hands with the same result together."""
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
            spared = f" ({voice.money(back)} returned)" if back else ""
            return f"loses {voice.money(-net)} with {totals}{spared}"
        case "bust":
            return f"loses {voice.money(-net)} with {totals}, bust"
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
    """Describe the dealer's hand in two or three words, for the head of the table."""
    if not ended.dealer:
        return "No bets"
    value = value_of(ended.dealer)
    if value.is_bust:
        return "Dealer busts"
    return "Dealer natural" if named(ended.dealer) == "a natural" else f"Dealer {value.total}"


def sentence(event: TwentyOneEvent, voice: Voice) -> str:
    match event:
        case Opened() | BetMade() | TakenBack() | SatOut() | Insured():
            return _betting(event, voice)
        case Dealt():
            return _dealt(event, voice)
        case HandPlayed():
            return _played(event, voice)
        case PairSplit():
            return _split(event, voice)
        case _:
            return _dealers(event, voice)


def _betting(event: Opened | BetMade | TakenBack | SatOut | Insured, voice: Voice) -> str:
    match event:
        case Opened():
            return _opened(event)
        case BetMade(seat=seat, amount=amount, before=0):
            return f"{voice.name(seat)} bets {voice.money(amount)}."
        case BetMade(seat=seat, amount=amount):
            return f"{voice.name(seat)} changes the bet to {voice.money(amount)}."
        case TakenBack(seat=seat, amount=amount):
            return f"{voice.name(seat)} removes the bet of {voice.money(amount)}."
        case SatOut(seat=seat):
            return f"{voice.name(seat)} makes no bet."
        case Insured(seat=seat, amount=0):
            return f"{voice.name(seat)} takes no insurance."
        case Insured(seat=seat, amount=amount):
            return f"{voice.name(seat)} insures {voice.money(amount)}."


def _opened(event: Opened) -> str:
    if not event.is_shuffled:
        return "The bets are open."
    decks = "A deck is" if event.decks == 1 else f"A shoe of {event.decks} decks is"
    return f"{decks} shuffled, and the bets are open."


def _dealt(event: Dealt, voice: Voice) -> str:
    hands = [f"{voice.name(seat)} {pictured(cards, voice)} ({named(cards)})" for seat, cards in event.hands]
    return f"Dealt: {', '.join(hands)}. The dealer shows {pictured([event.up], voice)}."


def _played(event: HandPlayed, voice: Voice) -> str:
    name, value = voice.name(event.seat), named(event.cards, is_split=True)
    where = f" on {which(event.at, event.of)}" if event.of > 1 else ""
    match event.what:
        case "hit":
            return f"{name} hits{where} and draws {pictured(event.cards[-1:], voice)}: {value}."
        case "stand":
            return f"{name} stands{where} with {value}."
        case "double":
            drawn = pictured(event.cards[-1:], voice)
            return f"{name} doubles{where} to {voice.money(event.bet)} and draws {drawn}: {value}."
        case "surrender":
            return f"{name} surrenders with {value}."


def _split(event: PairSplit, voice: Voice) -> str:
    hands = voice.list([f"{pictured(cards, voice)} ({named(cards, is_split=True)})" for cards in event.hands])
    return f"{voice.name(event.seat)} splits for {voice.money(event.bet)} more: {hands}."


def _dealers(event: Peeked | Refilled | Turned | DealerDrew | Ended, voice: Voice) -> str:
    match event:
        case Peeked():
            return "The dealer peeks: no natural."
        case Refilled(count=count, is_new=is_new):
            these = counted(count, "new card") if is_new else f"{counted(count, 'card')} of earlier hands"
            return f"The shoe has run out: {these} {'is' if count == 1 else 'are'} shuffled in."
        case Turned(cards=cards):
            return f"The dealer turns {pictured(cards[-1:], voice)}: {named(cards)}."
        case DealerDrew(drawn=drawn, cards=cards):
            return f"The dealer draws {pictured(drawn, voice)}: {named(cards)}."
        case Ended():
            return result(event.result, voice)


RULEBOOK = Rulebook(
    TwentyOneRules,
    source_of("cogs.twentyone"),
    amounts={"chip": lambda rules: rules.chip, "natural_win": lambda rules: rules.natural.winnings(rules.min_bet)},
)
rules_pages = RULEBOOK.pages

MOST_STAKES = 70
"""Characters of what a table plays for, which stands small and in one line with its clock."""
_ENDS: dict[Verdict, str] = {"natural": "won", "won": "won", "push": "push", "lost": "lost"}
"""What became of a hand in a word, where its value doesn't say so."""


def panel(view: TwentyOneView, voice: Voice) -> Panel:
    """Draw the table as it stands."""
    return made(
        Panel,
        heading=_heading(view, voice),
        status=_status(view, voice),
        seats=tuple(_seat(view, seat, voice) for seat in view.seats),
        result=_outcome(view.result, voice) if view.result is not None else None,
        middle=_dealer(view, voice) if view.result is not None and view.dealer else None,
    )


def card_name(card: str, _: TwentyOneRules) -> str | None:
    """As in "K♠"."""
    return plain(card) if card in FULL_DECK else None


def _heading(view: TwentyOneView, voice: Voice) -> str:
    """Return the stage, or the dealer's end; before it the players who have bust with all their hands."""
    stage = _stage(view)
    busts = [seat.seat for seat in view.seats if seat.hands and all(map(_is_bust, seat.hands))]
    if not busts:
        return stage
    return f"{f'{voice.name(busts[0])} busts' if len(busts) == 1 else f'{len(busts)} players bust'} · {stage}"


def own(view: TwentyOneView, seat: int, _: Voice) -> str | None:
    """Describe a bust for the player; None as long as a hand is 21 or less."""
    hands = next((one.hands for one in view.seats if one.seat == seat), ())
    if not (hands and all(map(_is_bust, hands))):
        return None
    return f"**Bust** with {listed(str(value_of(hand.cards).total) for hand in hands)}."


def _is_bust(hand: HandView) -> bool:
    return value_of(hand.cards).is_bust


def _stage(view: TwentyOneView) -> str:
    match view.stage:
        case "bets":
            return "The bets"
        case "insurance":
            return "Insurance"
        case "play":
            return "The hands"
        case "over":
            return dealers_end(view.result) if view.result is not None else "Settled"


def _status(view: TwentyOneView, voice: Voice) -> tuple[str, ...]:
    match view.stage:
        case "bets":
            return (_means(view, voice), f"{view.left} of {view.full} cards are left in the shoe.")
        case "insurance":
            return (_dealer(view, voice), "You may insure up to half your bet against a dealer's natural.")
        case _:
            return (
                (_dealer(view, voice), *_playing(view, voice), *_hindered(view, voice))
                if view.dealer
                else (_means(view, voice),)
            )


def _means(view: TwentyOneView, voice: Voice) -> str:
    """Describe what may be bet, and what the bank holds where it has an end."""
    said = view.rules.stakes(voice)
    return said if view.bank is None else f"{said} · bank **{voice.money(view.bank)}**"


def _dealer(view: TwentyOneView, voice: Voice) -> str:
    cards = pictured(view.dealer, voice)
    if view.is_face_down:
        cards = f"{cards} {voice.symbol('card_back', '')}".rstrip()
    if len(view.dealer) == 1:
        face_down = ", one face down" if view.is_face_down else ""
        return f"Dealer {cards} · shows **{shown(view.dealer[0])}**{face_down}"
    return f"Dealer {cards} · **{named(view.dealer)}**"


def _playing(view: TwentyOneView, voice: Voice) -> tuple[str, ...]:
    """Which hand is played, where somebody has several."""
    for seat in view.seats:
        for at, hand in enumerate(seat.hands):
            if hand.is_active and len(seat.hands) > 1:
                return (f"{voice.name(seat.seat)} plays {which(at, len(seat.hands))}.",)
    return ()


def _hindered(view: TwentyOneView, voice: Voice) -> tuple[str, ...]:
    """Why a double or a split is missing, where chips alone are the reason."""
    lack = view.hindered
    if lack is None:
        return ()
    what = " or ".join(f"a {deed}" for deed in lack.deeds)
    if not lack.more:
        return (f"The bank has too little for {what}.",)
    return (f"{what.capitalize()} takes {voice.money(lack.more)} more than {voice.name(lack.seat)} has.",)


def _seat(view: TwentyOneView, seat: SeatView, voice: Voice) -> SeatLine:
    cards = " / ".join(_hand(hand, len(seat.hands) > 1, voice) for hand in seat.hands)
    net = next((box.net for box in view.result.boxes if box.seat == seat.seat), 0) if view.result else 0
    if net:
        cards += f" **{voice.net(net)}**"
    parts = [voice.money(seat.stack)]
    if seat.bet:
        parts.append(_bets(seat, voice))
    if seat.insurance:
        parts.append(f"insured {voice.money(seat.insurance)}")
    if view.stage == "bets" and seat.has_passed:
        parts.append("no bet")
    if view.stage == "insurance" and seat.has_passed and seat.bet:
        parts.append("not insured")
    is_out = view.stage != "bets" and not seat.bet
    if is_out:
        parts.append("sits out")
    return made(SeatLine, seat=seat.seat, cards=cards, text=" · ".join(parts), is_out=is_out)


def _bets(seat: SeatView, voice: Voice) -> str:
    """Describe the bets on each hand: "bet 10 cp", "bets 10 cp each", "bets 20 cp and 10 cp"."""
    bets = [hand.bet for hand in seat.hands] or [seat.bet]
    if len(bets) == 1:
        return f"bet {voice.money(bets[0])}"
    if len(set(bets)) == 1:
        return f"bets {voice.money(bets[0])} each"
    return f"bets {voice.list([voice.money(bet) for bet in bets])}"


def _hand(hand: HandView, is_one_of_several: bool, voice: Voice) -> str:
    """Cards and what they come to. One of several that is played has a sign; the words stand in the status."""
    said = f"{pictured(hand.cards, voice)} **{named(hand.cards, is_split=hand.is_split)}**"
    if hand.is_surrendered:
        said += ", surrendered"
    elif hand.is_doubled:
        said += ", doubled"
    if hand.end is not None and hand.end.verdict in _ENDS and (is_one_of_several or hand.end.verdict == "push"):
        said += f", {_ENDS[hand.end.verdict]}"
    return f"▸ {said}" if hand.is_active and is_one_of_several else said


def tell(events: Iterable[TwentyOneEvent], voice: Voice) -> tuple[str, ...]:
    """Describe what happened, in sentences, oldest first."""
    return tuple(sentence(event, voice) for event in events)


def stakes(rules: TwentyOneRules, voice: Voice) -> str:
    """Describe what a table plays for, in half a line: with what a natural pays and the decks."""
    said = rules.stakes(voice)
    for more in (f" · naturals pay {rules.natural.told()}", f" · {rules.decks} deck{'s' * (rules.decks > 1)}"):
        said += more if len(said + more) <= MOST_STAKES else ""
    return said
