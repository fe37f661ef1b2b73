"""The showdown: each pot's best hand against the golem, the penalty, the house's cut (rules 2.11 to 2.18)."""

from collections.abc import Iterable, Mapping, Sequence

from bot.engine.betting.pots import Pot, side_pots, split, uncalled
from bot.engine.betting.ranking import Rank, best_hand, rank_hand
from bot.engine.cards import Card
from bot.engine.clockwise import after
from bot.engine.game import Event
from cogs.golem.events import Ended, Shown, Unseen
from cogs.golem.pile import freed, thrown, turned_up
from cogs.golem.state import Gain, GolemState, Showdown, Verdict

Shares = Iterable[tuple[int, int]]
"""(seat, amount)."""


def ended_unseen(state: GolemState, tell: list[Event]) -> GolemState:
    """All others have folded: the last player takes all that lies in the middle, and no golem comes (rules 2.17)."""
    (winner,) = state.live
    over = uncalled(state.paid, winner)
    amount = state.pot - over
    cut = state.rules.cut(amount) if state.rules.cut_unseen else 0
    verdict = Verdict(
        amount=amount, eligible=(winner,), best=(winner,), is_won=True, cut=cut, shares=((winner, amount - cut),)
    )
    ended = Showdown(
        deal=state.number,
        ace=state.rules.ace,
        absent="unseen",
        verdicts=(verdict,),
        returned=((winner, over),) if over else (),
        uncalled=over,
        earlier=state.gains,
        house=cut,
    )
    tell.append(Unseen(showdown=ended))
    return _settled(state, ended)


def showdown(state: GolemState, tell: list[Event]) -> GolemState:
    """Hands are shown, the golem is freed, and each pot is judged by itself. What isn't won is carried on."""
    pots = side_pots(state.paid, state.live, carried=state.carried)
    contested = any(len(pot.eligible) > 1 for pot in pots.pots)
    golem, absent = freed(state) if contested else ((), "alone")
    ace = state.rules.ace
    ranks = {seat: rank_hand(state.gambler(seat).cards, ace) for seat in state.live}
    to_beat = best_hand(golem, ace).rank if golem else None
    verdicts = tuple(_judged(state, pot, ranks, to_beat) for pot in pots.pots)
    verdicts = _penalized(state, verdicts, pots.returned)
    left = sum(v.amount - v.cut - sum(amount for _, amount in v.shares) for v in verdicts if v.is_won)
    odd, is_redealt = state.rules.odd_chips, not all(verdict.is_won for verdict in verdicts)
    ended = Showdown(
        deal=state.number,
        ace=ace,
        hands=_shown(state, verdicts) if contested else (),
        golem=golem,
        absent=absent,
        discards=thrown(state) if contested and state.rules.discards_shown == "all" else (),
        verdicts=verdicts,
        returned=pots.returned,
        uncalled=pots.uncalled,
        earlier=() if is_redealt else state.gains,
        house=sum(verdict.cut for verdict in verdicts) + (left if odd == "house" else 0),
        bank=left if odd == "carry" else 0,
    )
    if contested:
        tell.append(Shown(showdown=ended))
    tell.append(Ended(showdown=ended))
    return _settled(turned_up(state, dict(ended.hands), frozenset((*golem, *ended.discards))), ended)


def _judged(state: GolemState, pot: Pot, ranks: Mapping[int, Rank], to_beat: Rank | None) -> Verdict:
    """One pot: its best hand must beat the golem, and a tie doesn't (rules 2.11). A single claimant needn't."""
    seats = tuple(seat for seat in after(state.order, state.amulet) if seat in pot.eligible)
    top = max(ranks[seat] for seat in seats)
    best = tuple(seat for seat in seats if ranks[seat] == top)
    if len(seats) > 1 and to_beat is not None and top <= to_beat:
        return Verdict(amount=pot.amount, eligible=seats, best=best, is_won=False)
    cut = state.rules.cut(pot.amount)
    shares = split(pot.amount - cut, best, state.rules.odd_chips).shares
    return Verdict(amount=pot.amount, eligible=seats, best=best, is_won=True, cut=cut, shares=shares)


def _penalized(state: GolemState, verdicts: Sequence[Verdict], returned: Shares) -> tuple[Verdict, ...]:
    """Whoever held the best hand of a pot and failed pays into it, once a deal and as far as their chips go, counted
    after what they get of this deal.
    """
    penalty, paid = state.rules.penalty * state.rules.ante, set[int]()
    chips = {bettor.seat: bettor.stack for bettor in state.betting.bettors}
    for seat, amount in (*returned, *(share for verdict in verdicts for share in verdict.shares)):
        chips[seat] += amount
    done: list[Verdict] = []
    for verdict in verdicts:
        if verdict.is_won:
            done.append(verdict)
            continue
        is_split = state.rules.tied_penalty == "split"
        dues = split(penalty, verdict.best).shares if is_split else tuple((seat, penalty) for seat in verdict.best)
        owed = tuple((seat, due) for seat, due in dues if due and seat not in paid)
        payments = tuple((seat, min(due, chips[seat])) for seat, due in owed if chips[seat])
        paid.update(verdict.best)
        done.append(verdict.evolve(dues=owed, penalties=payments))
    return tuple(done)


def _shown(state: GolemState, verdicts: Sequence[Verdict]) -> tuple[tuple[int, tuple[Card, ...]], ...]:
    """The hands that are turned up: everybody's at the showdown, or the best ones alone (rules 0.12)."""
    best = {seat for verdict in verdicts if len(verdict.eligible) > 1 for seat in verdict.best}
    seats = state.live if state.rules.losing_hands == "shown" else best
    return tuple((seat, state.gambler(seat).cards) for seat in after(state.order, state.amulet) if seat in seats)


def _settled(state: GolemState, ended: Showdown) -> GolemState:
    """Push the chips where they belong: to winners, into pots that stay, to the house."""
    won = tuple(share for verdict in ended.verdicts for share in verdict.shares)
    paid_in = tuple(penalty for verdict in ended.verdicts for penalty in verdict.penalties)
    change = dict.fromkeys(state.order, 0)
    for seat, amount in (*won, *ended.returned):
        change[seat] += amount
    for seat, amount in paid_in:
        change[seat] -= amount
    bettors = tuple(b.evolve(stack=b.stack + change[b.seat], bet=0, paid=0) for b in state.betting.bettors)
    return state.evolve(
        street="showdown",
        betting=state.betting.evolve(bettors=bettors, waiting=()),
        carried=tuple(_carried(verdict) for verdict in ended.verdicts if not verdict.is_won),
        gains=(*state.gains, *(Gain(deal=ended.deal, seat=seat, amount=amount) for seat, amount in won)),
        house=state.house + ended.house,
        bank=state.bank + ended.bank,
        showdown=ended,
    )


def _carried(verdict: Verdict) -> Pot:
    """A pot that wasn't won, with its penalties, for the same players (rules 2.18)."""
    return Pot(amount=verdict.amount + sum(amount for _, amount in verdict.penalties), eligible=verdict.eligible)
