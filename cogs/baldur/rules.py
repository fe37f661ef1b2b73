"""Baldur Hold'em: the best five of two hole dice and three community dice. The NPCs share one secret hand."""

from collections.abc import Hashable

from bot.engine.banked.limits import bank_means
from bot.engine.betting.events import Fold
from bot.engine.betting.rounds import BettingRound, Bettor, BetWords, Limits
from bot.engine.frozen import made
from bot.engine.game import DEALER, BuyIn, Deal, Game, Outcome, Step
from bot.engine.money import MAX_AMOUNT
from bot.engine.moves import AnyAction, Move, next_marker
from bot.engine.rng import Rng, closed
from cogs.baldur import rounds
from cogs.baldur.cheating import Tricks, judge_move, judge_spell
from cogs.baldur.hands import SIDES, so_far
from cogs.baldur.rounds import advance, deal_common, deciding, raise_cost, throw_hole_dice
from cogs.baldur.state import (
    COMMON_DICE,
    HOLE_DICE,
    NPC_DICE,
    PRESETS,
    PRICES,
    USUAL_HANDS,
    BaldurAction,
    BaldurCarry,
    BaldurDeal,
    BaldurEvent,
    BaldurRules,
    BaldurState,
    BaldurView,
    Dealt,
    Ended,
    GmView,
    Hidden,
    Hole,
    Judge,
    Keep,
    Log,
    NpcDice,
    NpcsCall,
    NpcsFold,
    OwnView,
    Raise,
    Result,
    Roll,
    Rolled,
    SeatView,
    ShakenFolds,
    ShakenStays,
    Stay,
    TypeDice,
)


def _begin(deal: BaldurDeal, chance: Rng, log: Log) -> BaldurState:
    """Take the antes, unless people look first. Where nobody is there to play against, the hand ends at once."""
    carried = deal.carry.left if deal.carry is not None else 0
    left = carried if deal.endless else min(carried, deal.bank)
    rules, players = deal.rules, tuple([player.seat for player in deal.players if not player.is_npc])
    named = tuple([player.seat for player in deal.players if player.is_npc])
    nameless = _affordable_npcs(deal, len(named), left)
    has_npcs = bool(nameless or named)
    stacks = [(player.seat, player.stack) for player in deal.players]
    stacks += [(-npc, _npc_stack(rules)) for npc in range(1, nameless + 1)]
    ante = 0 if rules.look_first else rules.ante
    state = made(
        BaldurState,
        deal=deal,
        dealer=_dealer(deal, players),
        holes=tuple([made(Hole, seat=seat) for seat in players]),
        betting=BettingRound.anted(stacks, ante, made(Limits, smallest=rules.ante)),
        nameless=nameless,
        left=left,
        hidden=made(Hidden, npc_dice=chance.dice(NPC_DICE, SIDES) if has_npcs and players else ()),
    )
    if not players or len(players) + has_npcs < 2:
        return _end_alone(state, log)
    fewer = nameless < rules.npcs
    log.public.append(
        made(Dealt, dealer=state.dealer, ante=ante, pot=state.pot, nameless=nameless, named=named, fewer=fewer)
    )
    return state


def _end_alone(state: BaldurState, log: Log) -> BaldurState:
    """End a hand without opponents: everyone keeps what they have."""
    had, result = {player.seat: player.stack for player in state.deal.players}, made(Result, how="alone")
    bettors = tuple([one.evolve(stack=had.get(one.seat, one.stack), bet=0, paid=0) for one in state.betting.bettors])
    log.public.append(made(Ended, result=result))
    betting = state.betting.evolve(bettors=bettors, waiting=(), current=0)
    return state.evolve(stage="over", betting=betting, left=0, result=result)


def _affordable_npcs(deal: BaldurDeal, named: int, left: int) -> int:
    """Return how many nameless NPCs sit down: as many as the bank can pay for to the end of the hand."""
    bank, wanted = bank_means(deal) - left, deal.rules.npcs
    return next(count for count in range(wanted, -1, -1) if deal.rules.due(count, named) <= bank)


def _dealer(deal: BaldurDeal, players: tuple[int, ...]) -> int:
    """Return the dealer: the GM, or the players in turn, clockwise from the one who sat down first (rules 7.21)."""
    if deal.rules.dealer == "gm" or not players:
        return DEALER
    before = deal.carry
    if before is None or before.dealer == DEALER:
        return players[0]
    return next_marker(before.dealer, before.order, players)


