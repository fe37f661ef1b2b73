"""No-Limit Klingon Hold-'Em: two ships down, five action cards up, and the strongest attack takes the pot."""

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Literal

from bot.engine.betting.events import Check, Fold, Raise, answer_bet, bet_refusal
from bot.engine.betting.pots import OddChips, Pot, split
from bot.engine.betting.rounds import BettingRound, Bettor
from bot.engine.cards import Held, Seal, draw_held
from bot.engine.cheating.sleights import Cheatable
from bot.engine.frozen import made
from bot.engine.game import BuyIn, Deal, Event, Game, Outcome, Step, score_tournament
from bot.engine.moves import Action, AnyAction, Choice, Move, Pick, after, next_marker
from bot.engine.rng import Rng
from bot.engine.tournament import Standing, Terms
from bot.engine.words import often
from cogs.klingon.card_file import action_codes, deck_of, ship_of, shipyard_of
from cogs.klingon.cards import Attack, Board, Deck
from cogs.klingon.naming import ship_image
from cogs.klingon.state import (
    LOCK_ON,
    PRESETS,
    WORDS,
    Captain,
    Cloaked,
    Dealt,
    Ended,
    Ending,
    KlingonAction,
    KlingonCarry,
    KlingonEvent,
    KlingonRules,
    KlingonState,
    KlingonView,
    Own,
    Placed,
    PotWon,
    SeatView,
    Street,
    Swapped,
    Turned,
    Unseen,
    oddities,
)

_KlingonDeal = Deal[KlingonRules, KlingonCarry]
_KlingonOutcome = Outcome[KlingonCarry]


def sun_of(deal: _KlingonDeal) -> int:
    """Return the seat of the sun: the last seat at first, then the next who plays, so no bet is dead (rules 6.2)."""
    order = deal.order
    carry = deal.carry
    return next_marker(carry.sun, carry.order, order) if carry is not None and carry.order else order[-1]


def _small_of(deal: _KlingonDeal) -> int:
    """Return the small cloaked bet of a hand: it grows by its first size with everyone who is out (rules 6.8)."""
    standing = deal.carry.standing if deal.carry else None
    return deal.rules.first_small * (1 + (standing.out if standing else 0))


def _post_blinds(deal: _KlingonDeal, sun: int, small: int) -> BettingRound:
    """Post the cloaked bets and open the round on the ships alone, from the left of the sun (rules 6.1).

    A short stack puts in all it has; to engage costs the whole large bet all the same (rules 6.4).
    """
    round_the_sun = after(deal.order, sun)
    bettors = [made(Bettor, seat=player.seat, stack=player.stack) for player in deal.players]
    blinds = ((round_the_sun[-2], small), (sun, 2 * small))
    return BettingRound.with_blinds(bettors, round_the_sun[0], deal.rules.limits(2 * small), blinds)


def _cloaked_event(state: KlingonState) -> Cloaked:
    """Build the event of the cloaked bets, before anybody acts."""
    carry, standing = state.deal.carry, state.standing
    before = carry.small if carry and standing and standing.out else 0
    has_grown, small_seat = 0 < before < state.small, state.small_seat
    return made(
        Cloaked,
        sun=state.sun,
        small=(small_seat, state.betting.bettor(small_seat).bet),
        large=(state.sun, state.betting.bettor(state.sun).bet),
        bets=(state.small, state.large),
        pot=state.pot,
        raised=has_grown,
        out=standing.out if standing and has_grown else 0,
    )


_SHIPS_EACH = 2
_PrivateEvents = list[tuple[int, Event]]
"""Private events: (seat, event)."""

_TURNED: dict[Street, tuple[Literal["lock_on", "het", "overrun"], int]] = {
    "ships": ("lock_on", LOCK_ON),
    "lock_on": ("het", 1),
    "het": ("overrun", 1),
}
"""The street after the bets of a street, and the number of cards it turns up."""


