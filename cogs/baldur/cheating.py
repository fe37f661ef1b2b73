"""Cheating at Baldur Hold'em: sleights of hand, spells, influence and tells, accusations and the GM's ruling.

Accusations and rulings follow rules 7.26 and 7.27.
"""

from functools import lru_cache

from bot.engine.cheating.accusations import make_charge
from bot.engine.cheating.actions import Rule, Ruling
from bot.engine.cheating.contests import (
    Manner,
    Means,
    effect_of_influence,
    is_unseen,
    read_tell,
    roll_sleight,
    spell_check,
    sway,
    watcher,
)
from bot.engine.cheating.effects import Effect, with_effect
from bot.engine.cheating.events import Influenced, ReadOff, Ruled, Seemed, Tried, Watched
from bot.engine.cheating.wrapper import MANNERS
from bot.engine.game import DEALER
from bot.engine.moves import Choice, Closed, Move, Number, Pick, Words
from bot.engine.rng import Rng
from cogs.baldur.events import Arranged, Claimed, Favoured, GivenAway, Judged, Log, SpellCast, Stripped
from cogs.baldur.hands import WILD, Strength, so_far, strength
from cogs.baldur.rounds import (
    NPCS,
    can_be_suspected,
    can_be_swayed,
    choices_of,
    dice_of,
    face,
    fold,
    fold_all_npcs,
    has_paid,
    kit_of,
    luck_of,
    onlookers,
    party,
    place_of,
    rethrow_npc_die,
    shake_npc,
    watchers,
)
from cogs.baldur.state import (
    NPC_DICE,
    BaldurState,
    Cast,
    CastUnseen,
    Does,
    Guilt,
    Hidden,
    Judge,
    LoadCommon,
    LoadedCommon,
    Managed,
    Palm,
    Palmed,
    Planted,
    Result,
    SetDie,
    Spell,
    SpellDid,
    Strip,
    Sway,
    Switch,
    Trick,
    Which,
    lasting,
)


def _accuse_seen(state: BaldurState, accuser: int, accused: int, means: Means, chance: Rng, log: Log) -> BaldurState:
    """Have the onlooker who saw a cheat fail accuse at once."""
    return _charge(state, accuser, accused, means, chance, log, seen=True)


def accuse(state: BaldurState, accuser: int, accused: int, chance: Rng, log: Log) -> BaldurState:
    """Have a player accuse somebody.

    Only what was done can be proven.
    """
    state = state.evolve(hidden=state.hidden.with_done(accuser, "accuse", 0))
    return _charge(state, accuser, accused, state.hidden.means_of(accused), chance, log, seen=False)


def _charge(
    state: BaldurState, accuser: int, accused: int, means: Means | None, chance: Rng, log: Log, *, seen: bool
) -> BaldurState:
    charge = make_charge(
        state.deal.system,
        state.deal.roles,
        party(state, accuser),
        party(state, accused),
        state.effects,
        chance,
        means=means,
        seen=seen,
        unproven=state.rules.unproven,
        is_ruled_on=accused in state.hidden.let_pass,
        spell_dc=kit_of(state, accused).spell_dc,
    )
    log.public.append(charge.told)
    log.kept.append(charge.kept)
    return state.evolve(effects=charge.effects, accusation=charge.accusation)


def apply_ruling(state: BaldurState, ruling: Ruling, log: Log) -> BaldurState:
    """Apply the GM's ruling on a proven cheat.

    The hand is void and everyone gets their chips back, or the cheater is out and their bets stay, or play goes on.
    Then what they have done until now can't be proven again.
    """
    if state.accusation is None:
        raise ValueError("nobody is accused")
    accused = state.accusation.accused
    log.public.append(Ruled(accused=accused, ruling=ruling))
    state = state.evolve(accusation=None)
    match ruling:
        case "void":
            return void_hand(state)
        case "forfeit":
            return fold_all_npcs(state, log, "caught") if accused == DEALER else fold(state, accused, log, "caught")
        case "play_on":
            return state.evolve(hidden=state.hidden.passing(accused))


def void_hand(state: BaldurState, *, alone: bool = False) -> BaldurState:
    """Give everyone back the stack and the luck they began the hand with; `alone` if they had no opponent."""
    had = {player.seat: player.stack for player in state.deal.players}
    bettors = tuple([one.evolve(stack=had.get(one.seat, one.stack), bet=0, paid=0) for one in state.betting.bettors])
    betting = state.betting.evolve(bettors=bettors, waiting=(), current=0)
    result = Result(how="alone" if alone else "void")
    return state.evolve(stage="over", betting=betting, shaken=None, effects=lasting(state.deal), result=result)


