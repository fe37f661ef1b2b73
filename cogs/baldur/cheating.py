"""Cheating at Baldur Hold'em: sleights of hand as printed or sealed, spells, and the party that the NPCs are.

As printed, a die that lies there is re-rolled or set, and simply shows another face. Sealed sleights are arranged
before the roll (rules 7.20 to 7.25). The shared wrapper rolls the contests and keeps who has cheated.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Literal

from pydantic import Field

from bot.engine.cheating.actions import Influence, Ruling, Typed
from bot.engine.cheating.contests import WITH_WORDS, Means, Party, Swayed
from bot.engine.cheating.effects import Effect
from bot.engine.cheating.events import Favored
from bot.engine.cheating.sleights import Cheatable
from bot.engine.game import DEALER, Event, Seat, Step
from bot.engine.moves import AnyAction, Choice, Closed, Move, Number, Pick, Words
from bot.engine.rng import Rng
from cogs.baldur.hands import AN_NPC, SIDES, WILD, Strength, so_far, strength
from cogs.baldur.rounds import (
    NPCS,
    advance,
    change_die,
    choices_of,
    dice_of,
    face,
    fold,
    fold_all_npcs,
    has_paid,
    kit_of,
    party,
    place_of,
    rethrow_npc_die,
    shake_npc,
    tame_of,
)
from cogs.baldur.state import (
    NPC_DICE,
    PLACES,
    Arranged,
    BaldurState,
    CastUnseen,
    Does,
    GivenAway,
    Judge,
    Judged,
    LoadedCommon,
    Log,
    Managed,
    Palmed,
    Place,
    Planted,
    Spell,
    SpellCast,
    SpellDid,
    Stripped,
    Trick,
    Which,
)


class Palm(Typed):
    """A player's die, thrown again within the roll."""

    kind: Literal["palm"] = "palm"
    which: Which


class Reroll(Typed):
    """A player's die, re-rolled as it lies; `die` is its place, from 0, and its face, as in "0.17"."""

    kind: Literal["reroll"] = "reroll"
    die: str


class SetDie(Typed):
    """The dealer's: a die of `whom` (a seat number) shows a number. `which` will fall, or lies there."""

    kind: Literal["set_die"] = "set_die"
    whom: str
    which: Which | Place
    face: int


class Strip(Typed):
    """The dealer's: two of the NPCs' four dice are gone."""

    kind: Literal["strip"] = "strip"


class LoadCommon(Typed):
    """The dealer's: a community die, thrown again within the next roll."""

    kind: Literal["load"] = "load"
    which: Which


class RerollCommon(Typed):
    """A community die of this round, re-rolled by the dealer as it lies. `die` is as for Reroll."""

    kind: Literal["reroll_common"] = "reroll_common"
    die: str


class Switch(Typed):
    """One of the NPCs' dice, re-rolled by the GM. `die` is as for Reroll."""

    kind: Literal["switch"] = "switch"
    die: str


class Cast(Typed):
    """A spell in the caster's words; `aim` is a seat number, 0 for the nameless NPCs, or "dice". `does` is what the GM
    makes of one that the NPCs cast.
    """

    kind: Literal["spell"] = "spell"
    aim: str
    words: str
    does: Does | None = None


Sleight = Annotated[
    Palm | Reroll | SetDie | Strip | LoadCommon | RerollCommon | Switch | Cast,
    Field(discriminator="kind"),
]
_LABELS: dict[Trick, str] = {
    "palm": "Palm one of your dice",
    "reroll": "Re-roll one of your dice",
    "set_die": "Set a player's die",
    "strip": "Take two of the NPCs' dice",
    "switch": "Re-roll an NPC die",
    "load": "Load a community die",
    "reroll_common": "Re-roll a community die",
}
_WHICH_DIE = Pick(
    name="which",
    label="Which one is re-rolled?",
    choices=(
        Choice(value="lowest", label="The lowest"),
        Choice(value="highest", label="The highest"),
        Choice(value="loner", label="The lowest unpaired one, or the lowest"),
    ),
)
_PLACE = Pick(
    name="which", label="Which of their dice?", choices=tuple(Choice(value=at, label=f"The {at}") for at in PLACES)
)
_FACE = Number(name="face", label=f"To which number, 1 to {SIDES}?", low=1, high=WILD)
_LIES_OTHERWISE = "The dice have changed. Look at them again."
_CONFIRM_STRIP = "Take the two highest of the NPCs' dice? The most watchful player may notice it."
_DICE_LEFT = 2
"""The NPCs' dice that are left after stripping."""
_CLAIMS: tuple[Strength, ...] = ("weak", "fair", "strong")


