"""Pazaak in words: both boards, what happens, and the side cards for their owner's eyes."""

from bot.engine.panel import Page, Panel, SeatLine
from bot.engine.speech import Voice, counted, escape
from cogs.pazaak.allowing import Reason
from cogs.pazaak.cards import KINDS, in_order, in_short, numbered, pictured, signed
from cogs.pazaak.laying import Laid
from cogs.pazaak.options import PLACES, PazaakRules
from cogs.pazaak.rulebook import rules_pages
from cogs.pazaak.sentences import match_end, spoken, tell
from cogs.pazaak.state import DeckView, OwnView, PazaakView, SeatView

__all__ = ["card_name", "hand", "panel", "rules_pages", "stakes", "tell"]

_FREE = "▫"
_MOST_PICTURED = 5
"""Side decks that are shown with pictures: a message has no room for more."""
_CHOSEN_AS_PLAYED = frozenset({"either", "either_1_2", "double", "tiebreaker"})
"""Cards whose face doesn't say what they count for."""


def panel(view: PazaakView, voice: Voice) -> Panel:
    """Both boards as in the game."""
    return Panel(
        heading=_heading(view),
        status=(_stake(view, voice), *_awaited(view, voice)),
        seats=tuple(_seat(view, seat, voice) for seat in view.seats),
        result=_result(view, voice) if view.result is not None else None,
    )


def card_name(card: str, _: PazaakRules) -> str | None:
    """As in "+3", "the double"."""
    return escape(spoken(card)) if card in KINDS else None


def _heading(view: PazaakView) -> str:
    if view.result is not None:
        return "The match is over"
    return "The side decks" if view.choosing else f"Set {view.number}"


def _stake(view: PazaakView, voice: Voice) -> str:
    goal = f"first to {counted(view.goal, 'set')}"
    return f"Pot **{voice.money(2 * view.stake)}** · {goal}" if view.stake else f"No stake · {goal}"


def _awaited(view: PazaakView, voice: Voice) -> tuple[str, ...]:
    """What the match waits for, where it isn't just a turn."""
    if view.choosing:
        return (
            f"{voice.list([voice.name(seat) for seat in view.choosing])} still to choose a side deck, from “My hand”.",
        )
    if view.result is not None or not view.seat(view.turn).is_over:
        return ()
    name = voice.name(view.turn)
    can_save = view.seat(view.turn).in_hand > 0 and not view.has_played
    unless = ", unless a side card from “My hand” helps" if can_save else ""
    return (f"{name} is over 20 and busts when the turn ends{unless}.",)


def _seat(view: PazaakView, seat: SeatView, voice: Voice) -> SeatLine:
    won, left = voice.symbol("pazaak_won", "●"), voice.symbol("pazaak_open", "○")
    score = f"{won * seat.sets + left * (view.goal - seat.sets)} {counted(seat.sets, 'set')}"
    shown = f"{board(seat.table, voice)} **{numbered(seat.total)}**" if view.number else ""
    # Between matches a table shows what lies before a seat, and nothing else of it.
    is_shown_with_board = view.result is not None and view.number > 0
    parts = [] if is_shown_with_board else [score]
    if view.number and view.has_hands:
        backs = voice.symbol("pazaak_back", "") * seat.in_hand
        parts.append(f"{backs} {counted(seat.in_hand, 'card')} in hand".strip())
    if view.number:
        parts += ["stands"] if seat.stands else ["over 20"] if seat.is_over else []
    parts.append(voice.money(seat.stack))
    return SeatLine(
        seat=seat.seat,
        cards=f"{shown} · {score}" if is_shown_with_board else shown,
        text=" · ".join(parts),
        is_out=seat.is_over and view.result is not None,
    )


def board(table: tuple[Laid, ...], voice: Voice) -> str:
    """The places of a table, taken ones in the order laid."""
    return " ".join((*(laid_card(card, voice) for card in table), *([_FREE] * (PLACES - len(table)))))


