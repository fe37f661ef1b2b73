"""Roulette: all players bet at once on the pocket of a ball, and the house pays."""

from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from operator import add, itemgetter, le, sub
from typing import Literal, NamedTuple

from bot.engine.banked.limits import Chip, bet_window, chip_refusal, one_click_bets
from bot.engine.frozen import made
from bot.engine.game import BetWindow, BuyIn, Deal, Event, Game, Outcome, Step
from bot.engine.moves import Amount, Cap, Choice, Closed, Move, Pick, Style
from bot.engine.rng import Rng
from bot.engine.words import listed
from cogs.roulette.layout import GROUPS, Group, Layout, OnZero, Pocket, in_a_sentence, read, reader
from cogs.roulette.state import (
    PRESETS,
    REMEMBERED,
    Again,
    Bet,
    Bets,
    Done,
    Gambler,
    Inside,
    LastBets,
    NoSpin,
    Outside,
    Placed,
    Result,
    RouletteAction,
    RouletteCarry,
    RouletteEvent,
    RouletteRules,
    RouletteState,
    RouletteView,
    SeatView,
    Settled,
    Spun,
    TakeBack,
    TookBack,
    is_halved,
    losses,
    losses_of,
    payback,
    total,
)

_CACHED = 1024
_CAPS_CACHED = 1 << 14
"""Amounts differ from gambler to gambler, but recur: a cap is made once for each."""

_LABELS: dict[Group, tuple[str, str]] = {
    "inside": ("Numbers", "Which number or numbers?"),
    "outside": ("Red, odd, dozens", "On what?"),
}
"""Of the move, and of what it asks for."""
_EXAMPLES = ("17", "17-20", "street 4-6", "corner 17-21", "six line 13-18")
CHIP_SPOT = "red"
"""The spot of the button that bets the usual amount."""
_ONLY = "You have only {high}."
_Bound = Literal["stack", "limit", "table", "bank"]
"""Of a bet: the chips, the table's largest bet, what of that is left beside a bet that lies there, the bank."""


class _Purse(NamedTuple):
    """The limits of a gambler's bets besides the bank: each group's limit, the chips, and the bets there already."""

    least: int
    limits: tuple[int, ...]
    stack: int
    bets: Bets


class _Terms(NamedTuple):
    """How much fits on each spot of a group for each reason, no more said than the chips: by the bank, by the table's
    limit beside what the gambler has there.
    """

    bank: tuple[int, ...]
    table: tuple[int, ...]
    stack: int


def _bet_moves(rules: RouletteRules, rooms: tuple[int, ...], own: Gambler, staked: int) -> tuple[Move, ...]:
    """List the moves that bet on a spot of each group, if any bet fits."""
    # where the limits allow all of the gambler's chips on one spot, the moves are the same beside any bets
    is_free = own.stack + staked <= rules.least_limit
    purse = _Purse(rules.min_bet, rules.limits, own.stack, () if is_free else own.bets)
    return _bet_moves_within(rules.layout, rooms, purse)


@lru_cache(maxsize=_CACHED)
def _bet_moves_within(table: Layout, rooms: tuple[int, ...], purse: _Purse) -> tuple[Move, ...]:
    if purse.stack < purse.least:
        return ()
    groups = zip(GROUPS, purse.limits, strict=True)
    moves = [_bet_move(table, group, limit, rooms, purse) for group, limit in groups]
    return tuple([move for move in moves if move is not None])


def _bet_move(table: Layout, group: Group, limit: int, rooms: tuple[int, ...], purse: _Purse) -> Move | None:
    stack = (purse.stack,) * len(table.of(group))
    bank = tuple(map(min, _payable(table, group, rooms), stack))
    limits = tuple(map(min, _allowed(table, group, limit, purse.bets), stack))
    return _move(table, group, purse.least, limit, _Terms(bank, limits, purse.stack))