def _deal_ships(
    from_the_left: Sequence[int], shipyard: tuple[str, ...], chance: Rng
) -> tuple[dict[int, tuple[Held, ...]], tuple[str, ...]]:
    """Deal two sealed ships each, one at a time from the left of the sun, and return them with the rest."""
    count = len(from_the_left)
    held, left = draw_held(chance, shipyard, _SHIPS_EACH * count)
    return {seat: held[at::count] for at, seat in enumerate(from_the_left)}, left


def _dealt_events(deck: Deck | None, held: Mapping[int, tuple[Held, ...]]) -> _PrivateEvents:
    """Return the private events that show everyone their own ships."""
    return [(seat, made(Dealt, deck=deck, ships=tuple([ship.card for ship in held[seat]]))) for seat in held]


def _turn_up(state: KlingonState, chance: Rng, tell: list[Event]) -> KlingonState:
    """Turn up the next action cards, and open bets from the left of the sun (rules 6.1, 6.10).

    A card is burned before the HET and before the Overrun. It stays in the bag, as `KlingonState.bag` explains.
    """
    street, count = _TURNED[state.street]
    bag = list(state.bag)
    cards = tuple([chance.pop(bag, secret=False) for _ in range(count)])
    tell.append(made(Turned, deck=state.rules.deck, street=street, cards=cards, pot=state.pot))
    betting = BettingRound.opened(state.betting.bettors, state.from_the_left[0], state.betting.limits)
    return state.evolve(street=street, bag=tuple(bag), table=(*state.table, *cards), betting=betting)


def _end_unseen(state: KlingonState, tell: list[Event]) -> KlingonState:
    """End the hand when all others have disengaged: the last player takes the pot and shows nothing (rules 0.11)."""
    (winner,) = state.live
    pots = state.betting.pots(state.deal.bank)
    amount = sum([pot.amount for pot in pots.pots])
    ending = made(
        Ending,
        how="unseen",
        pots=(made(PotWon, amount=amount, eligible=(winner,), winners=(winner,), shares=((winner, amount),)),),
        returned=pots.returned,
    )
    state = _push_chips(state, ending)
    tell.append(made(Unseen, ending=_ending(state)))
    return state


def _show_down(state: KlingonState, tell: list[Event]) -> KlingonState:
    """Compare the best attacks that two ships and five cards make for everyone still in (rules 6.20)."""
    board = Board(deck_of(state.rules), state.table)
    live, odd = state.live, state.rules.odd_chips
    from_the_left = _in_order(state.from_the_left, live)
    ships = {captain.seat: captain.ids for captain in state.captains}
    attacks = {seat: board.attack(*ships[seat]) for seat in from_the_left}
    pots = state.betting.pots(state.deal.bank)
    won = tuple([_award_pot(pot, attacks, odd) for pot in pots.pots])
    left = sum([pot.left for pot in won])
    shown = _seats_shown(state, from_the_left, won)
    ending = made(
        Ending,
        how="shown",
        attacks=tuple([(seat, ships[seat], attacks[seat]) for seat in shown]),
        pots=won,
        returned=pots.returned,
        house=left if odd == "house" else 0,
        bank=left if odd == "carry" else 0,
    )
    captains = [captain.evolve(is_shown=True) if captain.seat in shown else captain for captain in state.captains]
    state = _push_chips(state, ending, captains=tuple(captains))
    tell.append(made(Ended, deck=state.rules.deck, ending=_ending(state)))
    return state


def ships_of(state: KlingonState, seat: int) -> tuple[str, ...]:
    """Return the two ships of a seat, by id: for its own eyes until they are shown."""
    return state.captain(seat).ids


def _attack_of(state: KlingonState, seat: int) -> Attack:
    """Return the strongest attack of a seat's ships with the cards that lie on the table so far."""
    return Board(deck_of(state.rules), state.table).attack(*ships_of(state, seat))


