"""Actions a second of no-limit betting, six players: ours alone, a whole hand of Klingon Hold-'Em, and pokerkit's
no-limit hold'em, with the same habits in turn.

A third of what players do is a raise or a fold. Ours alone has neither cards nor a showdown, but moves, checks, answers
and pots. The game has all there is: cards sealed as they are dealt, moves, actions read as from a form,
events, and attacks worked out. Pokerkit deals, burns, shows, ranks and pushes by itself (all its automations), so each
of its actions is one call: once as it comes, and once with a card each and nothing to rank (`pokerkit_bare`).
"""

import random
import time
from collections.abc import Callable
from statistics import median
from typing import Any, cast

from pokerkit import Automation, BettingStructure, Deck, Mode, NoLimitTexasHoldem, Opening, State, Street

from bot.engine.betting.events import Bet, BetAction, Call, Check, Fold, Raise, answer_bet
from bot.engine.betting.pots import side_pots, split
from bot.engine.betting.rounds import BettingRound, Bettor, Limits
from bot.engine.game import Player
from bot.engine.moves import Amount, find, require_offered
from bot.engine.rng import SeededRng
from bot.games import spec_of

HANDS = 300
RUNS = 5
SEATS = 6
STACK, SMALL = 200, 5
STREETS = 4
ALL = tuple(Automation)
LIMITS = Limits(smallest=2 * SMALL)