@lru_cache(maxsize=_CACHED)
def _payable(table: Layout, group: Group, rooms: tuple[int, ...]) -> tuple[int, ...]:
    """Return the most that the bank can pay on each spot if it can lose `rooms` more in the pockets of the wheel."""
    spots = zip(table.of(group), _rooms_of(table, group), strict=True)
    return tuple(spot.pays.largest(min(of_its_pockets(rooms))) for spot, of_its_pockets in spots)


@lru_cache
def _rooms_of(table: Layout, group: Group) -> tuple[Callable[[tuple[int, ...]], tuple[int, ...]], ...]:
    """Return for each spot a getter of its pockets' values out of a list by pockets."""
    at = {pocket: place for place, pocket in enumerate(table.pockets)}
    # a getter of one thing gives it bare, so a single number is asked for twice
    return tuple(itemgetter(at[spot.pockets[0]], *map(at.__getitem__, spot.pockets)) for spot in table.of(group))


def _allowed(table: Layout, group: Group, limit: int, bets: Bets) -> tuple[int, ...]:
    """Return the table's limit on each spot, less the gambler's bet there."""
    limits = [limit] * len(table.of(group))
    for bet in bets:
        if table.by_name[bet.spot].group == group:
            limits[table.places[bet.spot]] -= bet.amount
    return tuple(limits)


@lru_cache(maxsize=_CACHED)
def _move(table: Layout, group: Group, low: int, limit: int, terms: _Terms) -> Move | None:
    """Build the move by these terms; spots on which not even the smallest bet fits are known, but not offered."""
    names, choices, closed = table.names(group), _choices(table, group), _elsewhere(table, group)
    highs = tuple(map(min, terms.bank, terms.table))
    top, stack = max(highs), terms.stack
    if top < low:
        return None
    # for twenty seats this is done forty times an action: lists are quicker than generators, small keys than sentences
    each = tuple(zip(names, highs, terms.table, strict=True))
    caps = tuple(
        [
            _cap(
                name,
                high,
                "stack" if high == stack else "limit" if high == limit else "table" if high == most else "bank",
            )
            for name, high, most in each
            if high >= low
        ]
    )
    if len(caps) < len(names):
        choices = tuple([choice for choice, high in zip(choices, highs, strict=True) if high >= low])
        closed += tuple([_closed(name, low, high, is_full=most == high) for name, high, most in each if high < low])
    pick = made(
        Pick,
        name="spot",
        label=_LABELS[group][1],
        choices=choices,
        not_offered=_not_offered(table, group),
        example=", ".join(_examples(table)) if group == "inside" else None,
        closed=closed,
        reads=reader(table),
    )
    amount = made(
        Amount,
        name="amount",
        label="How much?",
        low=low,
        high=top,
        too_low="The smallest bet is {low}.",
        too_high=_ONLY,
        by="spot",
        caps=caps,
        over_cap=_ONLY,
    )
    return made(Move, key=group, label=_LABELS[group][0], fields=(pick, amount))


@lru_cache(maxsize=_CAPS_CACHED)
def _cap(spot: str, high: int, bound: _Bound) -> Cap:
    """Build the cap of a spot with the limit that sets it."""
    on = in_a_sentence(spot)
    match bound:
        case "stack":
            over = None
        case "limit":
            over = f"The largest bet on {on} is {{high}}."
        case "table":
            over = f"You can add at most {{high}} on {on}: that makes the table's largest bet."
        case "bank":
            over = f"The bank can take at most {{high}} on {on}."
    return made(Cap, value=spot, high=high, over=over)


@lru_cache(maxsize=_CAPS_CACHED)
def _closed(spot: str, low: int, high: int, *, is_full: bool) -> Closed:
    """Explain why nothing may be bet on a spot: the table's largest bet lies there, or the bank couldn't pay."""
    on = in_a_sentence(spot)
    if not is_full:
        why = f"The bank can't take even {{low}} on {on}."
    elif high:
        why = f"You could add only {{high}} on {on}, and the smallest bet is {{low}}."
    else:
        why = f"You already have the table's largest bet on {on}."
    return Closed(value=spot, why=why, low=low, high=high)


