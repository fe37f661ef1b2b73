"""How NPCs and simulated players play Baldur Hold'em, always honestly, and the counters of simulated hands.

NPCs stay where their part of the pot is worth the price. The players' dice lie open, so a bet says no more than
everyone sees; only the NPCs' dice are secret. Decisions that the GM makes for all NPCs together follow their four dice.
Verdicts on cheating stay with the GM.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from bot.engine.ai.betting import is_worth
from bot.engine.ai.player import Ai, Counting, SimplePlayer
from bot.engine.ai.temper import Temper, Traits, believed_chance, estimate_rng, happens
from bot.engine.betting.events import Fold
from bot.engine.game import DEALER, Step
from bot.engine.moves import Move, Pick
from bot.engine.options import option
from bot.engine.rng import Rng
from cogs.baldur.chances import estimate, question
from cogs.baldur.hands import KINDS, so_far, strength
from cogs.baldur.odds import STAY
from cogs.baldur.state import (
    BaldurAction,
    BaldurRules,
    BaldurState,
    BaldurView,
    Dealt,
    Ended,
    Keep,
    NpcsCall,
    NpcsFold,
    Raise,
    Result,
    Roll,
    SeatView,
    ShakenFolds,
    ShakenStays,
    Stay,
)

_LOOKS_PER_HAND, _MOST_LOOKS = 8, 3200
"""The looks for each hand of the budget (`chances.py`), and enough of them to know the win chance."""
_LEAST_LOOKS = 60
"""The looks of even a careless player."""
_ERROR_FACTOR = 2
"""The factor on all errors: dice to come are harder to judge than cards elsewhere."""
_PART_THAT_STAYS = 0.6
"""The part of the players still to be asked that is expected to stay."""
_CLEAR_LEAD, _SURE_LEAD = 0.2, 0.6
"""The leads over an even share of the pot for a raise, and for one of nearly all chips; as parts of the rest."""
_MOST_RISKED = 0.4
"""The part of their chips that somebody raises with who isn't sure."""
_SHAKEN_PART = 0.5
"""With what part of an even share of the pot an NPC that is shaken stays."""
_RULES = BaldurRules()
"""A seat sees all of the house rules that its chances depend on."""

_Offers = Mapping[str, Move]


class Simple(SimplePlayer):
    """The options of a simple player."""

    folding: Literal["never", "weak"] = option(
        "never",
        "Folding",
        "Players who never fold, or who fold a high roll once community dice lie on the table.",
        labels={"never": "Never", "weak": "A high roll"},
    )


def decide(
    look: Callable[[], BaldurView], moves: Sequence[Move], player: Temper | Simple, rng: Rng, budget: int
) -> BaldurAction | None:
    """Choose the action of a player, or of the GM's seat for the NPCs; None where the GM has to judge somebody."""
    offers = {move.key: move for move in moves if not move.aside}
    if "roll" in offers:
        return Roll()
    if offers.keys().isdisjoint({"stay", "keep", "npcs_call", "shaken_stays"}):
        return None
    if isinstance(player, Simple):
        is_folding = player.folding == "weak" and bool(offers["stay"].price) and _has_high_roll(look())
        return Fold() if is_folding else Stay()
    view, traits = look(), player.traits
    chance = believed_chance(
        _chance(view, traits, rng, budget), traits._replace(error=_ERROR_FACTOR * traits.error), rng
    )
    if "stay" in offers:
        return _choose_bet(view, offers, chance, traits, rng)
    if "keep" in offers:
        return _choose_stayers(view, offers["keep"], chance)
    if "npcs_call" in offers:
        price = offers["npcs_call"].price or 0
        return NpcsCall() if is_worth(chance, price, view.pot, traits) else NpcsFold()
    even = 1 / (1 + len(_players(view)))
    return ShakenStays() if chance >= even * (_SHAKEN_PART + traits.margin) else ShakenFolds()


def _chance(view: BaldurView, traits: Traits, rng: Rng, budget: int) -> float:
    """Return the part of the pot that is won on average by staying to the end."""
    if question(view) is None:
        return 1.0
    looks = max(int(min(_LOOKS_PER_HAND * budget, _MOST_LOOKS) * traits.effort), _LEAST_LOOKS)
    return estimate(view, _RULES, estimate_rng(rng), looks).share.value


def _choose_bet(view: BaldurView, offers: _Offers, chance: float, traits: Traits, rng: Rng) -> BaldurAction:
    price = offers["stay"].price or 0
    if happens(rng, traits.blunder):
        return rng.pick(
            [_ACTIONS[key] for key in ("stay", "raise", "fold") if key in offers and (price or key != "fold")]
        )
    if "raise" in offers and _wants_to_raise(view, offers["raise"].price or 0, chance, traits, rng):
        return Raise()
    return Stay() if is_worth(chance, price, _winnable_pot(view, price), traits) else Fold()


