"""The crooked table: a game wrapped so that seats may cheat, influence, read and accuse each other beside it.

Everybody who was dealt in watches and is watched until they are out: a seat that folded or was caught neither does
anything beside the game nor watches. Where the house plays it watches too, without a sheet. An accuser rolls in secret,
and an unproven accusation always reads the same, whether there was nothing to prove or the accuser failed (rules 7.26).
"""

import json
from abc import ABC
from collections.abc import Callable, Hashable, Mapping
from functools import lru_cache

from bot.engine.cheating.actions import (
    GM_RULES,
    NOBODY_ACCUSED,
    ONLY_THE_GM,
    Accusation,
    Accuse,
    Influence,
    Read,
    Rule,
    Ruling,
    typed_total,
    verdict_move,
)
from bot.engine.cheating.contests import (
    WITH_WORDS,
    Means,
    Party,
    effect_of_influence,
    is_proven,
    is_unseen,
    proof,
    proof_of_magic,
    read_tell,
    roll_sleight,
    spell_check,
    sway,
    watcher,
)
from bot.engine.cheating.effects import Effect, at_the_end, with_effect
from bot.engine.cheating.events import (
    Accused,
    CheatProof,
    Favored,
    Influenced,
    ReadOff,
    Ruled,
    Seemed,
    Tried,
    Unnoticed,
    Watched,
    Whisper,
)
from bot.engine.cheating.sleights import AnyCheatable, Cheatable, CrookedRules
from bot.engine.cheating.state import (
    Aside,
    CrookedHand,
    SeenCrooked,
    Try,
    actions_of,
    begun_of,
    events_of,
    is_hand,
    is_view,
    sleight_kinds,
    state_of,
    view_of,
)
from bot.engine.frozen import Frozen, made
from bot.engine.game import DEALER, AnyGame, BetWindow, BuyIn, Carry, Deal, Game, Outcome, Seat, Step
from bot.engine.moves import AnyAction, Choice, Move, Number, Pick, find, seat_choice
from bot.engine.rng import Rng, closed
from bot.engine.skills.contests import MOST_TYPED
from bot.engine.tournament import Terms

MANNERS = (
    Choice(value="deceive", label="Deceive them"),
    Choice(value="persuade", label="Persuade them"),
    Choice(value="intimidate", label="Intimidate them"),
    Choice(value="distract", label="Distract them"),
)
_DONE: dict[Aside, str] = {
    "influence": "You've already tried to influence someone. You can do it once a {word}.",
    "read": "You've already looked for a tell. You can do it once a {word}.",
    "accuse": "You've already accused someone. You can do it once a {word}.",
    "sleight": "You've tried something already, and it's too early to try again.",
}
_REMEMBERED = 512
_OUT = "You're out of the hand, so you can't try anything."
_NOTHING_TO_GAIN = "You'd gain nothing by that now."


def still_in(game: AnyCheatable, state: CrookedHand) -> tuple[Seat, ...]:
    """Return the seats that were dealt in and aren't out, clockwise."""
    return tuple(seat for seat in state.seats if seat not in state.caught and not game.is_out(state.inner, seat))


def watchers(game: AnyCheatable, state: CrookedHand, seat: Seat, *, is_banked: bool) -> tuple[Party, ...]:
    """Return the parties that might see a seat's sleight: all others still in, and the house where it plays or is
    alone.
    """
    others = game.others(state.inner, seat, still_in(game, state))
    has_house = (is_banked and not game.dealer_cheats) or not others
    return tuple(_party_of(game, state, other) for other in ((*others, DEALER) if has_house else others))


def has_tried(game: AnyCheatable, state: CrookedHand, seat: Seat, what: Aside) -> bool:
    return _try_of(game, state, seat, what) in state.tried


def _having_tried(game: AnyCheatable, state: CrookedHand, seat: Seat, what: Aside) -> CrookedHand:
    return state.evolve(tried=(*state.tried, _try_of(game, state, seat, what)))


def _try_of(game: AnyCheatable, state: CrookedHand, seat: Seat, what: Aside) -> Try:
    has_rounds = what == "sleight" or (game.talks_each_round and what != "accuse")
    return Try(seat, what, game.sleight_round(state.inner) if has_rounds else 0)