@lru_cache
def _elsewhere(table: Layout, group: Group) -> tuple[Closed, ...]:
    """List the spots of the other group with the place to bet on them: people write "red" in the field for numbers."""
    other: Group = "outside" if group == "inside" else "inside"
    where = _LABELS[other][0]
    return tuple(Closed(value=name, why=_is_under(name, where)) for name in table.names(other))


def _is_under(spot: str, where: str) -> str:
    said = in_a_sentence(spot)
    return f"{said[0].upper()}{said[1:]} is under “{where}”."


@lru_cache
def _choices(table: Layout, group: Group) -> tuple[Choice, ...]:
    return tuple(Choice(value=spot.name, label=spot.called.label) for spot in table.of(group))


def _examples(table: Layout) -> tuple[str, ...]:
    whole = (spot.name for spot in table.inside if spot.kind in {"first_four", "top_line"})
    return *_EXAMPLES, *whole


def _not_offered(table: Layout, group: Group) -> str:
    """Explain the choices to a player who has picked or written something else."""
    if group == "outside":
        return "Pick a color, even, odd, low, high, a dozen or a column."
    return f"That isn't a bet on numbers here: write {listed(_examples(table), 'or')}."


_ALL = "all"
"""Instead of the name of a spot: every bet that one has made."""
_MOVE = Move(key="take_back", label="Remove bets")


def _removal_moves(rules: RouletteRules, rooms: tuple[int, ...], own: Gambler, staked: int) -> tuple[Move, ...]:
    """List the move that removes bets: none if no bet may go, and one without a question for a single bet."""
    if not own.bets:
        return ()
    # of bets that the bank could pay as chips, any may go, and all of them at once
    free, may_all = (own.bets, True) if staked <= min(rooms) else _removable(rules.layout, rules.zero, rooms, own.bets)
    if not (free or may_all):
        return ()
    return (_MOVE if len(own.bets) == 1 else _removal_move(rules.layout, own.bets, free, may_all=may_all),)


def _removal_refusal(own: Gambler) -> str:
    """Explain why a gambler can remove no bet."""
    if not own.bets:
        return "You have no bet to remove."
    return "You can't remove your bets now: the bank counts on them to pay others."


def _removed_bets(own: Gambler, spots: tuple[str, ...]) -> Bets:
    """Return the bets that are meant; a single bet needs no choice."""
    everything = len(own.bets) == 1 or _ALL in spots
    return tuple(bet for bet in own.bets if everything or bet.spot in spots)


@lru_cache(maxsize=_CACHED)
def _removable(table: Layout, on_zero: OnZero, rooms: tuple[int, ...], bets: Bets) -> tuple[Bets, bool]:
    """Return the bets of which any may go, for a bank with that much room left in each pocket, and true if all of them
    may go at once.
    """
    free, left = list[Bet](), rooms
    for bet in bets:
        without = tuple(map(add, left, _losing_stake(table, on_zero, bet)))
        if min(without) >= 0:
            free.append(bet)
            left = without
    may_all = all(room + lost >= 0 for room, lost in zip(rooms, losses(table, on_zero, bets), strict=True))
    return tuple(free), may_all


@lru_cache(maxsize=_CACHED)
def _losing_stake(table: Layout, on_zero: OnZero, bet: Bet) -> tuple[int, ...]:
    """Return the chips that the bank loses in each pocket if a losing bet goes. Pockets where it wins stay at 0, since
    another winning bet may stay.
    """
    return tuple(min(lost, 0) for lost in losses(table, on_zero, (bet,)))


