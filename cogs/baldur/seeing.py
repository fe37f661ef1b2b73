"""What may be seen of a hand of Baldur Hold'em: by everybody, by a seat, and by the GM."""

from bot.engine.betting.betting import Bettor
from bot.engine.game import DEALER
from cogs.baldur.hands import so_far
from cogs.baldur.npcs import deciding
from cogs.baldur.state import BaldurState, BaldurView, GmView, OwnView, SeatView


def seen(state: BaldurState, seat: int | None, waiting: tuple[int, ...]) -> BaldurView:
    """The table, and what that seat knows alone; None is the public. `waiting` is whom the hand waits for."""
    ended, betting = state.result, state.betting
    return BaldurView(
        round=state.round,
        stage=state.stage,
        dealer=state.dealer,
        pot=state.pot - ended.uncalled if ended else state.pot,
        price=betting.current if state.stage == "bets" else 0,
        common=state.common,
        nameless=len(state.nameless_in),
        npcs_in=len(state.npcs_in),
        seats=tuple([_seat(state, bettor) for bettor in betting.bettors if bettor.seat > DEALER]),
        waiting=waiting,
        deciding=deciding(state) if waiting else None,
        stays=state.stays,
        shaken=state.shaken,
        accusation=state.accusation,
        effects=tuple([effect for effect in state.effects if effect.seat in (DEALER, *state.order)]),
        result=ended,
        natural_beats_wild=state.rules.natural_beats_wild,
        own=_own(state, seat) if seat is not None and seat in state.order else None,
        gm=_gm(state) if seat == DEALER else None,
    )


def _seat(state: BaldurState, bettor: Bettor) -> SeatView:
    is_npc = bettor.seat in state.named
    return SeatView(
        seat=bettor.seat,
        dice=() if is_npc else state.hole(bettor.seat).dice,
        stack=bettor.stack,
        bet=bettor.bet,
        paid=bettor.paid,
        is_npc=is_npc,
        is_folded=bettor.is_folded,
        is_all_in=bettor.is_all_in and state.result is None,
        owes_roll=state.stage == "rolls" and bettor.seat in state.unrolled,
    )


def _own(state: BaldurState, seat: int) -> OwnView:
    heard = tuple([one.what for one in state.hidden.heard if one.seat == seat])
    has_cheated = state.hidden.has_done(seat, "cheat", state.round)
    return OwnView(seat=seat, heard=heard, has_cheated_this_round=has_cheated)


def _gm(state: BaldurState) -> GmView:
    hidden, rules = state.hidden, state.rules
    hand = (
        so_far(hidden.npc_dice, state.common, natural_beats_wild=rules.natural_beats_wild) if hidden.npc_dice else None
    )
    return GmView(
        dice=hidden.npc_dice,
        hand=hand,
        spells=hidden.spells,
        guilty=hidden.guilty,
        let_pass=hidden.let_pass,
        palmed=hidden.palmed,
        planted=hidden.planted,
        loaded=hidden.loaded,
    )
