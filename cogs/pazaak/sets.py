"""When a set is over, who has won it, and who begins the next (seed 002, "Winning the game"; rules 5.4 to 5.13)."""

from typing import Literal, NamedTuple

from cogs.pazaak.cards import in_short
from cogs.pazaak.events import MatchOver, SetOver, Told
from cogs.pazaak.options import PLACES, TARGET
from cogs.pazaak.state import Gambler, MatchEnd, PazaakState, Result, SetEnd


class Verdict(NamedTuple):
    """Why a set is over and who has won it; a tie has no winner."""

    why: SetEnd
    winner: int | None


def judged(state: PazaakState) -> Verdict | Literal["stands"] | None:
    """What a card that has just landed before the seat in turn makes of the set; None leaves it to the player."""
    rules, gambler = state.rules, state.gambler(state.turn)
    other = state.other(gambler.seat)
    is_full = rules.filled != "none" and len(gambler.table) >= PLACES
    if is_full and not gambler.is_over:
        return Verdict("filled", gambler.seat)
    if is_full and not _may_be_rescued(state, gambler):
        return Verdict("no_place", other)
    if gambler.is_over:
        return Verdict("bust", other) if rules.bust == "at_once" else None
    return "stands" if gambler.total == TARGET and rules.twenty == "stands" else None


def _may_be_rescued(state: PazaakState, gambler: Gambler) -> bool:
    """Whether a tenth card may still be laid: a side card, when the main deck gave the ninth (rules 5.9)."""
    if state.rules.filled != "rescue" or state.rules.bust == "at_once":
        return False
    return len(gambler.table) == PLACES and not state.has_played and bool(state.hand(gambler.seat))


def compared(state: PazaakState) -> Verdict:
    """Both stand: the higher total wins; of equal ones, the only one with a tiebreaker."""
    first, second = state.gamblers
    if first.total != second.total:
        return Verdict("outscored", max(state.gamblers, key=lambda gambler: gambler.total).seat)
    breaking = [gambler.seat for gambler in state.gamblers if breaks_ties(state, gambler)]
    return Verdict("tiebreaker", breaking[0]) if len(breaking) == 1 else Verdict("tie", None)


def breaks_ties(state: PazaakState, gambler: Gambler) -> bool:
    if state.rules.ties == "last":
        return bool(gambler.table) and gambler.table[-1].code == "tiebreaker"
    return any(card.code == "tiebreaker" for card in gambler.table)


def scored(state: PazaakState, verdict: Verdict, told: Told) -> PazaakState:
    """The set counts for its winner; it may have been the last."""
    if verdict.winner is not None:
        winner = state.gambler(verdict.winner)
        state = state.with_gambler(winner.evolve(sets=winner.sets + 1))
    state = state.evolve(tied=0 if verdict.winner is not None else state.tied + 1)
    first, second = state.gamblers
    told.events.append(
        SetOver(
            number=state.number,
            why=verdict.why,
            starter=state.starter,
            ended_by=state.turn,
            winner=verdict.winner,
            totals=((first.seat, first.total), (second.seat, second.total)),
            standing=tuple(gambler.seat for gambler in state.gamblers if gambler.stands),
            score=((first.seat, first.sets), (second.seat, second.sets)),
            ties=state.rules.ties,
        )
    )
    if verdict.winner is not None and state.gambler(verdict.winner).sets >= state.rules.sets:
        return match_over(state, "sets", verdict.winner, told)
    if state.rules.tied_sets and state.tied >= state.rules.tied_sets:
        return match_over(state, "ties", None, told)
    return state


def next_starter(state: PazaakState, winner: int | None) -> int:
    """Who begins the set after one that `winner` has won (rules 5.4)."""
    rule = state.rules.then
    if rule == "same":
        return state.starter
    if rule == "alternate" or winner is None:
        return state.other(state.starter)
    return winner if rule == "winner" else state.other(winner)


def match_over(state: PazaakState, why: MatchEnd, winner: int | None, told: Told) -> PazaakState:
    """The winner takes both stakes, less the house's cut; without a winner each takes back their own (rules 5.20)."""
    stake, pot = state.rules.stake, state.rules.pot
    house = pot * state.rules.cut // 100 if winner is not None else 0
    gains = dict.fromkeys(state.order, stake if winner is None else 0)
    if winner is not None:
        gains[winner] = pot - house
    for gambler in state.gamblers:
        state = state.with_gambler(gambler.evolve(stack=gambler.stack + gains[gambler.seat]))
    result = Result(why=why, winner=winner, house=house)
    first, second = state.gamblers
    told.events.append(
        MatchOver(
            result=result,
            sets=((first.seat, first.sets), (second.seat, second.sets)),
            stake=stake,
            wagered=wagered(state),
        )
    )
    return state.evolve(result=result, turn=0, choosing=())


def wagered(state: PazaakState) -> tuple[tuple[int, str], ...]:
    """(seat, the cards it has wagered as people write them), for whoever has."""
    players = (player for player in state.deal.players if player.wager)
    return tuple((player.seat, in_short(good.kind for good in player.wager)) for player in players)