def _is_sealed(state: BaldurState) -> bool:
    return state.rules.sleights == "sealed"


def _sleight_moves(state: BaldurState, seat: int) -> tuple[Move, ...]:
    """List the sleights that a seat could try now. The GM cheats for the NPCs, and players for themselves."""
    is_dealer = seat == state.dealer
    if seat == DEALER:
        moves = (_sleight_move("switch", _one_of(state.hidden.npc_dice)),)
    elif is_dealer:
        moves = ()
    elif _is_sealed(state):
        moves = (_sleight_move("palm", _WHICH_DIE),) if seat in state.unrolled else ()
    else:
        dice = state.hole(seat).dice
        moves = (_sleight_move("reroll", _one_of(dice)),) if dice else ()
    return (*moves, *_dealer_sleights(state)) if is_dealer else moves


def _dealer_sleights(state: BaldurState) -> tuple[Move, ...]:
    """List the sleights of the dealer: hole dice and NPC dice in the first round, then community dice."""
    moves: list[Move] = []
    if state.round == 1:
        may_be_set = [seat for seat in state.players_in if bool(state.hole(seat).dice) != _is_sealed(state)]
        if may_be_set:
            whom = Pick(name="whom", label="Seat", choices=choices_of(tuple(may_be_set)))
            which = _WHICH_DIE.evolve(label="Which of their dice?") if _is_sealed(state) else _PLACE
            moves.append(_sleight_move("set_die", whom, which, _FACE))
        if state.npcs_in and len(state.hidden.npc_dice) == NPC_DICE:
            moves.append(_sleight_move("strip").evolve(confirm=_CONFIRM_STRIP))
    if _is_sealed(state):
        return (*moves, _sleight_move("load", _WHICH_DIE)) if state.round < 3 else tuple(moves)
    fresh = range(state.fell_before, len(state.common))
    return (*moves, _sleight_move("reroll_common", _one_of(state.common, fresh))) if fresh else tuple(moves)


def _one_of(dice: tuple[int, ...], places: range | None = None) -> Pick:
    """Build the choice of a die that lies there, by its place and face: what lies otherwise by now isn't offered."""
    at = range(len(dice)) if places is None else places
    choices = tuple(
        [Choice(value=f"{place}.{dice[place]}", label=f"Die {place + 1}, the {dice[place]}") for place in at]
    )
    return Pick(name="die", label="Which one is re-rolled?", choices=choices, not_offered=_LIES_OTHERWISE)


def _sleight_move(trick: Trick, *fields: Pick | Number) -> Move:
    return Move(key=trick, label=_LABELS[trick], fields=fields, place="private", aside=True)


def _place(die: str) -> int:
    return int(die.partition(".")[0])


def _arrange(state: BaldurState, seat: int, action: Palm | SetDie | LoadCommon, log: Log) -> BaldurState:
    """Note what will happen within a roll to come, and tell the GM and the seat."""
    hidden = state.hidden
    match action:
        case Palm(which=which):
            hidden = hidden.evolve(palmed=(*hidden.palmed, Palmed(seat=seat, which=which)))
            details = Managed(trick="palm", which=which)
        case LoadCommon(which=which):
            hidden = hidden.evolve(loaded=(*hidden.loaded, LoadedCommon(seat=seat, which=which)))
            details = Managed(trick="load", which=which)
        case SetDie(whom=whom, which="lowest" | "highest" | "loner" as which, face=number):
            hidden = hidden.evolve(
                planted=(*hidden.planted, Planted(by=seat, seat=int(whom), which=which, face=number))
            )
            details = Managed(trick="set_die", which=which, whom=int(whom), face=number)
        case SetDie():
            raise ValueError("that die lies there already")
    log.kept.append(Arranged(seat=seat, trick=details.trick, which=details.which, whom=details.whom, face=details.face))
    log.whisper(seat, details)
    return state.evolve(hidden=hidden)


