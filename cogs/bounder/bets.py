"""The bounds of stakes and bets, and the refusals beyond them.

The bank takes no bet that it couldn't pay in the worst outcome with all others on the table.
"""

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import Literal, NamedTuple

from bot.engine.banked.limits import Chip, Pay, chip_refusal, once_per_state
from bot.engine.game import Deal
from bot.engine.money import MAX_AMOUNT
from bot.engine.moves import Amount, Move, MovePreset
from cogs.bounder.state import (
    DEALER_DICE,
    KINDS,
    LABELS,
    POINTS,
    Again,
    BetKind,
    Bets,
    BounderAction,
    BounderCarry,
    BounderRules,
    BounderState,
    Done,
    Double,
    Gambler,
    Increase,
    Keep,
    Pass,
    Roll,
    Stake,
    TakeBack,
    Terms,
    Verdict,
    Wager,
    dealer_rolls,
    stake_pays,
    verdict_of,
)

_CASES_CACHED = 256
_BOUNDS_CACHED = 4096


class _Stake(NamedTuple):
    amount: int
    point: int | None


class _TableBets(NamedTuple):
    """All that lies on the table, in smallest coins; `won` is what each kind of bet wins, if it does, in the order of
    KINDS, and `lost` what was staked on it.
    """

    stakes: tuple[_Stake, ...]
    won: tuple[int, ...]
    lost: tuple[int, ...]


class _Case(NamedTuple):
    """An outcome: the dealer's sum where it matters, the bets that win, and what the bank loses."""

    total: int | None
    wins: frozenset[BetKind]
    loss: int


class _Outcomes(NamedTuple):
    """Every outcome of the bets on the table, equal ones once, and the bank's loss in the worst of them."""

    cases: tuple[_Case, ...]
    worst: int
    worst_with: Mapping[BetKind, int]
    """In the worst outcome in which a bet of that kind wins, if there are any."""


Limit = Literal["stack", "table", "bank", "others"]
"""The reason for the most: the bettor's chips, the table's largest bet, the bank, or what the bank keeps for others."""


class Bounds(NamedTuple):
    """From the least to the most, in smallest coins, and what sets the most. Without room the most is the lesser."""

    low: int
    high: int
    limit: Limit

    @property
    def has_room(self) -> bool:
        return self.low <= self.high


def _bounds(low: int, stack: int, table: int, bank: int) -> Bounds:
    high = min(stack, table, bank)
    limit: Limit = "stack" if high == stack else "table" if high == table else "bank"
    return Bounds(low, high, limit)


class Exposure:
    """What the bank could lose as bets lie in a state. `means` is what it has to lose."""

    def __init__(self, state: BounderState) -> None:
        self.means, self._terms = state.means, state.rules.terms[state.point]
        self._laid = _bets_on_table(state, self._terms)
        self._outcomes = _outcomes(self._laid)
        enough = _most_won(state.deal)
        if self.means - self._outcomes.worst >= enough:
            self._rooms = dict.fromkeys(KINDS, enough)
        else:
            self._rooms = {kind: min(self.means - lost, enough) for kind, lost in self._outcomes.worst_with.items()}

    def bounds(self, kind: BetKind, beside: int, stack: int) -> Bounds:
        """Return the bounds of a bet for a player with these chips who has `beside` on it already."""
        return _bet_bounds(self._terms[kind], self._rooms[kind], beside, stack)

    def bet_move(self, kind: BetKind, beside: int, stack: int) -> Move | None:
        """Return the move of a bet within its bounds; None where there is no room."""
        return _bet_move(self._terms[kind], self._rooms[kind], beside, stack)

    def most_stake(self, point: int | None = None) -> int:
        """Return how much more a shooter with this point, or none yet, can stake."""
        is_alone = len(self._laid.stakes) == 1 and point is not None
        worst = self._outcomes.worst_with["point"] if is_alone else _worst_beside(self._laid, point)
        return _best_payout(point).largest(self.means - worst)

    def covers(self, bets: Bets) -> bool:
        """Return true if the bank can also pay all of these bets of a player who has made none yet."""
        return self._fits(bets.made, 1)

    def lets_go(self, bets: Iterable[tuple[BetKind, int]]) -> bool:
        """Return true if the bank can pay all that is left without these bets: it may count on them to pay others."""
        return self._fits(bets, -1)

    def _fits(self, bets: Iterable[tuple[BetKind, int]], times: Literal[1, -1]) -> bool:
        """Return true if the bank can pay every outcome once these bets come to the table, or go."""
        change = [(kind, amount, self._terms[kind].pay.winnings(amount)) for kind, amount in bets]
        return all(
            case.loss + times * sum([won if kind in case.wins else -amount for kind, amount, won in change])
            <= self.means
            for case in self._outcomes.cases
        )

    def frees(self, bets: Bets) -> bool:
        """Return true if each of these bets can be removed, and any of them together."""
        return self._outcomes.worst + bets.total <= self.means or all(
            case.loss + sum([amount for kind, amount in bets.made if kind not in case.wins]) <= self.means
            for case in self._outcomes.cases
        )