def aside_moves(game: AnyCheatable, state: CrookedHand, seat: Seat) -> tuple[Move, ...]:
    """Return the game's sleights, and the attempts against other seats."""
    present = still_in(game, state)
    if seat not in present and not (seat == DEALER and game.dealer_cheats):
        return ()
    moves: list[Move] = []
    own = (_TOTAL,) if game.types_contests(state.inner) else ()
    if not has_tried(game, state, seat, "sleight"):
        moves += (move.evolve(aside=True, fields=(*move.fields, *own)) for move in game.sleights(state.inner, seat))
    if game.may_influence(state.inner, seat) and not has_tried(game, state, seat, "influence"):
        others = game.others(state.inner, seat, present)
        both = (*own, *((_AGAINST,) if own else ()))
        moves += _influence_move(_choices(others, game.dealer_label), game.claims, both) if others else ()
    if suspects := game.suspects(state.inner, seat, present):
        moves += (
            _SUSPECTING[what](_choices(suspects, game.dealer_label), own)
            for what in _SUSPECTING
            if not has_tried(game, state, seat, what)
        )
    return tuple(moves)


@lru_cache(maxsize=_REMEMBERED)
def _choices(seats: tuple[Seat, ...], dealer: str) -> tuple[Choice, ...]:
    return tuple([seat_choice(seat) if seat else Choice(value=str(seat), label=dealer) for seat in seats])


@lru_cache(maxsize=_REMEMBERED)
def _influence_move(
    others: tuple[Choice, ...], claims: tuple[Choice, ...], totals: tuple[Number, ...]
) -> tuple[Move, ...]:
    fields: list[Pick | Number] = [Pick(name="manner", label="How?", choices=MANNERS), _whom("Influence whom?", others)]
    if claims:
        only_for = ("manner", tuple(WITH_WORDS))
        fields.append(Pick(name="claim", label=CLAIM_LABEL, choices=claims, not_offered=_NO_CLAIM, only_for=only_for))
    return (_aside("influence", "Influence", *fields, *totals),)


@lru_cache(maxsize=_REMEMBERED)
def _read_move(suspects: tuple[Choice, ...], _: tuple[Number, ...]) -> Move:
    # the bot always rolls a tell: anyone who knew that it was lost would know the truth
    return _aside("read", "Read a tell", _whom("Watch whom?", suspects))


@lru_cache(maxsize=_REMEMBERED)
def _accuse_move(suspects: tuple[Choice, ...], totals: tuple[Number, ...]) -> Move:
    return _aside("accuse", "Accuse", _whom("Accuse whom of cheating?", suspects), *totals)


_SUSPECTING: Mapping[Aside, Callable[[tuple[Choice, ...], tuple[Number, ...]], Move]] = {
    "read": _read_move,
    "accuse": _accuse_move,
}
CLAIM_LABEL = "Only to deceive or persuade: your claim"
_NO_CLAIM = "To deceive or persuade, say how strong your hand is."
_TOTAL = Number(name="total", label="What did you roll?", low=-MOST_TYPED, high=MOST_TYPED)
_AGAINST = Number(name="against", label="What did they roll?", low=-MOST_TYPED, high=MOST_TYPED)


def _aside(key: Aside, label: str, *fields: Pick | Number) -> Move:
    return Move(key=key, label=label, fields=fields, place="private", aside=True)


def _whom(label: str, others: tuple[Choice, ...]) -> Pick:
    return Pick(name="whom", label=label, choices=others)


def kind_of_aside(ways: AnyCheatable, action: AnyAction) -> Aside | None:
    """Return the kind of an action beside the game; None for an action of the game."""
    if isinstance(action, Influence):
        return "influence"
    if isinstance(action, Read):
        return "read"
    if isinstance(action, Accuse):
        return "accuse"
    return "sleight" if action.kind in sleight_kinds(ways) else None


