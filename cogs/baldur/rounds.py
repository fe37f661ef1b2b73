"""The course of a hand: hole dice, then three community dice and two, each with bets, to the showdown (seed 004)."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Literal

from bot.engine.betting.pots import Pot, Win, split, sum_by_seat
from bot.engine.betting.rounds import BettingRound, Bettor, Limits
from bot.engine.cheating.contests import Party
from bot.engine.frozen import made
from bot.engine.game import DEALER
from bot.engine.moves import Choice, Move, Number, Pick, after, seat_choice
from bot.engine.rng import Rng
from bot.engine.words import counted, name_mark
from cogs.baldur.hands import SIDES, Hand, best_hand
from cogs.baldur.state import (
    COMMON_DICE,
    HOLE_DICE,
    BaldurKit,
    BaldurRules,
    BaldurState,
    Deciding,
    Ended,
    Fell,
    Folded,
    Hole,
    Keep,
    Left,
    Log,
    NpcDice,
    NpcsCall,
    NpcsPaid,
    Raised,
    Result,
    Rethrown,
    Shaken,
    ShakenStays,
    Shown,
    Stayed,
    Unshaken,
    Which,
    read_kit,
)

NPCS = "The NPCs"


def party(state: BaldurState, seat: int) -> Party:
    """Return a seat with its sheet and proficiency; seat 0 stands for the NPCs."""
    if seat == DEALER and face(state) != DEALER:
        return party(state, face(state)).evolve(seat=DEALER)
    kit = kit_of(state, seat)
    if seat == DEALER:
        return Party(seat=DEALER, sheet=state.rules.crowd, proficiency=kit.proficiency)
    sheet = next(player.sheet for player in state.deal.players if player.seat == seat)
    return Party(seat=seat, sheet=sheet, proficiency=kit.proficiency)


def face(state: BaldurState) -> int:
    """Return the NPC that cheats for all of them: 0 for a nameless one, otherwise the first with a seat."""
    return state.npcs_in[0] if state.npcs_in and not state.nameless_in else DEALER


def kit_of(state: BaldurState, seat: int) -> BaldurKit:
    if seat == DEALER:
        seat = face(state)
    if seat == DEALER:
        return state.rules.crowd_kit
    return read_kit(next(player.kit for player in state.deal.players if player.seat == seat))


def has_paid(state: BaldurState, seat: int) -> bool:
    """Tell whether a seat's bets of this round are done: influence comes after the dice and before paying (rules 7.16).

    NPCs pay as the dice fall, so they have until the last player has paid. A player who is all in has nothing to pay.
    """
    if state.stage != "bets" or seat == DEALER or seat in state.named:
        return state.stage in {"leaving", "dealing"}
    bettor = state.betting.bettor(seat)
    return seat not in state.betting.waiting and not (bettor.is_all_in and not bettor.bet)


def choices_of(seats: tuple[int, ...]) -> tuple[Choice, ...]:
    """Build a choice of seats, by their names."""
    return tuple([seat_choice(seat) for seat in seats])


_Why = Literal["choice", "short", "shaken", "caught"]
_FOLD_FOR_FREE = "You can stay in for free. Fold anyway?"


def _open_bets(state: BaldurState, number: int, price: int, log: Log) -> BaldurState:
    """Open the bets of the round of that number.

    The NPCs pay, players who can't pay fold where that is the rule, and the others act clockwise from the left of the
    dealer.
    """
    rules, npcs, bettors = state.rules, state.npcs_in, state.betting.bettors
    least = rules.price(number)
    limits = made(Limits, smallest=least, raises_all=rules.raises)
    blinds = tuple([(npc, price) for npc in npcs]) if price else ()
    betting = BettingRound.with_blinds(bettors, bettors[0].seat, limits, blinds)
    if blinds:
        log.public.append(_npcs_paid(bettors, betting, price, npcs))
    if rules.short == "fold" and price:
        short = [one for one in map(betting.bettor, state.players_in) if _is_short(rules, one, number, price)]
        if not npcs and len(short) == len(state.players_in):
            price = 0  # nobody could pay: those who are left play for the pot
        else:
            for one in short:
                betting = _fold(betting, one.seat, log, "short")
    betting = betting.evolve(current=price, full_raise=least, waiting=_in_turn(state, betting.waiting))
    return state.evolve(round=number, stage="bets", betting=betting)


def turn_moves(state: BaldurState, seat: int) -> tuple[Move, ...]:
    """List the moves of the seat whose turn it is. A raise must be paid in full."""
    betting = state.betting
    me, price = betting.bettor(seat), betting.to_call(seat)
    cost = raise_cost(state, seat) if state.rules.raises else None
    raising = 0 if cost is None or _out_of_reach(state, seat) else cost
    return _bet_moves(price, is_all_in=bool(price) and price == me.stack, raising=raising)


@lru_cache(maxsize=1024)
def _bet_moves(price: int, *, is_all_in: bool, raising: int) -> tuple[Move, ...]:
    label = "Stay in, all in" if is_all_in else "Stay in"
    stay = Move(key="stay", label=label, price=price or None, style="main")
    fold = Move(key="fold", label="Fold", style="danger", confirm=None if price else _FOLD_FOR_FREE)
    if not raising:
        return (stay, fold)
    return (stay, Move(key="raise", label="Raise", price=raising), fold)


def stay_in(state: BaldurState, seat: int, log: Log) -> BaldurState:
    betting = state.betting.called(seat)
    before, me = state.betting.bettor(seat), betting.bettor(seat)
    log.public.append(made(Stayed, seat=seat, amount=me.paid - before.paid, all_in=me.is_all_in))
    return state.evolve(betting=betting)


def raise_cost(state: BaldurState, seat: int) -> int | None:
    """Return the price of a raise for the seat whose turn it is; None where it has less, or may raise no more."""
    betting = state.betting
    me = betting.bettor(seat)
    cost = betting.current + betting.full_raise - me.bet
    return cost if cost <= me.stack and betting.can_raise(seat) else None


def _out_of_reach(state: BaldurState, seat: int) -> tuple[Bettor, ...]:
    """Return the bettors who couldn't meet a raise of that seat; nobody where short players go all in."""
    if state.rules.short == "all_in":
        return ()
    to = state.betting.current + state.betting.full_raise
    others = [one for one in state.betting.bettors if one.seat > DEALER and one.seat != seat and not one.is_folded]
    return tuple([one for one in others if _is_short(state.rules, one, state.round, to)])