@once_per_state
def _most_won(deal: Deal[BounderRules, BounderCarry]) -> int:
    """Return the most that all chips of the round can win on one kind. More room in the bank makes no difference, and a
    rich bank always has the same then.
    """
    return min(sum([player.stack for player in deal.players]) * deal.rules.most_paid, MAX_AMOUNT)


@once_per_state
def exposure(state: BounderState) -> Exposure:
    """Return the exposure of a state. All its seats ask for it, and it is calculated once."""
    return Exposure(state)


@lru_cache(maxsize=_BOUNDS_CACHED)
def _bet_bounds(terms: Terms, room: int, beside: int, stack: int) -> Bounds:
    """Return the bounds of a bet, or of an addition to `beside`, if the bank can lose `room` more by that kind. Most
    players have the same, and the rules need those of all of them after every bet.
    """
    pay = terms.pay
    bank = pay.largest(room + pay.winnings(beside)) - beside
    return _bounds(pay.least_beside(beside) if beside else terms.least, stack, terms.most - beside, bank)


def _bets_on_table(state: BounderState, terms: Mapping[BetKind, Terms]) -> _TableBets:
    stakes: list[_Stake] = []
    won, lost = dict.fromkeys(KINDS, 0), dict.fromkeys(KINDS, 0)
    for gambler in state.gamblers:
        if gambler.is_out:
            continue
        if gambler.stake:
            stakes.append(_Stake(gambler.stake, gambler.point))
        for kind, amount in gambler.bets.made:
            won[kind] += terms[kind].pay.winnings(amount)
            lost[kind] += amount
    return _TableBets(tuple(stakes), tuple(won.values()), tuple(lost.values()))


@lru_cache(maxsize=_CASES_CACHED)
def _outcomes(laid: _TableBets) -> _Outcomes:
    """Calculate every possible outcome."""
    # a bet that wins costs the bank its winnings, and the stake that it would have brought
    costs = {kind: won + lost for kind, won, lost in zip(KINDS, laid.won, laid.lost, strict=True)}
    lost = sum(laid.lost)
    cases = tuple(
        [
            _Case(total, wins, loss + sum([costs[kind] for kind in wins]) - lost)
            for total, wins, loss in _outcomes_of_stakes(laid.stakes)
        ]
    )
    worst = max([loss for _, _, loss in cases])
    worst_with: dict[BetKind, int] = {
        kind: max([loss for _, wins, loss in cases if kind in wins], default=worst) for kind in KINDS
    }
    return _Outcomes(cases, worst, worst_with)


@lru_cache(maxsize=_CASES_CACHED)
def _outcomes_of_stakes(stakes: tuple[_Stake, ...]) -> tuple[_Case, ...]:
    """List the outcomes with the bank's loss by the stakes alone, which stay while others bet. A single shooter wins or
    loses; for several it is the worst case of each sum.
    """
    if len(stakes) == 1:
        ((amount, point),) = stakes
        loss = _best_payout(point).winnings(amount)
        return tuple([_Case(None, wins, loss if "point" in wins else -amount) for wins in _winning_together(point)])
    losses = {total: sum([_worst_loss(stake, total) for stake in stakes]) for total in _SUMS}
    return tuple([_Case(total, wins, losses[total]) for total, wins in dealer_rolls()])


