"""Baldur Hold'em: the best five of two hole dice and three community dice. The NPCs share one secret hand."""

from collections.abc import Hashable

from bot.engine.banked.limits import bank_means
from bot.engine.betting.events import Fold
from bot.engine.betting.rounds import BettingRound, Bettor, BetWords, Limits
from bot.engine.cheating.actions import GM_RULES, NOBODY_ACCUSED, ONLY_THE_GM, Accuse, Read, Rule, verdict_move
from bot.engine.cheating.effects import at_the_end
from bot.engine.game import DEALER, BuyIn, Deal, Game, Outcome, Step
from bot.engine.money import MAX_AMOUNT
from bot.engine.moves import AnyAction, Move, find, next_marker
from bot.engine.rng import ClosedRng, Rng
from cogs.baldur import cheating, rounds
from cogs.baldur.cheating import LABELS, accuse, apply_ruling, default_ruling, void_hand
from cogs.baldur.events import BaldurEvent, Dealt, Ended, Log, Rolled
from cogs.baldur.hands import SIDES, so_far
from cogs.baldur.rounds import advance, deal_common, deciding, raise_cost, throw_hole_dice
from cogs.baldur.state import (
    NPC_DICE,
    PRESETS,
    PRICES,
    USUAL_HANDS,
    BaldurAction,
    BaldurCarry,
    BaldurDeal,
    BaldurKit,
    BaldurRules,
    BaldurState,
    BaldurView,
    Cast,
    GmView,
    Hidden,
    Hole,
    Judge,
    Keep,
    NpcsCall,
    NpcsFold,
    OwnView,
    Raise,
    Result,
    Roll,
    SeatView,
    ShakenFolds,
    ShakenStays,
    Stay,
    Sway,
    lasting,
)


def _begin(deal: BaldurDeal, chance: Rng, log: Log) -> BaldurState:
    """Take the antes, unless people look first. Where nobody is there to play against, the hand ends at once."""
    rules, players = deal.rules, tuple([player.seat for player in deal.players if not player.is_npc])
    named = tuple([player.seat for player in deal.players if player.is_npc])
    nameless = _affordable_npcs(deal, len(named))
    has_npcs = bool(nameless or named)
    bettors = (
        *[Bettor(seat=player.seat, stack=player.stack) for player in deal.players],
        *[Bettor(seat=-npc, stack=_npc_stack(rules)) for npc in range(1, nameless + 1)],
    )
    ante = 0 if rules.look_first else rules.ante
    state = BaldurState(
        deal=deal,
        dealer=_dealer(deal, players),
        holes=tuple([Hole(seat=seat) for seat in players]),
        betting=BettingRound(
            bettors=tuple([bettor.post(ante) for bettor in bettors]),
            limits=Limits(smallest=rules.ante),
            full_raise=rules.ante,
            waiting=(),
        ),
        nameless=nameless,
        effects=lasting(deal),
        hidden=Hidden(npc_dice=chance.dice(NPC_DICE, SIDES) if has_npcs and players else ()),
    )
    if not players or len(players) + has_npcs < 2:
        log.public.append(Ended(result=Result(how="alone")))
        return void_hand(state, alone=True)
    fewer = nameless < rules.npcs
    log.public.append(Dealt(dealer=state.dealer, ante=ante, pot=state.pot, nameless=nameless, named=named, fewer=fewer))
    return state


def _affordable_npcs(deal: BaldurDeal, named: int) -> int:
    """Return how many nameless NPCs sit down: as many as the bank can pay for to the end of the hand."""
    bank, wanted = bank_means(deal), deal.rules.npcs
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


_Decision = Judge | Keep | NpcsCall | NpcsFold | ShakenFolds | ShakenStays | Rule
"""The actions by which the GM decides."""
_Aside = Sway | Read | Accuse | Cast | cheating.Sleight


def _apply_action(state: BaldurState, seat: int, action: BaldurAction, chance: Rng, log: Log) -> BaldurState:
    """Apply an offered action, before the hand goes on by itself."""
    match action:
        case Roll():
            state = throw_hole_dice(state, seat, chance, log)
            log.public.append(Rolled(seat=seat, dice=state.hole(seat).dice))
            return state
        case Stay():
            return rounds.stay_in(state, seat, log)
        case Raise():
            return rounds.raise_price(state, seat, log)
        case Fold():
            return rounds.fold(state, seat, log)
        case Judge() | Keep() | NpcsCall() | NpcsFold() | ShakenFolds() | ShakenStays() | Rule():
            return _apply_decision(state, action, chance, log)
        case _:
            return _apply_aside(state, seat, action, chance, log)