def why_out_of_reach(state: BaldurState, seat: int) -> str | None:
    """Explain which players can't meet a raise of that seat; None where that isn't what forbids it."""
    short = _out_of_reach(state, seat)
    if not short or raise_cost(state, seat) is None:
        return None
    poorest = min(short, key=lambda one: one.stack)
    others = f" and {counted(len(short) - 1, 'other')}" if short[1:] else ""
    return f"You can't raise, because {name_mark(poorest.seat)}{others} couldn't pay the new price."


def raise_price(state: BaldurState, seat: int, log: Log) -> BaldurState:
    """Raise by the round's price. The NPCs answer first, then the others clockwise."""
    to, before = state.betting.current + state.betting.full_raise, state.betting.bettor(seat).bet
    betting = state.betting.raised(seat, to)
    me = betting.bettor(seat)
    log.public.append(made(Raised, seat=seat, amount=to - before, price=to, all_in=me.is_all_in))
    state = state.evolve(betting=betting)
    npcs = tuple([one for one in betting.waiting if one in state.npcs_in])
    others = tuple([one for one in betting.waiting if one not in npcs])
    return state.evolve(betting=state.betting.evolve(waiting=(*npcs, *others)))


def fold(state: BaldurState, seat: int, log: Log, why: _Why = "choice") -> BaldurState:
    """Fold a bettor, in or out of turn; its bets stay in the pot."""
    return state.evolve(betting=_fold(state.betting, seat, log, why))


def _fold(betting: BettingRound, seat: int, log: Log, why: _Why) -> BettingRound:
    log.public.append(made(Folded, seat=max(seat, DEALER), why=why))
    return betting.folded(seat)


