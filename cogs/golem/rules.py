"""Golem: five cards, bets, one draw, bets again; the best hand must also beat the golem of the discards (seed 001)."""

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from functools import partial
from typing import Annotated, Literal

from pydantic import Field

from bot.engine.betting.events import Acted, Bet, Call, Check, Fold, Raise, answer_bet, bet_refusal
from bot.engine.betting.pots import Pot, split
from bot.engine.betting.ranking import FIVE, Rank, best_hand, order_hand, rank_hand
from bot.engine.betting.rounds import BettingRound, Bettor
from bot.engine.cards import FULL_DECK, Card, Held, Seal, draw_held, in_order
from bot.engine.cheating.sleights import Cheatable
from bot.engine.frozen import made
from bot.engine.game import DEALER, BuyIn, Deal, Event, Game, Outcome, Step
from bot.engine.moves import Action, AnyAction, Choice, Move, Pick, after, next_marker, seat_choice, starting_at
from bot.engine.rng import Rng
from cogs.golem.state import (
    PRESETS,
    USUAL_ANTES,
    Absent,
    Anted,
    Dealt,
    Discard,
    Discarded,
    Drawn,
    Ended,
    Gain,
    Gambler,
    GolemAction,
    GolemCarry,
    GolemEvent,
    GolemRules,
    GolemState,
    GolemView,
    Laid,
    Own,
    Peeked,
    Redealt,
    SeatView,
    Showdown,
    Shown,
    Swapped,
    Unseen,
    Verdict,
)
from cogs.golem.words import in_words, picture_name, short

PrivateEvents = list[tuple[int, Event]]
"""What single seats are told: (seat, event)."""


def _from_amulet(state: GolemState) -> tuple[int, ...]:
    """List the seats that are still in, round from the amulet."""
    live = state.live
    return tuple([seat for seat in starting_at(state.order, state.amulet) if seat in live])


def _deal(state: GolemState, chance: Rng, private: PrivateEvents) -> GolemState:
    """Deal five cards of a full deck to every seat still in, from the amulet, and open the first bets."""
    bag, laid, hands, ace = FULL_DECK, list(state.laid), dict[int, tuple[Card, ...]](), state.rules.ace
    for seat in _from_amulet(state):
        held, bag = draw_held(chance, bag, FIVE)
        laid += _sealed(state.number, seat, held)
        hands[seat] = order_hand([one.card for one in held], ace)
        private.append((seat, made(Dealt, number=state.number, ace=ace, cards=hands[seat])))
    return state.evolve(
        bag=bag,
        laid=tuple(laid),
        piled=0,
        gamblers=tuple([made(Gambler, seat=seat, cards=hands.get(seat, ())) for seat in state.order]),
        betting=_open_bets(state),
        street="first",
        is_drawn=False,
    )


def _in_hand_order(state: GolemState, cards: Iterable[Card]) -> tuple[Card, ...]:
    """Sort the cards of a hand as they count: every page, list and menu shows them in this order."""
    return order_hand(tuple(cards), state.rules.ace)


def _sealed(deal: int, seat: int, held: Iterable[Held]) -> list[Laid]:
    """List the cards that were drawn face down for a seat."""
    return [made(Laid, deal=deal, seat=seat, held=one) for one in held]


def _open_bets(state: GolemState) -> BettingRound:
    """Open a round of bets from the amulet, or from the next seat that can bet (rules 2.5)."""
    return BettingRound.opened(state.betting.bettors, state.amulet, state.betting.limits)


def _redeal(state: GolemState, chance: Rng, tell: list[Event], private: PrivateEvents) -> GolemState:
    """Collect all cards and deal again to the seats of the showdown; nobody pays a new ante (rules 2.14).

    A player with neither chips nor a pot left to play for is out.
    """
    playing = {seat for pot in state.carried for seat in pot.eligible}
    out = tuple([seat for seat in state.live if seat not in playing and not state.betting.bettor(seat).stack])
    bettors = [bettor.evolve(is_folded=True) if bettor.seat in out else bettor for bettor in state.betting.bettors]
    state = state.evolve(number=state.number + 1, betting=state.betting.evolve(bettors=tuple(bettors)))
    tell.append(made(Redealt, number=state.number, pot=state.pot, out=out))
    return _deal(state, chance, private)