def _outcome_of(state: KlingonState) -> Outcome[KlingonCarry]:
    """Return the outcome of an ended hand: stacks, odd chips, the sun, and the tournament's standing."""
    ending = _ending(state)
    outcome = made(
        _KlingonOutcome,
        stacks=tuple([(bettor.seat, bettor.stack) for bettor in state.betting.bettors]),
        carry=made(KlingonCarry, sun=state.sun, order=state.order, small=state.small),
        house=ending.house,
        bank=ending.bank,
    )
    return score_tournament(outcome, state.standing, state.rules.terms)


def _award_pot(pot: Pot, attacks: Mapping[int, Attack], odd: OddChips) -> PotWon:
    """Award a pot: equal attacks share it, also those of 0; odd chips go to the sun's left first (rules 6.21)."""
    seats = _in_order(attacks, pot.eligible)
    strongest = max([attacks[seat].total for seat in seats])
    winners = tuple([seat for seat in seats if attacks[seat].total == strongest])
    divided = split(pot.amount, winners, odd)
    return made(PotWon, amount=pot.amount, eligible=seats, winners=winners, shares=divided.shares, left=divided.left)


def _seats_shown(state: KlingonState, live: tuple[int, ...], won: Collection[PotWon]) -> tuple[int, ...]:
    """Return the seats that turn up their ships: everyone still in, or the winners of contested pots (rules 0.12)."""
    if state.rules.losing_hands == "shown":
        return live
    return _in_order(live, {seat for pot in won if len(pot.eligible) > 1 for seat in pot.winners})


def _in_order(order: Iterable[int], seats: Collection[int]) -> tuple[int, ...]:
    return tuple([seat for seat in order if seat in seats])


def _push_chips(state: KlingonState, ending: Ending, **also: Any) -> KlingonState:
    """Push the chips to their winners and end the hand, with `also` changed in the state."""
    betting = state.betting.pushed((*(share for pot in ending.pots for share in pot.shares), *ending.returned))
    state = state.evolve(street="showdown", betting=betting, ending=ending, **also)
    return state.evolve(ending=_add_places(state, ending, state.standing)) if state.standing else state


def _add_places(state: KlingonState, ending: Ending, before: Standing) -> Ending:
    """Add the places of those who are out of the tournament with this hand, the best place first (rules 6.9)."""
    carry = _outcome_of(state).carry
    after = carry.standing if carry else None
    if after is None:
        return ending
    out = (Placed(seat=one.seat, place=one.place) for one in after.entrants if one.place and before.has(one.seat))
    return ending.evolve(out=tuple(sorted(out, key=lambda placed: placed.place)))


def _ending(state: KlingonState) -> Ending:
    if state.ending is None:
        raise LookupError("the hand isn't over")
    return state.ending


def _advance(state: KlingonState, chance: Rng, tell: list[Event]) -> KlingonState:
    """Go on until the hand waits for somebody or is over. When nobody can bet, the rest is turned up at once."""
    while not state.betting.waiting:
        if len(state.live) == 1:
            return _end_unseen(state, tell)
        if state.street == "overrun":
            return _show_down(state, tell)
        state = _turn_up(state, chance, tell)
    return state


class Swap(Action):
    """Lay the own ship of that id back into the deck, for one drawn from the rest of it."""

    kind: Literal["swap"] = "swap"
    ship: str