def fold_all_npcs(state: BaldurState, log: Log, why: _Why = "choice") -> BaldurState:
    log.public.append(made(Folded, seat=DEALER, why=why, all_npcs=True))
    betting = state.betting
    for npc in state.npcs_in:
        betting = betting.folded(npc)
    return state.evolve(betting=betting)


def call_for_npcs(state: BaldurState, log: Log) -> BaldurState:
    """Pay a raise for the NPCs; one with a seat that has too little goes all in."""
    betting, before, asked = state.betting, state.betting.bettors, state.npcs_in
    owed = betting.current - min([betting.bettor(npc).bet for npc in asked if npc in betting.waiting])
    for npc in asked:
        betting = betting.called(npc) if npc in betting.waiting else betting
    log.public.append(_npcs_paid(before, betting, owed, asked))
    return state.evolve(betting=betting)


def _is_short(rules: BaldurRules, bettor: Bettor, number: int, price: int) -> bool:
    """Tell whether a bettor can't bring its bet of the round of that number up to the price, and has to.

    One who is all in since the ante has nothing more to pay, where that is allowed.
    """
    return bettor.stack < price - bettor.bet and not _is_in_by_ante(rules, bettor, number)


def _is_in_by_ante(rules: BaldurRules, bettor: Bettor, number: int) -> bool:
    """Tell whether a bettor is all in since the ante, where that is allowed.

    Where the ante isn't paid yet, it is one who can't pay all of it.
    """
    if rules.short_ante != "all_in":
        return False
    return bettor.paid <= rules.ante if bettor.is_all_in else not bettor.paid and number == 1


def _npcs_paid(before: tuple[Bettor, ...], betting: BettingRound, each: int, npcs: tuple[int, ...]) -> NpcsPaid:
    """Build the event of what each NPC was asked for, and which of them paid less."""
    both = zip(before, betting.bettors, strict=True)
    paid = {now.seat: now.paid - had.paid for had, now in both if now.seat in npcs}
    short = tuple([(npc, amount) for npc, amount in paid.items() if amount < each])
    seats = tuple([npc for npc, amount in paid.items() if npc > DEALER and amount == each])
    return made(NpcsPaid, each=each, nameless=len(npcs) - len(seats) - len(short), seats=seats, short=short)


def _in_turn(state: BaldurState, waiting: tuple[int, ...]) -> tuple[int, ...]:
    """Return the waiting players clockwise from the dealer's left."""
    return tuple([seat for seat in _clockwise(state) if seat in waiting and seat not in state.named])


def _clockwise(state: BaldurState) -> tuple[int, ...]:
    """Return all seats clockwise from the dealer's left."""
    return state.order if state.dealer == DEALER else after(state.order, state.dealer)


_CLEAR_MARGIN, _CLEAR_SUCCESSES = 5, 2
"""The margins by which an NPC must be beaten to fold, where that is the rule (rules 7.18): five, or two successes of
narrative dice, of which there are hardly ever five.
"""
_NOBODY = "None of them"


def deciding(state: BaldurState) -> Deciding | None:
    """Return the decision that the hand needs from the GM; None where it waits for players."""
    if state.shaken is not None:
        return "shaken"
    if state.stage == "leaving":
        return "leaving"
    if state.stage == "dealing":
        return "dice" if state.dealer == DEALER else None
    waiting = state.betting.waiting
    return "raise" if waiting and waiting[0] in state.npcs_in else None


def npcs_to_decide(state: BaldurState) -> tuple[int, ...]:
    """Return the NPCs with a seat that share the pending decision, a shaken one first.

    Only NPCs still in count.
    """
    if deciding(state) in {None, "dice"}:
        return ()
    shaken = state.shaken.whom if state.shaken is not None else None
    return tuple(sorted([seat for seat in state.npcs_in if seat > DEALER], key=lambda seat: seat != shaken))


