"""Golem in words: the table, a hand for its owner's eyes, and what happens."""

from collections.abc import Iterable

from bot.engine.bets import Acted, told_bet
from bot.engine.panel import Page, Panel, SeatLine
from bot.engine.speech import Voice, counted
from cogs.golem.events import Anted, Dealt, Discarded, Drawn, Ended, GolemEvent, Redealt, Shown, Unseen
from cogs.golem.options import GolemRules
from cogs.golem.result import capital, result, shown
from cogs.golem.rulebook import rules_pages
from cogs.golem.state import GolemView, Own, SeatView, Street
from cogs.golem.words import by_worth, in_words, named

__all__ = ["hand", "panel", "rules_pages", "stakes", "tell"]

STREETS: dict[Street, str] = {
    "first": "First bets",
    "draw": "The draw",
    "second": "Second bets",
    "showdown": "Showdown",
}
ADVISED = range(3, 7)


def panel(view: GolemView, voice: Voice) -> Panel:
    """The table as it stands."""
    status = f"Pot **{voice.money(view.pot)}**"
    if view.to_match:
        status += f" · bet {voice.money(view.to_match)}"
    deal = f" · deal {view.number}" if view.number > 1 else ""
    return Panel(
        heading=STREETS[view.street] + deal,
        status=(status, *_middle(view)),
        seats=tuple(_seat(view, seat, voice) for seat in view.seats),
        result=result(view.showdown, voice) if view.showdown else None,
    )


def _middle(view: GolemView) -> tuple[str, ...]:
    """What lies in the middle besides the pot, or what everybody chooses."""
    if view.street == "draw":
        return ("Everybody throws up to two cards away, unseen and all at once.",)
    if view.pile is None or view.showdown:
        return ()
    return (_made_of(view.pile),)


def _seat(view: GolemView, seat: SeatView, voice: Voice) -> SeatLine:
    cards = ""
    if seat.shown:
        cards = f"{_pictures(by_worth(seat.shown, view.ace), voice)} **{named(seat.shown, view.ace)}**"
    parts = [voice.money(seat.stack)]
    if seat.is_folded:
        parts.append("folded" if seat.stack else "out")
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
        return Page(title="No cards", text="You aren't in this deal.")
    cards = by_worth(own.cards, view.ace)
    lines = [f"# {_pictures(cards, voice)}", f"-# {voice.list([in_words(card) for card in cards])}"]
    lines += _thrown(view, own, voice)
    if view.pile is not None:
        lines.append(_made_of(view.pile))
    return Page(title=capital(named(cards, view.ace).removeprefix("a ")), text="\n".join(lines))


def _thrown(view: GolemView, own: Own, voice: Voice) -> list[str]:
    """What the seat has thrown away, once it has chosen."""
    me = next(seat for seat in view.seats if seat.seat == own.seat)
    if own.discards:
        thrown = f"You threw away {voice.list([in_words(card) for card in own.discards])}."
        return [f"{thrown} New cards come when everybody has chosen." if view.street == "draw" else thrown]
    keeps = (view.street == "draw" and not me.is_choosing) or (view.pile is not None and not me.is_folded)
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
        case Shown():
            return shown(event.showdown, voice)
        case Ended() | Unseen():
            return result(event.showdown, voice)
        case Acted():
            return told_bet(event, voice)


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
    """What a table plays for, in half a line."""
    return rules.stakes(voice)


def _pictures(cards: Iterable[str], voice: Voice) -> str:
    return " ".join(voice.card(card) for card in cards)


def _made_of(pile: int) -> str:
    return f"The golem is made of {counted(pile, 'card')}." if pile else "Nobody threw a card away."


def _one(these: tuple[int, ...] | list[str], one: str, many: str) -> str:
    return one if len(these) == 1 else many
