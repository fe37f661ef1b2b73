"""Pazaak: first to three sets; closest to twenty without going over takes the set."""

from collections.abc import Hashable

from bot.engine.cards import Seal
from bot.engine.game import Award, BuyIn, Deal, Game, Outcome, Step
from bot.engine.moves import Move
from bot.engine.rng import Chance
from cogs.pazaak import choosing, turns
from cogs.pazaak.actions import ChooseDeck, EndTurn, Forfeit, PazaakAction, PlayCard, Stand
from cogs.pazaak.cards import KINDS
from cogs.pazaak.events import Begun, PazaakEvent, Told
from cogs.pazaak.loadout import PazaakKit
from cogs.pazaak.options import MOST, PRESETS, PazaakRules
from cogs.pazaak.sets import compared, match_over, wagered
from cogs.pazaak.sleights import PazaakSleights
from cogs.pazaak.state import Gambler, PazaakCarry, PazaakState, PazaakView, SeatView

USUAL_MATCHES = 10
"""Stakes that a seat usually brings."""
GOOD_ENOUGH = 17
"""The total on which somebody who is away stands."""


class Pazaak(Game[PazaakRules, PazaakCarry, PazaakState, PazaakAction, PazaakView], PazaakSleights):
    """The game of seed 002. The hand that is settled is a match."""

    key, title, seats = "pazaak", "Pazaak", range(2, 3)
    tagline = "Closest to twenty without going over takes the set; three sets take the match."
    presets = PRESETS

    HouseRules, Carry, State = PazaakRules, PazaakCarry, PazaakState
    Action, Event, View = PazaakAction, PazaakEvent, PazaakView
    Kit = PazaakKit
    goods = {kind.code: kind.name for kind in KINDS.values()}  # noqa: RUF012
    goods_word, hand_word = "card", "match"

    def buy_in(self, rules: PazaakRules) -> BuyIn:
        return BuyIn(low=rules.stake, usual=min(rules.stake * USUAL_MATCHES, MOST))

    def least_stack(self, rules: PazaakRules) -> int:
        return rules.stake

    def wagers_goods(self, rules: PazaakRules) -> bool:
        return rules.wagers

    def start(self, deal: Deal[PazaakRules, PazaakCarry], chance: Chance) -> Step[PazaakState]:
        """Both put down the stake and choose their side decks, where there is a choice."""
        stake = deal.rules.stake
        first, second = (Gambler(seat=player.seat, stack=player.stack - stake) for player in deal.players)
        state = choosing.choosing_begun(PazaakState(deal=deal, gamblers=(first, second)))
        told = Told([Begun(stake=stake, pot=deal.rules.pot, sets=deal.rules.sets)])
        if not state.choosing:
            state = turns.match_begun(state, chance, told)
        return _step(state, told)

    def to_act(self, state: PazaakState) -> frozenset[int]:
        if state.result is not None:
            return frozenset()
        return frozenset(state.choosing or (state.turn,))

    def moves(self, state: PazaakState, seat: int) -> tuple[Move, ...]:
        if state.result is not None or seat not in state.order:
            return ()
        if seat not in self.to_act(state):
            return (_forfeit(state),)
        if state.choosing:
            return (choosing.deck_move(state, seat), _forfeit(state))
        play = (turns.play_move(state),) if turns.may_play(state) else ()
        ways = (_LOSE,) if state.gambler(seat).is_over else (_END, _STAND)
        return (*play, *ways, _FORFEIT)

    def play(self, state: PazaakState, seat: int, action: PazaakAction, chance: Chance) -> Step[PazaakState]:
        told = Told()
        match action:
            case ChooseDeck(deck=deck):
                state = choosing.chosen(state, seat, deck, told)
                if not state.choosing:
                    state = turns.match_begun(state, chance, told)
            case PlayCard(card=card):
                state = turns.played(state, card, chance, told)
            case EndTurn():
                state = turns.ended(state, chance, told)
            case Stand():
                state = turns.stood(state, chance, told)
            case Forfeit():
                state = match_over(state, "forfeit", state.other(seat), told)
        return _step(state, told)

    def on_timeout(self, state: PazaakState, seat: int) -> PazaakAction:
        """The deck in use; then no side cards, and standing where that isn't a loss: on 17, or ahead of who stands."""
        if state.choosing:
            return ChooseDeck(deck="1")
        own, other = state.gambler(seat), state.gambler(state.other(seat))
        if own.is_over:
            return EndTurn()
        if other.stands:
            return EndTurn() if compared(state).winner == other.seat else Stand()
        return Stand() if own.total >= GOOD_ENOUGH else EndTurn()

    def on_leave(self, state: PazaakState, seat: int) -> PazaakAction:
        return Forfeit() if state.rules.leaving == "forfeit" else self.on_timeout(state, seat)

    def leaves_at_once(self, state: PazaakState, seat: int) -> bool:
        """Giving up waits for nobody's turn (rules 5.20)."""
        return state.rules.leaving == "forfeit" and state.result is None

    def leaving_note(self, rules: PazaakRules, whom: str) -> str:
        if rules.leaving == "forfeit":
            return "That gives the match up: the other takes all that was put down."
        return f"The match then goes on without {whom}, and the rules act for the seat."

    def asks(self, state: PazaakState, seat: int) -> Hashable:
        """A turn is one choice, whether or not a side card was played in it already."""
        return bool(state.choosing), state.turns

    def refusal(self, state: PazaakState, seat: int, action: PazaakAction) -> str:
        if state.result is not None:
            return "The match is over."
        if seat not in state.order:
            return "You don't play in this match."
        if state.choosing:
            return _while_choosing(state, seat)
        if isinstance(action, ChooseDeck):
            return "The side decks are chosen: yours stays for this match."
        if seat != state.turn:
            is_out = state.gambler(seat).stands
            return "You stand, and play no more cards in this set." if is_out else "It isn't your turn."
        if isinstance(action, PlayCard):
            return _without_a_card(state)
        if isinstance(action, Stand):
            return "Over 20 there is nothing to stand on: end the turn, which loses the set."
        return super().refusal(state, seat, action)

    def view(self, state: PazaakState, seat: int | None) -> PazaakView:
        first, second = state.gamblers
        return PazaakView(
            stake=state.rules.stake,
            goal=state.rules.sets,
            has_hands=state.rules.hand_size > 0,
            number=state.number,
            turn=state.turn,
            has_played=state.has_played,
            choosing=state.choosing,
            seats=(_seat_view(state, first), _seat_view(state, second)),
            wagered=wagered(state),
            own=choosing.own_view(state, seat) if seat in state.order else None,
            result=state.result,
            rules=state.rules,
        )

    def seals(self, state: PazaakState, seat: int | None) -> tuple[Seal, ...]:
        """Played cards are open to all, the others to who drew them."""
        return tuple(
            Seal.of(one.seat, one.held, is_open=one.place == "played" or one.seat == seat) for one in state.drawn
        )

    def outcome(self, state: PazaakState) -> Outcome[PazaakCarry] | None:
        if state.result is None:
            return None
        winner = state.result.winner
        return Outcome(
            stacks=tuple((gambler.seat, gambler.stack) for gambler in state.gamblers),
            carry=PazaakCarry(),
            house=state.result.house,
            bank=state.deal.bank,
            goods=tuple(
                Award(good=good.id, seat=player.seat if winner is None else winner)
                for player in state.deal.players
                for good in player.wager
            ),
        )

    def chips(self, state: PazaakState) -> int:
        stacks = sum(gambler.stack for gambler in state.gamblers) + state.deal.bank
        return stacks + (state.rules.pot if state.result is None else state.result.house)