def _begin_leaving(state: BaldurState, log: Log) -> BaldurState:
    """Let NPCs leave before the dice of the next round: those who can't pay, then as many as have to.

    The hand waits for the GM where it is in doubt who stays. It is if more NPCs with a seat can pay than may stay. By
    house rule, it is wherever one with a seat might leave. NPCs that fold meanwhile may make it moot.
    """
    able, count = _able(state), len(state.npcs_in)
    stays = min(state.rules.half(count) if state.round == 1 else 1, len(able))
    named = len([npc for npc in able if npc > DEALER])
    if named > stays or (named and len(able) > stays and state.rules.stayers == "gm"):
        return state.evolve(stays=stays, stage="leaving")
    return _keep(state, able, stays, _usual_stayers(state.rules, able, stays), log)


def keep_move(state: BaldurState) -> Move:
    """Build the GM's choice of the NPCs with a seat that stay. By house rule it may be fewer: nameless ones make up the
    number.
    """
    able = _able(state)
    named = tuple([npc for npc in able if npc > DEALER])
    least, most = len(_usual_stayers(state.rules, able, state.stays)), min(state.stays, len(named))
    label = f"Which NPCs are among the {state.stays} that stay?" if state.stays > 1 else "Which NPC stays?"
    pick = Pick(name="stay", label=label, choices=choices_of(named), at_least=least, at_most=most, none=_NOBODY)
    return Move(key="keep", label="Choose who stays", fields=(pick,), place="private", style="main")


def usual_keep(state: BaldurState) -> Keep:
    """Return the choice that counts when the GM doesn't make one."""
    (pick,) = keep_move(state).fields
    seats = tuple([str(seat) for seat in _usual_stayers(state.rules, _able(state), state.stays)])
    is_single = pick.type == "pick" and pick.is_single
    return Keep(stay=seats[0] if is_single else seats)


def keep_npcs(state: BaldurState, seats: tuple[int, ...], log: Log) -> BaldurState:
    """Keep those NPCs with a seat, and as many nameless ones as there is room for; all others leave."""
    return _keep(state, _able(state), state.stays, seats, log)


def _keep(state: BaldurState, able: tuple[int, ...], stays: int, seats: tuple[int, ...], log: Log) -> BaldurState:
    nameless = [npc for npc in able if npc < DEALER][: stays - len(seats)]
    stay = {*seats, *nameless}
    gone = [npc for npc in state.npcs_in if npc not in stay]
    if not gone:
        return state.evolve(stays=0, stage="bets")
    bettors = tuple([one.evolve(is_folded=True) if one.seat in gone else one for one in state.betting.bettors])
    named = tuple([npc for npc in gone if npc > DEALER])
    log.public.append(made(Left, round=state.round + 1, nameless=len(gone) - len(named), seats=named, stay=len(stay)))
    return state.evolve(stays=0, stage="bets", betting=state.betting.evolve(bettors=bettors))


def raise_moves(state: BaldurState) -> tuple[Move, ...]:
    """List the NPCs' joint answers to a raise; `price` is the cost for all of them."""
    betting = state.betting
    cost = sum([betting.to_call(npc) for npc in state.npcs_in if npc in betting.waiting])
    return (
        Move(key=NpcsCall().kind, label="The NPCs stay in", price=cost or None, place="private", style="main"),
        Move(
            key="npcs_fold", label="The NPCs fold", place="private", style="danger", confirm="All NPCs leave the hand?"
        ),
    )


def shaken_moves() -> tuple[Move, ...]:
    return (
        Move(key=ShakenStays().kind, label="The NPC stays", place="private", style="main"),
        Move(
            key="shaken_folds",
            label="The NPC folds",
            place="private",
            style="danger",
            confirm="The NPC leaves the hand?",
        ),
    )


def shake_npc(state: BaldurState, by: int, whom: int, margin: int, log: Log) -> BaldurState:
    """Shake an NPC: it folds as the GM says, or when it is clearly beaten (rules 7.18)."""
    state = state.evolve(shaken=made(Shaken, by=by, whom=whom))
    clearly = _CLEAR_SUCCESSES if state.deal.system.family == "narrative" else _CLEAR_MARGIN
    return state if state.rules.shaken == "gm" else answer_shaken(state, log, folds=margin >= clearly)