_SUMS = range(DEALER_DICE, 6 * DEALER_DICE + 1)
_POINT: frozenset[BetKind] = frozenset({"point"})
_AGAINST: frozenset[BetKind] = frozenset({"against"})


@cache
def _winning_together(point: int | None) -> frozenset[frozenset[BetKind]]:
    """Return the kinds of bets that may win with a single shooter, together as they do."""
    lost = {wins.union(_AGAINST) for _, wins in dealer_rolls()}
    return frozenset(lost.union(wins.union(_POINT) for total, wins in dealer_rolls() if _may_win(point, total)))


@lru_cache(maxsize=_CASES_CACHED)
def _worst_beside(laid: _TableBets, point: int | None) -> int:
    """Return the bank's loss in the worst outcome in which one more shooter with this point may win."""
    return max(case.loss for case in _outcomes(laid).cases if case.total is None or _may_win(point, case.total))


def _worst_loss(stake: _Stake, total: int) -> int:
    return _best_payout(stake.point).winnings(stake.amount) if _may_win(stake.point, total) else -stake.amount


@cache
def _may_win(point: int | None, total: int) -> bool:
    """Return true if a stake can win against this sum."""
    return any(stake_pays(verdict) for verdict in _verdicts(point, total))


@cache
def _best_payout(point: int | None) -> Pay:
    """Return the best payout of a stake; with 1 and 20 it can come against every sum."""
    verdicts = set[Verdict]().union(*(_verdicts(point, total) for total, _ in dealer_rolls()))
    return max((pay for verdict in verdicts if (pay := stake_pays(verdict))), key=lambda pay: pay.to)


def _verdicts(point: int | None, total: int) -> set[Verdict]:
    """Return the verdicts that a shooter can get against this sum."""
    points = POINTS if point is None else (point,)
    return {verdict_of(first, total, second) for first in points for second in POINTS}


_MOVES_CACHED = 512

_ASKED: dict[BetKind, str] = {
    "point": "How much on the point?",
    "against": "How much against the shooter?",
    "all_even": "How much on all even?",
    "all_odd": "How much on all odd?",
    "triple": "How much on three of a kind?",
}
_TOO_HIGH: dict[Limit, str] = {
    "stack": "You have only {high}.",
    "table": "The largest bet on that is {high}.",
    "bank": "The bank can take at most {high} on that.",
}
_BANK_MORE = "The bank can take at most {high} more on that."
_STAKE_TOO_HIGH: dict[Limit, str] = {
    **_TOO_HIGH,
    "table": "The largest stake is {high}.",
    "others": "The bank keeps room for players who haven't answered. Stake at most {high}.",
}
_RAISE_TOO_HIGH: dict[Limit, str] = {
    **_TOO_HIGH,
    "table": "You can at most double a stake. Add at most {high}.",
    "bank": _BANK_MORE,
}
_MORE_TOO_HIGH: dict[Limit, str] = {
    **_TOO_HIGH,
    "table": "You may add at most {high} to that bet.",
    "bank": _BANK_MORE,
}
_TOO_LOW = "The smallest bet is {low}."
_WINS_NOTHING = "Bet at least {low}: less on that would win nothing."
_WINS_NO_MORE = "Add at least {low}: less would win nothing more."


def kinds_for(state: BounderState, seat: int) -> tuple[BetKind, ...]:
    """Return the kinds that a seat may bet on in the window: the shooter only on the dealer, never on the shooter's own
    point (rules 3.9); in the classic version only players with a stake bet.
    """
    rules = state.rules
    if rules.is_classic:
        return rules.kinds if state.gambler(seat).stake else ()
    return rules.kinds_on_dealer if seat == state.shooter else rules.kinds