_END = Move(key="end", label="End turn", style="main")
_LOSE = _END.evolve(confirm="That is over 20: end the turn and lose the set?")
_STAND = Move(key="stand", label="Stand")
_FORFEIT = Move(
    key="forfeit",
    label="Give up",
    style="danger",
    confirm="Give up the match? The other wins it, with all that was put down.",
)


def _forfeit(state: PazaakState) -> Move:
    """Giving up stands at the table only where there is more to do there: while decks are chosen it is in the hand."""
    return _FORFEIT.evolve(place="private") if state.choosing else _FORFEIT


def _while_choosing(state: PazaakState, seat: int) -> str:
    if seat in state.choosing:
        return "The side decks come first: choose yours."
    return "You have chosen your side deck: the other is still choosing."


def _without_a_card(state: PazaakState) -> str:
    if state.rules.hand_size == 0:
        return "This table plays without side cards."
    if state.has_played:
        return "You have played a side card in this turn: one is all a turn takes."
    return "You have no side cards left in your hand."


def _seat_view(state: PazaakState, gambler: Gambler) -> SeatView:
    return SeatView(
        seat=gambler.seat,
        stack=gambler.stack,
        table=gambler.table,
        total=gambler.total,
        stands=gambler.stands,
        is_over=gambler.is_over,
        sets=gambler.sets,
        in_hand=len(state.hand(gambler.seat)),
    )


def _step(state: PazaakState, told: Told) -> Step[PazaakState]:
    return Step(state, tuple(told.events), tuple(told.private))


GAME = Pazaak()