def default_ruling(state: BaldurState) -> Rule:
    """Return the ruling of the house rules, for a GM who lets the time run out."""
    return Rule(ruling=state.rules.caught)


Sleight = Palm | SetDie | Strip | LoadCommon | Switch
LABELS: dict[Trick, str] = {
    "palm": "Palm one of your dice",
    "set_die": "Set somebody's die",
    "strip": "Take two of the NPCs' dice",
    "switch": "Throw an NPC die again",
    "load": "Load a common die",
}
_WHICH_DIE = Pick(
    name="which",
    label="Which one falls again?",
    choices=(
        Choice(value="lowest", label="The lowest"),
        Choice(value="highest", label="The highest"),
        Choice(value="loner", label="The lowest without a pair, else the lowest"),
    ),
)
_NEVER_WILD = "A 20 has to fall by itself: one that is set isn't wild, and a straight without it would give it away."
_FELL_AGAIN = "The NPCs' dice lie otherwise by now: look at them again."
_CONFIRM_STRIP = "Take the two highest of the NPCs' dice? Whoever looks closest may see it."
_DICE_LEFT = 2
"""The NPCs' dice that are left after stripping."""


def sleight_moves(state: BaldurState, seat: int) -> tuple[Move, ...]:
    """List the sleights that a seat may try now."""
    if state.hidden.has_done(seat, "cheat", state.round) or not onlookers(state, seat):
        return ()
    if seat == DEALER:
        return _gm_sleights(state) if state.npcs_in else ()
    if seat not in state.players_in:
        return ()
    if state.dealer == seat:
        return _dealer_sleights(state)
    return (_sleight_move("palm", _WHICH_DIE),) if seat in state.unrolled else ()


def _dealer_sleights(state: BaldurState) -> tuple[Move, ...]:
    """List a dealing player's sleights: hole dice to fall, NPC dice in the first round, community dice to come."""
    moves: list[Move] = []
    if state.unrolled:
        whom = Pick(name="whom", label="Whose die?", choices=choices_of(state, state.unrolled))
        face = Number(name="face", label="To which number, from 1 to 19?", low=1, high=WILD - 1, too_high=_NEVER_WILD)
        moves.append(_sleight_move("set_die", whom, _WHICH_DIE.evolve(label="Which of their dice?"), face))
    if state.round == 1 and state.npcs_in and len(state.hidden.npc_dice) == NPC_DICE:
        moves.append(_sleight_move("strip").evolve(confirm=_CONFIRM_STRIP))
    return (*moves, _sleight_move("load", _WHICH_DIE)) if state.round < 3 else tuple(moves)


def _gm_sleights(state: BaldurState) -> tuple[Move, ...]:
    """List the NPCs' sleights: their own dice, and coming community dice where the GM deals."""
    dice = enumerate(state.hidden.npc_dice)
    choices = tuple([Choice(value=f"{at}.{face}", label=f"Die {at + 1}, the {face}") for at, face in dice])
    pick = Pick(name="die", label="Which one falls again?", choices=choices, not_offered=_FELL_AGAIN)
    moves = (_sleight_move("switch", pick),)
    return (*moves, _sleight_move("load", _WHICH_DIE)) if state.dealer == DEALER and state.round < 3 else moves


def _sleight_move(trick: Trick, *fields: Pick | Number) -> Move:
    return Move(key=trick, label=LABELS[trick], fields=fields, place="private", aside=True)


def try_sleight(state: BaldurState, seat: int, action: Sleight, chance: Rng, log: Log) -> BaldurState:
    """Try a sleight of hand against the closest watcher; a tie goes unseen."""
    system, roles = state.deal.system, state.deal.roles
    watching = watcher(system, roles, watchers(state, seat))
    contest = roll_sleight(system, roles, party(state, seat), watching, luck_of(state, seat), chance)
    unseen = is_unseen(contest)
    log.kept.append(Tried(by=seat, watcher=watching.seat, what=LABELS[action.kind], contest=contest, unseen=unseen))
    hidden = state.hidden.with_done(seat, "cheat", state.round)
    if not unseen:
        return _accuse_seen(state.evolve(hidden=hidden), watching.seat, seat, "sleight", chance, log)
    hidden = hidden.evolve(guilty=(*hidden.guilty, Guilt(seat=seat, means="sleight")))
    return _apply_sleight(state.evolve(hidden=hidden), seat, action, chance, log)