def _apply_sleight(state: BaldurState, seat: int, action: Sleight, chance: Rng, log: Log) -> BaldurState:
    """Apply an unseen cheat."""
    match action:
        case Cast():
            return _leave_to_the_gm(state, seat, action, chance, log)
        case SetDie(whom=whom, which="first" | "second" | "third" as which, face=number):
            at = PLACES.index(which)
            log.whisper(seat, Managed(trick="set_die", which=which, whom=int(whom), face=number))
            return change_die(state, int(whom), at, number, log, by=seat, is_set=True)
        case Palm() | SetDie() | LoadCommon():
            return _arrange(state, seat, action, log)
        case Reroll(die=die):
            now = chance.die(SIDES)
            log.whisper(seat, Managed(trick="reroll", face=now))
            return change_die(state, seat, _place(die), now, log, by=seat)
        case RerollCommon(die=die):
            now = chance.die(SIDES)
            log.whisper(seat, Managed(trick="reroll_common", face=now))
            return change_die(state, None, _place(die), now, log, by=seat)
        case Strip():
            log.whisper(seat, Managed(trick="strip"))
            return _strip_npcs(state, seat, log)
        case Switch(die=die):
            return rethrow_npc_die(state, seat, _place(die), chance, log)


def _strip_npcs(state: BaldurState, seat: int, log: Log) -> BaldurState:
    """Take away the two highest of the NPCs' dice (rules 7.23)."""
    dice = state.hidden.npc_dice
    gone = sorted(range(len(dice)), key=lambda at: dice[at], reverse=True)[: len(dice) - _DICE_LEFT]
    left = tuple([die for at, die in enumerate(dice) if at not in gone])
    log.kept.append(Stripped(by=seat, gone=tuple([dice[at] for at in gone]), left=left))
    return state.evolve(hidden=state.hidden.evolve(npc_dice=left, stripped_by=seat))


_AT_THE_DICE = "dice"
_MOST_WORDS = 200
_ALREADY_JUDGED = "You have judged that spell already."
_RESULTS: dict[Does, str] = {
    "nothing": "Nothing",
    "told": "You tell the caster yourself what it does",
    "npc_highest": "The NPCs' highest die is re-rolled",
    "npc_lowest": "The NPCs' lowest die is re-rolled",
    "common_lowest": "The lowest of the next community dice is re-rolled",
    "common_highest": "The highest of the next community dice is re-rolled",
    "common_loner": "The lowest unpaired one of the next community dice is re-rolled, or the lowest",
    "luck": "Advantage on influence, which everyone sees",
}
"""The results of a spell that the GM can choose."""
_LOADS: Mapping[str, Which] = {"common_lowest": "lowest", "common_highest": "highest", "common_loner": "loner"}


def _cast_move(state: BaldurState, seat: int) -> Move:
    """Offer a spell to players, and to the GM for the NPCs; it counts as the one attempt to cheat in a round."""
    named = [npc for npc in state.npcs_in if npc > DEALER]
    aims = choices_of(tuple([one for one in state.order if one in (*state.players_in, *named)]))
    aims += (Choice(value=str(DEALER), label=NPCS),) if state.npcs_in else ()
    move = _spell_move(aims)
    return move.evolve(fields=(*move.fields, _npc_spell_result(state))) if seat == DEALER else move


@lru_cache(maxsize=256)
def _spell_move(aims: tuple[Choice, ...]) -> Move:
    aim = Pick(name="aim", label="At whom?", choices=(*aims, Choice(value=_AT_THE_DICE, label="The dice")))
    words = Words(name="words", label="Which spell, and what should it do?", at_most=_MOST_WORDS)
    return Move(key="spell", label="Cast a spell", fields=(aim, words), place="private", aside=True)