class KlingonSleights(Cheatable[KlingonState]):
    """The one sleight of Klingon Hold-'Em."""

    Sleight = Swap

    def sleights(self, state: KlingonState, seat: int) -> tuple[Move, ...]:
        if state.ending is not None or self.is_out(state, seat) or not state.shipyard:
            return ()
        deck = deck_of(state.rules)
        names = ((ship, ship_of(deck, ship).name) for ship in state.captain(seat).ids)
        pick = Pick(
            name="ship",
            label="Which ship do you swap?",
            choices=tuple(
                Choice(value=ship, label=name, picture=ship_image(ship_of(deck, ship))) for ship, name in names
            ),
            not_offered="Swap one of your own two ships.",
        )
        return (Move(key="swap", label="Swap a ship", fields=(pick,), place="private", aside=True),)

    def sleight(self, state: KlingonState, seat: int, action: AnyAction, chance: Rng) -> Step[KlingonState]:
        """Swap a ship.

        The new one is drawn before the old one is laid back, so it is another one, sealed in the old one's place:
        nothing that is counted changes.
        """
        if not isinstance(action, Swap):
            raise TypeError("that is no sleight of Klingon Hold-'Em")
        (held,), left = draw_held(chance, state.shipyard)
        captains = tuple(
            captain.evolve(ships=tuple(held if ship.card == action.ship else ship for ship in captain.ships))
            if captain.seat == seat
            else captain
            for captain in state.captains
        )
        undealt = {*left, action.ship}
        shipyard = tuple(ship for ship in shipyard_of(state.rules).ids if ship in undealt)
        deck = deck_of(state.rules)
        told = made(Swapped, given=ship_of(deck, action.ship).name, drawn=ship_of(deck, held.card).name)
        return Step(
            state.evolve(captains=captains, shipyard=shipyard), private=((seat, told),), kept=(told.evolve(by=seat),)
        )

    def is_out(self, state: KlingonState, seat: int) -> bool:
        return seat not in state.live

    def forfeit(self, state: KlingonState, seat: int, chance: Rng) -> Step[KlingonState]:
        """Lay the ships of a cheater aside, in or out of turn and even if all in; the bets stay in the pot.

        A player who has disengaged already has nothing left to lose.
        """
        if self.is_out(state, seat):
            return Step(state)
        betting, acted = answer_bet(state.betting, seat, Fold())
        tell: list[Event] = [acted]
        return Step(_advance(state.evolve(betting=betting), chance, tell), tuple(tell))


