"""Golem in words: the table, a hand for its owner's eyes, and what happens."""

from collections.abc import Iterable

from bot.engine.betting.events import Acted, told_bet
from bot.engine.cards import FULL_DECK
from bot.engine.panel import Page, Panel, SeatLine
from bot.engine.speech import Voice, capital, counted
from cogs.golem.events import Anted, Dealt, Discarded, Drawn, Ended, GolemEvent, Peeked, Redealt, Shown, Swapped, Unseen
from cogs.golem.options import GolemRules
from cogs.golem.result import result, shown
from cogs.golem.rulebook import rules_pages
from cogs.golem.state import Absent, GolemView, Own, SeatView, Street
from cogs.golem.words import by_worth, in_words, named

__all__ = ["card_name", "hand", "panel", "rules_pages", "stakes", "tell"]

STREETS: dict[Street, str] = {
    "first": "First bets",
    "draw": "The draw",
    "second": "Second bets",
    "showdown": "Showdown",
}
UNSHOWN: dict[Absent, str] = {"unseen": "Taken unseen", "alone": "Taken unopposed"}
ADVISED = range(3, 7)
MOST_STAKES = 70
"""Characters of what a table plays for, which stands small and in one line with its clock."""


def panel(view: GolemView, voice: Voice) -> Panel:
    """The table as it stands."""
    status = f"Pot **{voice.money(view.pot)}**"
    if view.to_match:
        status += f" · bet {voice.money(view.to_match)}"
    deal = f" · deal {view.number}" if view.number > 1 else ""
    return Panel(
        heading=_heading(view) + deal,
        status=(status, *_middle(view)),
        seats=tuple(_seat(view, seat, voice) for seat in view.seats),
        result=result(view.showdown, voice) if view.showdown else None,
    )


def card_name(card: str, _: GolemRules) -> str | None:
    """As in "10 of stone"."""
    return in_words(card) if card in FULL_DECK else None


def _heading(view: GolemView) -> str:
    """The street, or how the hand ended: it is no showdown where nobody shows a card."""
    absent = view.showdown.absent if view.showdown else None
    return UNSHOWN.get(absent, STREETS[view.street]) if absent else STREETS[view.street]


def _middle(view: GolemView) -> tuple[str, ...]:
    """What lies in the middle besides the pot, or what everybody chooses."""
    if view.street == "draw":
        return ("Everybody throws up to two cards away, unseen and all at once.",)
    if view.pile is None or view.showdown:
        return ()
    return (_made_of(view.pile, view.absent),)


def _seat(view: GolemView, seat: SeatView, voice: Voice) -> SeatLine:
    cards = ""
    if seat.shown:
        cards = f"{_pictures(by_worth(seat.shown, view.ace), voice)} **{named(seat.shown, view.ace)}**"
    parts = [voice.money(seat.stack)]
    if seat.is_folded:
        parts.append("folded" if seat.stack or seat.paid else "out")
    elif seat.is_all_in:
        parts.append(f"all in for {voice.money(seat.paid)}" if seat.paid else "all in")
    elif seat.bet:
        parts.append(f"bet {voice.money(seat.bet)}")
    if view.street == "draw" and not (seat.is_folded or seat.is_choosing):
        parts.append("has chosen")
    if seat.drew is not None:
        parts.append(f"drew {seat.drew}" if seat.drew else "stood pat")
    if seat.seat == view.amulet:
        parts.append("amulet")
    return SeatLine(seat=seat.seat, cards=cards, text=" · ".join(parts), is_out=seat.is_folded)


def hand(view: GolemView, voice: Voice) -> Page:
    """What a seat holds: its cards large, what they make, and how it stands."""
    own = view.own
    if own is None or not own.cards:
        return Page(title="No cards", text=_without_cards(view))
    cards = by_worth(own.cards, view.ace)
    lines = [f"# {_pictures(cards, voice)}", f"-# {voice.list([in_words(card) for card in cards])}"]
    lines += _thrown(view, own, voice)
    if view.pile is not None:
        lines.append(_made_of(view.pile, view.absent))
    return Page(title=capital(named(cards, view.ace).removeprefix("a ")), text="\n".join(lines))


def _without_cards(view: GolemView) -> str:
    """Why a seat has no cards in this deal."""
    me = next((seat for seat in view.seats if view.own and seat.seat == view.own.seat), None)
    if me is None:
        return "You aren't in this deal."
    return "You folded in an earlier deal." if me.stack else "You have nothing left to play for."