def _npc_stack(rules: BaldurRules) -> int:
    """Return more chips than an NPC can come to owe: it plays from the bank, and is never all in."""
    return 1 + rules.ante * sum(PRICES) * (1 + rules.raises)


def _lay_dice(state: BaldurState, seat: int, action: Roll | TypeDice, chance: Rng, log: Log) -> BaldurState:
    """Lay down dice that the bot throws or that were rolled at the table."""
    typed = action.dice if isinstance(action, TypeDice) else ()
    if state.stage == "dealing":
        return rounds.lay_common(state, typed or chance.dice(COMMON_DICE[state.round + 1], SIDES), log)
    if seat == DEALER:
        log.kept.append(made(NpcDice, dice=typed))
        return state.evolve(hidden=state.hidden.evolve(npc_dice=typed, are_typed=True))
    own = made(Hole, seat=seat, dice=typed)
    state = state.with_hole(own) if typed else throw_hole_dice(state, seat, chance, log)
    log.public.append(made(Rolled, seat=seat, dice=state.hole(seat).dice))
    return state


def _apply_action(state: BaldurState, seat: int, action: BaldurAction, chance: Rng, log: Log) -> BaldurState:
    """Apply an offered action, before the hand goes on automatically."""
    match action:
        case Roll() | TypeDice():
            return _lay_dice(state, seat, action, chance, log)
        case Stay():
            return rounds.stay_in(state, seat, log)
        case Raise():
            return rounds.raise_price(state, seat, log)
        case Fold():
            return rounds.fold(state, seat, log)
        case Judge():
            return judge_spell(state, action, chance, log)
        case Keep(stay=stay):
            seats = (stay,) if isinstance(stay, str) else stay
            return deal_common(rounds.keep_npcs(state, tuple([int(one) for one in seats]), log), chance, log)
        case NpcsCall():
            return rounds.call_for_npcs(state, log)
        case NpcsFold():
            return rounds.fold_all_npcs(state, log)
        case ShakenFolds() | ShakenStays():
            return rounds.answer_shaken(state, log, folds=isinstance(action, ShakenFolds))


_WORDS = BetWords(call="stay in")
_OVER = "The hand is over."
_OF_THE_GM = {
    "keep": "No NPC has to leave now.",
    "npcs_call": "There is no raise for the NPCs to answer.",
    "npcs_fold": "There is no raise for the NPCs to answer.",
    "shaken_folds": "No NPC is shaken.",
    "shaken_stays": "No NPC is shaken.",
    "judge": "There is no spell to judge.",
}
"""The GM's own moves, with the reasons why they aren't offered now."""


def refusal(state: BaldurState, seat: int, action: AnyAction) -> str:
    """Explain why a move of the game itself isn't offered to this seat."""
    kind = action.kind
    if state.result is not None:
        return _OVER
    if kind in _OF_THE_GM and seat != DEALER:
        return "Only the table's GM decides that."
    if state.shaken is not None:
        return "An NPC is shaken. Wait until the GM decides whether it folds."
    if seat == DEALER:
        return _OF_THE_GM.get(kind, "Only players can do that.")
    if seat not in state.order:
        return "You aren't in this hand."
    if seat not in state.betting.live:
        return "You have folded this hand."
    if seat in state.named:
        return "The NPCs share their dice, and the GM acts for all of them."
    return _refuse_bet(state, seat, kind)


def _typing_npc_dice(state: BaldurState) -> tuple[Move, ...]:
    """Let the GM type the NPCs' dice before all players have rolled, once."""
    is_time = state.rules.dice == "typed" and state.stage == "rolls" and state.shaken is None
    if not is_time or not state.npcs_in or state.hidden.are_typed:
        return ()
    return rounds.typing_moves(NPC_DICE, of_npcs=True)