def answer_shaken(state: BaldurState, log: Log, *, folds: bool) -> BaldurState:
    """Let the shaken NPC fold or stay. Nameless NPCs are alike, so any of them folds."""
    if state.shaken is None:
        raise ValueError("nobody is shaken")
    whom = state.shaken.whom
    state = state.evolve(shaken=None)
    if folds:
        return fold(state, whom if whom != DEALER else state.nameless_in[-1], log, "shaken")
    log.public.append(made(Unshaken, seat=whom))
    return state


def _able(state: BaldurState) -> tuple[int, ...]:
    """Return the NPCs that could pay for the next round: all of them where one may go all in."""
    if state.rules.short == "all_in":
        return state.npcs_in
    rules, npcs, price = state.rules, state.npcs_in, state.rules.price(state.round + 1)
    # what was bet in this round doesn't count for the next
    able = [one for one in state.betting.bettors if one.stack >= price or _is_in_by_ante(rules, one, state.round)]
    return tuple([one.seat for one in able if one.seat in npcs])


def _usual_stayers(rules: BaldurRules, able: tuple[int, ...], stays: int) -> tuple[int, ...]:
    """Return the NPCs with a seat that stay without a choice of the GM's, clockwise. As many stay as may; by house rule
    only those without whom there aren't enough.
    """
    named = [npc for npc in able if npc > DEALER]
    return tuple(named[:stays] if rules.stayers == "seated" else named[: max(stays - (len(able) - len(named)), 0)])


def place_of(which: Which, dice: Sequence[int], beside: Sequence[int] = ()) -> int:
    """Return the position of the wanted die in a throw, the first of equal ones.

    The loner is the lowest die that equals no other, nor any of those beside; where all pair, it is the lowest.
    """
    match which:
        case "lowest":
            return dice.index(min(dice))
        case "highest":
            return dice.index(max(dice))
        case "loner":
            lonely = [face for face in dice if dice.count(face) == 1 and face not in beside]
            return dice.index(min(lonely or dice))


def throw_hole_dice(state: BaldurState, seat: int, chance: Rng, log: Log) -> BaldurState:
    """Throw a player's three dice; a palmed one is thrown again, then the dealer's comes to lie as it was set."""
    hidden = state.hidden
    state = state.with_hole(made(Hole, seat=seat, dice=chance.dice(HOLE_DICE, SIDES)))
    for palmed in [one for one in hidden.palmed if one.seat == seat]:
        at = place_of(palmed.which, state.hole(seat).dice)
        state = change_die(state, seat, at, chance.die(SIDES), log, by=seat)
    for planted in [one for one in hidden.planted if one.seat == seat]:
        at = place_of(planted.which, state.hole(seat).dice)
        state = change_die(state, seat, at, planted.face, log, by=planted.by, is_set=True)
    if not (hidden.palmed or hidden.planted):
        return state
    hidden = hidden.evolve(
        palmed=tuple([one for one in hidden.palmed if one.seat != seat]),
        planted=tuple([one for one in hidden.planted if one.seat != seat]),
    )
    return state.evolve(hidden=hidden)


def _throw_common(state: BaldurState, count: int, chance: Rng, log: Log) -> BaldurState:
    """Throw the community dice of a round."""
    before, loaded = state.common, state.hidden.loaded
    state = state.evolve(common=(*before, *chance.dice(count, SIDES)))
    for one in loaded:
        fresh = state.common[len(before) :]
        at = len(before) + place_of(one.which, fresh, (*before, *dice_of(state, one.seat)))
        state = change_die(state, None, at, chance.die(SIDES), log, by=one.seat)
    return state.evolve(hidden=state.hidden.evolve(loaded=())) if loaded else state


def rethrow_npc_die(state: BaldurState, by: int, at: int, chance: Rng, log: Log) -> BaldurState:
    """Throw one of the NPCs' dice again, in secret."""
    fell, now = state.hidden.npc_dice, chance.die(SIDES)
    log.kept.append(made(Rethrown, by=by, whose="npcs", fell=fell, at=at, now=now))
    return state.evolve(hidden=state.hidden.evolve(npc_dice=_replace_die(fell, at, now)))