def _discards(state: GolemState) -> tuple[Card, ...]:
    """List the discards of this deal, and folded hands if they feed the golem (rules 2.9), in the order of the deck."""
    discards = [card for gambler in state.gamblers for card in gambler.discards]
    if state.rules.folded_feed:
        live = state.live
        discards += [card for gambler in state.gamblers if gambler.seat not in live for card in gambler.cards]
    return in_order(discards)


def _pile(state: GolemState) -> tuple[Card, ...]:
    """List the cards that the golem is chosen from, in the order of the deck."""
    return in_order([one.held.card for one in state.laid[_pile_start(state) :]])


def _build_pile(state: GolemState, chance: Rng) -> GolemState:
    """Build the current pile, filled up from the deck if the table does that (rules 2.10).

    Its order is drawn in secret and each card gets a new seal that belongs to nobody. So the golem is fixed before the
    bets that follow, and its open cards don't reveal any player's discards.
    """
    cards, bag = list(_discards(state)), state.bag
    if state.rules.few_discards == "top_up" and not _is_capped(state):
        while len(cards) < FIVE:
            card, bag = chance.take(bag)
            cards.append(card)
    held, _ = draw_held(chance, in_order(cards), len(cards))
    laid = _sealed(state.number, DEALER, held)
    return state.evolve(bag=bag, laid=(*state.laid, *laid), piled=len(laid))


def _feed_folded_hand(state: GolemState, chance: Rng) -> GolemState:
    """Mix a folded hand into the pile after the draw, if there is still a golem to free."""
    is_fed = state.rules.folded_feed and state.is_drawn and len(state.live) > 1
    return _build_pile(state, chance) if is_fed else state


def _absence(state: GolemState) -> Absent | None:
    """Return the reason why no golem comes of the pile, once all have chosen."""
    if _is_capped(state):
        return "capped"
    if state.piled < FIVE and state.rules.few_discards == "no_golem":
        return "few"
    return None if state.piled else "none"


def _free_golem(state: GolemState) -> tuple[tuple[Card, ...], Absent | None]:
    """Return the golem's cards in the order they count, at most five; or none, and the reason."""
    why = _absence(state)
    return ((), why) if why else (best_hand(_pile(state), state.rules.ace).cards, None)


def _open_seals(state: GolemState, hands: Mapping[int, tuple[Card, ...]], of_pile: frozenset[Card]) -> GolemState:
    """Open the seals of these hands, by seat, and of these cards of the pile.

    A card of the pile keeps the seal closed under which it was somebody's.
    """
    laid, first, number = list(state.laid), _pile_start(state), state.number
    for at in range(len(laid) - 1, -1, -1):
        one = laid[at]
        if one.deal != number:
            break
        if one.held.card in (of_pile if at >= first else hands.get(one.seat, ())):
            laid[at] = one.evolve(is_shown=True)
    return state.evolve(laid=tuple(laid))


def _pile_start(state: GolemState) -> int:
    """Return the pile's first place among all sealed cards: it is the last of them."""
    return len(state.laid) - state.piled


def _is_capped(state: GolemState) -> bool:
    return 0 < state.rules.redeals < state.number


MOST_DISCARDS = 2


def _open_draw(state: GolemState) -> GolemState:
    """Ask every seat still in for discards, all-in players too."""
    live = state.live
    gamblers = tuple(
        [gambler.evolve(is_choosing=True) if gambler.seat in live else gambler for gambler in state.gamblers]
    )
    return state.evolve(street="draw", gamblers=gamblers)


_CHOICES = {
    card: Choice(value=card, label=in_words(card), aliases=(card, short(card)), picture=picture_name(card))
    for card in FULL_DECK
}


def _card_choices(state: GolemState, seat: int) -> tuple[Choice, ...]:
    """List the cards in a hand as choices."""
    return tuple([_CHOICES[card] for card in state.gambler(seat).cards])


_DISCARD_PICK = Pick(
    name="cards",
    label="Which cards do you discard?",
    choices=(),
    at_least=0,
    at_most=MOST_DISCARDS,
    none="Keep all five",
    wrong_count="Discard at most two cards.",
    not_offered="You don't hold one of those cards. Discard cards of your own hand, each only once.",
)
_DISCARD = Move(key="discard", label="Discard", place="private", style="main")