def laid_card(card: Laid, voice: Voice) -> str:
    """A card on the table as its picture; what it counts for stands beside it where the picture doesn't say so."""
    if card.code is None:
        picture = voice.symbol(f"pazaak_main_{card.number}", "")
        if card.sign > 0:
            return picture or str(card.number)
        return f"{picture}{signed(card.value)}" if picture else f"{card.number}({signed(card.value)})"
    kind = KINDS[card.code]
    picture = voice.symbol(kind.picture, "")
    if kind.family == "flip":
        return picture or kind.face
    counts = signed(card.value) if card.value else "+0"
    if kind.family not in _CHOSEN_AS_PLAYED and card.value in kind.values:
        return picture or kind.face
    if picture:
        return picture + counts
    return f"{kind.face}({counts})"


def _result(view: PazaakView, voice: Voice) -> str:
    if view.result is None:
        raise AssertionError("the match isn't over")
    first, second = view.seats
    sets = (first.seat, first.sets), (second.seat, second.sets)
    return match_end(view.result, sets, view.stake, view.wagered, voice)


def hand(view: PazaakView, voice: Voice) -> Page:
    """What a seat holds, for its own eyes: the decks it may choose from, or its side cards and where the set stands."""
    if view.own is None:
        return Page(title="Your side cards", text="You don't play in this match.")
    if view.own.decks:
        decks, few = view.own.decks, len(view.own.decks) <= _MOST_PICTURED
        lines = (*_unplayed(view.own), *(_deck(deck, voice, in_full=few) for deck in decks))
        return Page(title="Your side decks", text="\n".join(lines))
    return Page(title="Your side cards", text=_held(view, view.own, voice))


def _deck(deck: DeckView, voice: Voice, *, in_full: bool) -> str:
    pictures = " ".join(voice.symbol(KINDS[card].picture, "") for card in deck.cards).strip() if in_full else ""
    name = f"**{escape(deck.name)}**{' (in use)' if deck.in_use else ''}"
    return " ".join(filter(None, (name, pictures, in_short(deck.cards))))


def _unplayed(own: OwnView) -> tuple[str, ...]:
    """Why it isn't the deck in use that is played."""
    if own.unplayed is None:
        return ()
    why = " ".join(_objection(reason, cards) for reason, cards in own.unplayed.against)
    return (f"-# **{escape(own.unplayed.name)}**, your deck in use, can't be played in this match. {why}",)


def _objection(reason: Reason, cards: str) -> str:
    return {
        "standard": "This table plays with the standard deck only.",
        "barred": f"Not allowed at this table: {cards}.",
        "copies": f"More of one card than this table allows: {cards}.",
        "lacking": f"Not in your collection, or wagered: {cards}.",
    }[reason]


def _held(view: PazaakView, own: OwnView, voice: Voice) -> str:
    held = "  ".join(f"**{pictured(card, voice)}**" for card in in_order(own.hand))
    about = (*_deck_played(own), *_unplayed(own))
    if not view.number:
        return "\n".join((held or "You draw your side cards when both have chosen their decks.", *about))
    mine = view.seat(own.seat)
    other = next(seat for seat in view.seats if seat.seat != own.seat)
    stands = " and stands" if other.stands else ""
    totals = f"Your total is **{numbered(mine.total)}**, and {voice.name(other.seat)} has **{numbered(other.total)}**"
    return "\n".join((held or "You hold no side cards.", f"{totals}{stands}.", *about))


def _deck_played(own: OwnView) -> tuple[str, ...]:
    return (f"-# Your deck: **{escape(own.deck.name)}**, {own.deck.cards}",) if own.deck else ()


def stakes(rules: PazaakRules, voice: Voice) -> str:
    """What a table plays for, in half a line."""
    stake = f"Stake {voice.money(rules.stake)} each" if rules.stake else "No stake"
    return f"{stake} · first to {counted(rules.sets, 'set')}"
