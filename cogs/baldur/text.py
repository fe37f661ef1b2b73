"""Baldur Hold'em in words: the table, what a seat has up its sleeve, and what is played for."""

from bot.engine.cheating.told import luck_told, own_effects
from bot.engine.panel import Page, Panel, SeatLine
from bot.engine.speech import Voice
from cogs.baldur.endings import result
from cogs.baldur.gm_page import gm_page
from cogs.baldur.hands import Hand, so_far
from cogs.baldur.naming import AN_NPC, LAST_NPC, capital, explained, headed, named, npcs
from cogs.baldur.options import BaldurRules
from cogs.baldur.rulebook import rules_pages
from cogs.baldur.sentences import tell
from cogs.baldur.state import BaldurView, OwnView, SeatView
from cogs.baldur.words import are, at_table, cheat, dice, heading

__all__ = ["hand", "panel", "rules_pages", "stakes", "tell"]

_HOW_IT_ENDED = {"unseen": "Taken unseen", "void": "The hand is void", "alone": "Nobody to play against"}


def panel(view: BaldurView, voice: Voice) -> Panel:
    """The table as it stands."""
    voice = at_table(voice)
    ended = view.result
    return Panel(
        heading=_HOW_IT_ENDED.get(ended.how, "Showdown") if ended else heading(view.stage, view.round),
        status=(*_pot(view, voice), *_common(view, voice), *_awaited(view, voice), *_luck(view, voice)),
        seats=tuple(_seat(view, seat, voice) for seat in view.seats),
        result=result(ended, voice) if ended else None,
    )


def _pot(view: BaldurView, voice: Voice) -> tuple[str, ...]:
    """What there is to win, and against how many NPCs; a hand that counts for nothing has neither."""
    if view.result and view.result.how in ("void", "alone"):
        return ()
    parts = [f"Pot **{voice.money(view.pot)}**"]
    if view.price and not view.result:
        parts.append(f"{voice.money(view.price)} to stay in")
    return (" · ".join((*parts, _npcs(view))),)


def _npcs(view: BaldurView) -> str:
    """How many NPCs are still in."""
    if view.npcs_in == 1:
        return f"{LAST_NPC} is in" if view.round > 1 else "one NPC is in"
    return f"{npcs(view.npcs_in)} in" if view.npcs_in else "no NPC is in"


def _common(view: BaldurView, voice: Voice) -> tuple[str, ...]:
    return (f"On the table **{dice(view.common, voice)}**",) if view.common else ()


def _awaited(view: BaldurView, voice: Voice) -> tuple[str, ...]:
    """What the GM decides, where the hand waits for that."""
    match view.deciding:
        case "verdict" if view.accusation is not None:
            accused = view.accusation.accused
            caught = f"{cheat(accused, voice)} {are(accused, 'is', 'are')} caught cheating"
            return (f"{capital(caught)}: the GM decides.",)
        case "shaken" if view.shaken is not None:
            return (f"{capital(voice.name(view.shaken.whom))} is shaken: the GM decides.",)
        case "leaving":
            return ("The GM decides which NPCs stay.",)
        case "raise":
            return ("The GM decides whether the NPCs pay the raise.",)
        case _:
            return ()


def _luck(view: BaldurView, voice: Voice) -> tuple[str, ...]:
    return tuple([f"-# {line}" for line in luck_told(view.effects, voice, house=AN_NPC)])


def _seat(view: BaldurView, seat: SeatView, voice: Voice) -> SeatLine:
    parts = [voice.money(seat.stack)]
    if seat.is_folded:
        parts.append("has left" if seat.is_npc else "folded")
    elif seat.is_all_in:
        parts.append(f"all in for {voice.money(seat.paid)}" if seat.paid else "all in")
    elif seat.bet:
        parts.append(f"paid {voice.money(seat.bet)}")
    if seat.seat == view.dealer:
        parts.append("deals")
    return SeatLine(seat=seat.seat, cards=_cards(view, seat, voice), text=" · ".join(parts), is_out=seat.is_folded)


def _cards(view: BaldurView, seat: SeatView, voice: Voice) -> str:
    """The dice of a seat, and the best hand that they make so far."""
    if not seat.dice:
        return ""
    lie = dice(seat.dice, voice)
    return lie if seat.is_folded else f"{lie} **{_best(view, seat)}**"


def _best(view: BaldurView, seat: SeatView) -> str:
    """What the dice of a seat make, in two words."""
    return named(_so_far(view, seat)).removeprefix("a ")


def _so_far(view: BaldurView, seat: SeatView) -> Hand:
    """The best hand of a seat's dice."""
    return so_far(seat.dice, view.common, natural_beats_wild=view.natural_beats_wild)


def hand(view: BaldurView, voice: Voice) -> Page:
    """What a seat has and what only it knows; for the GM's seat the NPCs' dice and all that goes on under the table."""
    if view.gm is not None:
        return gm_page(view, view.gm, voice)
    voice = at_table(voice)
    me = next((seat for seat in view.seats if view.own and seat.seat == view.own.seat), None)
    if view.own is None or me is None:
        return Page(title="Not in this hand", text="You aren't in this hand.")
    title, lines = _lying(view, me, voice)
    return Page(title=title, text="\n".join((*lines, *_alone(view, view.own, me, voice))))


def _lying(view: BaldurView, me: SeatView, voice: Voice) -> tuple[str, list[str]]:
    """The title of a seat's page, and its dice."""
    if me.is_npc:
        whose = "You play with the NPCs' dice, which only the GM sees."
        return "With the NPCs", [whose, *(["You have left the hand."] if me.is_folded else [])]
    if not me.dice:
        return "No dice yet", ["You have folded." if me.is_folded else "Your three dice are still to be rolled."]
    lines, best = [f"# {dice(me.dice, voice)}"], _so_far(view, me)
    if me.is_folded:
        return "Folded", [*lines, "You have folded."]
    return headed(best), [*lines, f"{explained(best)}."]


def _alone(view: BaldurView, own: OwnView, me: SeatView, voice: Voice) -> list[str]:
    """The seat's luck, what it was told in this hand, and whether it has tried something in this round."""
    told = [*own_effects(view.effects, own.seat), *tell(own.heard, voice)]
    if own.has_cheated_this_round and not (me.is_folded or view.result):
        told.append("In this round you have tried something already.")
    return told


def stakes(rules: BaldurRules, voice: Voice) -> str:
    """What a table plays for, in half a line."""
    return rules.stakes(voice)