def _discard_moves(state: GolemState, seat: int) -> tuple[Move, ...]:
    pick = _DISCARD_PICK.evolve(choices=_card_choices(state, seat))
    return (_DISCARD.evolve(fields=(pick,)),)


def _choose_discards(state: GolemState, seat: int, thrown: Collection[str]) -> GolemState:
    """Record a seat's discards, which stay secret until all have chosen."""
    gambler = state.gambler(seat)
    kept = tuple([card for card in gambler.cards if card not in thrown])
    discards = tuple([card for card in gambler.cards if card in thrown])
    return state.with_gambler(gambler.evolve(cards=kept, discards=discards, is_choosing=False))


def _draw(state: GolemState, chance: Rng, tell: list[Event], private: PrivateEvents) -> GolemState:
    """Deal the new cards round from the amulet, build the pile from the discards, and open the second bets."""
    bag, laid, ace = state.bag, list(state.laid), state.rules.ace
    gamblers, counts = {gambler.seat: gambler for gambler in state.gamblers}, list[tuple[int, int]]()
    for seat in _from_amulet(state):
        gambler = gamblers[seat]
        count = len(gambler.discards)
        counts.append((seat, count))
        if count:
            held, bag = draw_held(chance, bag, count)
            laid += _sealed(state.number, seat, held)
            new = tuple([one.card for one in held])
            cards = order_hand((*gambler.cards, *new), ace)
            private.append((seat, made(Drawn, ace=ace, discards=gambler.discards, drawn=new, cards=cards)))
            gamblers[seat] = gambler.evolve(cards=cards)
    tell.append(made(Discarded, counts=tuple(counts)))
    state = state.evolve(
        bag=bag,
        laid=tuple(laid),
        gamblers=tuple(gamblers.values()),
        betting=_open_bets(state),
        street="second",
        is_drawn=True,
    )
    return _build_pile(state, chance)


Shares = Iterable[tuple[int, int]]
"""(seat, amount)."""


def _end_unseen(state: GolemState, tell: list[Event]) -> GolemState:
    """Give the pot to the last player, since all others have folded: no golem comes (rules 2.17)."""
    (winner,) = state.live
    pots = state.betting.pots(state.carried)
    amount = sum(pot.amount for pot in pots.pots)
    cut = state.rules.cut(amount) if state.rules.cut_unseen else 0
    verdict = made(
        Verdict,
        amount=amount,
        eligible=(winner,),
        best=(winner,),
        is_won=True,
        cut=cut,
        shares=((winner, amount - cut),),
    )
    ended = made(
        Showdown,
        deal=state.number,
        ace=state.rules.ace,
        absent="unseen",
        verdicts=(verdict,),
        returned=pots.returned,
        earlier=state.gains,
        house=cut,
    )
    tell.append(made(Unseen, showdown=ended))
    return _settle(state, ended)


def _show_down(state: GolemState, tell: list[Event]) -> GolemState:
    """Show the hands, free the golem, and judge each pot by itself. Pots that nobody wins carry over."""
    pots = state.betting.pots(state.carried)
    contested = any(len(pot.eligible) > 1 for pot in pots.pots)
    golem, absent = _free_golem(state) if contested else ((), "alone")
    ace = state.rules.ace
    ranks = {seat: rank_hand(state.gambler(seat).cards, ace) for seat in state.live}
    to_beat = rank_hand(golem, ace) if golem else None
    verdicts = [_judge_pot(state, pot, ranks, to_beat) for pot in pots.pots]
    verdicts = _add_penalties(state, verdicts, pots.returned)
    left = sum(v.amount - v.cut - sum(amount for _, amount in v.shares) for v in verdicts if v.is_won)
    odd, is_redealt = state.rules.odd_chips, not all(verdict.is_won for verdict in verdicts)
    ended = made(
        Showdown,
        deal=state.number,
        ace=ace,
        hands=_shown_hands(state, verdicts) if contested else (),
        golem=golem,
        absent=absent,
        discards=_discards(state) if contested and state.rules.discards_shown == "all" else (),
        verdicts=verdicts,
        returned=pots.returned,
        earlier=() if is_redealt else state.gains,
        house=sum(verdict.cut for verdict in verdicts) + (left if odd == "house" else 0),
        bank=left if odd == "carry" else 0,
    )
    if contested:
        tell.append(made(Shown, showdown=ended))
    tell.append(made(Ended, showdown=ended))
    return _settle(_open_seals(state, dict(ended.hands), frozenset((*golem, *ended.discards))), ended)