def _refuse_bet(state: BaldurState, seat: int, kind: str) -> str:
    if kind == "type_dice" and state.rules.dice == "bot":
        return "The bot rolls the dice at this table. Press “Roll your dice”."
    if kind in {"roll", "type_dice"}:
        return "You have rolled your dice already."
    if seat in state.unrolled:
        return "Roll your dice first."
    if state.stage == "rolls":
        return "The others still have to roll. Wait for them."
    if state.stage == "leaving":
        return "Wait until the GM decides which NPCs stay."
    if state.stage == "dealing":
        return "Wait until the community dice are rolled."
    if state.betting.turn != seat:
        return "It isn't your turn."
    if not state.rules.raises:
        return "There are no raises at this table."
    if why := state.betting.why_not_raise(seat, _WORDS) or rounds.why_out_of_reach(state, seat):
        return why
    return "You don't have enough chips for a raise." if raise_cost(state, seat) is None else "That can't be done now."


def _build_view(state: BaldurState, seat: int | None, waiting: tuple[int, ...]) -> BaldurView:
    """Build the view of a seat; None is the public. `waiting` are the seats that the hand waits for."""
    ended, betting = state.result, state.betting
    return made(
        BaldurView,
        round=state.round,
        stage=state.stage,
        dealer=state.dealer,
        pot=state.pot - sum([amount for _, amount in ended.returned]) if ended else state.pot,
        price=betting.current if state.stage == "bets" else 0,
        common=state.common,
        nameless=len(state.nameless_in),
        npcs_in=len(state.npcs_in),
        seats=tuple([_seat_view(state, bettor) for bettor in betting.bettors if bettor.seat > DEALER]),
        waiting=waiting,
        deciding=deciding(state) if waiting else None,
        stays=state.stays,
        shaken=state.shaken,
        result=ended,
        natural_beats_wild=state.rules.natural_beats_wild,
        own=_own_view(state, seat) if seat is not None and seat in state.order else None,
        gm=_gm_view(state) if seat == DEALER else None,
    )