def _removal_move(table: Layout, bets: Bets, free: Bets, *, may_all: bool) -> Move:
    stay = tuple([bet.spot for bet in bets if bet not in free]) if len(free) < len(bets) else ()
    return _removal_question(table, tuple([bet.spot for bet in free]), stay, may_all=may_all)


@lru_cache(maxsize=_CACHED)
def _removal_question(table: Layout, free: tuple[str, ...], stay: tuple[str, ...], *, may_all: bool) -> Move:
    choices = tuple([_choice(table, name) for name in free])
    closed = tuple([Closed(value=name, why=_has_to_stay(name)) for name in stay])
    if may_all:
        choices = (_ALL_OF_THEM, *choices)
    else:
        closed += (Closed(value=_ALL, why="You can't remove all of them: the bank counts on some to pay others."),)
    pick = made(
        Pick,
        name="spots",
        label="Which bets do you remove?",
        choices=choices,
        at_most=len(choices),
        not_offered="Pick from the bets that you've made, each once.",
        example=", ".join((*([_ALL] if may_all else []), *free[:3])),
        closed=closed,
        reads=_reader(table),
    )
    return _MOVE.evolve(fields=(pick,))


@lru_cache(maxsize=_CACHED)
def _choice(table: Layout, name: str) -> Choice:
    """Build the choice of a spot. It also works as a button."""
    return Choice(value=name, label=table.by_name[name].called.label, button=f"Remove {in_a_sentence(name)}")


_ALL_OF_THEM = Choice(value=_ALL, label="All of them", button="Remove all")


def _has_to_stay(spot: str) -> str:
    return f"You can't remove your bet on {in_a_sentence(spot)} now: the bank counts on it to pay others."


@cache
def _reader(table: Layout) -> Callable[[str], str | None]:
    return lambda text: _ALL if text.strip(" .").casefold() in {_ALL, "all of them"} else read(table, text)


_NO_CHIPS = "You have too few chips for the smallest bet."


_DONE = (Move(key="done", label="Done"), Move(key="done", label="Done", style="main"))
"""Without a bet, and with one."""


def _betting_moves(state: RouletteState, own: Gambler) -> tuple[Move, ...]:
    """List a gambler's moves while the bets are open. A gambler who is done may still bet more, or take bets back."""
    again = 0 if _again_refusal(state, own) else total(own.last)
    takes_chip = _chip_refusal(state, own) is None
    style: Style = "plain" if own.bets else "main"
    rules, rooms, staked = state.rules, state.rooms, total(own.bets)
    return (
        *one_click_bets(rules, "Red for", again=again, takes_chip=takes_chip, style=style),
        *_bet_moves(rules, rooms, own, staked),
        *_removal_moves(rules, rooms, own, staked),
        *([] if own.is_done else [_DONE[bool(own.bets)]]),
    )


def _bet_refusal(state: RouletteState, own: Gambler, group: Group) -> str:
    """Explain why nothing can be bet on the spots of that group."""
    least = state.rules.min_bet
    if own.stack < least:
        return _NO_CHIPS
    if max(_allowed(state.rules.layout, group, state.rules.limit(group), own.bets)) < least:
        return "You already have the table's largest bet, or nearly, on every spot there."
    return "The bank has too little for even the smallest bet there."


def _chip_refusal(state: RouletteState, own: Gambler) -> str | None:
    """Explain why a gambler can't bet the usual amount on red; None if they can."""
    most = state.rules.limit("outside") - sum([bet.amount for bet in own.bets if bet.spot == CHIP_SPOT])
    is_payable = _are_payable(state, _chip(state.rules.chip))
    return chip_refusal(state.rules, stack=own.stack, most=most, is_payable=is_payable)


@lru_cache(maxsize=_CACHED)
def _chip(amount: int) -> Bets:
    """Return the bet of the button that bets the usual amount."""
    return (Bet(CHIP_SPOT, amount),)


