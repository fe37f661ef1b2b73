"""The crooked table: a game wrapped so that seats may cheat, influence, read and accuse each other beside it.

Everybody who was dealt in watches and is watched until they are out: a seat that folded or was caught neither does
anything beside the game nor watches. Where the house plays it watches too, without a sheet.
"""

import json
from abc import ABC
from collections.abc import Hashable
from functools import lru_cache
from typing import Any, cast

from bot.engine.cheating.accusations import accuse_seat, apply_verdict, caught_in_the_act
from bot.engine.cheating.actions import (
    GM_RULES,
    NOBODY_ACCUSED,
    ONLY_THE_GM,
    Accuse,
    Influence,
    Read,
    Rule,
    by_default,
    verdict_move,
)
from bot.engine.cheating.contests import Party, effect_of_influence, is_unseen, read_tell, roll_sleight, sway, watcher
from bot.engine.cheating.effects import at_the_end
from bot.engine.cheating.events import Influenced, ReadOff, Seemed, Tried, Unnoticed, Watched
from bot.engine.cheating.sleights import Cheatable
from bot.engine.cheating.state import (
    AnyGame,
    Aside,
    CrookedState,
    CrookedView,
    Try,
    actions_of,
    begun_of,
    events_of,
    sleight_kinds,
    state_of,
    view_of,
)
from bot.engine.game import DEALER, BuyIn, Deal, Game, Outcome, Seat, Step
from bot.engine.moves import AnyAction, Choice, Move, Pick, find
from bot.engine.rng import ClosedRng, Rng
from bot.engine.tournament import Terms

AnyState = CrookedState[Any, Any, Any]

MANNERS = (
    Choice(value="deceive", label="Deceive them"),
    Choice(value="persuade", label="Persuade them"),
    Choice(value="intimidate", label="Intimidate them"),
    Choice(value="distract", label="Distract them"),
)
_ONCE: dict[Aside, str] = {
    "influence": "You have tried to influence somebody in this hand already: it is done once a hand.",
    "read": "You have looked for a tell in this hand already: it is done once a hand.",
    "accuse": "You have accused somebody in this hand already: it is done once a hand.",
    "sleight": "You have tried something already: it is too early for another try.",
}
_REMEMBERED = 512
_OUT = "Whoever is out of the hand does nothing on the side."
_NOTHING_TO_GAIN = "There is nothing to gain by that now."


def still_in(game: Cheatable[Any], state: AnyState) -> tuple[Seat, ...]:
    """Return the seats that were dealt in and aren't out, clockwise."""
    return tuple(seat for seat in state.seats if seat not in state.caught and not game.is_out(state.inner, seat))


def watchers(game: Cheatable[Any], state: AnyState, seat: Seat, *, is_banked: bool) -> tuple[Party, ...]:
    """Return the parties that might see a seat's sleight: all others still in, and the house where it plays or is
    alone.
    """
    others = tuple(state.begun.party(other) for other in still_in(game, state) if other != seat)
    return (*others, state.begun.party(DEALER)) if is_banked or not others else others


def has_tried(state: AnyState, seat: Seat, what: Aside, at: int = 0) -> bool:
    return Try(seat, what, at) in state.tried


def aside_moves(game: Cheatable[Any], state: AnyState, seat: Seat) -> tuple[Move, ...]:
    """Return the game's sleights, and the attempts against other seats."""
    present = still_in(game, state)
    if seat not in present:
        return ()
    moves: list[Move] = []
    if not has_tried(state, seat, "sleight", game.sleight_round(state.inner)):
        moves += (move.evolve(aside=True) for move in game.sleights(state.inner, seat))
    names = {player.seat: player.name for player in state.begun.players}
    others = _attempts_against(tuple([(one, names[one]) for one in present if one != seat]))
    return (*moves, *[move for what, move in others if not has_tried(state, seat, what)])