def _judge_pot(state: GolemState, pot: Pot, ranks: Mapping[int, Rank], to_beat: Rank | None) -> Verdict:
    """Judge one pot: its best hand must beat the golem, and a tie doesn't (rules 2.11). A single claimant needn't, and
    pays the cut of an unseen pot.
    """
    seats = tuple([seat for seat in after(state.order, state.amulet) if seat in pot.eligible])
    top = max([ranks[seat] for seat in seats])
    best = tuple([seat for seat in seats if ranks[seat] == top])
    is_unseen = len(seats) == 1
    if not is_unseen and to_beat is not None and top <= to_beat:
        return made(Verdict, amount=pot.amount, eligible=seats, best=best, is_won=False)
    cut = 0 if is_unseen and not state.rules.cut_unseen else state.rules.cut(pot.amount)
    shares = split(pot.amount - cut, best, state.rules.odd_chips).shares
    return made(Verdict, amount=pot.amount, eligible=seats, best=best, is_won=True, cut=cut, shares=shares)


def _add_penalties(state: GolemState, verdicts: Sequence[Verdict], returned: Shares) -> tuple[Verdict, ...]:
    """Add the penalties: each player who held the best hand of a pot and failed pays into it, once a deal and as far as
    their chips go, counted after their returned chips of this deal.
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


def _shown_hands(state: GolemState, verdicts: Sequence[Verdict]) -> tuple[tuple[int, tuple[Card, ...]], ...]:
    """List the hands that are turned up: everyone's at the showdown, or the best ones alone (rules 0.12)."""
    best = {seat for verdict in verdicts if len(verdict.eligible) > 1 for seat in verdict.best}
    seats = state.live if state.rules.losing_hands == "shown" else best
    return tuple([(seat, state.gambler(seat).cards) for seat in after(state.order, state.amulet) if seat in seats])


def _settle(state: GolemState, ended: Showdown) -> GolemState:
    """Push the chips where they belong: to winners, into pots that stay, to the house."""
    won = [share for verdict in ended.verdicts for share in verdict.shares]
    paid_in = [(seat, -due) for verdict in ended.verdicts for seat, due in verdict.penalties]
    return state.evolve(
        street="showdown",
        betting=state.betting.pushed((*won, *ended.returned, *paid_in), paid=0),
        carried=tuple([_carried_pot(verdict) for verdict in ended.verdicts if not verdict.is_won]),
        gains=(*state.gains, *[made(Gain, deal=ended.deal, seat=seat, amount=amount) for seat, amount in won]),
        house=state.house + ended.house,
        bank=state.bank + ended.bank,
        showdown=ended,
    )


def _carried_pot(verdict: Verdict) -> Pot:
    """Return a pot that wasn't won, with its penalties, for the same players (rules 2.18)."""
    return made(Pot, amount=verdict.amount + sum(amount for _, amount in verdict.penalties), eligible=verdict.eligible)


def _advance(state: GolemState, chance: Rng, tell: list[Event], private: PrivateEvents) -> GolemState:
    """Go on until the hand waits for somebody or is over."""
    while True:
        if state.betting.waiting:
            return state
        if len(state.live) == 1:
            return _end_unseen(state, tell)
        if state.choosing:
            return state
        match state.street:
            case "first":
                state = _open_draw(state)
            case "draw":
                state = _draw(state, chance, tell, private)
            case _:
                state = _show_down(state, tell)
                if not state.carried:
                    return state
                state = _redeal(state, chance, tell, private)


class Swap(Action):
    """Give a card of the own hand back to the deck, for one drawn from the rest of it."""

    kind: Literal["swap"] = "swap"
    card: str