def _again_refusal(state: RouletteState, own: Gambler) -> str | None:
    """Explain why a gambler can't make the same bets as last time; None if they can."""
    if not own.last:
        return "You have no earlier bets here to repeat."
    if own.bets:
        return "You've already bet on this spin. Remove your bets first."
    if not _are_allowed(state, own.last):
        return "The house rules have changed, so you can't repeat your last bets."
    if total(own.last) > own.stack:
        return "You have too few chips to repeat your last bets."
    if not _are_payable(state, own.last):
        return "The bank has too little for the same bets again."
    return None


def _with_bets(state: RouletteState, own: Gambler, added: Bets) -> RouletteState:
    """Lay bets out of the gambler's chips; a bet on the same spot grows."""
    bets, grown, laid = {bet.spot: bet for bet in own.bets}, list[Bet](), list[Bet]()
    for bet in added:
        if before := bets.get(bet.spot):
            grown.append(before)
        laid.append(Bet(bet.spot, before.amount + bet.amount) if before else bet)
        bets[bet.spot] = laid[-1]
    own = own.evolve(stack=own.stack - total(added), bets=tuple(bets.values()))
    return _with_changed(state, own, grown, laid)


def _without_bets(state: RouletteState, own: Gambler, gone: Bets) -> RouletteState:
    """Return bets to the gambler's chips; the spin waits for them again."""
    bets = tuple([bet for bet in own.bets if bet not in gone])
    own = own.evolve(stack=own.stack + total(gone), bets=bets, is_done=False)
    return _with_changed(state, own, gone, ())


def _with_changed(state: RouletteState, changed: Gambler, gone: Iterable[Bet], laid: Iterable[Bet]) -> RouletteState:
    """Return the state with a changed gambler, where some bets are gone from the layout and others are laid."""
    table, on_zero, exposure = state.rules.layout, state.rules.zero, state.exposure
    for bet in gone:
        exposure = tuple(map(sub, exposure, losses_of(table, on_zero, bet)))
    for bet in laid:
        exposure = tuple(map(add, exposure, losses_of(table, on_zero, bet)))
    return state.evolve(gamblers=state.gamblers_with(changed), exposure=exposure)


def _are_allowed(state: RouletteState, bets: Bets) -> bool:
    """Return true if every bet is on this layout and within the limits, which may have changed since."""
    rules, spots = state.rules, state.rules.layout.by_name
    return all(bet.spot in spots and rules.min_bet <= bet.amount <= rules.limit(spots[bet.spot].group) for bet in bets)


def _are_payable(state: RouletteState, bets: Bets) -> bool:
    """Return true if the bank can pay these bets too, in each pocket."""
    rules = state.rules
    return _have_room(rules.layout, rules.zero, state.rooms, bets)


@lru_cache(maxsize=_CACHED)
def _have_room(table: Layout, on_zero: OnZero, rooms: tuple[int, ...], bets: Bets) -> bool:
    return all(map(le, losses(table, on_zero, bets), rooms))


_LAST_BETS = 40
"""Of how many seats a table remembers the last bets: of a full one, and as many who sit out or have left."""


def _spin(state: RouletteState, chance: Rng) -> RouletteState:
    """Draw the ball openly and settle all bets."""
    pocket = chance.pick(state.rules.layout.pockets)
    settled = tuple([_settle_seat(state, gambler, pocket) for gambler in state.gamblers if gambler.bets])
    back = {one.seat: one.back for one in settled}
    gamblers = tuple([g.evolve(stack=g.stack + back[g.seat]) if g.seat in back else g for g in state.gamblers])
    result = made(Result, pocket=pocket, seats=settled, is_halved=_is_halved(state, pocket))
    bank = state.bank - sum(one.net for one in settled)
    return state.evolve(gamblers=gamblers, bank=bank, result=result, is_over=True)


