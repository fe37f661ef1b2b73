"""What the bank would lose in each outcome by all that lies on the table, and how much more of each bet it could pay.

Exact: an outcome is a roll of the dealer and, where one shoots for all, whether the shooter wins. In the classic
version every shooter has dice of their own, so all whom the dealer hasn't matched may win at once. As long as a point
isn't known it may be any. Stakes that lose come in before winning bets are paid.
"""

from collections.abc import Iterable
from functools import cache, cached_property, lru_cache
from itertools import combinations
from typing import NamedTuple

from bot.engine.banked.limits import Pay
from bot.engine.money import MAX_AMOUNT
from cogs.bounder.dice import KINDS, POINTS, BetKind, Verdict, dealer_rolls, judged, stake_pays
from cogs.bounder.state import Bets, BounderState

_REMEMBERED, _STATES = 256, 16


class _Stake(NamedTuple):
    amount: int
    point: int | None


class _Laid(NamedTuple):
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


class Exposure:
    """What the bank could lose as bets lie in a state. `means` is what it has to lose."""

    def __init__(self, state: BounderState) -> None:
        self.means = state.means
        self._rules, self._point = state.rules, state.point
        self._laid = _laid(state)
        self._cases = _cases(self._laid)

    @cached_property
    def _rooms(self) -> dict[BetKind, int]:
        """What the bank has left in the worst outcome in which a bet of that kind wins."""
        rooms: dict[BetKind, int] = {}
        for case in self._cases:
            for kind in case.wins:
                rooms[kind] = min(self.means - case.loss, rooms.get(kind, MAX_AMOUNT))
        return rooms

    def most(self, kind: BetKind, beside: int) -> int:
        """How much the bank could still pay for of a bet of that kind, by somebody who has `beside` on it already."""
        pay = self._rules.pay(kind, self._point)
        return pay.largest(self._rooms[kind] + pay.winnings(beside)) - beside

    def most_stake(self, point: int | None = None) -> int:
        """How much more a shooter could stake who has this point, or none yet."""
        alone = len(self._laid.stakes) == 1 and point is not None
        worst = max(
            case.loss
            for case in self._cases
            if ("point" in case.wins if alone else case.total is None or _may_win(point, case.total))
        )
        return _dearest(point).largest(self.means - worst)

    def covers(self, bets: Bets) -> bool:
        """Whether the bank could pay for all of these as well, by somebody who has made none yet."""
        pays = [(kind, amount, self._rules.pay(kind, self._point)) for kind, amount in bets.made]
        for case in self._cases:
            more = sum(pay.winnings(amount) if kind in case.wins else -amount for kind, amount, pay in pays)
            if case.loss + more > self.means:
                return False
        return True

    def frees(self, bets: Bets) -> bool:
        """Whether each of somebody's bets could be taken back, and any of them together."""
        made = bets.made
        return all(
            case.loss + sum([amount for kind, amount in made if kind not in case.wins]) <= self.means
            for case in self._cases
        )

    def may_go(self, bets: Bets) -> tuple[tuple[BetKind, ...], ...]:
        """What of somebody's bets could be taken back at once: the smallest sets, in the order of KINDS, and all of
        them, if they could go together.

        A bet may have to stay that is counted on to pay another, and yet go together with that one. Whatever else
        could go together can go step by step, one of these sets after the other.
        """
        kinds, found = bets.kinds, list[tuple[BetKind, ...]]()
        spare = self._spared_by(bets)
        for count in range(1, len(kinds) + 1):
            for gone in combinations(range(len(kinds)), count):
                way: tuple[BetKind, ...] = tuple([kinds[at] for at in gone])
                is_smallest = not any(set(less) <= set(way) for less in found)
                if (is_smallest or way == kinds) and _is_covered(spare, gone):
                    found.append(way)
        return tuple(found)

    def _spared_by(self, bets: Bets) -> frozenset[tuple[int, ...]]:
        """For each outcome what the bank has left, and by how much more or less if each of the bets weren't there."""
        pays = [(kind, amount, self._rules.pay(kind, self._point).winnings(amount)) for kind, amount in bets.made]
        return frozenset(
            [
                (self.means - case.loss, *[won if kind in case.wins else -amount for kind, amount, won in pays])
                for case in self._cases
            ]
        )