def _thrown(view: GolemView, own: Own, voice: Voice) -> list[str]:
    """Whether the seat has folded, and what it has thrown away, once it has chosen."""
    me = next(seat for seat in view.seats if seat.seat == own.seat)
    return [*(["You have folded."] if me.is_folded else []), *_discarded_by(me, view, own, voice)]


def _discarded_by(me: SeatView, view: GolemView, own: Own, voice: Voice) -> list[str]:
    if own.discards:
        thrown = f"You threw away {voice.list([in_words(card) for card in own.discards])}."
        return [f"{thrown} New cards come when everybody has chosen." if view.street == "draw" else thrown]
    keeps = not me.is_folded and (view.pile is not None or (view.street == "draw" and not me.is_choosing))
    return ["You keep all five."] if keeps else []


def tell(events: Iterable[GolemEvent], voice: Voice) -> tuple[str, ...]:
    """What happened, in sentences, oldest first."""
    return tuple(_sentence(event, voice) for event in events)


def _sentence(event: GolemEvent, voice: Voice) -> str:
    match event:
        case Anted():
            return _anted(event, voice)
        case Redealt():
            return _redealt(event, voice)
        case Dealt():
            cards = _pictures(by_worth(event.cards, event.ace), voice)
            return f"You are dealt {cards}, {named(event.cards, event.ace)}."
        case Drawn():
            thrown, new = _pictures(event.discards, voice), _pictures(event.drawn, voice)
            return f"You throw {thrown} away and draw {new}: {named(event.cards, event.ace)}."
        case Discarded():
            return _discarded(event, voice)
        case Swapped() | Peeked():
            return _cheated(event, voice)
        case Shown():
            return shown(event.showdown, voice)
        case Ended() | Unseen():
            return result(event.showdown, voice)
        case Acted():
            return told_bet(event, voice)


def _cheated(event: Swapped | Peeked, voice: Voice) -> str:
    """What a cheat has done, told to themselves or to the GM."""
    who, s = ("You", "") if event.by is None else (voice.name(event.by), "s")
    match event:
        case Swapped():
            return f"{who} swap{s} the {in_words(event.given)} for the {in_words(event.drawn)}."
        case Peeked():
            return f"{who} peek{s} at the hand of {voice.name(event.whom)}: the {in_words(event.card)}."


def _anted(event: Anted, voice: Voice) -> str:
    said = f"{voice.name(event.amulet)} has the amulet. The ante is {voice.money(event.ante)} each, "
    said += f"the pot {voice.money(event.pot)}."
    if event.short:
        said += f" {voice.list([voice.name(seat) for seat in event.short])} could pay only part of it."
    if event.players is not None and event.players not in ADVISED:
        said += " Golem is at its best with three to six players."
    return said


def _redealt(event: Redealt, voice: Voice) -> str:
    said = f"Deal {event.number}: all cards are dealt anew, for a pot of {voice.money(event.pot)}."
    if event.out:
        names = voice.list([voice.name(seat) for seat in event.out])
        said += f" {names} {_one(event.out, 'has', 'have')} nothing left to play for."
    return said


def _discarded(event: Discarded, voice: Voice) -> str:
    pats = [voice.name(seat) for seat, count in event.counts if not count]
    drawn = [f"{voice.name(seat)} draws {count}" for seat, count in event.counts if count]
    if pats:
        drawn.append(f"{voice.list(pats)} {_one(pats, 'stands', 'stand')} pat")
    return f"{', '.join(drawn)}."


def stakes(rules: GolemRules, voice: Voice) -> str:
    """What a table plays for, in half a line: with the penalty and the house's cut as far as there is room."""
    said = rules.stakes(voice)
    penalty = f" · penalty {voice.money(rules.penalty * rules.ante)}" if rules.penalty else ""
    house = f" · house {rules.house_rate} %" if rules.house_rate else ""
    for more in (penalty, house):
        said += more if len(said + more) <= MOST_STAKES else ""
    return said


def _pictures(cards: Iterable[str], voice: Voice) -> str:
    return " ".join(voice.card(card) for card in cards)


def _made_of(pile: int, absent: Absent | None) -> str:
    """What the golem will be made of, or why there will be none."""
    match absent:
        case None:
            return f"The golem is made of {counted(pile, 'card')}."
        case "none":
            return "Nobody threw a card away."
        case "few":
            return "There is no golem: fewer than five cards were thrown away."
        case _:
            return "No golem is freed in this deal: the best hand wins."


def _one(these: tuple[int, ...] | list[str], one: str, many: str) -> str:
    return one if len(these) == 1 else many