def _carry(state: RouletteState) -> RouletteCarry:
    """Build the carryover. A gambler who hasn't bet this time keeps the bets of the time before."""
    carry, result = state.carry, state.result
    if result is None:
        return carry
    bet = [made(LastBets, seat=gambler.seat, bets=gambler.bets) for gambler in state.gamblers if gambler.bets]
    seats = {one.seat for one in bet}
    last = (*bet, *[one for one in carry.last if one.seat not in seats])
    return made(RouletteCarry, history=(result.pocket, *carry.history)[:REMEMBERED], last=last[:_LAST_BETS])


def _settle_seat(state: RouletteState, gambler: Gambler, pocket: Pocket) -> Settled:
    rules, spots = state.rules, state.rules.layout.by_name
    back = sum([payback(rules.zero, spots[bet.spot], bet.amount, pocket) for bet in gambler.bets])
    won = tuple([bet.spot for bet in gambler.bets if pocket in spots[bet.spot].pockets])
    return made(Settled, seat=gambler.seat, bets=gambler.bets, back=back, won=won)


def _is_halved(state: RouletteState, pocket: Pocket) -> bool:
    """Return true if half of any bet came back: a single coin can't be halved."""
    rules, spots = state.rules, state.rules.layout.by_name
    bets = {bet for gambler in state.gamblers for bet in gambler.bets}
    return any(
        is_halved(rules.zero, spots[spot], pocket) and payback(rules.zero, spots[spot], stake, pocket)
        for spot, stake in bets
    )