def _npc_spell_result(state: BaldurState) -> Pick:
    """Build the choice of what the NPCs' own spell does if nobody sees it."""
    can: list[Does] = [does for does in _RESULTS if does != "told" and not _why_no_result(state, does)]
    return Pick(
        name="does",
        label="What does it do if nobody notices?",
        choices=tuple([Choice(value=does, label=_RESULTS[does]) for does in can]),
        closed=tuple([Closed(value=does, why=why) for does in _RESULTS if (why := _why_no_result(state, does))]),
    )


def _leave_to_the_gm(state: BaldurState, seat: int, action: Cast, chance: Rng, log: Log) -> BaldurState:
    """Keep a spell for the GM to judge; that of the NPCs does at once what the GM has chosen."""
    spell = Spell(seat=seat, aim=action.aim, words=action.words)
    if action.does is not None and seat == DEALER:
        return _apply_spell(state, spell, action.does, chance, log)
    log.whisper(seat, CastUnseen(aim=action.aim, words=action.words))
    return state.evolve(hidden=state.hidden.evolve(spells=(*state.hidden.spells, spell)))


def judge_move(state: BaldurState) -> Move | None:
    """Offer the GM a verdict on the oldest spell; None without a spell."""
    if not state.hidden.spells:
        return None
    # counted through the hand, so that a late click can't judge another spell
    number = 1 + state.hidden.judged
    results: list[tuple[Does, str | None]] = [(does, _why_no_result(state, does)) for does in _RESULTS]
    pick = Pick(
        name="does",
        label="What does it do?",
        choices=tuple([Choice(value=f"{number}.{does}", label=_RESULTS[does]) for does, why in results if not why]),
        closed=tuple([Closed(value=f"{number}.{does}", why=why) for does, why in results if why]),
        not_offered=_ALREADY_JUDGED,
    )
    return Move(key="judge", label="Judge the spell", fields=(pick,), place="private")


def _why_no_result(state: BaldurState, does: Does) -> str | None:
    """Explain why a spell can't do that; None where it can."""
    if state.rules.dice == "typed" and does.startswith(("npc_", "common_")):
        return "The bot doesn't roll the dice at this table."
    if does.startswith("npc_"):
        return None if state.npcs_in else "All NPCs have left the hand."
    return "All community dice have fallen already." if state.round == 3 and does in _LOADS else None


def judge_spell(state: BaldurState, action: Judge, chance: Rng, log: Log) -> BaldurState:
    """Apply the GM's verdict on the oldest spell."""
    spell, *later = state.hidden.spells
    does: Does = next(does for does in _RESULTS if action.does.endswith(f".{does}"))
    hidden = state.hidden.evolve(spells=tuple(later), judged=state.hidden.judged + 1)
    return _apply_spell(state.evolve(hidden=hidden), spell, does, chance, log)


def _apply_spell(state: BaldurState, spell: Spell, does: Does, chance: Rng, log: Log) -> BaldurState:
    """Apply the result of a spell. Except for luck, only the caster learns of it."""
    caster, hidden = spell.seat, state.hidden
    log.kept.append(Judged(by=caster, words=spell.words, does=does))
    match does:
        case "npc_highest" | "npc_lowest":
            at = place_of("highest" if does == "npc_highest" else "lowest", hidden.npc_dice)
            state = rethrow_npc_die(state, caster, at, chance, log)
        case "common_lowest" | "common_highest" | "common_loner":
            loaded = LoadedCommon(seat=caster, which=_LOADS[does])
            state = state.evolve(hidden=hidden.evolve(loaded=(*hidden.loaded, loaded)))
        case "luck":
            # the NPCs' luck is that of one of them who can speak
            lucky = face(state) if caster == DEALER else caster
            log.public.append(Favored(effect=Effect(seat=lucky, concern="influence", luck=1)))
        case "nothing" | "told":
            pass
    log.whisper(caster, SpellDid(words=spell.words, does=does))
    return state


