"""No-Limit Klingon Hold-'Em: two ships down, five action cards up, and the strongest attack takes the pot."""

from collections.abc import Hashable

from bot.engine.betting.betting import Bettor
from bot.engine.betting.events import Check, Fold, Raise, answered, bet_refusal
from bot.engine.cards import Seal
from bot.engine.clockwise import after
from bot.engine.frozen import made
from bot.engine.game import BuyIn, Deal, Event, Game, Outcome, Step
from bot.engine.moves import Move
from bot.engine.rng import Chance
from bot.engine.speech import often
from bot.engine.tournament import Terms
from cogs.klingon.actions import WORDS, KlingonAction
from cogs.klingon.blinds import cloaked, posted, small_of, sun_of
from cogs.klingon.course import onward
from cogs.klingon.dealing import SHIPS_EACH, deal_ships, told_ships
from cogs.klingon.events import KlingonEvent
from cogs.klingon.klingon_decks import action_codes, deck_of, shipyard_of
from cogs.klingon.options import PRESETS, KlingonRules, oddities
from cogs.klingon.showdown import attack_of, outcome_of, ships_of
from cogs.klingon.sleights import KlingonSleights
from cogs.klingon.state import Captain, KlingonCarry, KlingonState, KlingonView, Own, SeatView


class Klingon(Game[KlingonRules, KlingonCarry, KlingonState, KlingonAction, KlingonView], KlingonSleights):
    """The game as printed in seed 003, with the options of its house rules."""

    key, title, seats = "klingon", "Klingon Hold-'Em", range(2, 11)
    tagline = "Two ships down, five action cards up: the strongest attack takes the pot."
    presets = PRESETS
    hand_title = "My ships"

    HouseRules, Carry, State = KlingonRules, KlingonCarry, KlingonState
    Action, Event, View = KlingonAction, KlingonEvent, KlingonView

    def title_of(self, rules: KlingonRules) -> str:
        if rules.pot_limit:
            return f"Pot-Limit {self.title}"
        return self.title if rules.max_bet else f"No-Limit {self.title}"

    def buy_in(self, rules: KlingonRules) -> BuyIn:
        return rules.buy_in

    def terms(self, rules: KlingonRules) -> Terms | None:
        return rules.terms

    def rules_note(self, rules: KlingonRules) -> str | None:
        return " ".join(oddities(rules)) or None

    def start(self, deal: Deal[KlingonRules, KlingonCarry], chance: Chance) -> Step[KlingonState]:
        """Both decks are whole again in every hand (rules 6.12)."""
        sun, small = sun_of(deal), small_of(deal)
        order = [player.seat for player in deal.players]
        held, shipyard = deal_ships(after(order, sun), shipyard_of(deal.rules).ids, chance)
        state = made(
            KlingonState,
            deal=deal,
            sun=sun,
            small=small,
            captains=tuple([made(Captain, seat=seat, ships=held[seat]) for seat in order]),
            betting=posted(deal, sun, small),
            shipyard=shipyard,
            bag=action_codes(deck_of(deal.rules)),
        )
        tell: list[Event] = [cloaked(state)]
        private = tuple(told_ships(deal.rules.deck, held))
        return Step(onward(state, chance, tell), tuple(tell), private)

    def to_act(self, state: KlingonState) -> frozenset[int]:
        return frozenset(state.betting.waiting[:1])

    def moves(self, state: KlingonState, seat: int) -> tuple[Move, ...]:
        return state.betting.moves(seat, state.deal.bank, WORDS)

    def play(self, state: KlingonState, seat: int, action: KlingonAction, chance: Chance) -> Step[KlingonState]:
        betting, acted = answered(state.betting, seat, action, opening_counts=state.rules.opening_counts)
        tell: list[Event] = [acted]
        return Step(onward(state.evolve(betting=betting), chance, tell), tuple(tell))

    def on_timeout(self, state: KlingonState, seat: int) -> KlingonAction:
        """Check if it is free, else disengage."""
        return Fold() if state.betting.to_call(seat) else Check()

    def leaving_note(self, rules: KlingonRules, whom: str) -> str:
        return f"The rules then act for {whom}: check if it is free, else disengage."

    def asks(self, state: KlingonState, seat: int) -> Hashable:
        """On each street anew, and again each time the bet has grown."""
        return state.street, state.betting.current

    def refusal(self, state: KlingonState, seat: int, action: KlingonAction) -> str:
        if seat not in state.order:
            return "You aren't in this hand."
        if state.ending is not None:
            return super().refusal(state, seat, action)
        bettor = state.betting.bettor(seat)
        if bettor.is_folded:
            return "You have disengaged from this hand."
        if bettor.is_all_in:
            return "You are all in: wait for the end of the hand."
        if seat not in self.to_act(state):
            return super().refusal(state, seat, action)
        return _bet_refusal(state, seat, action)

    def view(self, state: KlingonState, seat: int | None) -> KlingonView:
        standing = state.standing
        return KlingonView(
            street=state.street,
            sun=state.sun,
            small_seat=state.small_seat,
            small=state.small,
            large=state.large,
            pot=state.pot,
            to_match=state.betting.to_match,
            table=state.table,
            seats=tuple(_seat_view(state, bettor) for bettor in state.betting.bettors),
            waiting=state.betting.waiting[:1],
            raises_each=state.betting.limits.raises_each,
            entrants=len(standing.entrants) if standing else None,
            left=len(standing.live) if standing else None,
            prize=standing.prize if standing else None,
            own=_own(state, seat) if seat in state.order else None,
            ending=state.ending,
            rules=state.rules,
        )

    def outcome(self, state: KlingonState) -> Outcome[KlingonCarry] | None:
        return outcome_of(state) if state.ending else None

    def chips(self, state: KlingonState) -> int:
        stacks = sum(bettor.stack for bettor in state.betting.bettors)
        return stacks + (state.ending.house + state.ending.bank if state.ending else state.pot)

    def seals(self, state: KlingonState, seat: int | None) -> tuple[Seal, ...]:
        captains = [state.captain(other) for other in state.from_the_left]
        return tuple(
            Seal.of(captain.seat, captain.ships[at], is_open=captain.is_shown or captain.seat == seat)
            for at in range(SHIPS_EACH)
            for captain in captains
        )


def _bet_refusal(state: KlingonState, seat: int, action: KlingonAction) -> str:
    """Why the seat whose turn it is can't do that."""
    raises, most = state.betting.bettor(seat).raises, state.betting.limits.raises_each
    if isinstance(action, Raise) and most is not None and raises >= most:
        return f"You have raised {often(raises)} on this street: {WORDS.call} or {WORDS.fold}."
    return bet_refusal(state.betting, seat, action, WORDS)


def _seat_view(state: KlingonState, bettor: Bettor) -> SeatView:
    shown = {seat: (ships, attack) for seat, ships, attack in state.ending.attacks} if state.ending else {}
    ships, attack = shown.get(bettor.seat, ((), None))
    return SeatView(
        seat=bettor.seat,
        stack=bettor.stack,
        bet=bettor.bet,
        paid=bettor.paid,
        raises=bettor.raises,
        is_folded=bettor.is_folded,
        is_all_in=bettor.is_all_in and state.ending is None,
        ships=ships,
        attack=attack,
    )


def _own(state: KlingonState, seat: int) -> Own:
    return Own(seat=seat, ships=ships_of(state, seat), attack=attack_of(state, seat))


GAME = Klingon()
