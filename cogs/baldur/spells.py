"""Magic at a table of Baldur Hold'em: told in the caster's words, noticed or not, and judged by the GM (seed 004).

A spell that nobody has noticed waits in silence until the GM judges it; one that is never judged does nothing. Of one
that the NPCs cast the GM says at once what it does.
"""

from functools import lru_cache

from bot.engine.cheating.cheating import is_unseen, slipped, spell_check, watcher
from bot.engine.cheating.effects import Effect, with_effect
from bot.engine.cheating.events import Tried
from bot.engine.game import DEALER
from bot.engine.moves import Choice, Closed, Move, Pick, Words
from bot.engine.rng import Chance
from cogs.baldur.actions import Cast, Judge
from cogs.baldur.events import Favoured, Judged, SpellCast
from cogs.baldur.hidden import CastUnseen, Does, Guilt, Spell, SpellDid
from cogs.baldur.people import NPCS, choices_of, face, kit_of, luck_of, onlookers, party, watchers
from cogs.baldur.sleights import loaded
from cogs.baldur.state import BaldurState
from cogs.baldur.suspecting import seen_cheating
from cogs.baldur.telling import Log
from cogs.baldur.throwing import npc_die, place_of

AT_THE_DICE = "dice"
MOST_WORDS = 200
JUDGED = "That spell is judged already."
OFFERED: dict[Does, str] = {
    "nothing": "Nothing",
    "told": "You tell the caster yourself what it does",
    "npc_highest": "The NPCs' highest die falls again",
    "npc_lowest": "The NPCs' lowest die falls again",
    "common_lowest": "The lowest of the next common dice falls again",
    "common_highest": "The highest of the next common dice falls again",
    "common_loner": "The lowest next common die without a pair falls again, else the lowest",
    "luck": "Advantage on influence, which everybody sees",
}
"""What the GM can make of a spell."""


def cast_move(state: BaldurState, seat: int) -> Move | None:
    """For players, and the GM for the NPCs; a spell counts as the one attempt to cheat in a round."""
    may_cast = seat in state.players_in or (seat == DEALER and bool(state.npcs_in))
    if not may_cast or state.hidden.has_done(seat, "cheat", state.round) or not onlookers(state, seat):
        return None
    named = tuple([npc for npc in state.npcs_in if npc > DEALER])
    aims = choices_of(state, tuple([one for one in state.order if one in (*state.players_in, *named)]))
    aims += (Choice(value=str(DEALER), label=NPCS),) if state.npcs_in else ()
    move = _spell(aims)
    return move.evolve(fields=(*move.fields, _npcs_spell(state))) if seat == DEALER else move


@lru_cache(maxsize=256)
def _spell(aims: tuple[Choice, ...]) -> Move:
    aim = Pick(name="aim", label="At whom?", choices=(*aims, Choice(value=AT_THE_DICE, label="The dice")))
    words = Words(name="words", label="What do you cast, and to what end?", at_most=MOST_WORDS)
    return Move(key="spell", label="Cast a spell", fields=(aim, words), place="private", aside=True)


def _npcs_spell(state: BaldurState) -> Pick:
    """What the NPCs' own spell does if nobody sees it."""
    can: list[Does] = [does for does in OFFERED if does != "told" and not _why_not(state, does)]
    return Pick(
        name="does",
        label="What does it do unseen?",
        choices=tuple([Choice(value=does, label=OFFERED[does]) for does in can]),
        closed=tuple([Closed(value=does, why=why) for does in OFFERED if (why := _why_not(state, does))]),
    )


def cast(state: BaldurState, seat: int, action: Cast, chance: Chance, log: Log) -> BaldurState:
    """Against whoever looks closest, as a sleight is."""
    system, roles, own = state.deal.system, state.deal.roles, party(state, seat)
    watching = watcher(system, roles, watchers(state, seat))
    check = spell_check(system, roles, own, kit_of(state, seat).spell_dc)
    contest = slipped(system, roles, own, watching, luck_of(state, seat), chance, check=check)
    unseen = is_unseen(contest)
    log.kept.append(Tried(by=seat, watcher=watching.seat, what="Cast a spell", contest=contest, unseen=unseen))
    log.kept.append(SpellCast(by=seat, aim=action.aim, words=action.words))
    hidden = state.hidden.with_done(seat, "cheat", state.round)
    if not unseen:
        return seen_cheating(state.evolve(hidden=hidden), watching.seat, seat, "magic", chance, log)
    hidden = hidden.evolve(guilty=(*hidden.guilty, Guilt(seat=seat, means="magic")))
    spell = Spell(seat=seat, aim=action.aim, words=action.words)
    if action.does is not None and seat == DEALER:
        return _did(state.evolve(hidden=hidden), spell, action.does, chance, log)
    hidden = hidden.evolve(spells=(*hidden.spells, spell))
    return log.whispered(state.evolve(hidden=hidden), seat, CastUnseen(aim=action.aim, words=action.words))


def judge_move(state: BaldurState) -> Move | None:
    """What the oldest spell may do now."""
    if not state.hidden.spells:
        return None
    number = _number(state)
    pick = Pick(
        name="does",
        label="What does it do?",
        choices=tuple(
            [Choice(value=f"{number}.{does}", label=OFFERED[does]) for does in OFFERED if not _why_not(state, does)]
        ),
        closed=tuple([Closed(value=f"{number}.{does}", why=why) for does in OFFERED if (why := _why_not(state, does))]),
        not_offered=JUDGED,
    )
    return Move(key="judge", label="Judge the spell", fields=(pick,), place="private")


def _number(state: BaldurState) -> int:
    """Which spell of the hand the oldest one is that waits: so a late click is never taken for another spell."""
    return 1 + sum([isinstance(heard.what, SpellDid) for heard in state.hidden.heard])


def _why_not(state: BaldurState, does: Does) -> str | None:
    """Why a spell can't do that any more; None where it can."""
    if does.startswith("npc_"):
        return None if state.npcs_in else "No NPC is in any more."
    return "No common dice are still to fall." if state.round == 3 and does.startswith("common_") else None


def judged(state: BaldurState, action: Judge, chance: Chance, log: Log) -> BaldurState:
    """The GM's word on the oldest spell."""
    spell, *later = state.hidden.spells
    does: Does = next(does for does in OFFERED if action.does.endswith(f".{does}"))
    return _did(state.evolve(hidden=state.hidden.evolve(spells=tuple(later))), spell, does, chance, log)


def _did(state: BaldurState, spell: Spell, does: Does, chance: Chance, log: Log) -> BaldurState:
    """What a spell does. But for luck, nobody sees anything of it but the caster."""
    caster = spell.seat
    log.kept.append(Judged(by=caster, words=spell.words, does=does))
    match does:
        case "npc_highest" | "npc_lowest":
            at = place_of("highest" if does == "npc_highest" else "lowest", state.hidden.npc_dice)
            state = npc_die(state, caster, at, chance, log)
        case "common_lowest":
            state = state.evolve(hidden=loaded(state.hidden, caster, "lowest"))
        case "common_highest":
            state = state.evolve(hidden=loaded(state.hidden, caster, "highest"))
        case "common_loner":
            state = state.evolve(hidden=loaded(state.hidden, caster, "loner"))
        case "luck":
            # the NPCs' luck is that of one of them who can speak
            effect = Effect(seat=face(state) if caster == DEALER else caster, concern="influence", luck=1)
            log.public.append(Favoured(effect=effect))
            state = state.evolve(effects=with_effect(state.effects, effect))
        case "nothing" | "told":
            pass
    return log.whispered(state, caster, SpellDid(words=spell.words, does=does))