def _apply_sleight(state: BaldurState, seat: int, action: Sleight, chance: Rng, log: Log) -> BaldurState:
    """Apply an unseen sleight. Most of them only change dice that fall later."""
    hidden = state.hidden
    match action:
        case Palm(which=which):
            state = state.evolve(hidden=hidden.evolve(palmed=(*hidden.palmed, Palmed(seat=seat, which=which))))
            return _log_arranged(state, seat, "palm", log, which=which)
        case SetDie(whom=whom, which=which, face=face):
            planted = Planted(by=seat, seat=int(whom), which=which, face=face)
            state = state.evolve(hidden=hidden.evolve(planted=(*hidden.planted, planted)))
            return _log_arranged(state, seat, "set_die", log, which=which, whom=int(whom), face=face)
        case LoadCommon(which=which):
            state = state.evolve(hidden=_load_common_die(hidden, seat, which))
            return _log_arranged(state, seat, "load", log, which=which)
        case Strip():
            return log.whispered(_strip_npcs(state, seat, log), seat, Managed(trick="strip"))
        case Switch(die=die):
            return rethrow_npc_die(state, seat, int(die.partition(".")[0]), chance, log)


def _load_common_die(hidden: Hidden, seat: int, which: Which) -> Hidden:
    """Note that a community die of the next roll is thrown again."""
    return hidden.evolve(loaded=(*hidden.loaded, LoadedCommon(seat=seat, which=which)))


def _log_arranged(
    state: BaldurState,
    seat: int,
    trick: Trick,
    log: Log,
    *,
    which: Which,
    whom: int | None = None,
    face: int | None = None,
) -> BaldurState:
    """Tell the GM and whoever did it what will happen."""
    log.kept.append(Arranged(seat=seat, trick=trick, which=which, whom=whom, face=face))
    return log.whispered(state, seat, Managed(trick=trick, which=which, whom=whom, face=face))


def _strip_npcs(state: BaldurState, seat: int, log: Log) -> BaldurState:
    """Take away the two highest of the NPCs' dice (rules 7.23)."""
    dice = state.hidden.npc_dice
    gone = sorted(range(len(dice)), key=lambda at: dice[at], reverse=True)[: len(dice) - _DICE_LEFT]
    left = tuple([face for at, face in enumerate(dice) if at not in gone])
    log.kept.append(Stripped(by=seat, gone=tuple([dice[at] for at in gone]), left=left))
    return state.evolve(hidden=state.hidden.evolve(npc_dice=left))


_AT_THE_DICE = "dice"
_MOST_WORDS = 200
_ALREADY_JUDGED = "That spell is judged already."
_RESULTS: dict[Does, str] = {
    "nothing": "Nothing",
    "told": "You tell the caster yourself what it does",
    "npc_highest": "The NPCs' highest die falls again",
    "npc_lowest": "The NPCs' lowest die falls again",
    "common_lowest": "The lowest of the next common dice falls again",
    "common_highest": "The highest of the next common dice falls again",
    "common_loner": "The lowest next common die without a pair falls again, else the lowest",
    "luck": "Advantage on influence, which everybody sees",
}
"""The results of a spell that the GM can choose."""


def cast_move(state: BaldurState, seat: int) -> Move | None:
    """Offer a spell to players, and to the GM for the NPCs; it counts as the one attempt to cheat in a round."""
    may_cast = seat in state.players_in or (seat == DEALER and bool(state.npcs_in))
    if not may_cast or state.hidden.has_done(seat, "cheat", state.round) or not onlookers(state, seat):
        return None
    named = tuple([npc for npc in state.npcs_in if npc > DEALER])
    aims = choices_of(state, tuple([one for one in state.order if one in (*state.players_in, *named)]))
    aims += (Choice(value=str(DEALER), label=NPCS),) if state.npcs_in else ()
    move = _spell_move(aims)
    return move.evolve(fields=(*move.fields, _npc_spell_result(state))) if seat == DEALER else move


@lru_cache(maxsize=256)
def _spell_move(aims: tuple[Choice, ...]) -> Move:
    aim = Pick(name="aim", label="At whom?", choices=(*aims, Choice(value=_AT_THE_DICE, label="The dice")))
    words = Words(name="words", label="What do you cast, and to what end?", at_most=_MOST_WORDS)
    return Move(key="spell", label="Cast a spell", fields=(aim, words), place="private", aside=True)


def _npc_spell_result(state: BaldurState) -> Pick:
    """Build the choice of what the NPCs' own spell does if nobody sees it."""
    can: list[Does] = [does for does in _RESULTS if does != "told" and not _why_not(state, does)]
    return Pick(
        name="does",
        label="What does it do unseen?",
        choices=tuple([Choice(value=does, label=_RESULTS[does]) for does in can]),
        closed=tuple([Closed(value=does, why=why) for does in _RESULTS if (why := _why_not(state, does))]),
    )


