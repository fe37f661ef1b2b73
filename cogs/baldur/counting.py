"""What is counted when Baldur Hold'em is simulated."""

from collections import Counter

from bot.engine.game import DEALER, Step
from cogs.baldur.events import Dealt, Ended
from cogs.baldur.hands import KINDS
from cogs.baldur.odds import Bet
from cogs.baldur.odds_at_table import pays_first, pays_second, pays_third
from cogs.baldur.odds_of_play import FLOP, pot_of
from cogs.baldur.options import PRICES, BaldurRules
from cogs.baldur.policy import Style
from cogs.baldur.state import BaldurState, Result

EVERY = 100
"""Of so many hands one is looked at again, to say what folding well would have made of it: that takes a while."""
NOTE = (
    "pc_ and npc_: the best hands of players and of the NPCs at a showdown, in hands in which nobody folded. staked_ "
    "and returned_: what a player alone against nameless NPCs put in and got back, in smallest coins; of several "
    "players it isn't counted. stay: hands that were played to the end, which all are by players who never fold, the "
    f"default. well: one hand in {EVERY} (judged), as if it had been folded wherever that is better in the mean; a "
    "hand that was folded counts as it was."
)


def names(_rules: BaldurRules, _style: Style) -> tuple[str, ...]:
    """All counters, in the order they are read."""
    hands = (f"{who}_{kind}" for who in ("pc", "npc") for kind in KINDS)
    money = ("staked_stay", "returned_stay", "judged", "staked_well", "returned_well")
    return "hands", "showdowns", *hands, *money


def count(step: Step[BaldurState], tally: Counter[str]) -> None:
    """Add what a step brought."""
    for event in step.events:
        match event:
            case Dealt():
                tally["hands"] += 1
            case Ended(result=result) if result.how in {"showdown", "unseen"}:
                _count(step.state, result, tally)
            case _:
                pass


def _count(state: BaldurState, result: Result, tally: Counter[str]) -> None:
    if result.how == "showdown":
        tally["showdowns"] += 1
        if len(state.players_in) == len(state.holes):
            _count_hands(result, tally)
    if len(state.holes) == 1 and state.nameless and not state.named:
        _count_money(state, result, tally)


def _count_hands(result: Result, tally: Counter[str]) -> None:
    """The NPCs, who show two dice, come last."""
    players = result.hands[:-1] if result.revealed else result.hands
    tally.update(f"pc_{shown.kind}" for shown in players)
    tally.update(f"npc_{shown.kind}" for shown in result.hands[len(players) :])


def _count_money(state: BaldurState, result: Result, tally: Counter[str]) -> None:
    (hole,) = state.holes
    staked = state.betting.bettor(hole.seat).paid
    back = (*(share for win in result.wins for share in win.shares), *result.returned)
    returned = sum(amount for seat, amount in back if seat == hole.seat != DEALER)
    if result.how == "showdown":
        _add(tally, "stay", staked, returned)
    if tally["hands"] % EVERY == 1:
        tally["judged"] += 1
        paid = _rounds_paid(state) if result.how == "showdown" else len(PRICES)
        if paid < len(PRICES):
            staked, returned = state.rules.ante * sum(PRICES[:paid]), 0
        _add(tally, "well", staked, returned)


def _rounds_paid(state: BaldurState) -> int:
    """How many rounds of a hand that was played to the end are worth their price."""
    rules, (hole,) = state.rules, state.holes
    own, common, pot, natural = hole.dice, state.common, pot_of(rules), rules.natural_beats_wild
    if rules.look_first and not pays_first(own, pot, natural=natural):
        return 0
    if not pays_second(own, common[:FLOP], pot, natural=natural):
        return 1
    return len(PRICES) if pays_third(own, common, pot, natural=natural) else 2


def _add(tally: Counter[str], bet: Bet, staked: int, returned: int) -> None:
    tally[f"staked_{bet}"] += staked
    tally[f"returned_{bet}"] += returned
