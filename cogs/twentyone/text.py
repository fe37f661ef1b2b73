"""Twenty-one in words: the table, what happens, what is played for."""

from collections.abc import Iterable

from bot.engine.cards import FULL_DECK
from bot.engine.panel import Panel, SeatLine
from bot.engine.speech import Voice
from cogs.twentyone.events import TwentyOneEvent
from cogs.twentyone.options import TwentyOneRules
from cogs.twentyone.result import dealers_end, result
from cogs.twentyone.rulebook import rules_pages
from cogs.twentyone.sentences import sentence
from cogs.twentyone.state import HandView, SeatView, TwentyOneView, Verdict
from cogs.twentyone.words import FACE_DOWN, named, pictured, plain, shown, which

__all__ = ["card_name", "panel", "rules_pages", "stakes", "tell"]

MOST_STAKES = 70
"""Characters of what a table plays for, which stands small and in one line with its clock."""
_ENDS: dict[Verdict, str] = {"natural": "won", "won": "won", "push": "push", "lost": "lost"}
"""What became of a hand in a word, where its value doesn't say so."""


def panel(view: TwentyOneView, voice: Voice) -> Panel:
    """The table as it stands."""
    return Panel(
        heading=_heading(view),
        status=_status(view, voice),
        seats=tuple(_seat(view, seat, voice) for seat in view.seats),
        result=result(view.result, voice) if view.result is not None else None,
    )


def card_name(card: str, _: TwentyOneRules) -> str | None:
    """As in "K♠"."""
    return plain(card) if card in FULL_DECK else None


def _heading(view: TwentyOneView) -> str:
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
            return (_dealer(view, voice), "Up to half the bet may be insured against a natural of the dealer's.")
        case _:
            return (
                (_dealer(view, voice), *_playing(view, voice), *_hindered(view, voice))
                if view.dealer
                else (_means(view, voice),)
            )


def _means(view: TwentyOneView, voice: Voice) -> str:
    """What may be bet, and what the bank holds where it has an end."""
    said = view.rules.stakes(voice)
    return said if view.bank is None else f"{said} · bank **{voice.money(view.bank)}**"


def _dealer(view: TwentyOneView, voice: Voice) -> str:
    cards = pictured(view.dealer, voice)
    if view.is_face_down:
        cards = f"{cards} {voice.symbol('card_back', FACE_DOWN)}"
    if len(view.dealer) == 1:
        return f"Dealer {cards} · shows **{shown(view.dealer[0])}**"
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
        return (f"The bank couldn't pay {what}.",)
    return (f"{what.capitalize()} takes {voice.money(lack.more)} more than {voice.name(lack.seat)} has.",)


def _seat(view: TwentyOneView, seat: SeatView, voice: Voice) -> SeatLine:
    cards = " / ".join(_hand(hand, len(seat.hands) > 1, voice) for hand in seat.hands)
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
    return SeatLine(seat=seat.seat, cards=cards, text=" · ".join(parts), is_out=is_out)


def _bets(seat: SeatView, voice: Voice) -> str:
    """What lies on each hand: "bet 10 cp", "bets 10 cp each", "bets 20 cp and 10 cp"."""
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
    if hand.end is not None and hand.end.verdict in _ENDS:
        said += f", {_ENDS[hand.end.verdict]}"
    return f"▸ {said}" if hand.is_active and is_one_of_several else said


def tell(events: Iterable[TwentyOneEvent], voice: Voice) -> tuple[str, ...]:
    """What happened, in sentences, oldest first."""
    return tuple(sentence(event, voice) for event in events)


def stakes(rules: TwentyOneRules, voice: Voice) -> str:
    """What a table plays for, in half a line: with what a natural pays and the decks, as far as there is room."""
    said = rules.stakes(voice)
    for more in (f" · naturals pay {rules.natural.told()}", f" · {rules.decks} deck{'s' * (rules.decks > 1)}"):
        said += more if len(said + more) <= MOST_STAKES else ""
    return said