_ROLL_FIRST = "Roll your dice first. Then you can influence others."
_PAID = "You have paid for this round. Influence others before you pay."


class Tricks(Cheatable[BaldurState]):
    """All that is done beside Baldur Hold'em. The GM cheats and speaks for the NPCs, who have one hand together."""

    explains_cheating = True
    Sleight = Sleight
    claims = tuple(Choice(value=claim, label=f"A {claim} hand") for claim in _CLAIMS)
    dealer_cheats = talks_each_round = True
    dealer_label, dealer_name, dealer_names = NPCS, AN_NPC, "the NPCs"

    def sleights(self, state: BaldurState, seat: Seat) -> tuple[Move, ...]:
        may_cheat = bool(state.npcs_in) if seat == DEALER else seat in state.players_in
        if state.shaken is not None or state.result is not None or not may_cheat:
            return ()
        sleights = _sleight_moves(state, seat) if state.rules.dice == "bot" else ()
        return (*sleights, _cast_move(state, seat))

    def sleight(self, state: BaldurState, seat: Seat, action: AnyAction, chance: Rng) -> Step[BaldurState]:
        if not isinstance(action, Palm | Reroll | SetDie | Strip | LoadCommon | RerollCommon | Switch | Cast):
            raise TypeError("that is no sleight of Baldur Hold'em")
        log = Log()
        return log.step(_apply_sleight(state, seat, action, chance, log))

    def sleight_round(self, state: BaldurState) -> int:
        return state.round

    def types_contests(self, state: BaldurState) -> bool:
        return state.rules.contests == "typed"

    def is_open(self, state: BaldurState) -> bool:
        return not _is_sealed(state)

    def means(self, action: AnyAction) -> Means:
        return "magic" if isinstance(action, Cast) else "sleight"

    def notes(self, state: BaldurState, seat: Seat, action: AnyAction) -> tuple[Event, ...]:
        return (SpellCast(by=seat, aim=action.aim, words=action.words),) if isinstance(action, Cast) else ()

    def party(self, state: BaldurState, seat: Seat) -> Party:
        return party(state, seat)

    def spell_dc(self, state: BaldurState, seat: Seat) -> int | None:
        return kit_of(state, seat).spell_dc

    def lucky(self, state: BaldurState, seat: Seat) -> tuple[Seat, ...]:
        """Return the seats whose luck counts: for the NPCs all their luck at sleight of hand is one."""
        return tuple([npc for npc in state.npcs_in if npc > DEALER]) if seat == DEALER else ()

    def others(self, state: BaldurState, seat: Seat, present: tuple[Seat, ...]) -> tuple[Seat, ...]:
        """Return the other players, and for a player the NPCs, too: those with a seat, and the nameless ones as one."""
        if state.shaken is not None:
            return ()
        players = tuple([other for other in state.players_in if other != seat])
        if seat == DEALER or seat in state.named:
            return players
        named = tuple([npc for npc in state.npcs_in if npc > DEALER])
        return (*players, *named, *((DEALER,) if state.nameless_in else ()))

    def suspects(self, state: BaldurState, seat: Seat, present: tuple[Seat, ...]) -> tuple[Seat, ...]:
        """Return the other players, and all NPCs as one; nobody for the GM, who knows already who cheats."""
        if state.shaken is not None or seat not in state.players_in:
            return ()
        players = tuple([other for other in state.players_in if other != seat])
        return (*players, DEALER) if state.npcs_in else players

    def may_influence(self, state: BaldurState, seat: Seat) -> bool:
        """Tell whether a seat has dice to speak of and this round still to pay (rules 7.16)."""
        has_voice = bool(state.nameless_in) if seat == DEALER else seat in state.named or bool(dice_of(state, seat))
        return has_voice and not has_paid(state, seat)

    def influenced(
        self, state: BaldurState, seat: Seat, action: Influence, swayed: Swayed, chance: Rng
    ) -> Step[BaldurState]:
        """Reveal how strong a hand really is after words that fail. An NPC that is intimidated may fold."""
        whom, log = int(action.whom), Log()
        if action.manner in WITH_WORDS and swayed.won is False:
            log.public.append(GivenAway(seat=seat, strength=_real_strength(state, seat)))
        if action.manner == "intimidate" and swayed.won and (whom == DEALER or whom in state.named):
            state = advance(shake_npc(state, seat, whom, swayed.contest.margin, log), chance, log)
        return log.step(state)

    def why_not(self, state: BaldurState, seat: Seat, action: AnyAction) -> str | None:
        return _why_no_aside(state, seat, action.kind)

    def usual_ruling(self, state: BaldurState) -> Ruling:
        return state.rules.caught

    def is_out(self, state: BaldurState, seat: Seat) -> bool:
        return seat not in state.betting.live

    def forfeit(self, state: BaldurState, seat: Seat, chance: Rng) -> Step[BaldurState]:
        log = Log()
        state = fold_all_npcs(state, log, "caught") if seat == DEALER else fold(state, seat, log, "caught")
        return log.step(advance(state, chance, log))