def _is_covered(spare: Iterable[tuple[int, ...]], gone: tuple[int, ...]) -> bool:
    """Whether nothing is lacking in any outcome without these bets, by their places."""
    return all(left + sum([each[at] for at in gone]) >= 0 for left, *each in spare)


class _Same:
    """A state as a key: the same one, not one that is alike."""

    def __init__(self, state: BounderState) -> None:
        self.state = state

    def __hash__(self) -> int:
        return id(self.state)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.state is self.state


def exposure(state: BounderState) -> Exposure:
    """Of a state. All its seats ask for it, and it is worked out once."""
    return _kept(_Same(state))


@lru_cache(maxsize=_STATES)
def _kept(same: _Same) -> Exposure:
    return Exposure(same.state)


def _laid(state: BounderState) -> _Laid:
    stakes: list[_Stake] = []
    won, lost = dict.fromkeys(KINDS, 0), dict.fromkeys(KINDS, 0)
    pays = {kind: state.rules.pay(kind, state.point) for kind in KINDS}
    for gambler in state.gamblers:
        if gambler.is_out:
            continue
        if gambler.stake:
            stakes.append(_Stake(gambler.stake, gambler.point))
        for kind, amount in gambler.bets.made:
            won[kind] += pays[kind].winnings(amount)
            lost[kind] += amount
    return _Laid(tuple(stakes), tuple(won.values()), tuple(lost.values()))


@lru_cache(maxsize=_REMEMBERED)
def _cases(laid: _Laid) -> tuple[_Case, ...]:
    """Every outcome that may come, the same ones once."""
    won, lost = dict(zip(KINDS, laid.won, strict=True)), dict(zip(KINDS, laid.lost, strict=True))
    cases: set[_Case] = set()
    for total, sides in dealer_rolls():
        for ends, loss in _shot(total, laid.stakes):
            wins = sides | ends
            bets = sum(won[kind] if kind in wins else -lost[kind] for kind in KINDS)
            cases.add(_Case(None if len(laid.stakes) == 1 else total, wins, loss + bets))
    return tuple(cases)


def _shot(total: int, stakes: tuple[_Stake, ...]) -> Iterable[tuple[frozenset[BetKind], int]]:
    """The bets on the shooter that win against this sum, and what the bank loses by the stakes: for a single shooter
    as winner and as loser, for several in the worst case.
    """
    if len(stakes) != 1:
        yield frozenset(), sum(_worst(stake, total) for stake in stakes)
        return
    ((amount, point),) = stakes
    if _may_win(point, total):
        yield frozenset({"point"}), _dearest(point).winnings(amount)
    yield frozenset({"against"}), -amount


def _worst(stake: _Stake, total: int) -> int:
    return _dearest(stake.point).winnings(stake.amount) if _may_win(stake.point, total) else -stake.amount


@cache
def _may_win(point: int | None, total: int) -> bool:
    """Whether a stake may win against this sum."""
    return any(stake_pays(verdict) for verdict in _verdicts(point, total))


@cache
def _dearest(point: int | None) -> Pay:
    """The most that a stake may win; with 1 and 20 it may come to that against every sum."""
    verdicts: set[Verdict] = set().union(*(_verdicts(point, total) for total, _ in dealer_rolls()))
    return max((pay for verdict in verdicts if (pay := stake_pays(verdict))), key=lambda pay: pay.to)


def _verdicts(point: int | None, total: int) -> set[Verdict]:
    """How a shooter may fare against this sum."""
    points = POINTS if point is None else (point,)
    return {judged(first, total, second) for first in points for second in POINTS}
