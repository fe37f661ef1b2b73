"""A crooked table: any game that has sleights, and beside it influence, tells, suspicion and the GM's verdict.

The game itself doesn't know of it. All that is drawn is secret, also the dice that lie open: what is drawn for a
sleight that nobody saw mustn't show in what can be checked.
"""

import json
from collections.abc import Hashable
from typing import Any

from bot.engine.cheating.accusing import accused_by, caught_in_the_act, ruled
from bot.engine.cheating.actions import Accuse, Influence, Read, Rule
from bot.engine.cheating.around import Around
from bot.engine.cheating.asides import aside_moves, aside_refusal, kind_of_aside, watchers
from bot.engine.cheating.cheating import is_unseen, slipped, watcher
from bot.engine.cheating.effects import at_the_end
from bot.engine.cheating.events import Influenced, ReadOff, Seemed, Tried, Unnoticed, Watched
from bot.engine.cheating.influence import brought, sway
from bot.engine.cheating.state import Aside, CrookedState, CrookedView, Try
from bot.engine.cheating.suspicion import by_default, verdict_move
from bot.engine.cheating.tells import read_tell
from bot.engine.game import DEALER, Deal, Outcome, Seat, Step
from bot.engine.moves import Move, find
from bot.engine.rng import Chance, ClosedChance

AnyState = CrookedState[Any, Any, Any]


class Crooked(Around):
    """A game and what people do beside it."""

    has_dealer = True

    def start(self, deal: Deal[Any, Any], chance: Chance) -> Step[AnyState]:
        done = self.honest.start(deal, ClosedChance(chance))
        begun = self.Begun(players=deal.players, carry=deal.carry, bank=deal.bank, system=deal.system, roles=deal.roles)
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

    def play(self, state: AnyState, seat: Seat, action: Any, chance: Chance) -> Step[AnyState]:
        chance = ClosedChance(chance)
        match action:
            case Rule(ruling=ruling):
                return ruled(self.ways, state, ruling, chance)
            case Influence():
                return _influenced(state, seat, action, chance)
            case Read(whom=whom):
                return _watched(state, seat, int(whom), chance)
            case Accuse(whom=whom):
                return accused_by(_having_tried(state, seat, "accuse"), seat, int(whom), chance)
            case _ if kind_of_aside(self.ways, action) == "sleight":
                return self._tried(state, seat, action, chance)
            case _:
                return self._around(state, self.honest.play(state.inner, seat, action, chance))

    def _around(self, state: AnyState, done: Step[Any]) -> Step[AnyState]:
        """A step of the game itself, in the hand that is around it."""
        return Step(state.evolve(inner=done.state), done.events, done.private, done.kept)

    def _tried(self, state: AnyState, seat: Seat, action: Any, chance: Chance) -> Step[AnyState]:
        """Sleight of hand against whoever looks closest; unseen, the game says what it does."""
        system, roles, own = state.begun.system, state.begun.roles, state.begun.party(seat)
        watching = watcher(system, roles, watchers(self.ways, state, seat, is_banked=self.honest.is_banked))
        contest = slipped(system, roles, own, watching, state.effects, chance)
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
        """Nobody goes while the GM hasn't ruled."""
        is_still = state.accusation is not None or state.is_void
        return not is_still and self.honest.leaves_at_once(state.inner, seat)

    def pause(self, state: AnyState) -> float | None:
        is_still = state.accusation is not None or state.is_void
        return None if is_still else self.honest.pause(state.inner)

    def asks(self, state: AnyState, seat: Seat) -> Hashable:
        """What the game asks; so what somebody does on the side renews nobody's clock."""
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
        """The game's own, with the effects that last; of a void hand what everybody brought."""
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
        """The hand around a state that the game itself reads from an older version. ValueError as there, and for what
        is no hand of a crooked table.
        """
        stored = json.loads(text)
        if not isinstance(stored, dict) or "inner" not in stored:
            raise ValueError(f"{self.key}: that is no hand of a crooked table")
        inner = self.honest.upgrade(json.dumps(stored["inner"]), from_version)
        return self.State.from_json(json.dumps(stored | {"inner": json.loads(inner.to_json())}))


def _having_tried(state: AnyState, seat: Seat, what: Aside, at: int = 0) -> AnyState:
    return state.evolve(tried=(*state.tried, Try(seat, what, at)))


def _influenced(state: AnyState, seat: Seat, action: Influence, chance: Chance) -> Step[AnyState]:
    """Everybody sees an attempt to sway somebody, its dice, and what it brought."""
    by, whom = state.begun.party(seat), state.begun.party(int(action.whom))
    done = sway(state.begun.system, state.begun.roles, action.manner, by, whom, state.effects, chance)
    told = Influenced(
        by=by.seat,
        whom=whom.seat,
        manner=action.manner,
        contest=done.contest,
        won=done.won,
        effect=None if done.won is None else brought(action.manner, seat, won=done.won),
    )
    return Step(_having_tried(state, seat, "influence").evolve(effects=done.effects), (told,))


def _watched(state: AnyState, seat: Seat, whom: Seat, chance: Chance) -> Step[AnyState]:
    """Everybody sees the stare, the reader alone what it seems to say, and the GM what is true."""
    begun, is_guilty = state.begun, state.has_cheated(whom)
    by, target = begun.party(seat), begun.party(whom)
    read = read_tell(begun.system, begun.roles, by, target, state.effects, chance, is_guilty=is_guilty)
    seemed = Seemed(whom=whom, guilty=read.seems_guilty)
    kept = ReadOff(by=seat, whom=whom, contest=read.contest, seems_guilty=read.seems_guilty, is_guilty=is_guilty)
    state = _having_tried(state, seat, "read")
    state = state.evolve(heard=(*state.heard, (seat, seemed)))
    return Step(state, (Watched(by=seat, whom=whom),), ((seat, seemed),), (kept,))