class Habits:
    """How a table bets: the same for every engine."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def wish(self) -> str:
        drawn = self.rng.random()
        return "call" if drawn > 0.33 else "raise" if drawn > 0.13 else "fold"

    def amount(self, low: int, high: int) -> int:
        """Mostly the least."""
        return low if self.rng.random() < 0.7 else self.rng.randint(low, high)


def _alone(seed: int, hands: int) -> tuple[int, int]:
    """Hands and actions on the betting engine."""
    habits, actions = Habits(seed), 0
    seats = range(1, SEATS + 1)
    bettors = tuple(Bettor(seat=seat, stack=STACK) for seat in seats)
    blinds = ((SEATS - 1, SMALL), (SEATS, 2 * SMALL))
    for _ in range(hands):
        betting = BettingRound.with_blinds(bettors, 1, LIMITS, blinds)
        for street in range(STREETS):
            while (seat := betting.turn) is not None:
                betting = _answer(betting, seat, habits)
                actions += 1
            if len(betting.live) == 1 or street == STREETS - 1:
                break
            betting = BettingRound.opened(betting.bettors, 1, LIMITS)
        pots = side_pots({bettor.seat: bettor.paid for bettor in betting.bettors}, betting.live)
        for pot in pots.pots:
            split(pot.amount, pot.eligible[:2])
    return hands, actions


def _answer(betting: BettingRound, seat: int, habits: Habits) -> BettingRound:
    moves, wish = betting.moves(seat), habits.wish()
    raising = find(moves, "raise") or find(moves, "bet") if wish == "raise" else None
    action: BetAction
    if raising is not None:
        (field,) = raising.fields
        low, high = cast("Amount", field).bounds()
        to = habits.amount(low, high)
        action = Raise(to=to) if betting.current else Bet(to=to)
    elif find(moves, "check"):
        action = Check()
    else:
        action = Fold() if wish == "fold" else Call()
    require_offered(moves, action, lambda: "")
    return answer_bet(betting, seat, action)[0]


def _game(seed: int, hands: int) -> tuple[int, int]:
    """Hands and actions of the whole game: a cash table without a limit on raises."""
    game, habits, actions = spec_of("klingon").game, Habits(seed), 0
    rules = game.HouseRules(stakes="cash", cash_small=SMALL, raises_each=0)
    players = tuple(Player(seat=seat, stack=STACK) for seat in range(1, SEATS + 1))
    deal = game.Deal(rules=rules, players=players)
    for hand in range(hands):
        chance = SeededRng(f"{seed}.{hand}")
        state = game.start(deal, chance).state
        while waiting := game.to_act(state):
            seat = min(waiting)
            moves, wish = game.moves(state, seat), habits.wish()
            raising = find(moves, "raise") or find(moves, "bet") if wish == "raise" else None
            if raising is not None:
                low, high = raising.fields[0].bounds()
                action = game.action(raising.key, {"to": habits.amount(low, high)})
            elif find(moves, "check"):
                action = game.action("check", {})
            else:
                action = game.action("fold" if wish == "fold" else "call", {})
            state = game.act(state, seat, action, chance, offered=moves).state
            actions += 1
        game.outcome(state)
    return hands, actions


def _holdem() -> State:
    return NoLimitTexasHoldem.create_state(
        ALL, True, 0, {-2: SMALL, -1: 2 * SMALL}, 2 * SMALL, STACK, SEATS, mode=Mode.CASH_GAME
    )


class _Same:
    """All hands are worth the same."""

    def from_game(self, hole: object, board: object) -> int:
        return 1


def _bare() -> State:
    streets = tuple(
        Street(False, () if cards else (False,), cards, False, Opening.POSITION, 2 * SMALL, None)
        for cards in (0, 1, 1, 1)
    )
    return State(
        automations=ALL,
        deck=cast("Any", tuple(Deck.STANDARD)[: SEATS + STREETS - 1]),
        hand_types=(cast("Any", _Same()),),
        streets=streets,
        betting_structure=BettingStructure.NO_LIMIT,
        ante_trimming_status=True,
        raw_antes=0,
        raw_blinds_or_straddles={-2: SMALL, -1: 2 * SMALL},
        bring_in=0,
        raw_starting_stacks=STACK,
        player_count=SEATS,
        mode=Mode.CASH_GAME,
    )


def _pokerkit(create: Callable[[], State]) -> Callable[[int, int], tuple[int, int]]:
    """Hands and actions in pokerkit. It is asked for bounds only by who wants to raise."""

    def played(seed: int, hands: int) -> tuple[int, int]:
        habits, actions = Habits(seed), 0
        for _ in range(hands):
            state = create()
            while state.status:
                wish = habits.wish()
                low = state.min_completion_betting_or_raising_to_amount if wish == "raise" else None
                if low is not None:
                    high = state.max_completion_betting_or_raising_to_amount or low
                    state.complete_bet_or_raise_to(habits.amount(low, high))
                elif wish == "fold" and state.checking_or_calling_amount:
                    state.fold()
                else:
                    state.check_or_call()
                actions += 1
        return hands, actions

    return played


ENGINES: dict[str, Callable[[int, int], tuple[int, int]]] = {
    "betting": _alone,
    "klingon": _game,
    "pokerkit": _pokerkit(_holdem),
    "pokerkit_bare": _pokerkit(_bare),
}


def _timed(play: Callable[[int, int], tuple[int, int]], seed: int, count: int) -> tuple[float, float, float]:
    """Hands and actions a second of the process's own time, and actions a hand."""
    began = time.process_time()
    hands, actions = play(seed, count)
    seconds = time.process_time() - began
    return hands / seconds, actions / seconds, actions / hands


def measure(hands: int = HANDS, runs: int = RUNS) -> dict[str, Any]:
    """Medians of the runs, engine after engine in each."""
    found = [{name: _timed(play, seed, hands) for name, play in ENGINES.items()} for seed in range(runs)]
    figures: dict[str, Any] = {"hands": hands, "seats": SEATS}
    for name in ENGINES:
        rate, actions, length = (median(run[name][at] for run in found) for at in range(3))
        figures[name] = {
            "actions_a_second": round(actions),
            "hands_a_second": round(rate),
            "actions_a_hand": round(length, 1),
        }
    for name in ("betting", "klingon"):
        ours = figures[name]["actions_a_second"]
        figures[f"{name}_times_pokerkit"] = round(ours / figures["pokerkit"]["actions_a_second"], 1)
    return figures