_ACTIONS: Mapping[str, BaldurAction] = {"stay": Stay(), "raise": Raise(), "fold": Fold()}


def _wants_to_raise(view: BaldurView, cost: int, chance: float, traits: Traits, rng: Rng) -> bool:
    """Decide on a raise: by an expected lead over all who are in, or as a bluff."""
    me = _own_seat(view)
    even = 1 / (len(_players(view)) + view.npcs_in)
    lead = (chance - even) / (1 - even)
    if lead < _SURE_LEAD and cost > _MOST_RISKED * me.stack:
        return False
    return happens(rng, traits.boldness if lead >= _CLEAR_LEAD else traits.bluff)


def _winnable_pot(view: BaldurView, price: int) -> int:
    """Estimate the pot that can be won by staying for that price, in chips.

    It counts as far as the seat's own chips reach, with the chips that are still to come in this round.
    """
    me = _own_seat(view)
    reach = me.paid + price
    others = [seat for seat in view.seats if seat.seat != me.seat]
    beyond = sum(max(seat.paid - reach, 0) for seat in others)
    owed = sum(min(max(view.price - seat.bet, 0), seat.stack) for seat in _players(view) if seat.seat != me.seat)
    return view.pot - beyond + int(_PART_THAT_STAYS * owed)


def _choose_stayers(view: BaldurView, move: Move, chance: float) -> Keep:
    """Choose the NPCs with a seat that stay, the richest first: as many as may when ahead, otherwise as few."""
    pick = next(field for field in move.fields if isinstance(field, Pick))
    stacks = {str(seat.seat): seat.stack for seat in view.seats}
    seats = sorted([choice.value for choice in pick.choices], key=lambda seat: (-stacks[seat], int(seat)))
    if pick.is_single:
        return Keep(stay=seats[0])
    is_ahead = chance * (1 + len(_players(view))) >= 1
    return Keep(stay=tuple(seats[: pick.at_most if is_ahead else pick.at_least]))


def _players(view: BaldurView) -> list[SeatView]:
    """Return the players who are still in."""
    return [seat for seat in view.seats if not seat.is_folded and not seat.is_npc]


def _own_seat(view: BaldurView) -> SeatView:
    if view.own is None:
        raise ValueError("only a player of the hand bets")
    own = view.own.seat
    return next(seat for seat in view.seats if seat.seat == own)


def _has_high_roll(view: BaldurView) -> bool:
    """Return true if community dice lie and make nothing with the seat's own."""
    if view.round == 1:
        return False
    hand = so_far(_own_seat(view).dice, view.common, natural_beats_wild=view.natural_beats_wild)
    return strength(hand) == "weak"


NOTE = (
    "pc_ and npc_ count the best hands of players and NPCs at a showdown, in hands without a fold. staked_ and "
    "returned_ are what a single player against nameless NPCs put in and got back, in smallest coins. With several "
    "players they aren't counted. stay counts hands that were played to the end. Simple players stay in all of them, "
    "unless with folding=weak."
)


def names(_rules: BaldurRules, _player: Simple) -> tuple[str, ...]:
    """Return all counters, in the order they are read."""
    hands = (f"{who}_{kind}" for who in ("pc", "npc") for kind in KINDS)
    return "hands", "showdowns", *hands, f"staked_{STAY}", f"returned_{STAY}"


def count(step: Step[BaldurState], tally: Counter[str]) -> None:
    """Add what a step brought."""
    for event in step.events:
        match event:
            case Dealt():
                tally["hands"] += 1
            case Ended(result=result) if result.how == "showdown":
                _count(step.state, result, tally)
            case _:
                pass


def _count(state: BaldurState, result: Result, tally: Counter[str]) -> None:
    tally["showdowns"] += 1
    if len(state.players_in) == len(state.holes):
        _count_hands(result, tally)
    if len(state.holes) == 1 and state.nameless and not state.named:
        _count_money(state, result, tally)


def _count_hands(result: Result, tally: Counter[str]) -> None:
    """Count the hands shown by players and by the NPCs, who come last."""
    players = result.hands[:-1] if result.revealed else result.hands
    tally.update(f"pc_{shown.kind}" for shown in players)
    tally.update(f"npc_{shown.kind}" for shown in result.hands[len(players) :])


def _count_money(state: BaldurState, result: Result, tally: Counter[str]) -> None:
    (hole,) = state.holes
    back = (*(share for win in result.wins for share in win.shares), *result.returned)
    tally[f"staked_{STAY}"] += state.betting.bettor(hole.seat).paid
    tally[f"returned_{STAY}"] += sum(amount for seat, amount in back if seat == hole.seat != DEALER)


# one player against the NPCs, as in the odds, so that no two share the community dice; two if the house plays none
AI = Ai(decide, Counting(Simple, BaldurRules(), lambda rules: 1 if rules.npcs else 2, NOTE, names, count))