def _real_strength(state: BaldurState, seat: int) -> Strength:
    """Return the strength of a hand by the dice as they lie."""
    natural, tame = state.rules.natural_beats_wild, tame_of(state, seat)
    return strength(so_far(dice_of(state, seat), state.common, natural_beats_wild=natural, tame=tame))


def _why_no_aside(state: BaldurState, seat: int, kind: str) -> str | None:
    """Explain why something beside the game isn't offered to a seat that is in and hasn't tried it yet."""
    if state.shaken is not None:
        return "An NPC is shaken. Wait until the GM decides whether it folds."
    if seat == DEALER and not state.npcs_in:
        return "No NPC is in this hand."
    if kind == "influence":
        return _why_silent(state, seat)
    if kind in {"read", "accuse"}:
        return "Only players can do that." if seat == DEALER or seat in state.named else None
    if seat in state.named:
        return "The GM cheats for all NPCs together."
    if state.rules.dice == "typed" and kind != "spell":
        return "You roll the dice yourselves here, so sleights of hand happen at your table, too."
    return _why_no_sleight(state, seat, kind)


def _why_silent(state: BaldurState, seat: int) -> str | None:
    if seat == DEALER and not state.nameless_in:
        return "All NPCs still in have a seat. Influence others from one of those seats."
    if seat in state.unrolled:
        return _ROLL_FIRST
    return _PAID if has_paid(state, seat) else None


_OWN_DICE: tuple[Trick, ...] = ("palm", "reroll")
_OF_THE_WAY: dict[Trick, str] = {
    "palm": "sealed",
    "load": "sealed",
    "reroll": "as_printed",
    "reroll_common": "as_printed",
}


def _why_no_sleight(state: BaldurState, seat: int, kind: str) -> str | None:
    """Explain why a cheat isn't offered to a player or the GM."""
    if kind in _OF_THE_WAY and _OF_THE_WAY[kind] != state.rules.sleights:
        return "This table has other sleights. Open “Up my sleeve” to see them."
    if kind == "switch":
        return "Only the GM can re-roll the NPCs' dice."
    if kind in _OWN_DICE:
        if seat == DEALER:
            return "Only players can do that."
        if state.dealer == seat:
            return "You're the dealer. Use the dealer's sleights instead."
        return (
            "Roll your dice first."
            if kind == "reroll"
            else "You have rolled your dice already. Nobody can change them unseen now."
        )
    if kind == "spell":
        return None
    if state.dealer != seat:
        return (
            "Only the dealer can do that."
            if seat != DEALER
            else "The players deal at this table. Only the dealer can do that."
        )
    if kind == "set_die":
        return "You can set a die only in the first round, while there is a die to set."
    if kind == "strip":
        return "You can take the NPCs' dice only once a hand, in the first round."
    return "All community dice have fallen already." if kind == "load" else "No community dice have fallen yet."