@lru_cache(maxsize=_REMEMBERED)
def _attempts_against(others: tuple[tuple[Seat, str], ...]) -> tuple[tuple[Aside, Move], ...]:
    """Return the attempts against these seats, if any. Cached: the seats stay the same for most of a hand."""
    if not others:
        return ()
    choices = tuple(Choice(value=str(seat), label=name) for seat, name in others)
    manner = Pick(name="manner", label="How?", choices=MANNERS)
    offers: tuple[tuple[Aside, str, tuple[Pick, ...]], ...] = (
        ("influence", "Influence", (manner, _whom("Influence whom?", choices))),
        ("read", "Read a tell", (_whom("Watch whom?", choices),)),
        ("accuse", "Accuse", (_whom("Accuse whom of cheating?", choices),)),
    )
    return tuple(
        (what, Move(key=what, label=label, fields=fields, place="private", aside=True))
        for what, label, fields in offers
    )


def _whom(label: str, others: tuple[Choice, ...]) -> Pick:
    return Pick(name="whom", label=label, choices=others)


def kind_of_aside(ways: Cheatable[Any], action: AnyAction) -> Aside | None:
    """Return the kind of an action beside the game; None for an action of the game."""
    if isinstance(action, Influence):
        return "influence"
    if isinstance(action, Read):
        return "read"
    if isinstance(action, Accuse):
        return "accuse"
    return "sleight" if action.kind in sleight_kinds(ways) else None


def aside_refusal(
    game: Game[Any, Any, Any, Any, Any], ways: Cheatable[Any], state: AnyState, seat: Seat, action: AnyAction
) -> str | None:
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
    if seat not in state.seats:
        return f"You aren't in this {game.hand_word}."
    if seat not in still_in(ways, state):
        return _OUT
    at = ways.sleight_round(state.inner) if what == "sleight" else 0
    return _ONCE[what] if has_tried(state, seat, what, at) else _NOTHING_TO_GAIN


_CARD = (
    *("key", "title", "tagline", "seats", "version", "presets", "HouseRules", "Carry", "Kit", "goods", "goods_word"),
    *("hand_word", "is_banked"),
)
UP_MY_SLEEVE = "Up my sleeve"
"""The title of a seat's page in a game that has no hidden hands."""


class CrookedShell(Game[Any, Any, CrookedState[Any, Any, Any], Any, CrookedView[Any, Any]], ABC):
    """`honest` is the game as it is played at any other table. TypeError for one without sleights."""

    def __init__(self, honest: AnyGame, *, hand_title: str = UP_MY_SLEEVE) -> None:
        if not isinstance(honest, Cheatable):
            raise TypeError(f"{honest.key} has no sleights")
        self.honest: AnyGame = honest
        self.ways: Cheatable[Any] = honest
        self.Action, self.Event = actions_of(honest, self.ways), events_of(honest)
        self.State, self.View = state_of(honest, self.Event), view_of(honest, self.Event)
        self.Begun = begun_of(honest)
        vars(self).update({name: getattr(honest, name) for name in _CARD}, hand_title=hand_title)

    def buy_in(self, rules: Any) -> BuyIn:
        return self.honest.buy_in(rules)

    def terms(self, rules: Any) -> Terms | None:
        return self.honest.terms(rules)

    def usual_bank(self, rules: Any) -> int:
        return self.honest.usual_bank(rules)

    def least_bank(self, rules: Any) -> int:
        return self.honest.least_bank(rules)

    def least_stack(self, rules: Any) -> int:
        return self.honest.least_stack(rules)

    def leaving_note(self, rules: Any, whom: str) -> str:
        return self.honest.leaving_note(rules, whom)

    def is_verifiable(self, rules: Any) -> bool:
        return self.honest.is_verifiable(rules)

    def title_of(self, rules: Any) -> str:
        return self.honest.title_of(rules)

    def wagers_goods(self, rules: Any) -> bool:
        return self.honest.wagers_goods(rules)

    def rules_note(self, rules: Any) -> str | None:
        return self.honest.rules_note(rules)