class Roulette(Game[RouletteRules, RouletteCarry, RouletteState, RouletteAction, RouletteView]):
    """The game by the usual rules of casinos, at a wheel with one zero or two."""

    key, title, seats = "roulette", "Roulette", range(1, 21)
    tagline = "A wheel, a ball, and a layout of numbers: the house pays up to 35 to 1."
    presets = PRESETS
    is_banked, hand_word = True, "spin"

    HouseRules, Carry, State = RouletteRules, RouletteCarry, RouletteState
    Action, Event, View = RouletteAction, RouletteEvent, RouletteView

    def title_of(self, rules: RouletteRules) -> str:
        if rules.wheel == "double":
            return "American roulette"
        return "French roulette" if rules.zero == "half" else self.title

    def buy_in(self, rules: RouletteRules) -> BuyIn:
        return rules.buy_in

    def least_stack(self, rules: RouletteRules) -> int:
        return rules.min_bet

    def usual_bank(self, rules: RouletteRules) -> int:
        return rules.usual_bank

    def least_bank(self, rules: RouletteRules) -> int:
        return rules.least_bank

    def start(self, deal: Deal[RouletteRules, RouletteCarry], chance: Rng) -> Step[RouletteState]:
        carry = deal.carry or RouletteCarry()
        last = {one.seat: one.bets for one in carry.last}
        state = made(
            RouletteState,
            deal=deal,
            gamblers=tuple(
                [made(Gambler, seat=p.seat, stack=p.stack, last=last.get(p.seat, ())) for p in deal.players]
            ),
            exposure=(0,) * len(deal.rules.layout.pockets),
            bank=deal.bank,
        )
        return Step(state)

    def to_act(self, state: RouletteState) -> frozenset[int]:
        if state.is_over:
            return frozenset()
        return frozenset([gambler.seat for gambler in state.gamblers if not gambler.is_done])

    def asks(self, state: RouletteState, seat: int) -> str:
        """Return one window for all, since it doesn't grow longer however often a gambler bets."""
        return "bets"

    def window(self, state: RouletteState) -> BetWindow | None:
        bettors = (gambler.seat for gambler in state.gamblers if gambler.bets)
        done = (gambler.seat for gambler in state.gamblers if gambler.is_done)
        return None if state.is_over else bet_window(state.rules, bettors, done, self.to_act(state))

    def moves(self, state: RouletteState, seat: int) -> tuple[Move, ...]:
        own = state.gambler(seat)
        return () if own is None or state.is_over else _betting_moves(state, own)

    def play(self, state: RouletteState, seat: int, action: RouletteAction, chance: Rng) -> Step[RouletteState]:
        own = state.gambler(seat)
        if own is None:
            raise AssertionError("who isn't in the spin has no moves")
        match action:
            case Inside(spot=spot, amount=amount) | Outside(spot=spot, amount=amount):
                bets = (Bet(spot, amount),)
                return Step(_with_bets(state, own, bets), (made(Placed, seat=seat, bets=bets),))
            case Chip():
                bets = _chip(state.rules.chip)
                return Step(_with_bets(state, own, bets), (made(Placed, seat=seat, bets=bets),))
            case Again():
                return Step(_with_bets(state, own, own.last), (made(Placed, seat=seat, bets=own.last, is_again=True),))
            case TakeBack():
                gone = _removed_bets(own, action.named)
                told = made(TookBack, seat=seat, bets=gone, left=len(own.bets) - len(gone))
                return Step(_without_bets(state, own, gone), (told,))
            case Done():
                return self._closed(state.evolve(gamblers=state.gamblers_with(own.evolve(is_done=True))), chance)

    def _closed(self, state: RouletteState, chance: Rng) -> Step[RouletteState]:
        """Roll the ball once every gambler is done, if there is a bet."""
        if self.to_act(state):
            return Step(state)
        if not state.staked:
            return Step(state.evolve(is_over=True), (NoSpin(),))
        state = _spin(state, chance)
        told: tuple[Event, ...] = (made(Spun, result=state.result),) if state.result else ()
        return Step(state, told)

    def on_timeout(self, state: RouletteState, seat: int) -> RouletteAction:
        """Close the seat's betting: its bets stay."""
        return Done()

    def leaving_note(self, rules: RouletteRules, whom: str) -> str:
        return f"The bot makes no more bets for {whom}. Bets on the layout stay there for this spin."

    def refusal(self, state: RouletteState, seat: int, action: RouletteAction) -> str:
        own = state.gambler(seat)
        if own is None:
            return "You aren't in this spin."
        if state.is_over:
            return "The bets are closed."
        match action:
            case Inside() | Outside():
                return _bet_refusal(state, own, action.kind)
            case Chip():
                return _chip_refusal(state, own) or super().refusal(state, seat, action)
            case Again():
                return _again_refusal(state, own) or super().refusal(state, seat, action)
            case TakeBack():
                return _removal_refusal(own)
            case Done():
                return "You're done already. Wait for the others."

    def view(self, state: RouletteState, seat: int | None) -> RouletteView:
        settled = {one.seat: one for one in state.result.seats} if state.result else {}
        history = state.carry.history
        seats = [
            made(SeatView, seat=g.seat, stack=g.stack, bets=g.bets, is_done=g.is_done, settled=settled.get(g.seat))
            for g in state.gamblers
        ]
        return made(
            RouletteView,
            rules=state.rules,
            seats=tuple(seats),
            bank=None if state.deal.endless else state.bank,
            history=((state.result.pocket, *history) if state.result else history)[:REMEMBERED],
            result=state.result,
            is_over=state.is_over,
            own=seat if seat is not None and state.gambler(seat) else None,
        )

    def outcome(self, state: RouletteState) -> Outcome[RouletteCarry] | None:
        if not state.is_over:
            return None
        stacks = tuple([(gambler.seat, gambler.stack) for gambler in state.gamblers])
        return made(Outcome, stacks=stacks, carry=_carry(state), bank=state.bank)

    def chips(self, state: RouletteState) -> int:
        on_the_layout = 0 if state.is_over else state.staked
        return sum(gambler.stack for gambler in state.gamblers) + on_the_layout + state.bank


GAME: Game[RouletteRules, RouletteCarry, RouletteState, RouletteAction, RouletteView] = Roulette()
