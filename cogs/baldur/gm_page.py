"""The GM's page of Baldur Hold'em: the NPCs' dice, what goes on under the table, and what is to be decided."""

from bot.engine.panel import Page
from bot.engine.speech import Voice, counted, ended, number_word, ordinal
from cogs.baldur.naming import explained
from cogs.baldur.state import BaldurView, GmView
from cogs.baldur.words import WHICH, aimed_at, at_table, capital, dice, names, npcs

DECIDE = {
    "verdict": "A cheat is proven",
    "shaken": "Does the NPC fold?",
    "leaving": "Which NPCs stay?",
    "raise": "Do the NPCs pay the raise?",
}
"""What the GM decides, as the title of the page."""
MOST_SPELLS = 10
"""Spells that stand on the page one by one."""


def gm_page(view: BaldurView, gm: GmView, voice: Voice) -> Page:
    """All that the GM knows and nobody else does."""
    voice = at_table(voice)
    title = DECIDE[view.deciding] if view.deciding else "The NPCs' dice"
    lines = [*_asked(view, voice), *_dice(view, gm, voice), *_spells(gm, voice), *_beneath(gm, voice)]
    return Page(title=title, text="\n".join(map(capital, lines)))


def _asked(view: BaldurView, voice: Voice) -> list[str]:
    """What the hand waits for."""
    match view.deciding:
        case "verdict" if view.accusation is not None:
            accuser, accused = voice.name(view.accusation.accuser), voice.name(view.accusation.accused)
            return [f"{accuser} has proven that {accused} cheats, and the hand stands still until you rule."]
        case "shaken" if view.shaken is not None:
            by, whom = voice.name(view.shaken.by), voice.name(view.shaken.whom)
            return [f"{by} has intimidated {whom}. Let it fold, or have it stay."]
        case "leaving":
            named = [seat.seat for seat in view.seats if seat.is_npc and not seat.is_folded]
            stay = f"{number_word(view.stays)} {'stays' if view.stays == 1 else 'stay'}"
            return [f"Of {npcs(view.npcs_in)} {stay}. Those with a seat: {names(named, voice)}."]
        case "raise":
            return [f"To stay in costs {voice.money(view.price)} now. The NPCs pay, or they leave."]
        case _:
            return []


def _dice(view: BaldurView, gm: GmView, voice: Voice) -> list[str]:
    if not gm.dice:
        return ["No NPCs play in this hand."]
    told = [f"# {dice(gm.dice, voice)}"]
    if gm.hand is not None:
        told.append(f"{explained(gm.hand)}.")
    told.append(f"{npcs(view.npcs_in)} still in." if view.npcs_in else "No NPC is in any more.")
    return told


def _spells(gm: GmView, voice: Voice) -> list[str]:
    """The spells to be judged, the oldest first."""
    if not gm.spells:
        return []
    told = [
        f"- {voice.name(spell.seat)} at {aimed_at(spell.aim, voice)}{ended(spell.words)}"
        for spell in gm.spells[:MOST_SPELLS]
    ]
    more = len(gm.spells) - len(told)
    rest = [f"- and {counted(more, 'spell')} more"] if more else []
    oldest = ", the oldest first" if len(gm.spells) > 1 else ""
    return [f"{counted(len(gm.spells), 'spell')} to judge{oldest}:", *told, *rest]


def _beneath(gm: GmView, voice: Voice) -> list[str]:
    """Who has cheated, and what is arranged for the dice to come."""
    told = [f"of {voice.name(one.seat)}'s dice {WHICH[one.which]} falls anew" for one in gm.palmed]
    told += [
        f"of {voice.name(one.seat)}'s dice {WHICH[one.which]} comes to lie at {one.face}, by {voice.name(one.by)}"
        for one in gm.planted
    ]
    told += [f"of the common dice {WHICH[one.which]} falls anew, by {voice.name(one.seat)}" for one in gm.loaded]
    cheats = names(dict.fromkeys(one.seat for one in gm.guilty), voice)
    lines = [f"Cheated unseen in this hand: {cheats}."] if gm.guilty else []
    if gm.let_pass:
        passed = names(dict.fromkeys(gm.let_pass), voice)
        lines.append(f"You have let pass how {passed} cheated in this hand.")
    if told:
        lines.append(f"Arranged for the next dice: {'; '.join(told)}.")
    if gm.set_dice:
        whose = voice.list([f"{voice.name(seat)}'s {ordinal(at + 1)}" for seat, at in gm.set_dice])
        lines.append(f"Set by hand, and so never wild: {whose} die.")
    return lines
