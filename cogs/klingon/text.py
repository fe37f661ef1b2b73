"""Klingon Hold-'Em in words: the table, two ships for their owner's eyes, and what is played for."""

from bot.engine.money import CHIPS
from bot.engine.panel import Page, Panel, SeatLine
from bot.engine.speech import Voice, counted
from cogs.klingon.cards import Deck
from cogs.klingon.klingon_decks import deck_of, ship_of
from cogs.klingon.naming import (
    STREETS,
    amounts,
    cards,
    carried,
    explained,
    laid_out,
    mounted,
    ship_name,
    split_waste,
    unarmed,
)
from cogs.klingon.options import KlingonRules
from cogs.klingon.result import result
from cogs.klingon.rulebook import prizes_told, rules_pages
from cogs.klingon.sentences import tell
from cogs.klingon.state import KlingonView, Own, SeatView

__all__ = ["card_name", "hand", "panel", "rules_pages", "stakes", "tell"]

TABLE = 5
"""How many action cards lie on the table at the end."""
MOST_STAKES = 70
"""Characters of what a table plays for, which stands small and in one line with its clock."""


def panel(view: KlingonView, voice: Voice) -> Panel:
    """The table as it stands."""
    deck = deck_of(view.rules)
    return Panel(
        heading=_heading(view),
        status=_status(view, deck, voice),
        seats=tuple(_seat(view, seat, deck, voice) for seat in view.seats),
        result=result(view.ending, deck, voice) if view.ending else None,
    )


def _heading(view: KlingonView) -> str:
    """The street, or how the hand ended: it is no showdown where nobody shows a ship."""
    return "Taken unseen" if view.ending and view.ending.how == "unseen" else STREETS[view.street]


def _status(view: KlingonView, deck: Deck, voice: Voice) -> tuple[str, ...]:
    pot = f"Pot **{voice.money(view.pot)}**"
    if view.to_match and not view.ending:
        pot += f" · engage at {voice.money(view.to_match)}"
    cloaked = f"Cloaked bets {amounts(view.small, view.large, voice)}"
    return (pot, laid_out(view.table, deck, voice) if view.table else cloaked)


def _seat(view: KlingonView, seat: SeatView, deck: Deck, voice: Voice) -> SeatLine:
    shown = ""
    if seat.ships and seat.attack is not None:
        names = ", ".join(ship_name(ship, deck) for ship in seat.ships)
        shown = f"**attack {seat.attack.total}** ({names})"
    parts = [voice.money(seat.stack)]
    if seat.is_folded:
        parts.append("disengaged")
    elif seat.is_all_in:
        parts.append(f"all in for {voice.money(seat.paid)}" if seat.paid else "all in")
    elif seat.bet:
        parts.append(f"bet {voice.money(seat.bet)}")
    if seat.raises == view.raises_each and not (seat.is_folded or seat.is_all_in or view.ending):
        parts.append("no raise left")
    if seat.seat == view.sun:
        parts.append("sun")
    return SeatLine(seat=seat.seat, cards=shown, text=" · ".join(parts), is_out=seat.is_folded)


def hand(view: KlingonView, voice: Voice) -> Page:
    """A seat's two ships, what they come to with the cards on the table, and what they still wait for."""
    own = view.own
    if own is None or not own.ships:
        return Page(title="No ships", text="You aren't in this hand.")
    deck = deck_of(view.rules)
    lines = [_carrying(ship, deck, voice) for ship in own.ships]
    if view.table:
        lines.append(f"On the table: {laid_out(view.table, deck, voice)}")
    lines += _comes_to(view, own, deck)
    if any(seat.seat == own.seat and seat.is_folded for seat in view.seats):
        lines.append("You have disengaged.")
    return Page(title=_title(view, own), text="\n".join(lines))


def card_name(card: str, rules: KlingonRules) -> str | None:
    """What people call a ship by whose id it was sealed."""
    deck = deck_of(rules)
    return ship_name(card, deck) if card in deck.by_id else None


def _title(view: KlingonView, own: Own) -> str:
    """What the two ships come to."""
    if not view.table and not own.attack.total:
        return "Two ships"
    return f"Attack {own.attack.total}{'' if _is_whole(view) else ' so far'}"


def _is_whole(view: KlingonView) -> bool:
    """Whether no more cards come."""
    return len(view.table) == TABLE or view.ending is not None


def _carrying(ship: str, deck: Deck, voice: Voice) -> str:
    picture = voice.symbol("klingon_ship", "")
    return f"{picture} **{ship_name(ship, deck)}**: {carried(ship_of(deck, ship), deck)}".strip()


def _comes_to(view: KlingonView, own: Own, deck: Deck) -> list[str]:
    """The attack so far, the cards that do nothing for it, and the mounts that have none."""
    now = "In the end" if view.ending else "Now"
    told = explained(own.attack, own.ships, deck)
    lines = [f"{now} {own.attack.total}: {told}."] if told else []
    if not view.table:
        return lines if view.ending else [*lines, "The action cards come after these bets."]
    weapons, doublers = split_waste(own.attack, deck)
    if weapons:
        lines.append(f"No free mount for {cards(weapons, deck)}.")
    yet = "" if _is_whole(view) else " yet"
    if doublers:
        has = "has" if len(doublers) == 1 else "have"
        lines.append(f"{cards(doublers, deck)} {has} nothing to double{yet}.")
    if empty := mounted(unarmed((ship_of(deck, ship) for ship in own.ships), own.attack), deck):
        lines.append(f"Mounts without a card{yet}: {empty}.")
    return lines


def stakes(rules: KlingonRules, voice: Voice) -> str:
    """What a table plays for, in half a line. Of a tournament in chips, whatever the campaign's money is."""
    if not rules.is_tournament:
        limit = " · pot limit" if rules.pot_limit else ""
        return f"Cloaked bets {amounts(rules.first_small, 2 * rules.first_small, voice)}{limit}"
    said = f"{CHIPS.show(rules.chips)} each · cloaked bets from {rules.first_small:,}/{2 * rules.first_small:,}"
    rebuys = f" · {counted(rules.rebuys, 'rebuy')}" if rules.rebuys else ""
    for more in (f" · {prizes_told(rules)}", rebuys):
        said += more if len(said + more) <= MOST_STAKES else ""
    return said