def aside_refusal(game: AnyGame, ways: AnyCheatable, state: CrookedHand, seat: Seat, action: AnyAction) -> str | None:
    """Return the reason why an action beside the game isn't offered; None where the game itself has to say it."""
    if game.outcome(state.inner) is not None or state.is_void:
        return f"The {game.hand_word} is over."
    if state.accusation is not None:
        return GM_RULES
    if action.kind == "verdict":
        return NOBODY_ACCUSED if seat == DEALER else ONLY_THE_GM
    what = kind_of_aside(ways, action)
    if what is None:
        return None
    if seat not in state.seats and not (seat == DEALER and ways.dealer_cheats):
        return f"You aren't in this {game.hand_word}."
    if seat != DEALER and seat not in still_in(ways, state):
        return _OUT
    if has_tried(ways, state, seat, what):
        has_rounds = ways.talks_each_round and what != "accuse"
        return _DONE[what].format(word="round" if has_rounds else game.hand_word)
    return ways.why_not(state.inner, seat, action) or _NOTHING_TO_GAIN


def _party_of(game: AnyCheatable, state: CrookedHand, seat: Seat) -> Party:
    """Return the party of a seat: the game's own, or the sheet that it was dealt in with."""
    return game.party(state.inner, seat) or state.begun.party(seat)


def _caught_in_the_act(
    game: AnyCheatable, state: CrookedHand, accuser: Seat, accused: Seat, means: Means, chance: Rng
) -> Step[CrookedHand]:
    """Accuse a seat whose cheat went wrong, by the seat that looked closest and saw it."""
    return _accuse(game, state, accuser, accused, means, chance, seen=True)


def _accuse_seat(
    game: AnyCheatable, state: CrookedHand, accuser: Seat, action: Accuse, chance: Rng
) -> Step[CrookedHand]:
    """Accuse a seat by another seat's own choice. Only a real cheat can be proven."""
    accused = int(action.whom)
    return _accuse(game, state, accuser, accused, state.means_of(accused), chance, seen=False, typed=action.total)


def _accuse(
    game: AnyCheatable,
    state: CrookedHand,
    accuser: Seat,
    accused: Seat,
    means: Means | None,
    chance: Rng,
    *,
    seen: bool,
    typed: int | None = None,
) -> Step[CrookedHand]:
    """Roll the proof. `means` is how the accused has cheated, None for not at all: then nothing is proven.

    Nothing is proven either of a cheat that the GM has ruled on, which is no longer a `means`. `seen`: the accuser saw
    it go wrong. An accuser who didn't may have to pay for proving nothing, whatever the truth is.
    """
    system, roles, by = state.begun.system, state.begun.roles, _party_of(game, state, accuser)
    if means == "magic":
        contest = proof_of_magic(system, roles, by, game.spell_dc(state.inner, accused), chance, typed)
    else:
        contest = proof(system, roles, by, _party_of(game, state, accused), chance, typed)
    proven = means is not None and is_proven(contest)
    is_free = proven or seen or state.begun.unproven == "nothing"
    effect = None if is_free else Effect(seat=accuser, concern="insight", luck=-1)
    public = Accused(accuser=accuser, accused=accused, seen=seen, proven=proven, effect=effect)
    rolled = CheatProof(
        accuser=accuser,
        accused=accused,
        means=means or "sleight",
        contest=contest,
        has_cheated=means is not None,
        is_ruled_on=means is None and accused in state.let_pass,
    )
    state = state.evolve(
        effects=state.effects if effect is None else with_effect(state.effects, effect),
        accusation=Accusation(accuser=accuser, accused=accused) if proven else None,
    )
    return Step(state, (public,), kept=(rolled,))


def _apply_verdict(game: AnyCheatable, state: CrookedHand, ruling: Ruling, chance: Rng) -> Step[CrookedHand]:
    """Return the hand after the GM's verdict on the accused.

    Where it goes on, the verdict covers all cheats until now: only later ones can be proven.
    """
    if state.accusation is None:
        raise ValueError("nobody is accused")
    accused = state.accusation.accused
    state = state.evolve(accusation=None, rulings=state.rulings + 1)
    event = Ruled(accused=accused, ruling=ruling)
    if ruling == "void":
        before = state.begun.carry.effects if state.begun.carry is not None else ()
        return Step(state.evolve(is_void=True, effects=before), (event,))
    if ruling == "play_on":
        cheats, magic = (tuple(seat for seat in seats if seat != accused) for seats in (state.cheats, state.magic))
        return Step(state.evolve(cheats=cheats, magic=magic, let_pass=(*state.let_pass, accused)), (event,))
    done = game.forfeit(state.inner, accused, chance)
    state = state.evolve(inner=done.state, caught=(*state.caught, accused))
    return Step(state, (event, *done.events), done.private, done.kept)