def cast_spell(state: BaldurState, seat: int, action: Cast, chance: Rng, log: Log) -> BaldurState:
    """Cast a spell against the closest watcher, as for a sleight."""
    system, roles, own = state.deal.system, state.deal.roles, party(state, seat)
    watching = watcher(system, roles, watchers(state, seat))
    check = spell_check(system, roles, own, kit_of(state, seat).spell_dc)
    contest = roll_sleight(system, roles, own, watching, luck_of(state, seat), chance, check=check)
    unseen = is_unseen(contest)
    log.kept.append(Tried(by=seat, watcher=watching.seat, what="Cast a spell", contest=contest, unseen=unseen))
    log.kept.append(SpellCast(by=seat, aim=action.aim, words=action.words))
    hidden = state.hidden.with_done(seat, "cheat", state.round)
    if not unseen:
        return _accuse_seen(state.evolve(hidden=hidden), watching.seat, seat, "magic", chance, log)
    hidden = hidden.evolve(guilty=(*hidden.guilty, Guilt(seat=seat, means="magic")))
    spell = Spell(seat=seat, aim=action.aim, words=action.words)
    if action.does is not None and seat == DEALER:
        return _apply_spell(state.evolve(hidden=hidden), spell, action.does, chance, log)
    hidden = hidden.evolve(spells=(*hidden.spells, spell))
    return log.whispered(state.evolve(hidden=hidden), seat, CastUnseen(aim=action.aim, words=action.words))


def judge_move(state: BaldurState) -> Move | None:
    """Offer the GM a verdict on the oldest spell; None without a spell."""
    if not state.hidden.spells:
        return None
    number = _spell_number(state)
    pick = Pick(
        name="does",
        label="What does it do?",
        choices=tuple(
            [Choice(value=f"{number}.{does}", label=_RESULTS[does]) for does in _RESULTS if not _why_not(state, does)]
        ),
        closed=tuple(
            [Closed(value=f"{number}.{does}", why=why) for does in _RESULTS if (why := _why_not(state, does))]
        ),
        not_offered=_ALREADY_JUDGED,
    )
    return Move(key="judge", label="Judge the spell", fields=(pick,), place="private")


def _spell_number(state: BaldurState) -> int:
    """Count up to the oldest open spell of the hand, from 1, so that a late click can't judge another spell."""
    return 1 + sum([isinstance(heard.what, SpellDid) for heard in state.hidden.heard])


def _why_not(state: BaldurState, does: Does) -> str | None:
    """Explain why a spell can no longer do that; None where it can."""
    if does.startswith("npc_"):
        return None if state.npcs_in else "No NPC is in any more."
    return "No common dice are still to fall." if state.round == 3 and does.startswith("common_") else None


def judge_spell(state: BaldurState, action: Judge, chance: Rng, log: Log) -> BaldurState:
    """Apply the GM's verdict on the oldest spell."""
    spell, *later = state.hidden.spells
    does: Does = next(does for does in _RESULTS if action.does.endswith(f".{does}"))
    return _apply_spell(state.evolve(hidden=state.hidden.evolve(spells=tuple(later))), spell, does, chance, log)


def _apply_spell(state: BaldurState, spell: Spell, does: Does, chance: Rng, log: Log) -> BaldurState:
    """Apply the result of a spell. Except for luck, only the caster learns of it."""
    caster = spell.seat
    log.kept.append(Judged(by=caster, words=spell.words, does=does))
    match does:
        case "npc_highest" | "npc_lowest":
            at = place_of("highest" if does == "npc_highest" else "lowest", state.hidden.npc_dice)
            state = rethrow_npc_die(state, caster, at, chance, log)
        case "common_lowest":
            state = state.evolve(hidden=_load_common_die(state.hidden, caster, "lowest"))
        case "common_highest":
            state = state.evolve(hidden=_load_common_die(state.hidden, caster, "highest"))
        case "common_loner":
            state = state.evolve(hidden=_load_common_die(state.hidden, caster, "loner"))
        case "luck":
            # the NPCs' luck is that of one of them who can speak
            effect = Effect(seat=face(state) if caster == DEALER else caster, concern="influence", luck=1)
            log.public.append(Favoured(effect=effect))
            state = state.evolve(effects=with_effect(state.effects, effect))
        case "nothing" | "told":
            pass
    return log.whispered(state, caster, SpellDid(words=spell.words, does=does))