def dice_of(state: BaldurState, seat: int) -> tuple[int, ...]:
    """Return the dice that a seat plays with: a player's own, or those of the NPCs."""
    own = next((hole.dice for hole in state.holes if hole.seat == seat), None)
    return state.hidden.npc_dice if own is None else own


def tame_of(state: BaldurState, seat: int) -> tuple[int, ...]:
    """Return which of a player's dice were set by a cheat."""
    return next((hole.tame for hole in state.holes if hole.seat == seat), ())


def change_die(
    state: BaldurState, seat: int | None, at: int, now: int, log: Log, *, by: int, is_set: bool = False
) -> BaldurState:
    """Turn a die of a player, or a community die (None), to another face, and note it in the GM's log.

    A die that is set is no longer natural; one that is re-rolled is.
    """
    fell = state.common if seat is None else state.hole(seat).dice
    whose = "common" if seat is None else "own"
    log.kept.append(made(Rethrown, by=by, whose=whose, seat=seat, fell=fell, at=at, now=now, is_set=is_set))
    dice = _replace_die(fell, at, now)
    if seat is None:
        return state.evolve(common=dice)
    others = tuple([place for place in state.hole(seat).tame if place != at])
    return state.with_hole(made(Hole, seat=seat, dice=dice, tame=(*others, at) if is_set else others))


def _replace_die(dice: tuple[int, ...], at: int, face: int) -> tuple[int, ...]:
    return (*dice[:at], face, *dice[at + 1 :])


def _end_unseen(state: BaldurState, log: Log) -> BaldurState:
    """End the hand when only one side is left: it takes the pot without showing a die (rules 7.7)."""
    winner, *others = state.betting.live
    if others:
        return _settle(state, dict.fromkeys((winner, *others), ()), made(Result, how="unseen"), log)
    pots, seat = state.betting.pots(state.left), _seat(winner)
    amount = sum([pot.amount for pot in pots.pots])
    win = made(Win, amount=amount, eligible=(seat,), shares=((seat, amount),))
    back = tuple([(seat, over) for _, over in pots.returned])
    return _finish(state, made(Result, how="unseen", wins=(win,), returned=back), log)


def _show_down(state: BaldurState, log: Log) -> BaldurState:
    """Compare the hands: each player's three dice, and four for all NPCs together."""
    shown: list[Shown] = []
    hands: dict[int, Hand] = {}
    revealed = tuple[int, ...]()
    for seat in state.players_in:
        hole = state.hole(seat)
        hand = hands[seat] = _best(state, hole.dice, hole.tame)
        shown.append(made(Shown, seats=(seat,), hand=hand))
    if state.npcs_in:
        hand = _best(state, state.hidden.npc_dice)
        hands |= dict.fromkeys(state.npcs_in, hand)
        revealed = hand.own
        shown.append(made(Shown, seats=_seats(state.npcs_in), hand=hand))
    ranks = {bettor: hand.rank for bettor, hand in hands.items()}
    return _settle(state, ranks, made(Result, how="showdown", hands=tuple(shown), revealed=revealed), log)


def _settle(state: BaldurState, ranks: Mapping[int, tuple[int, ...]], result: Result, log: Log) -> BaldurState:
    """Award each pot to the best of those who can win it."""
    pots = state.betting.pots(state.left)
    wins: list[Win] = []
    odd = 0
    for pot in pots.pots:
        win, left = _award_pot(state, pot, ranks)
        wins.append(win)
        odd += left
    returned = tuple([(_seat(bettor), amount) for bettor, amount in pots.returned])
    kept = {"carried" if state.rules.odd_chips == "carry" else "odd": odd}
    result = result.evolve(wins=tuple(wins), returned=returned, **kept)
    return _finish(state, result, log)


def _award_pot(state: BaldurState, pot: Pot, ranks: Mapping[int, tuple[int, ...]]) -> tuple[Win, int]:
    best = max([ranks[bettor] for bettor in pot.eligible])
    winners = [bettor for bettor in _order(state) if bettor in pot.eligible and ranks[bettor] == best]
    divided = split(pot.amount, winners, "position" if state.rules.odd_chips == "position" else "house")
    shares = sum_by_seat((_seat(bettor), amount) for bettor, amount in divided.shares)
    return made(Win, amount=pot.amount, eligible=_seats(pot.eligible), shares=tuple(shares.items())), divided.left