def _apply_decision(state: BaldurState, action: _Decision, chance: Rng, log: Log) -> BaldurState:
    match action:
        case Judge():
            return cheating.judge_spell(state, action, chance, log)
        case Keep(stay=stay):
            seats = (stay,) if isinstance(stay, str) else stay
            return deal_common(rounds.keep_npcs(state, tuple([int(one) for one in seats]), log), chance, log)
        case NpcsCall():
            return rounds.call_for_npcs(state, log)
        case NpcsFold():
            return rounds.fold_all_npcs(state, log)
        case ShakenFolds() | ShakenStays():
            return rounds.answer_shaken(state, log, folds=isinstance(action, ShakenFolds))
        case Rule(ruling=ruling):
            return apply_ruling(state, ruling, log)


def _apply_aside(state: BaldurState, seat: int, action: _Aside, chance: Rng, log: Log) -> BaldurState:
    match action:
        case Sway():
            return cheating.try_influence(state, seat, action, chance, log)
        case Read(whom=whom):
            return cheating.resolve_tell(state, seat, int(whom), chance, log)
        case Accuse(whom=whom):
            return accuse(state, seat, int(whom), chance, log)
        case Cast():
            return cheating.cast_spell(state, seat, action, chance, log)
        case _:
            return cheating.try_sleight(state, seat, action, chance, log)


_WORDS = BetWords(call="stay in")
_OVER = "The hand is over."
_TURN = {"stay", "raise", "fold"}
_TRICKS = LABELS.keys()
_OF_THE_GM = {
    "keep": "No NPC has to leave now.",
    "npcs_call": "There is no raise for the NPCs to answer.",
    "npcs_fold": "There is no raise for the NPCs to answer.",
    "shaken_folds": "No NPC is shaken.",
    "shaken_stays": "No NPC is shaken.",
    "judge": "There is no spell to judge.",
    "verdict": NOBODY_ACCUSED,
}
"""The GM's own moves, with the reasons why they aren't offered now."""
_ONCE = {
    "influence": "You have tried to influence somebody in this round already.",
    "read": "You have looked for a tell in this round already.",
    "accuse": "You have accused somebody in this hand already.",
}
_OTHERS_SHORT = "Others have too little to meet a raise: nobody is raised out of a hand here."
_PAID = "This round is paid. Influence comes after its dice and before paying."
_TRIED = "You have tried something in this round already."
_NOBODY = "There is nobody left for that."


def refusal(state: BaldurState, seat: int, action: AnyAction) -> str:
    """Explain why a move isn't offered to this seat."""
    kind = action.kind
    if state.result is not None:
        return _OVER
    if kind in _OF_THE_GM and seat != DEALER:
        return ONLY_THE_GM if kind == "verdict" else "Only the GM decides that."
    if state.accusation is not None:
        return GM_RULES
    if state.shaken is not None:
        return "An NPC is shaken: the GM decides first whether it folds."
    if seat == DEALER:
        return _refuse_gm(state, kind)
    if seat not in state.order:
        return "You aren't in this hand."
    if seat not in state.betting.live:
        return "You have folded this hand."
    if seat in state.named:
        return _refuse_npc(state, seat, kind)
    if kind in _TURN or kind == "roll":
        return _refuse_bet(state, seat, kind)
    return _refuse_trick(state, seat, kind) if kind in _TRICKS or kind == "spell" else _refuse_talk(state, seat, kind)


def _refuse_gm(state: BaldurState, kind: str) -> str:
    if kind in _OF_THE_GM:
        return _OF_THE_GM[kind]
    if not state.npcs_in:
        return "No NPC is in this hand."
    if kind == "influence":
        return (
            _refuse_again(state, DEALER, kind)
            if state.nameless_in
            else "All NPCs that are in have a seat of their own."
        )
    if kind in {"load", "switch", "spell"}:
        if state.hidden.has_done(DEALER, "cheat", state.round):
            return _TRIED
        if kind == "spell":
            return _NOBODY
        if state.dealer != DEALER:
            return "The players deal here."
        return "No common dice are still to fall."
    return "That is for the players."


def _refuse_npc(state: BaldurState, seat: int, kind: str) -> str:
    if kind == "influence":
        return _refuse_again(state, seat, kind)
    if kind in _TRICKS or kind == "spell":
        return "The NPCs cheat together: the GM does it for them."
    if kind in _ONCE:
        return "The GM knows already who cheats."
    return "The NPCs have their dice together, and the GM says who of them stays."


def _refuse_bet(state: BaldurState, seat: int, kind: str) -> str:
    if kind == "roll":
        return "Your dice lie on the table already."
    if seat in state.unrolled:
        return "Roll your dice first."
    if state.stage == "rolls":
        return "The others still have to roll."
    if state.stage == "leaving":
        return "The GM decides first which of the NPCs stay."
    if state.betting.turn != seat:
        return "It isn't your turn."
    if not state.rules.raises:
        return "There are no raises at this table."
    if why := state.betting.why_not_raise(seat, _WORDS):
        return why
    return "You haven't enough for a raise." if raise_cost(state, seat) is None else _OTHERS_SHORT


