"""The GM's page of Baldur Hold'em: the NPCs' dice, what goes on under the table, and what is to be decided."""

from collections.abc import Iterable

from bot.engine.panel import Page
from bot.engine.speech import Voice, counted, ended, number_word
from cogs.baldur.hidden import Spell
from cogs.baldur.naming import capital, explained, npcs
from cogs.baldur.state import BaldurView, GmView
from cogs.baldur.words import WHICH, aimed_at, are, at_table, cheat, dice, names

DECIDE = {
    "verdict": "A cheat is proven",
    "shaken": "Does the NPC fold?",
    "leaving": "Which NPCs stay?",
    "raise": "Do the NPCs pay the raise?",
}
"""What the GM decides, as the title of the page."""
ROOM = 3200
"""Characters for all of it, so that the page holds what is told above and below it, too."""
_SHORTENED = (200, 100, 50, 25, 10)
"""To how many characters all spells but the oldest are shortened, where they are many."""


def gm_page(view: BaldurView, gm: GmView, voice: Voice) -> Page:
    """All that the GM knows and nobody else does."""
    voice = at_table(voice)
    title = DECIDE[view.deciding] if view.deciding else "The NPCs' dice"
    before, after = [*_asked(view, voice), *_dice(view, gm, voice)], _beneath(gm, voice)
    lines = [*before, *_spells(gm, voice, ROOM - _length([*before, *after])), *after]
    return Page(title=title, text="\n".join(map(capital, lines)))


def _length(lines: Iterable[str]) -> int:
    return sum(len(line) + 1 for line in lines)


def _asked(view: BaldurView, voice: Voice) -> list[str]:
    """What the hand waits for."""
    match view.deciding:
        case "verdict" if view.accusation is not None:
            accuser, accused = voice.name(view.accusation.accuser), view.accusation.accused
            cheats = f"{cheat(accused, voice)} {are(accused, 'cheats', 'cheat')}"
            return [f"{accuser} has proven that {cheats}, and the hand stands still until you rule."]
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


def _spells(gm: GmView, voice: Voice, room: int) -> list[str]:
    """The spells to be judged, the oldest first and in full; the others as far as there are `room` characters."""
    if not gm.spells:
        return []
    oldest, *others = gm.spells
    heading = f"{counted(len(gm.spells), 'spell')} to judge{', the oldest first' if others else ''}:"
    first, later = _spell(oldest, voice), list[str]()
    left = room - _length([heading, first, f"- and {counted(len(others), 'spell')} more"])
    for most in _SHORTENED:
        later = [_spell(spell, voice, most) for spell in others]
        if _length(later) <= left:
            break
    while later and _length(later) > left:
        later.pop()
    more = len(others) - len(later)
    return [heading, first, *later, *([f"- and {counted(more, 'spell')} more"] if more else [])]


def _spell(spell: Spell, voice: Voice, most: int | None = None) -> str:
    """One spell, its words cut to `most` characters."""
    words = spell.words if most is None or len(spell.words) <= most else f"{spell.words[:most]}…"
    return f"- {cheat(spell.seat, voice)} at {aimed_at(spell.aim, voice)}{ended(words)}"


def _beneath(gm: GmView, voice: Voice) -> list[str]:
    """Who has cheated, and what is arranged for the dice to come."""
    told = [f"of {voice.name(one.seat)}'s dice {WHICH[one.which]} falls anew" for one in gm.palmed]
    told += [
        f"of {voice.name(one.seat)}'s dice {WHICH[one.which]} comes to lie at {one.face}, by {voice.name(one.by)}"
        for one in gm.planted
    ]
    told += [f"of the common dice {WHICH[one.which]} falls anew, by {cheat(one.seat, voice)}" for one in gm.loaded]
    cheats = _cheats((one.seat for one in gm.guilty), voice)
    lines = [f"Cheated unseen in this hand: {cheats}."] if gm.guilty else []
    if gm.let_pass:
        passed = _cheats(gm.let_pass, voice)
        lines.append(f"You have let pass how {passed} cheated in this hand.")
    if told:
        lines.append(f"Arranged for the next dice: {'; '.join(told)}.")
    return lines


def _cheats(seats: Iterable[int], voice: Voice) -> str:
    return voice.list([cheat(seat, voice) for seat in dict.fromkeys(seats)])