def _finish(state: BaldurState, result: Result, log: Log) -> BaldurState:
    """Push the chips to their winners; the bank's lie in it by what `result` says."""
    shares = (*(share for win in result.wins for share in win.shares), *result.returned)
    betting = state.betting.pushed(shares).evolve(current=0)
    result = result.evolve(paid=tuple([one.seat for one in betting.bettors if one.seat > DEALER and one.paid]))
    log.public.append(made(Ended, result=result))
    if state.hidden.npc_dice:
        log.kept.append(made(NpcDice, dice=state.hidden.npc_dice))
    return state.evolve(stage="over", betting=betting, result=result)


def _best(state: BaldurState, dice: tuple[int, ...], tame: tuple[int, ...] = ()) -> Hand:
    return best_hand(dice, state.common, natural_beats_wild=state.rules.natural_beats_wild, tame=tame)


def _order(state: BaldurState) -> tuple[int, ...]:
    """Return all bettors clockwise from the dealer's left, NPCs without a seat last."""
    return (*_clockwise(state), *[bettor.seat for bettor in state.betting.bettors if bettor.seat < DEALER])


def _seat(bettor: int) -> int:
    return max(bettor, DEALER)


def _seats(bettors: Iterable[int]) -> tuple[int, ...]:
    """Return the bettors' seats, each once; 0 for all nameless NPCs."""
    return tuple(dict.fromkeys(map(_seat, bettors)))


LAST = 3


def advance(state: BaldurState, chance: Rng, log: Log) -> BaldurState:
    """Go on until the hand waits for somebody or is over."""
    while state.result is None and state.shaken is None:
        if state.is_one_sided:
            return _end_unseen(state, log)
        match state.stage:
            case "rolls":
                if state.unrolled:
                    return state
                state = _open_bets(state, state.round, state.rules.ante if state.rules.look_first else 0, log)
            case "dealing":
                return state
            case "bets" if state.betting.waiting:
                return state
            case "bets" if state.round == LAST:
                return _show_down(state, log)
            case _:
                state = _begin_leaving(state, log)
                if state.stage == "leaving":
                    return state
                state = deal_common(state, chance, log)
    return state


def deal_common(state: BaldurState, chance: Rng, log: Log) -> BaldurState:
    """Throw the community dice of the next round and open its bets; none fall where only one side is left."""
    if state.is_one_sided:
        return state.evolve(stage="bets")
    if state.rules.dice == "typed":
        return state.evolve(stage="dealing")
    before = len(state.common)
    state = _throw_common(state, COMMON_DICE[state.round + 1], chance, log)
    return _show_common(state, state.common[before:], log)


def _show_common(state: BaldurState, dice: tuple[int, ...], log: Log) -> BaldurState:
    """Show the community dice of the next round, which are the last ones, and open its bets."""
    number = state.round + 1
    log.public.append(made(Fell, round=number, dice=dice))
    return _open_bets(state, number, state.rules.price(number), log)


def lay_common(state: BaldurState, dice: tuple[int, ...], log: Log) -> BaldurState:
    """Lay down the community dice of the next round at a table with typed dice."""
    return _show_common(state.evolve(common=(*state.common, *dice)), dice, log)


_NTH = ("first", "second", "third", "fourth")


@lru_cache(maxsize=8)
def typing_moves(count: int, *, of_npcs: bool = False) -> tuple[Move, ...]:
    """List the moves that type so many dice, or have the bot roll them; the NPCs' dice may be left to the bot."""
    fields = tuple([Number(name=nth, label=f"The {nth} die", low=1, high=SIDES) for nth in _NTH[:count]])
    if of_npcs:
        return (Move(key="type_dice", label="Type the NPCs' dice", fields=fields, place="private"),)
    typed = Move(key="type_dice", label="Type the dice", fields=fields, style="main")
    return (typed, Move(key="roll", label="Roll for me"))