def stake_bounds(state: BounderState, gambler: Gambler) -> Bounds:
    """Return the bounds of a first stake: the bank must be able to pay twice as much, since the point may be 1 or 20
    (rules 3.15).

    In the classic version less than that, so that one stake doesn't shut out all who still think: as long as it can,
    the bank keeps room for the smallest stake of each.
    """
    rules, bank = state.rules, exposure(state).most_stake()
    bounds = _bounds(rules.min_bet, gambler.stack, rules.largest, bank)
    shared = max(bank - rules.min_bet * _count_undecided(state, gambler), min(bank, rules.min_bet))
    return bounds if bounds.high <= shared else bounds._replace(high=shared, limit="others")


def _count_undecided(state: BounderState, gambler: Gambler) -> int:
    """Count the others who still have to answer about a stake, and can afford one."""
    if not state.rules.is_classic:
        return 0
    return sum(
        [
            other.seat != gambler.seat and other.is_asked and not other.stake and other.stack >= state.rules.min_bet
            for other in state.gamblers
        ]
    )


def raise_bounds(state: BounderState, gambler: Gambler) -> Bounds:
    """Return the bounds of a raise: exactly as much again, or at most (rules 3.2). It may pass the largest bet."""
    low = gambler.stake if state.rules.double == "exact" else 1
    return _bounds(low, gambler.stack, gambler.stake, exposure(state).most_stake(gambler.point))


def bet_bounds(state: BounderState, gambler: Gambler, kind: BetKind) -> Bounds:
    """Return the bounds of a bet, or of an addition to it (rules 3.12). The least always wins something, although parts
    of a coin stay with the house.
    """
    return exposure(state).bounds(kind, gambler.bets.on(kind), gambler.stack)


def stake_move(bounds: Bounds) -> Move:
    return _amount_move("stake", "Stake", "How much do you stake?", bounds, _TOO_LOW, _STAKE_TOO_HIGH[bounds.limit])


def why_no_chip(state: BounderState, gambler: Gambler) -> str | None:
    """Explain why a seat can't stake or bet the usual amount on the point now; None if it can."""
    staking = state.phase == "staking"
    if not staking and "point" not in kinds_for(state, gambler.seat):
        return _NOT_HERE["point"] if "point" not in state.rules.kinds else _NOT_ON_OWN["point"]
    low, high, _ = stake_bounds(state, gambler) if staking else bet_bounds(state, gambler, "point")
    if state.rules.chip < low:
        return "The usual bet would win nothing there."
    most = state.rules.largest - (0 if staking else gambler.bets.point)
    return chip_refusal(state.rules, stack=gambler.stack, most=most, is_payable=state.rules.chip <= high)


def increase_move(bounds: Bounds) -> Move:
    too_high = _RAISE_TOO_HIGH[bounds.limit]
    return _amount_move("increase", "Raise the stake", "How much more?", bounds, "Add at least {low}.", too_high)


@lru_cache(maxsize=_BOUNDS_CACHED)
def _bet_move(terms: Terms, room: int, beside: int, stack: int) -> Move | None:
    """Build the move of a bet within its bounds, if there are any. Less than its least would win nothing, if that is
    more than the table's smallest bet.
    """
    kind, bounds = terms.kind, _bet_bounds(terms, room, beside, stack)
    if not bounds.has_room:
        return None
    if beside:
        too_low = "Add at least {low}." if bounds.low == 1 else _WINS_NO_MORE
        too_high = _MORE_TOO_HIGH[bounds.limit]
    else:
        too_low = _TOO_LOW if bounds.low == terms.smallest else _WINS_NOTHING
        too_high = _TOO_HIGH[bounds.limit]
    return _amount_move(kind, LABELS[kind], _ASKED[kind], bounds, too_low, too_high, "Bet")


@lru_cache(maxsize=_MOVES_CACHED)
def _amount_move(key: str, label: str, asked: str, bounds: Bounds, too_low: str, too_high: str, menu: str = "") -> Move:
    """Build a move with an amount. Cached, since twenty seats mostly have the same bounds."""
    low, high, _ = bounds
    most = (MovePreset(label="The most", amount=high),) if high > low else ()
    amount = Amount(
        name="amount",
        label=asked,
        low=low,
        high=high,
        presets=(MovePreset(label="The least", amount=low), *most),
        too_low=too_low,
        too_high=too_high,
    )
    return Move(key=key, label=label, fields=(amount,), menu=menu)