class Crooked(CrookedShell):
    """A game and what people do beside it."""

    has_dealer = True

    def start(self, deal: Deal[Any, Any], chance: Rng) -> Step[AnyState]:
        done = self.honest.start(deal, ClosedRng(chance))
        begun = self.Begun(
            players=deal.players,
            carry=deal.carry,
            bank=deal.bank,
            system=deal.system,
            roles=deal.roles,
            unproven=deal.rules.unproven,
        )
        effects = deal.carry.effects if deal.carry is not None else ()
        return self._around(self.State(inner=done.state, begun=begun, effects=effects), done)

    def to_act(self, state: AnyState) -> frozenset[Seat]:
        if state.is_void:
            return frozenset()
        return frozenset((DEALER,)) if state.accusation is not None else self.honest.to_act(state.inner)

    def moves(self, state: AnyState, seat: Seat) -> tuple[Move, ...]:
        if state.accusation is not None:
            return (verdict_move(),) if seat == DEALER else ()
        if state.is_void or not self.honest.to_act(state.inner):
            return ()
        return (*self.honest.moves(state.inner, seat), *aside_moves(self.ways, state, seat))

    def play(self, state: AnyState, seat: Seat, action: Any, chance: Rng) -> Step[AnyState]:
        chance = ClosedRng(chance)
        match action:
            case Rule(ruling=ruling):
                return apply_verdict(self.ways, state, ruling, chance)
            case Influence():
                return _influence(state, seat, action, chance)
            case Read(whom=whom):
                return _look_for_tell(state, seat, int(whom), chance)
            case Accuse(whom=whom):
                return accuse_seat(_having_tried(state, seat, "accuse"), seat, int(whom), chance)
            case _ if kind_of_aside(self.ways, action) == "sleight":
                return self._try_sleight(state, seat, action, chance)
            case _:
                return self._around(state, self.honest.play(state.inner, seat, action, chance))

    def _around(self, state: AnyState, done: Step[Any]) -> Step[AnyState]:
        """Wrap a step of the game itself into the hand around it."""
        return Step(state.evolve(inner=done.state), done.events, done.private, done.kept)

    def _try_sleight(self, state: AnyState, seat: Seat, action: Any, chance: Rng) -> Step[AnyState]:
        """Roll sleight of hand against the closest watcher; unseen, the game carries it out."""
        system, roles, own = state.begun.system, state.begun.roles, state.begun.party(seat)
        watching = watcher(system, roles, watchers(self.ways, state, seat, is_banked=self.honest.is_banked))
        contest = roll_sleight(system, roles, own, watching, state.effects, chance)
        offered = find(self.ways.sleights(state.inner, seat), action.kind)
        what = offered.label if offered is not None else action.kind
        tried = Tried(by=seat, watcher=watching.seat, what=what, contest=contest, unseen=is_unseen(contest))
        state = _having_tried(state, seat, "sleight", self.ways.sleight_round(state.inner))
        if not tried.unseen:
            caught = caught_in_the_act(state, watching.seat, seat, chance)
            return Step(caught.state, caught.events, kept=(tried, *caught.kept))
        done = self.ways.sleight(state.inner, seat, action, chance)
        heard = tuple((to, event) for to, event in done.private if to == seat)
        state = state.evolve(inner=done.state, cheats=(*state.cheats, seat), heard=(*state.heard, *heard))
        private = ((seat, Unnoticed()), *done.private)
        return Step(state, done.events, private, (tried, *done.kept))

    def on_timeout(self, state: AnyState, seat: Seat) -> Any:
        return by_default() if state.accusation is not None else self.honest.on_timeout(state.inner, seat)

    def on_leave(self, state: AnyState, seat: Seat) -> Any:
        return by_default() if state.accusation is not None else self.honest.on_leave(state.inner, seat)

    def leaves_at_once(self, state: AnyState, seat: Seat) -> bool:
        """Tell whether a seat that left acts at once: never while the GM has to rule."""
        is_still = state.accusation is not None or state.is_void
        return not is_still and self.honest.leaves_at_once(state.inner, seat)

    def pause(self, state: AnyState) -> float | None:
        is_still = state.accusation is not None or state.is_void
        return None if is_still else self.honest.pause(state.inner)

    def asks(self, state: AnyState, seat: Seat) -> Hashable:
        """Return the game's own decision, so that nothing beside the game renews a clock."""
        return ("verdict", state.rulings) if seat == DEALER else self.honest.asks(state.inner, seat)

    def refusal(self, state: AnyState, seat: Seat, action: Any) -> str:
        aside = aside_refusal(self.honest, self.ways, state, seat, action)
        return self.honest.refusal(state.inner, seat, action) if aside is None else aside

    def view(self, state: AnyState, seat: Seat | None) -> CrookedView[Any, Any]:
        return self.View(
            inner=self.honest.view(state.inner, seat),
            seat=seat,
            seats=state.seats,
            effects=tuple(effect for effect in state.effects if effect.seat in state.seats),
            accusation=state.accusation,
            is_void=state.is_void,
            cheats=state.cheats if seat == DEALER else (),
            let_pass=state.let_pass if seat == DEALER else (),
            heard=tuple(event for to, event in state.heard if to == seat),
            may_try=() if seat is None else tuple(move.label for move in self.moves(state, seat) if move.aside),
        )

    def outcome(self, state: AnyState) -> Outcome[Any] | None:
        """Return the game's outcome with the effects that last; of a void hand, everybody's chips back."""
        if state.is_void:
            return state.begun.given_back()
        end = None if state.accusation is not None else self.honest.outcome(state.inner)
        if end is None or end.carry is None:
            return end
        return end.evolve(carry=end.carry.evolve(effects=at_the_end(state.effects)))

    def chips(self, state: AnyState) -> int:
        return self.honest.chips(state.inner)

    def is_crooked(self, rules: Any) -> bool:
        return True

    def upgrade(self, text: str, from_version: int) -> AnyState:
        """Read a hand around a state that the game itself reads from an older version.

        Raises ValueError as the game does, and for a hand of another table.
        """
        stored = json.loads(text)
        if not isinstance(stored, dict) or "inner" not in stored:
            raise ValueError(f"{self.key}: that is no hand of a crooked table")
        inner = self.honest.upgrade(json.dumps(stored["inner"]), from_version)
        return self.State.from_json(json.dumps(stored | {"inner": json.loads(inner.to_json())}))