class Peek(Action):
    """Look at a card, whichever it is, in the hand of the seat `whom`."""

    kind: Literal["peek"] = "peek"
    whom: str


class GolemSleights(Cheatable[GolemState]):
    """The sleights of Golem."""

    Sleight = Annotated[Swap | Peek, Field(discriminator="kind")]

    def sleights(self, state: GolemState, seat: int) -> tuple[Move, ...]:
        if state.is_over or self.is_out(state, seat):
            return ()
        return (_swap_move(state, seat), _peek_move(state, seat))

    def sleight(self, state: GolemState, seat: int, action: AnyAction, chance: Rng) -> Step[GolemState]:
        match action:
            case Swap(card=card):
                return _swap(state, seat, card, chance)
            case Peek(whom=whom):
                return _peek(state, seat, int(whom), chance)
            case _:
                raise TypeError("that is no sleight of Golem")

    def sleight_round(self, state: GolemState) -> int:
        """Return the number of the deal: after a re-deal there are new cards."""
        return state.number

    def is_out(self, state: GolemState, seat: int) -> bool:
        return seat not in state.live

    def forfeit(self, state: GolemState, seat: int, chance: Rng) -> Step[GolemState]:
        """Fold the seat, also at the draw and when all in. A folded seat has nothing left to lose."""
        if self.is_out(state, seat):
            return Step(state)
        state, acted = _withdraw(state, seat, chance)
        tell: list[Event] = [acted]
        private: PrivateEvents = []
        return Step(_advance(state, chance, tell, private), tuple(tell), tuple(private))


def _swap_move(state: GolemState, seat: int) -> Move:
    pick = Pick(
        name="card",
        label="Which card do you put back into the deck?",
        choices=_card_choices(state, seat),
        not_offered="You don't hold that card. Swap one of your own cards.",
    )
    return Move(key="swap", label="Swap a card", fields=(pick,), place="private", aside=True)


def _peek_move(state: GolemState, seat: int) -> Move:
    others = (player for player in state.deal.players if player.seat in state.live and player.seat != seat)
    pick = Pick(
        name="whom",
        label="Which hand do you peek at?",
        choices=tuple(seat_choice(other.seat) for other in others),
        not_offered="That player has no hand to peek at. Pick a player who is still in.",
    )
    return Move(key="peek", label="Peek at a card", fields=(pick,), place="private", aside=True)


def _swap(state: GolemState, seat: int, given: str, chance: Rng) -> Step[GolemState]:
    """Swap a card. The new one is drawn before the old one goes back, so it is another one. Its seal takes the old
    one's place, so no count changes.
    """
    (held,), left = draw_held(chance, state.bag)
    gambler = state.gambler(seat)
    at = next(
        at for at, one in enumerate(state.laid) if (one.deal, one.seat, one.held.card) == (state.number, seat, given)
    )
    cards = _in_hand_order(state, (held.card if card == given else card for card in gambler.cards))
    state = state.with_gambler(gambler.evolve(cards=cards)).evolve(
        bag=in_order((*left, given)),
        laid=(*state.laid[:at], state.laid[at].evolve(held=held), *state.laid[at + 1 :]),
    )
    told = Swapped(given=given, drawn=held.card)
    return Step(state, private=((seat, told),), kept=(told.evolve(by=seat),))


def _peek(state: GolemState, seat: int, whom: int, chance: Rng) -> Step[GolemState]:
    """Peek at any card of the hand, each equally likely."""
    told = Peeked(whom=whom, card=chance.pick(state.gambler(whom).cards, secret=True))
    return Step(state, private=((seat, told),), kept=(told.evolve(by=seat),))


def _withdraw(state: GolemState, seat: int, chance: Rng) -> tuple[GolemState, Acted]:
    """Fold the hand of a caught player, out of turn too. Their chosen discards return to their hand, since nobody has
    seen how many they are.
    """
    betting, acted = answer_bet(state.betting, seat, Fold())
    caught = state.gambler(seat).evolve(is_choosing=False)
    if state.street == "draw":
        caught = caught.evolve(cards=_in_hand_order(state, (*caught.cards, *caught.discards)), discards=())
    state = state.evolve(betting=betting).with_gambler(caught)
    if len(state.live) == 1:
        state = state.evolve(gamblers=tuple(gambler.evolve(is_choosing=False) for gambler in state.gamblers))
    return _feed_folded_hand(state, chance), acted