_WITH_WORDS: tuple[Manner, ...] = ("deceive", "persuade")
_CLAIMS = (
    Choice(value="weak", label="A weak hand"),
    Choice(value="fair", label="A fair hand"),
    Choice(value="strong", label="A strong hand"),
)
CLAIM_LABEL = "Only to deceive or persuade: your claim"


def sway_moves(state: BaldurState, seat: int) -> tuple[Move, ...]:
    """List the influence moves once the hole dice have fallen.

    Tells are only for players, since the GM knows who cheats.
    """
    hidden, number, moves = state.hidden, state.round, list[Move]()
    whom = can_be_swayed(state, seat) if _may_speak(state, seat) else ()
    if whom and not has_paid(state, seat) and not hidden.has_done(seat, "influence", number):
        moves.append(_influence_move(whom))
    suspects = can_be_suspected(state, seat)
    if seat in state.players_in and suspects:
        if not hidden.has_done(seat, "read", number):
            moves.append(_suspect_move("read", "Read a tell", "Watch whom?", suspects))
        if not hidden.has_done(seat, "accuse", 0):
            moves.append(_suspect_move("accuse", "Accuse", "Accuse whom of cheating?", suspects))
    return tuple(moves)


def _may_speak(state: BaldurState, seat: int) -> bool:
    """Check that a seat is in and has dice to speak of; the GM speaks for the NPCs without a seat."""
    if seat == DEALER:
        return bool(state.nameless_in)
    return seat in state.npcs_in or (seat in state.players_in and bool(dice_of(state, seat)))


@lru_cache(maxsize=256)
def _influence_move(whom: tuple[Choice, ...]) -> Move:
    fields = (
        Pick(name="manner", label="How?", choices=MANNERS),
        Pick(name="whom", label="Influence whom?", choices=whom),
        Pick(name="claim", label=CLAIM_LABEL, choices=_CLAIMS),
    )
    return Move(key="influence", label="Influence", fields=fields, place="private", aside=True)


@lru_cache(maxsize=256)
def _suspect_move(key: str, label: str, asked: str, whom: tuple[Choice, ...]) -> Move:
    pick = Pick(name="whom", label=asked, choices=whom)
    return Move(key=key, label=label, fields=(pick,), place="private", aside=True)


def try_influence(state: BaldurState, seat: int, action: Sway, chance: Rng, log: Log) -> BaldurState:
    """Resolve an attempt to influence somebody.

    Words that fail reveal the hand's real strength. An NPC that is intimidated may fold.
    """
    whom, manner = int(action.whom), action.manner
    with_words = manner in _WITH_WORDS
    system, roles = state.deal.system, state.deal.roles
    done = sway(system, roles, manner, party(state, seat), party(state, whom), state.effects, chance)
    if with_words:
        log.public.append(Claimed(by=seat, whom=whom, claim=action.claim))
    effect = None if done.won is None else effect_of_influence(manner, seat, won=done.won)
    log.public.append(Influenced(by=seat, whom=whom, manner=manner, contest=done.contest, won=done.won, effect=effect))
    hidden = state.hidden.with_done(seat, "influence", state.round)
    state = state.evolve(effects=done.effects, hidden=hidden)
    if with_words and done.won is False:
        log.public.append(GivenAway(seat=seat, strength=_apparent_strength(state, seat)))
    is_npc = whom == DEALER or whom in state.named
    if manner == "intimidate" and done.won and is_npc:
        return shake_npc(state, seat, whom, done.contest.margin, log)
    return state


def _apparent_strength(state: BaldurState, seat: int) -> Strength:
    """Return the strength of a hand by the dice as they lie."""
    rules = state.rules
    return strength(so_far(dice_of(state, seat), state.common, natural_beats_wild=rules.natural_beats_wild))


def resolve_tell(state: BaldurState, seat: int, whom: int, chance: Rng, log: Log) -> BaldurState:
    """Resolve a tell: everyone sees that a player watches somebody, and only that player learns the result."""
    is_guilty = state.hidden.has_cheated(whom)
    system, roles, by, of = state.deal.system, state.deal.roles, party(state, seat), party(state, whom)
    read = read_tell(system, roles, by, of, state.effects, chance, is_guilty=is_guilty)
    log.public.append(Watched(by=seat, whom=whom))
    log.kept.append(
        ReadOff(by=seat, whom=whom, contest=read.contest, seems_guilty=read.seems_guilty, is_guilty=is_guilty)
    )
    state = state.evolve(hidden=state.hidden.with_done(seat, "read", state.round))
    return log.whispered(state, seat, Seemed(whom=whom, guilty=read.seems_guilty))