_CARD = (
    *("key", "title", "tagline", "seats", "version", "presets", "HouseRules", "Carry", "goods", "goods_word"),
    *("hand_word", "is_banked", "dealer_plays_npcs"),
)
UP_MY_SLEEVE = "Up my sleeve"
"""The title of a seat's page in a game that has no hidden hands."""


class CrookedShell(Game[CrookedRules, Carry, CrookedHand, AnyAction, SeenCrooked], ABC):
    """`honest` is the game as it is played at any other table. TypeError for one without sleights."""

    def __init__(self, honest: AnyGame, *, hand_title: str = UP_MY_SLEEVE) -> None:
        if not isinstance(honest, Cheatable):
            raise TypeError(f"{honest.key} has no sleights")
        self.honest: AnyGame = honest
        self.ways: AnyCheatable = honest
        self.Action, self.Event = actions_of(honest, self.ways), events_of(honest)
        self.State, self.View = state_of(honest, self.Event), view_of(honest, self.Event)
        self.Begun = begun_of(honest)
        vars(self).update({name: getattr(honest, name) for name in _CARD}, hand_title=hand_title)

    def buy_in(self, rules: CrookedRules) -> BuyIn:
        return self.honest.buy_in(rules)

    def terms(self, rules: CrookedRules) -> Terms | None:
        return self.honest.terms(rules)

    def usual_bank(self, rules: CrookedRules) -> int:
        return self.honest.usual_bank(rules)

    def least_bank(self, rules: CrookedRules) -> int:
        return self.honest.least_bank(rules)

    def least_stack(self, rules: CrookedRules) -> int:
        return self.honest.least_stack(rules)

    def leaving_note(self, rules: CrookedRules, whom: str) -> str:
        return self.honest.leaving_note(rules, whom)

    def is_verifiable(self, rules: CrookedRules) -> bool:
        return self.honest.is_verifiable(rules)

    def title_of(self, rules: CrookedRules) -> str:
        return self.honest.title_of(rules)

    def wagers_goods(self, rules: CrookedRules) -> bool:
        return self.honest.wagers_goods(rules)

    def rules_note(self, rules: CrookedRules) -> str | None:
        return self.honest.rules_note(rules)