class Golem(Game[GolemRules, GolemCarry, GolemState, GolemAction, GolemView], GolemSleights):
    """The game as printed in seed 001, with the options of its house rules."""

    key, title, seats = "golem", "Golem", range(2, 8)
    tagline = "Five cards, one draw: the best hand takes the pot if it also beats the golem."
    presets = PRESETS

    HouseRules, Carry, State = GolemRules, GolemCarry, GolemState
    Action, Event, View = GolemAction, GolemEvent, GolemView

    def buy_in(self, rules: GolemRules) -> BuyIn:
        return rules.buy_in

    def least_stack(self, rules: GolemRules) -> int:
        return rules.least_stack

    def rules_note(self, rules: GolemRules) -> str | None:
        if rules.ante in USUAL_ANTES:
            return None
        return "Casinos usually ask for an ante between 2 and 500 of the smallest coin."

    def start(self, deal: Deal[GolemRules, GolemCarry], chance: Rng) -> Step[GolemState]:
        order, ante = deal.order, deal.rules.ante
        stacks = [(player.seat, player.stack) for player in deal.players]
        betting = BettingRound.anted(stacks, ante, deal.rules.limits)
        state = made(
            GolemState,
            deal=deal,
            amulet=_amulet(deal, order),
            gamblers=tuple([made(Gambler, seat=seat) for seat in order]),
            betting=betting,
            carried=(made(Pot, amount=deal.bank, eligible=order),) if deal.bank else (),
        )
        short = tuple([bettor.seat for bettor in betting.bettors if bettor.paid < ante])
        players = len(order) if deal.carry is None else None
        tell: list[Event] = [made(Anted, amulet=state.amulet, ante=ante, pot=state.pot, short=short, players=players)]
        private: PrivateEvents = []
        state = _advance(_deal(state, chance, private), chance, tell, private)
        return Step(state, tuple(tell), tuple(private))

    def to_act(self, state: GolemState) -> frozenset[int]:
        if state.street == "draw":
            return frozenset(state.choosing)
        return frozenset(state.betting.waiting[:1])

    def moves(self, state: GolemState, seat: int) -> tuple[Move, ...]:
        if state.street == "draw":
            return _discard_moves(state, seat) if seat in state.choosing else ()
        moves = state.betting.moves(seat, dead=state.dead, quick=state.rules.quick_bets)
        return tuple(map(_plain_move, moves[1:])) if _must_open(state) else moves

    def play(self, state: GolemState, seat: int, action: GolemAction, chance: Rng) -> Step[GolemState]:
        tell: list[Event] = []
        private: PrivateEvents = []
        match action:
            case Discard(cards=cards):
                state = _choose_discards(state, seat, cards)
            case Check() | Bet() | Call() | Raise() | Fold():
                betting, acted = answer_bet(state.betting, seat, action)
                tell.append(acted)
                state = state.evolve(betting=betting)
                state = _feed_folded_hand(state, chance) if isinstance(action, Fold) else state
        state = _advance(state, chance, tell, private)
        return Step(state, tuple(tell), tuple(private))

    def on_timeout(self, state: GolemState, seat: int) -> GolemAction:
        """Check if it is free, otherwise fold; keep all cards."""
        keys = {move.key for move in self.moves(state, seat)}
        quiet = (Check(), Fold(), Discard(cards=()))
        return next(action for action in quiet if action.kind in keys)

    def leaving_note(self, rules: GolemRules, whom: str) -> str:
        plays = "it checks if that's free, folds otherwise, and keeps all cards at the draw"
        return f"The bot then plays for {whom}: {plays}."

    def asks(self, state: GolemState, seat: int) -> Hashable:
        """Return the deal, street and raises, since the same bets come up in both rounds and after a re-deal."""
        return state.number, state.street, sum(bettor.raises for bettor in state.betting.bettors)

    def refusal(self, state: GolemState, seat: int, action: GolemAction) -> str:
        if state.is_over or seat not in state.order:
            return super().refusal(state, seat, action) if seat in state.order else "You aren't in this hand."
        if seat not in state.live:
            bettor = state.betting.bettor(seat)
            is_out = not (bettor.stack or bettor.paid)
            return "You have nothing left to play for." if is_out else "You have folded this hand."
        if state.street == "draw":
            if seat in state.choosing:
                return "It's time to draw. Discard up to two cards, or keep all five."
            return "You have chosen your discards. Wait for the others."
        if seat not in self.to_act(state):
            return _waiting_label(state, seat) or super().refusal(state, seat, action)
        if isinstance(action, Discard):
            return "The draw comes after the first bets." if state.street == "first" else "The draw is over."
        if _must_open(state):
            return "You can't check at this table. Bet or fold."
        return bet_refusal(state.betting, seat, action)

    def view(self, state: GolemState, seat: int | None) -> GolemView:
        own = next((gambler for gambler in state.gamblers if gambler.seat == seat), None)
        ended = state.showdown if state.is_over else None
        waiting = self.to_act(state)
        return made(
            GolemView,
            ace=state.rules.ace,
            number=state.number,
            street=state.street,
            amulet=state.amulet,
            pot=sum([verdict.amount for verdict in ended.verdicts]) if ended else state.pot,
            to_match=state.betting.to_match,
            seats=tuple(map(partial(_seat_view, state), state.gamblers, state.betting.bettors)),
            waiting=tuple([other for other in state.order if other in waiting]),
            pile=state.piled if state.is_drawn else None,
            absent=_absence(state) if state.is_drawn else None,
            own=made(Own, seat=own.seat, cards=own.cards, discards=own.discards) if own else None,
            showdown=ended,
            rules=state.rules,
        )

    def outcome(self, state: GolemState) -> Outcome[GolemCarry] | None:
        if not state.is_over:
            return None
        return made(
            Outcome,
            stacks=tuple([(bettor.seat, bettor.stack) for bettor in state.betting.bettors]),
            carry=made(GolemCarry, amulet=state.amulet, order=state.order),
            house=state.house,
            bank=state.bank,
        )

    def chips(self, state: GolemState) -> int:
        return sum(bettor.stack for bettor in state.betting.bettors) + state.pot + state.house + state.bank

    def seals(self, state: GolemState, seat: int | None) -> tuple[Seal, ...]:
        return tuple(
            Seal.of(one.seat, one.held, is_open=one.is_shown or seat == one.seat != DEALER) for one in state.laid
        )