Obstacle = Literal["nothing", "closed", "worthless", "table", "stack", "bank", "others"]
"""What stands against betting the same again: nothing was bet, or of a kind that isn't taken here now, or so little
that it would win nothing at this point; the limits of the table; one's own chips; the bank, and what it keeps for
others.
"""


def last_bets(state: BounderState, gambler: Gambler) -> Bets:
    """Return the seat's last bets in the same role, as shooter or on another player's roll."""
    habit = state.habit(gambler.seat)
    return habit.shot if gambler.stake else habit.bets


def again_obstacle(state: BounderState, gambler: Gambler) -> Obstacle | None:
    """Return the obstacle to making the last bets again for a seat without bets; None if there is none."""
    bets, kinds, rules = last_bets(state, gambler), kinds_for(state, gambler.seat), state.rules
    if not bets.made:
        return "nothing"
    if any(kind not in kinds for kind, _ in bets.made):
        return "closed"
    if any(not rules.min_bet <= amount <= rules.most(kind) for kind, amount in bets.made):
        return "table"
    if any(not rules.pay(kind, state.point).winnings(amount) for kind, amount in bets.made):
        return "worthless"
    if bets.total > gambler.stack:
        return "stack"
    return None if exposure(state).covers(bets) else "bank"


def stake_again_obstacle(state: BounderState, gambler: Gambler) -> Obstacle | None:
    """Return the obstacle to the last stake; None if there is none."""
    stake = state.habit(gambler.seat).stake
    if not stake:
        return "nothing"
    low, high, limit = stake_bounds(state, gambler)
    if stake < low:
        return "table"
    return None if stake <= high else limit


_NO_ROOM: dict[Limit, str] = {
    "stack": "You don't have enough chips for that.",
    "table": "Your bet on that is as large as this table allows.",
    "bank": "The bank can't take that bet now.",
    "others": "The bank keeps its room for players who haven't answered. Wait for them.",
}
_NOT_AGAIN: dict[Obstacle, str] = {
    "nothing": "You have no earlier bet to make again.",
    "closed": "This table doesn't take one of your last bets now. Make each bet separately.",
    "worthless": "One of your last bets would win nothing now, because it is so small. Bet more.",
    "table": "Your last bet is outside the limits of this table. Bet another amount.",
    "stack": "You don't have enough chips to bet the same again. Bet less.",
    "bank": "The bank can't take the same bets again. Bet less.",
    "others": "The bank keeps room for players who haven't answered. Stake less than last time.",
}
_CLOSED = "The bets are closed."
_ROLLED = "The first roll is made, so stakes stay as they are."


def refusal_text(state: BounderState, seat: int, action: BounderAction) -> str:
    """Explain why a seat of this round can't do that while the round goes on."""
    gambler = state.gambler(seat)
    if gambler.is_out:
        return "You're out of this round. Wait for the next one."
    match state.phase:
        case "staking" if state.rules.is_classic:
            return _while_all_stake(state, gambler, action)
        case "staking":
            return _while_the_dice_are_offered(state, gambler, action)
        case "doubling":
            return _while_the_shooter_decides(state, seat, action)
        case "betting":
            return _while_bets_are_open(state, gambler, action)
        case "over":
            return "The round is over."


def _while_the_dice_are_offered(state: BounderState, gambler: Gambler, action: BounderAction) -> str:
    if gambler.seat != state.shooter:
        if isinstance(action, (Stake, Chip, Pass, Again)):
            return "You passed the dice." if gambler.is_done else "Another player has the dice."
        return _TOO_EARLY
    return _without_a_stake(state, gambler, action)


_TOO_EARLY = "The bets open once there is a point."


def _while_all_stake(state: BounderState, gambler: Gambler, action: BounderAction) -> str:
    match action:
        case Stake() | Chip() | Again() | Pass() if gambler.stake:
            return "You have a stake already. Remove it first to change it."
        case Pass():
            return "You sit this round out."
        case _:
            return _without_a_stake(state, gambler, action)