class Klingon(Game[KlingonRules, KlingonCarry, KlingonState, KlingonAction, KlingonView], KlingonSleights):
    """The game as printed in seed 003, with the options of its house rules."""

    key, title, seats = "klingon", "Klingon Hold-'Em", range(2, 11)
    tagline = "Two ships down, five action cards up: the strongest attack takes the pot."
    presets = PRESETS
    hand_title = "My ships"

    HouseRules, Carry, State = KlingonRules, KlingonCarry, KlingonState
    Action, Event, View = KlingonAction, KlingonEvent, KlingonView

    def title_of(self, rules: KlingonRules) -> str:
        if rules.pot_limit:
            return f"Pot-Limit {self.title}"
        return self.title if rules.max_bet else f"No-Limit {self.title}"

    def buy_in(self, rules: KlingonRules) -> BuyIn:
        return rules.buy_in

    def terms(self, rules: KlingonRules) -> Terms | None:
        return rules.terms

    def rules_note(self, rules: KlingonRules) -> str | None:
        return " ".join(oddities(rules)) or None

    def start(self, deal: Deal[KlingonRules, KlingonCarry], chance: Rng) -> Step[KlingonState]:
        """Deal the ships and post the cloaked bets. Both decks are whole again in every hand (rules 6.12)."""
        sun, small = sun_of(deal), _small_of(deal)
        order = deal.order
        held, shipyard = _deal_ships(after(order, sun), shipyard_of(deal.rules).ids, chance)
        state = made(
            KlingonState,
            deal=deal,
            sun=sun,
            small=small,
            captains=tuple([made(Captain, seat=seat, ships=held[seat]) for seat in order]),
            betting=_post_blinds(deal, sun, small),
            shipyard=shipyard,
            bag=action_codes(deck_of(deal.rules)),
        )
        tell: list[Event] = [_cloaked_event(state)]
        private = tuple(_dealt_events(deal.rules.deck, held))
        return Step(_advance(state, chance, tell), tuple(tell), private)

    def to_act(self, state: KlingonState) -> frozenset[int]:
        return frozenset(state.betting.waiting[:1])

    def moves(self, state: KlingonState, seat: int) -> tuple[Move, ...]:
        return state.betting.moves(seat, state.deal.bank, WORDS, quick=state.rules.quick_bets)

    def play(self, state: KlingonState, seat: int, action: KlingonAction, chance: Rng) -> Step[KlingonState]:
        betting, acted = answer_bet(state.betting, seat, action, opening_counts=state.rules.opening_counts)
        tell: list[Event] = [acted]
        return Step(_advance(state.evolve(betting=betting), chance, tell), tuple(tell))

    def on_timeout(self, state: KlingonState, seat: int) -> KlingonAction:
        """Check if it is free, otherwise disengage."""
        return Fold() if state.betting.to_call(seat) else Check()

    def leaving_note(self, rules: KlingonRules, whom: str) -> str:
        return f"The bot then plays for {whom}: it checks if that's free, and disengages otherwise."

    def asks(self, state: KlingonState, seat: int) -> Hashable:
        """Return one question a street, and another each time the bet has grown."""
        return state.street, state.betting.current

    def refusal(self, state: KlingonState, seat: int, action: KlingonAction) -> str:
        if seat not in state.order:
            return "You aren't in this hand."
        if state.ending is not None:
            return super().refusal(state, seat, action)
        bettor = state.betting.bettor(seat)
        if bettor.is_folded:
            return "You've disengaged from this hand. Wait for the next one."
        if bettor.is_all_in:
            return "You're all in. Wait for the end of the hand."
        if seat not in self.to_act(state):
            return super().refusal(state, seat, action)
        return _bet_refusal(state, seat, action)

    def view(self, state: KlingonState, seat: int | None) -> KlingonView:
        standing = state.standing
        return made(
            KlingonView,
            street=state.street,
            sun=state.sun,
            small_seat=state.small_seat,
            small=state.small,
            large=state.large,
            pot=state.pot,
            to_match=state.betting.to_match,
            table=state.table,
            seats=tuple(map(partial(_seat_view, state), state.betting.bettors)),
            waiting=state.betting.waiting[:1],
            raises_each=state.betting.limits.raises_each,
            entrants=len(standing.entrants) if standing else None,
            left=len(standing.live) if standing else None,
            prize=standing.prize if standing else None,
            own=_own(state, seat) if seat in state.order else None,
            ending=state.ending,
            rules=state.rules,
        )

    def outcome(self, state: KlingonState) -> Outcome[KlingonCarry] | None:
        return _outcome_of(state) if state.ending else None

    def chips(self, state: KlingonState) -> int:
        stacks = sum(bettor.stack for bettor in state.betting.bettors)
        return stacks + (state.ending.house + state.ending.bank if state.ending else state.pot)

    def seals(self, state: KlingonState, seat: int | None) -> tuple[Seal, ...]:
        captains = [state.captain(other) for other in state.from_the_left]
        return tuple(
            Seal.of(captain.seat, captain.ships[at], is_open=captain.is_shown or captain.seat == seat)
            for at in range(_SHIPS_EACH)
            for captain in captains
        )


def _bet_refusal(state: KlingonState, seat: int, action: KlingonAction) -> str:
    """Explain why the seat whose turn it is can't do that."""
    raises, most = state.betting.bettor(seat).raises, state.betting.limits.raises_each
    if isinstance(action, Raise) and most is not None and raises >= most:
        return f"You've raised {often(raises)} in this round, the most at this table: {WORDS.call} or {WORDS.fold}."
    return bet_refusal(state.betting, seat, action, WORDS)


def _seat_view(state: KlingonState, bettor: Bettor) -> SeatView:
    shown = {seat: (ships, attack) for seat, ships, attack in state.ending.attacks} if state.ending else {}
    ships, attack = shown.get(bettor.seat, ((), None))
    return made(
        SeatView,
        seat=bettor.seat,
        stack=bettor.stack,
        bet=bettor.bet,
        paid=bettor.paid,
        raises=bettor.raises,
        is_folded=bettor.is_folded,
        is_all_in=bettor.is_all_in and state.ending is None,
        ships=ships,
        attack=attack,
    )


def _own(state: KlingonState, seat: int) -> Own:
    return made(Own, seat=seat, ships=ships_of(state, seat), attack=_attack_of(state, seat))


GAME = Klingon()