def _having_tried(state: AnyState, seat: Seat, what: Aside, at: int = 0) -> AnyState:
    return state.evolve(tried=(*state.tried, Try(seat, what, at)))


def _influence(state: AnyState, seat: Seat, action: Influence, chance: Rng) -> Step[AnyState]:
    """Carry out an attempt at influence. Everybody sees its dice and its effect."""
    by, whom = state.begun.party(seat), state.begun.party(int(action.whom))
    done = sway(state.begun.system, state.begun.roles, action.manner, by, whom, state.effects, chance)
    told = Influenced(
        by=by.seat,
        whom=whom.seat,
        manner=action.manner,
        contest=done.contest,
        won=done.won,
        effect=None if done.won is None else effect_of_influence(action.manner, seat, won=done.won),
    )
    return Step(_having_tried(state, seat, "influence").evolve(effects=done.effects), (told,))


def _look_for_tell(state: AnyState, seat: Seat, whom: Seat, chance: Rng) -> Step[AnyState]:
    """Look for a tell. Everybody sees the stare, the reader alone the reading, and the GM the truth."""
    begun, is_guilty = state.begun, state.has_cheated(whom)
    by, target = begun.party(seat), begun.party(whom)
    read = read_tell(begun.system, begun.roles, by, target, state.effects, chance, is_guilty=is_guilty)
    seemed = Seemed(whom=whom, guilty=read.seems_guilty)
    kept = ReadOff(by=seat, whom=whom, contest=read.contest, seems_guilty=read.seems_guilty, is_guilty=is_guilty)
    state = _having_tried(state, seat, "read")
    state = state.evolve(heard=(*state.heard, (seat, seemed)))
    return Step(state, (Watched(by=seat, whom=whom),), ((seat, seemed),), (kept,))


def honestly(game: AnyGame, state: Any) -> tuple[AnyGame, Any]:
    """Return the game and its state without the crooked wrapper; both unchanged where there is none."""
    return (game.honest, state.inner) if isinstance(game, Crooked) else (game, state)


def seen_honestly(view: Any) -> Any:
    """Return the view of the game itself."""
    return cast("CrookedView[Any, Any]", view).inner if isinstance(view, CrookedView) else view