def _refuse_talk(state: BaldurState, seat: int, kind: str) -> str:
    if kind not in _ONCE:
        return "That can't be done now."
    if kind == "influence" and seat in state.unrolled:
        return "Roll your dice first: then there is something to talk about."
    return _refuse_again(state, seat, kind)


def _refuse_trick(state: BaldurState, seat: int, kind: str) -> str:
    if state.hidden.has_done(seat, "cheat", state.round):
        return _TRIED
    if kind == "switch":
        return "The NPCs' dice are the GM's."
    if kind == "palm":
        if state.dealer == seat:
            return "You deal: you have other ways than to palm your own die."
        return "Your dice lie open: nobody can change them unseen."
    if state.dealer != seat:
        return "Only who deals can do that."
    if kind == "set_die":
        return "All own dice lie open: nobody can change them unseen."
    if kind == "strip":
        return "The NPCs' dice can be taken once a hand, in the first round."
    return "No common dice are still to fall." if kind == "load" else _NOBODY


def _refuse_again(state: BaldurState, seat: int, kind: str) -> str:
    number = 0 if kind == "accuse" else state.round
    if kind == "influence" and not state.hidden.has_done(seat, kind, number) and rounds.has_paid(state, seat):
        return _PAID
    return _ONCE[kind] if state.hidden.has_done(seat, kind, number) else _NOBODY


def _build_view(state: BaldurState, seat: int | None, waiting: tuple[int, ...]) -> BaldurView:
    """Build the view of a seat; None is the public. `waiting` are the seats that the hand waits for."""
    ended, betting = state.result, state.betting
    return BaldurView(
        round=state.round,
        stage=state.stage,
        dealer=state.dealer,
        pot=state.pot - sum(amount for _, amount in ended.returned) if ended else state.pot,
        price=betting.current if state.stage == "bets" else 0,
        common=state.common,
        nameless=len(state.nameless_in),
        npcs_in=len(state.npcs_in),
        seats=tuple([_seat_view(state, bettor) for bettor in betting.bettors if bettor.seat > DEALER]),
        waiting=waiting,
        deciding=deciding(state) if waiting else None,
        stays=state.stays,
        shaken=state.shaken,
        accusation=state.accusation,
        effects=tuple([effect for effect in state.effects if effect.seat in (DEALER, *state.order)]),
        result=ended,
        natural_beats_wild=state.rules.natural_beats_wild,
        own=_own_view(state, seat) if seat is not None and seat in state.order else None,
        gm=_gm_view(state) if seat == DEALER else None,
    )


def _seat_view(state: BaldurState, bettor: Bettor) -> SeatView:
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


def _own_view(state: BaldurState, seat: int) -> OwnView:
    heard = tuple([one.what for one in state.hidden.heard if one.seat == seat])
    has_cheated = state.hidden.has_done(seat, "cheat", state.round)
    return OwnView(seat=seat, heard=heard, has_cheated_this_round=has_cheated)


def _gm_view(state: BaldurState) -> GmView:
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


_ROLL = Move(key="roll", label="Roll your dice", style="main")


