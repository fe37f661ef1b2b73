"""The dice fall, and every bet is settled: on the dealer and on the shooters (seed 001; rules 3.3 to 3.8)."""

from bot.engine.banked.limits import Pay
from bot.engine.cheating.loaded_dice import thrown
from bot.engine.game import Event
from bot.engine.rng import Chance
from cogs.bounder.bounder_words import SECOND_DIE
from cogs.bounder.dice import DEALER_DICE, HIGHEST, BetKind, dealer_wins, is_matched, judged, stake_pays
from cogs.bounder.events import Ended
from cogs.bounder.state import BounderState, Gambler, Idle, Result, Settled, Shot


def rolled(state: BounderState, chance: Chance, tell: list[Event]) -> BounderState:
    """The dealer's three d6, and the second d20 of each shooter whose point they don't match."""
    dealer = chance.dice(DEALER_DICE)
    for shooter in state.shooters:
        if not is_matched(_point(shooter), sum(dealer)):
            second = thrown(state.loaded, shooter.seat, HIGHEST, SECOND_DIE, chance, tell)
            state = state.with_gambler(shooter.evolve(second=second))
    shots = tuple(_shot(shooter, sum(dealer)) for shooter in state.shooters)
    return _ended(state, Result(dealer=dealer, shots=shots, settled=_settled(state, dealer, shots)), tell)


def unrolled(state: BounderState, idle: Idle, tell: list[Event]) -> BounderState:
    """The round is over without a shooter."""
    return _ended(state.evolve(shooter=None), Result(idle=idle), tell)


def called_off(state: BounderState, tell: list[Event]) -> BounderState:
    """The round is over because whoever would have shot was caught: what they have staked and bet is lost, and all
    other bets come back, those on the dealer too.
    """
    settled = tuple(
        Settled(seat=gambler.seat, kind=kind, staked=amount, returned=0 if gambler.is_out else amount)
        for gambler in state.gamblers
        for kind, amount in gambler.laid
    )
    return _ended(state, Result(idle="caught", settled=settled), tell)


def _ended(state: BounderState, result: Result, tell: list[Event]) -> BounderState:
    """Everybody gets what comes back of their bets, and the bank has the rest."""
    tell.append(Ended(result=result))
    back: dict[int, int] = {}
    for bet in result.settled:
        back[bet.seat] = back.get(bet.seat, 0) + bet.returned
    gamblers = tuple(g.evolve(stack=g.stack + back.get(g.seat, 0)) for g in state.gamblers)
    bank = state.bank - sum(result.nets.values())
    return state.evolve(phase="over", line=(), gamblers=gamblers, bank=bank, result=result, loaded=())


def _shot(shooter: Gambler, total: int) -> Shot:
    point, second = _point(shooter), shooter.second
    verdict = "matched" if second is None else judged(point, total, second)
    return Shot(seat=shooter.seat, stake=shooter.stake, point=point, second=second, verdict=verdict)


def _settled(state: BounderState, dealer: tuple[int, ...], shots: tuple[Shot, ...]) -> tuple[Settled, ...]:
    """Every bet on the table: each gambler's stake, then their bets. Those of somebody who was caught are lost."""
    pays = {shot.seat: stake_pays(shot.verdict) for shot in shots}
    won = dealer_wins(dealer) | _on_the_shooter(state, pays)
    settled: list[Settled] = []
    for gambler in state.gamblers:
        if gambler.stake:
            returned = _returned(gambler.stake, pays.get(gambler.seat))
            settled.append(Settled(seat=gambler.seat, kind="shooter", staked=gambler.stake, returned=returned))
        for kind, amount in gambler.bets.made:
            pay = state.rules.pay(kind, state.point) if kind in won and not gambler.is_out else None
            settled.append(Settled(seat=gambler.seat, kind=kind, staked=amount, returned=_returned(amount, pay)))
    return tuple(settled)


def _on_the_shooter(state: BounderState, pays: dict[int, Pay | None]) -> frozenset[BetKind]:
    """Whether bets on the point win, or those against the shooter, where one shoots for all."""
    if state.shooter is None:
        return frozenset()
    return frozenset({"point"}) if pays[state.shooter] else frozenset({"against"})


def _returned(stake: int, pay: Pay | None) -> int:
    """The stake and what it wins (rules 3.6), or nothing."""
    return stake + pay.winnings(stake) if pay else 0


def _point(shooter: Gambler) -> int:
    if shooter.point is None:
        raise AssertionError("whoever stakes rolls a point")
    return shooter.point