def _without_a_stake(state: BounderState, gambler: Gambler, action: BounderAction) -> str:
    match action:
        case Stake():
            return _NO_ROOM[stake_bounds(state, gambler).limit]
        case Chip():
            return why_no_chip(state, gambler) or _NO_ROOM["stack"]
        case Again():
            return _NOT_AGAIN[stake_again_obstacle(state, gambler) or "nothing"]
        case TakeBack():
            return "You have no stake to remove."
        case Roll() | Double() | Increase() | Keep():
            return "You have no stake yet. Stake first."
        case _:
            return _TOO_EARLY


def _while_the_shooter_decides(state: BounderState, seat: int, action: BounderAction) -> str:
    if isinstance(action, (Stake, Pass)):
        return _ROLLED
    if seat != state.shooter:
        return "The shooter decides first whether to raise the stake. Then you can bet."
    if isinstance(action, (Double, Increase)):
        return _raise_refusal(state, state.gambler(seat), action)
    return "Decide first whether to keep or raise your stake. Then the bets open."


def _while_bets_are_open(state: BounderState, gambler: Gambler, action: BounderAction) -> str:
    if state.rules.is_classic and not gambler.stake:
        return "You sit this round out."
    match action:
        case Stake() | Pass():
            return _ROLLED
        case Double() | Increase() | Keep():
            return _raise_refusal(state, gambler, action)
        case Roll():
            return "The dice fall when everyone is done." if state.rules.is_classic else "Only the shooter rolls."
        case Done():
            return "You're done already. You may still bet until the dice fall."
        case TakeBack():
            return (
                "You can't remove your bets now, because the bank counts on them to pay others."
                if gambler.bets.made
                else "You have no bet to remove."
            )
        case Again():
            return _again_refusal(state, gambler)
        case Chip():
            return why_no_chip(state, gambler) or _CLOSED
        case Wager():
            return _bet_refusal(state, gambler, action.kind)


def _raise_refusal(state: BounderState, gambler: Gambler, action: Double | Increase | Keep) -> str:
    if isinstance(action, Keep) or gambler.raised or (state.phase == "betting" and not state.rules.is_classic):
        return "You can't change the stake now."
    if state.rules.double == "off":
        return "You can't raise a stake at this table."
    bounds = raise_bounds(state, gambler)
    if not bounds.has_room:
        return "The bank can't take a larger stake." if bounds.limit == "bank" else _NO_ROOM["stack"]
    if isinstance(action, Double):
        return "Type how much you add to your stake."
    return "At this table you double the stake or keep it."


def _again_refusal(state: BounderState, gambler: Gambler) -> str:
    if gambler.bets.made:
        return "You have bet already. Add to your bets one by one."
    return _NOT_AGAIN[again_obstacle(state, gambler) or "nothing"]


_NOT_HERE: dict[BetKind, str] = {
    "point": "Everyone shoots at once here, so there are no bets on a point.",
    "against": "There are no bets against the shooter at this table.",
    "all_even": "There are no bets on the dealer at this table.",
    "all_odd": "There are no bets on the dealer at this table.",
    "triple": "There are no bets on the dealer at this table.",
}


_NOT_ON_OWN: dict[BetKind, str] = {
    "point": "You're the shooter, so you can't bet on your own point.",
    "against": "You're the shooter, so you can't bet against yourself.",
}


def _bet_refusal(state: BounderState, gambler: Gambler, kind: BetKind) -> str:
    if kind not in state.rules.kinds:
        return _NOT_HERE[kind]
    if kind not in kinds_for(state, gambler.seat):
        return _NOT_ON_OWN.get(kind, _CLOSED)
    limit = bet_bounds(state, gambler, kind).limit
    if limit == "table" and gambler.bets.on(kind) < state.rules.most(kind):
        return f"{'More' if gambler.bets.on(kind) else 'A bet'} on that would win nothing within this table's limits."
    return _NO_ROOM[limit]