def _amulet(deal: Deal[GolemRules, GolemCarry], order: tuple[int, ...]) -> int:
    """Return the seat with the amulet. It begins on the right of the house's dealer, who sits before the first seat,
    and then moves (rules 2.3).
    """
    if deal.carry is None:
        return order[-1]
    if deal.rules.amulet_moves == "clockwise":
        return next_marker(deal.carry.amulet, deal.carry.order, order)
    return next_marker(deal.carry.amulet, deal.carry.order[::-1], order[::-1])


def _must_open(state: GolemState) -> bool:
    return state.rules.opening == "bet" and state.betting.current == 0


def _waiting_label(state: GolemState, seat: int) -> str | None:
    """Return the label of a seat without chips that waits while the others bet."""
    if not state.betting.bettor(seat).is_all_in:
        return None
    if state.street == "first":
        return "You're all in. Wait for the draw."
    return "You're all in. Wait for the showdown."


def _plain_move(move: Move) -> Move:
    """Turn a move into a plain one that opens the bets: without a check, folding costs nothing to regret."""
    return move.evolve(confirm=None) if move.key == "fold" else move.evolve(style="main")


def _seat_view(state: GolemState, gambler: Gambler, bettor: Bettor) -> SeatView:
    shown = dict(state.showdown.hands).get(bettor.seat, ()) if state.is_over and state.showdown else ()
    return made(
        SeatView,
        seat=bettor.seat,
        stack=bettor.stack,
        bet=bettor.bet if state.betting.waiting else 0,
        paid=bettor.paid,
        drew=len(gambler.discards) if state.is_drawn and gambler.cards and not bettor.is_folded else None,
        shown=shown,
        is_folded=bettor.is_folded,
        is_all_in=bettor.is_all_in and not state.is_over,
        is_choosing=gambler.is_choosing,
    )


GAME = Golem()