def _seat_view(state: BaldurState, bettor: Bettor) -> SeatView:
    is_npc = bettor.seat in state.named
    return made(
        SeatView,
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


def _own_view(state: BaldurState, seat: int) -> OwnView:
    return made(OwnView, seat=seat, has_stripped=state.hidden.stripped_by == seat)


def _gm_view(state: BaldurState) -> GmView:
    hidden, rules = state.hidden, state.rules
    hand = (
        so_far(hidden.npc_dice, state.common, natural_beats_wild=rules.natural_beats_wild) if hidden.npc_dice else None
    )
    return made(
        GmView,
        dice=hidden.npc_dice,
        hand=hand,
        spells=hidden.spells,
        palmed=hidden.palmed,
        planted=hidden.planted,
        loaded=hidden.loaded,
        tame=tuple([hole.seat for hole in state.holes if hole.tame]),
    )


_ROLL = Move(key="roll", label="Roll your dice", style="main")


class Baldur(Game[BaldurRules, BaldurCarry, BaldurState, BaldurAction, BaldurView], Tricks):
    """The game as printed in seed 004, with the options of its house rules. All its dice are drawn in secret."""

    key, title, seats = "baldur", "Baldur Hold'em", range(1, 11)
    tagline = "Two of your dice and three community dice: the best five win, and cheating is part of the game."
    presets = PRESETS
    hand_title = "Up my sleeve"
    is_banked = has_dealer = True
    dealer_plays_npcs = True

    HouseRules, Carry, State = BaldurRules, BaldurCarry, BaldurState
    Action, Event, View = BaldurAction, BaldurEvent, BaldurView

    def buy_in(self, rules: BaldurRules) -> BuyIn:
        return rules.buy_in

    def least_stack(self, rules: BaldurRules) -> int:
        return rules.least_stack

    def usual_bank(self, rules: BaldurRules) -> int:
        """Return twenty hands' worth of losses. A smaller bank seats fewer NPCs, and without NPCs it needs nothing."""
        return min(rules.due(rules.npcs) * USUAL_HANDS, MAX_AMOUNT)

    def start(self, deal: Deal[BaldurRules, BaldurCarry], chance: Rng) -> Step[BaldurState]:
        log = Log()
        return log.step(_begin(deal, closed(chance), log))

    def to_act(self, state: BaldurState) -> frozenset[int]:
        if state.result is not None:
            return frozenset()
        if rounds.deciding(state):
            return frozenset((DEALER,))
        if state.stage == "dealing":
            return frozenset((state.dealer,))
        return frozenset(state.unrolled if state.stage == "rolls" else state.betting.waiting[:1])

    def moves(self, state: BaldurState, seat: int) -> tuple[Move, ...]:
        if seat == DEALER:
            judging = judge_move(state) if state.result is None and state.shaken is None else None
            return (*self._decision(state), *_typing_npc_dice(state), *((judging,) if judging else ()))
        if seat not in self.to_act(state):
            return ()
        if state.stage == "dealing":
            return rounds.typing_moves(COMMON_DICE[state.round + 1])
        if state.stage == "rolls":
            return (_ROLL,) if state.rules.dice == "bot" else rounds.typing_moves(HOLE_DICE)
        return rounds.turn_moves(state, seat)

    def _decision(self, state: BaldurState) -> tuple[Move, ...]:
        """List the moves of the pending GM decision."""
        match rounds.deciding(state):
            case "shaken":
                return rounds.shaken_moves()
            case "leaving":
                return (rounds.keep_move(state),)
            case "dice":
                typing = rounds.typing_moves(COMMON_DICE[state.round + 1])
                return tuple([move.evolve(place="private") for move in typing])
            case "raise":
                return rounds.raise_moves(state)
            case None:
                return ()

    def play(self, state: BaldurState, seat: int, action: BaldurAction, chance: Rng) -> Step[BaldurState]:
        log, chance = Log(), closed(chance)
        return log.step(advance(_apply_action(state, seat, action, chance, log), chance, log))

    def on_timeout(self, state: BaldurState, seat: int) -> BaldurAction:
        """Roll owed dice, then stay in where it is free, otherwise fold; a GM decision gets its usual answer."""
        match rounds.deciding(state):
            case "shaken":
                return ShakenStays()
            case "leaving":
                return rounds.usual_keep(state)
            case "dice":
                return Roll()
            case "raise":
                return NpcsCall()
            case None:
                if state.stage in {"rolls", "dealing"}:
                    return Roll()
                return Fold() if state.betting.to_call(seat) else Stay()

    def on_leave(self, state: BaldurState, seat: int) -> BaldurAction:
        is_asked = seat != DEALER and state.stage == "bets" and rounds.deciding(state) is None
        return Fold() if is_asked else self.on_timeout(state, seat)

    def is_verifiable(self, rules: BaldurRules) -> bool:
        return rules.dice == "bot" and rules.contests == "bot"

    def leaving_note(self, rules: BaldurRules, whom: str) -> str:
        return f"The bot then plays for {whom}: it rolls any dice that are still missing, and folds."

    def asks(self, state: BaldurState, seat: int) -> Hashable:
        """Return one question a round, and one more for each raise; a move on the side doesn't reset a clock."""
        raises = sum([bettor.raises for bettor in state.betting.bettors])
        if seat != DEALER:
            return state.round, state.stage, raises
        return rounds.deciding(state), state.round, raises, state.shaken

    def npcs_decide(self, state: BaldurState) -> tuple[int, ...]:
        return rounds.npcs_to_decide(state)

    def refusal(self, state: BaldurState, seat: int, action: BaldurAction) -> str:
        return refusal(state, seat, action)

    def view(self, state: BaldurState, seat: int | None) -> BaldurView:
        waiting = self.to_act(state)
        return _build_view(state, seat, tuple([one for one in (DEALER, *state.order) if one in waiting]))

    def outcome(self, state: BaldurState) -> Outcome[BaldurCarry] | None:
        if state.result is None:
            return None
        stacks = tuple([(one.seat, one.stack) for one in state.betting.bettors if one.seat > DEALER])
        if state.result.how == "alone":
            return made(Outcome, stacks=stacks, carry=state.deal.carry, bank=state.deal.bank)
        order = tuple([hole.seat for hole in state.holes])
        carry = made(BaldurCarry, dealer=state.dealer, order=order, left=state.result.carried)
        return made(Outcome, stacks=stacks, carry=carry, bank=state.bank)

    def chips(self, state: BaldurState) -> int:
        stacks = sum([bettor.stack for bettor in state.betting.bettors if bettor.seat > DEALER])
        return stacks + state.bank + (state.pot if state.result is None else 0)


GAME: Game[BaldurRules, BaldurCarry, BaldurState, BaldurAction, BaldurView] = Baldur()