class Baldur(Game[BaldurRules, BaldurCarry, BaldurState, BaldurAction, BaldurView]):
    """The game as printed in seed 004, with the options of its house rules. All its dice are drawn in secret."""

    key, title, seats = "baldur", "Baldur Hold'em", range(1, 11)
    tagline = "Two of your dice and three of the table's: the best five win, and some are helped along."
    presets = PRESETS
    hand_title = "Up my sleeve"
    is_banked = has_dealer = True
    dealer_plays_npcs = True

    HouseRules, Carry, State, Kit = BaldurRules, BaldurCarry, BaldurState, BaldurKit
    Action, Event, View = BaldurAction, BaldurEvent, BaldurView

    def is_crooked(self, rules: BaldurRules) -> bool:
        return True

    def buy_in(self, rules: BaldurRules) -> BuyIn:
        return rules.buy_in

    def least_stack(self, rules: BaldurRules) -> int:
        return rules.ante

    def usual_bank(self, rules: BaldurRules) -> int:
        """Return twenty hands' worth of losses. A smaller bank seats fewer NPCs, and without NPCs it needs nothing."""
        return min(rules.due(rules.npcs) * USUAL_HANDS, MAX_AMOUNT)

    def start(self, deal: Deal[BaldurRules, BaldurCarry], chance: Rng) -> Step[BaldurState]:
        log = Log()
        return log.step(_begin(deal, ClosedRng(chance), log))

    def to_act(self, state: BaldurState) -> frozenset[int]:
        if state.result is not None:
            return frozenset()
        if rounds.deciding(state):
            return frozenset((DEALER,))
        return frozenset(state.unrolled if state.stage == "rolls" else state.betting.waiting[:1])

    def moves(self, state: BaldurState, seat: int) -> tuple[Move, ...]:
        """List the moves of the turn, then those on the side, which rest while somebody is caught or shaken."""
        if state.result is not None:
            return ()
        if state.accusation is not None or state.shaken is not None:
            return self._decision(state) if seat == DEALER else ()
        casting = cheating.cast_move(state, seat)
        asides = (
            *cheating.sway_moves(state, seat),
            *cheating.sleight_moves(state, seat),
            *((casting,) if casting else ()),
        )
        if seat == DEALER:
            judging = cheating.judge_move(state)
            return (*self._decision(state), *((judging,) if judging else ()), *asides)
        if seat not in self.to_act(state):
            return asides
        return (_ROLL, *asides) if state.stage == "rolls" else (*rounds.turn_moves(state, seat), *asides)

    def _decision(self, state: BaldurState) -> tuple[Move, ...]:
        """List the moves of the pending GM decision."""
        match rounds.deciding(state):
            case "verdict":
                return (verdict_move(),)
            case "shaken":
                return rounds.shaken_moves()
            case "leaving":
                return (rounds.keep_move(state),)
            case "raise":
                return rounds.raise_moves(state)
            case None:
                return ()

    def act(
        self,
        state: BaldurState,
        seat: int,
        action: BaldurAction,
        chance: Rng,
        *,
        offered: tuple[Move, ...] | None = None,
    ) -> Step[BaldurState]:
        """Act as in every game, except that a raise others can't meet is refused with their stacks."""
        known = self.moves(state, seat) if offered is None else offered
        if action.kind == "raise" and find(known, "stay") is not None and find(known, "raise") is None:
            too_much = rounds.too_much_for_others(state, seat)
            if too_much is not None:
                raise too_much
        return super().act(state, seat, action, chance, offered=known)

    def play(self, state: BaldurState, seat: int, action: BaldurAction, chance: Rng) -> Step[BaldurState]:
        log, closed = Log(), ClosedRng(chance)
        return log.step(advance(_apply_action(state, seat, action, closed, log), closed, log))

    def on_timeout(self, state: BaldurState, seat: int) -> BaldurAction:
        """Roll owed dice, then stay in where it is free, otherwise fold; a GM decision gets its usual answer."""
        match rounds.deciding(state):
            case "verdict":
                return default_ruling(state)
            case "shaken":
                return ShakenStays()
            case "leaving":
                return rounds.usual_keep(state)
            case "raise":
                return NpcsCall()
            case None:
                if state.stage == "rolls":
                    return Roll()
                return Fold() if state.betting.to_call(seat) else Stay()

    def on_leave(self, state: BaldurState, seat: int) -> BaldurAction:
        is_asked = seat != DEALER and state.stage == "bets" and rounds.deciding(state) is None
        return Fold() if is_asked else self.on_timeout(state, seat)

    def leaving_note(self, rules: BaldurRules, whom: str) -> str:
        return f"The rules then act for {whom}: dice that are still owed are rolled, and then it is a fold."

    def asks(self, state: BaldurState, seat: int) -> Hashable:
        """Return one question a round, and one more for each raise; a move on the side doesn't reset a clock."""
        raises = sum([bettor.raises for bettor in state.betting.bettors])
        if seat != DEALER:
            return state.round, state.stage, raises
        return rounds.deciding(state), state.round, raises, state.shaken, state.accusation

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
        before = state.deal.carry
        if state.result.how == "void":
            return Outcome(stacks=stacks, carry=before, bank=state.deal.bank, is_void=True)
        if state.result.how == "alone":
            # effects count in hands at the table (rules 7.28), and this is one
            carry = before.evolve(effects=at_the_end(state.effects)) if before is not None else None
            return Outcome(stacks=stacks, carry=carry, bank=state.deal.bank)
        order = tuple([hole.seat for hole in state.holes])
        carry = BaldurCarry(dealer=state.dealer, order=order, effects=at_the_end(state.effects))
        return Outcome(stacks=stacks, carry=carry, bank=state.bank)

    def chips(self, state: BaldurState) -> int:
        stacks = sum([bettor.stack for bettor in state.betting.bettors if bettor.seat > DEALER])
        return stacks + state.bank + (state.pot if state.result is None else 0)


GAME: Game[BaldurRules, BaldurCarry, BaldurState, BaldurAction, BaldurView] = Baldur()