class Crooked(CrookedShell):
    """A game and what people do beside it."""

    has_dealer = True

    def start(self, deal: Deal[CrookedRules, Carry], chance: Rng) -> Step[CrookedHand]:
        done = self.honest.start(deal, closed(chance))
        begun = made(
            self.Begun,
            players=deal.players,
            carry=deal.carry,
            bank=deal.bank,
            system=deal.system,
            roles=deal.roles,
            unproven=deal.rules.unproven,
        )
        effects = deal.carry.effects if deal.carry is not None else ()
        return self._around(made(self.State, inner=done.state, begun=begun, effects=effects), done)

    def to_act(self, state: CrookedHand) -> frozenset[Seat]:
        if state.is_void:
            return frozenset()
        return frozenset((DEALER,)) if state.accusation is not None else self.honest.to_act(state.inner)

    def moves(self, state: CrookedHand, seat: Seat) -> tuple[Move, ...]:
        if state.accusation is not None:
            return (verdict_move(),) if seat == DEALER else ()
        if state.is_void or not self.honest.to_act(state.inner):
            return ()
        return (*self.honest.moves(state.inner, seat), *aside_moves(self.ways, state, seat))

    def play(self, state: CrookedHand, seat: Seat, action: AnyAction, chance: Rng) -> Step[CrookedHand]:
        chance = closed(chance)
        match action:
            case Rule(ruling=ruling):
                return _apply_verdict(self.ways, state, ruling, chance)
            case Influence():
                return self._influence(state, seat, action, chance)
            case Read(whom=whom):
                return self._look_for_tell(state, seat, int(whom), chance)
            case Accuse():
                return _accuse_seat(self.ways, _having_tried(self.ways, state, seat, "accuse"), seat, action, chance)
            case _ if action.kind in sleight_kinds(self.ways):
                return self._try_sleight(state, seat, action, chance)
            case _:
                return self._around(state, self.honest.play(state.inner, seat, action, chance))

    def _around(self, state: CrookedHand, done: Step[Frozen]) -> Step[CrookedHand]:
        """Wrap a step of the game itself into the hand around it."""
        effects = state.effects
        for event in done.events:
            if isinstance(event, Favored):
                effects = with_effect(effects, event.effect)
        heard = tuple([(to, event) for to, event in done.private if isinstance(event, Whisper)])
        state = state.evolve(inner=done.state, effects=effects, heard=(*state.heard, *heard))
        return Step(state, done.events, done.private, done.kept)

    def _try_sleight(self, state: CrookedHand, seat: Seat, action: AnyAction, chance: Rng) -> Step[CrookedHand]:
        """Roll a cheat against the closest watcher; unseen, the game carries it out."""
        ways, system, roles, own = self.ways, state.begun.system, state.begun.roles, _party_of(self.ways, state, seat)
        watching = watcher(system, roles, watchers(ways, state, seat, is_banked=self.honest.is_banked))
        means = ways.means(action)
        check = spell_check(system, roles, own, ways.spell_dc(state.inner, seat)) if means == "magic" else None
        lucky = ways.lucky(state.inner, seat)
        typed = typed_total(action)
        contest = roll_sleight(
            system, roles, own, watching, state.effects, chance, check=check, lucky=lucky, typed=typed
        )
        offered = find(ways.sleights(state.inner, seat), action.kind)
        what = offered.label if offered is not None else action.kind
        tried = Tried(by=seat, watcher=watching.seat, what=what, contest=contest, unseen=is_unseen(contest))
        notes = (tried, *ways.notes(state.inner, seat, action))
        state = _having_tried(ways, state, seat, "sleight")
        if not tried.unseen:
            caught = _caught_in_the_act(ways, state, watching.seat, seat, means, chance)
            return Step(caught.state, caught.events, kept=(*notes, *caught.kept))
        done = ways.sleight(state.inner, seat, action, chance)
        state = (
            state.evolve(magic=(*state.magic, seat)) if means == "magic" else state.evolve(cheats=(*state.cheats, seat))
        )
        # the GM reads the log instead
        private = () if seat == DEALER else ((seat, Unnoticed()), *done.private)
        heard = tuple((to, event) for to, event in done.private if to == seat != DEALER)
        around = self._around(state, Step(done.state, done.events))
        state = around.state.evolve(heard=(*state.heard, *heard))
        return Step(state, done.events, private, (*notes, *done.kept))

    def _influence(self, state: CrookedHand, seat: Seat, action: Influence, chance: Rng) -> Step[CrookedHand]:
        """Carry out an attempt at influence. Everybody sees its dice and its effect."""
        manner, whom = action.manner, int(action.whom)
        by, target = _party_of(self.ways, state, seat), _party_of(self.ways, state, whom)
        typed = (action.total, action.against) if action.total is not None and action.against is not None else None
        swayed = sway(state.begun.system, state.begun.roles, manner, by, target, state.effects, chance, typed)
        public = Influenced(
            by=seat,
            whom=whom,
            manner=manner,
            claim=action.claim if self.ways.claims and manner in WITH_WORDS else "",
            contest=swayed.contest,
            won=swayed.won,
            effect=None if swayed.won is None else effect_of_influence(manner, seat, won=swayed.won),
        )
        state = _having_tried(self.ways, state, seat, "influence").evolve(effects=swayed.effects)
        after = self._around(state, self.ways.influenced(state.inner, seat, action, swayed, chance))
        return Step(after.state, (public, *after.events), after.private, after.kept)

    def _look_for_tell(self, state: CrookedHand, seat: Seat, whom: Seat, chance: Rng) -> Step[CrookedHand]:
        """Look for a tell. Everybody sees the stare, the reader alone the reading, and the GM the truth."""
        begun, is_guilty = state.begun, state.has_cheated(whom)
        by, target = _party_of(self.ways, state, seat), _party_of(self.ways, state, whom)
        read = read_tell(begun.system, begun.roles, by, target, state.effects, chance, is_guilty=is_guilty)
        seemed = Seemed(whom=whom, guilty=read.seems_guilty)
        kept = ReadOff(by=seat, whom=whom, contest=read.contest, seems_guilty=read.seems_guilty, is_guilty=is_guilty)
        state = _having_tried(self.ways, state, seat, "read")
        state = state.evolve(heard=(*state.heard, (seat, seemed)))
        return Step(state, (Watched(by=seat, whom=whom),), ((seat, seemed),), (kept,))

    def on_timeout(self, state: CrookedHand, seat: Seat) -> AnyAction:
        return self._usual_verdict(state) if state.accusation is not None else self.honest.on_timeout(state.inner, seat)

    def on_leave(self, state: CrookedHand, seat: Seat) -> AnyAction:
        return self._usual_verdict(state) if state.accusation is not None else self.honest.on_leave(state.inner, seat)

    def _usual_verdict(self, state: CrookedHand) -> Rule:
        return Rule(ruling=self.ways.usual_ruling(state.inner))

    def leaves_at_once(self, state: CrookedHand, seat: Seat) -> bool:
        """Tell whether a seat that left acts at once: never while the GM has to rule."""
        is_still = state.accusation is not None or state.is_void
        return not is_still and self.honest.leaves_at_once(state.inner, seat)

    def pause(self, state: CrookedHand) -> float | None:
        is_still = state.accusation is not None or state.is_void
        return None if is_still else self.honest.pause(state.inner)

    def window(self, state: CrookedHand) -> BetWindow | None:
        is_still = state.accusation is not None or state.is_void
        return None if is_still else self.honest.window(state.inner)

    def asks(self, state: CrookedHand, seat: Seat) -> Hashable:
        """Return the game's own decision, so that nothing beside the game renews a clock."""
        if seat == DEALER and (state.accusation is not None or not self.honest.has_dealer):
            return "verdict", state.rulings
        return self.honest.asks(state.inner, seat)

    def npcs_decide(self, state: CrookedHand) -> tuple[Seat, ...]:
        return () if state.accusation is not None else self.honest.npcs_decide(state.inner)

    def refusal(self, state: CrookedHand, seat: Seat, action: AnyAction) -> str:
        aside = aside_refusal(self.honest, self.ways, state, seat, action)
        return self.honest.refusal(state.inner, seat, action) if aside is None else aside

    def view(self, state: CrookedHand, seat: Seat | None) -> SeenCrooked:
        return self.View(
            inner=self.honest.view(state.inner, seat),
            seat=seat,
            seats=state.seats,
            effects=tuple(effect for effect in state.effects if effect.seat in (DEALER, *state.seats)),
            accusation=state.accusation,
            is_void=state.is_void,
            cheats=(*state.cheats, *state.magic) if seat == DEALER else (),
            let_pass=state.let_pass if seat == DEALER else (),
            heard=tuple(event for to, event in state.heard if to == seat),
            may_try=() if seat is None else tuple(move.label for move in self.moves(state, seat) if move.aside),
        )

    def outcome(self, state: CrookedHand) -> Outcome[Carry] | None:
        """Return the game's outcome with the effects that last; of a void hand, everybody's chips back."""
        if state.is_void:
            return state.begun.given_back()
        end = None if state.accusation is not None else self.honest.outcome(state.inner)
        if end is None or end.carry is None:
            return end
        return end.evolve(carry=end.carry.evolve(effects=at_the_end(state.effects)))

    def chips(self, state: CrookedHand) -> int:
        return self.honest.chips(state.inner)

    def is_crooked(self, rules: CrookedRules) -> bool:
        return True

    def upgrade(self, text: str, from_version: int) -> CrookedHand:
        """Read a hand around a state that the game itself reads from an older version.

        Raises ValueError as the game does, and for a hand of another table.
        """
        stored = json.loads(text)
        if not isinstance(stored, dict) or "inner" not in stored:
            raise ValueError(f"{self.key}: that is no hand of a crooked table")
        inner = self.honest.upgrade(json.dumps(stored["inner"]), from_version)
        return self.State.from_json(json.dumps(stored | {"inner": json.loads(inner.to_json())}))


def honestly(game: AnyGame, state: Frozen) -> tuple[AnyGame, Frozen]:
    """Return the game and its state without the crooked wrapper; both unchanged where there is none."""
    return (game.honest, state.inner) if is_hand(state) and isinstance(game, Crooked) else (game, state)


def seen_honestly(view: Frozen) -> Frozen:
    """Return the view of the game itself."""
    return view.inner if is_view(view) else view
