"""Blinds in sentences: seat 1 acts first, the last seat has posted the large one, and the one before it the small."""

from bot.engine.betting.events import Acted, Bet, BetAction, Call, Check, Raise, answer_bet, bet_refusal, describe_bet
from bot.engine.betting.pots import Pot, side_pots
from bot.engine.betting.rounds import BettingRound, Bettor, BetWords, Limits
from bot.engine.money import Currency, Denomination
from bot.engine.moves import Amount
from bot.engine.words import Voice

TEN = Limits(smallest=10)
KLINGON = BetWords(call="engage", fold="disengage", calls="engages for", folds="disengages")
CHIPS = Currency(denominations=(Denomination(name="chip", plural="chips", value=1),), main="chip")
VOICE = Voice({1: "Worf", 2: "Kirk"}, CHIPS)


def blinds(*stacks: int, limits: Limits = TEN) -> BettingRound:
    """Seats 1, 2, 3 ... with these stacks; the last two owe 5 and 10."""
    bettors = [Bettor(seat=seat, stack=stack) for seat, stack in enumerate(stacks, start=1)]
    return BettingRound.with_blinds(bettors, 1, limits, ((len(stacks) - 1, 5), (len(stacks), 10)))


def offered(state: BettingRound) -> dict[str, tuple[int, int] | int | None]:
    """Return the moves of the seat to act: the price of a call, the bounds of a raise."""
    assert state.turn is not None
    found: dict[str, tuple[int, int] | int | None] = {}
    for move in state.moves(state.turn):
        field = move.fields[0] if move.fields else None
        found[move.key] = (field.low, field.high) if isinstance(field, Amount) else move.price
    return found


def played(state: BettingRound, *steps: str | int) -> BettingRound:
    """Each seat in its turn checks, calls, folds, or raises to an amount."""
    for step in steps:
        assert state.turn is not None
        answers = {"check": state.checked, "call": state.called, "fold": state.folded}
        state = state.raised(state.turn, step) if isinstance(step, int) else answers[step](state.turn)
    return state


def refused(state: BettingRound, action: BetAction) -> str:
    assert state.turn is not None
    return bet_refusal(state, state.turn, action, KLINGON)


class TestPosting:
    def test_blinds_are_first_bets_that_a_raise_adds_to(self):
        state = blinds(100, 100, 100)
        assert state.bettors[1:] == (Bettor(seat=2, stack=95, bet=5, paid=5), Bettor(seat=3, stack=90, bet=10, paid=10))
        assert (state.waiting, state.current, state.pot) == ((1, 2, 3), 10, 15)
        assert offered(blinds(100, 100, 100)) == {"call": 10, "raise": (20, 100), "fold": None}
        assert offered(played(blinds(100, 100, 100), "call")) == {"call": 5, "raise": (20, 100), "fold": None}

    def test_large_blind_acts_last_and_wins_when_all_fold(self):
        state = played(blinds(100, 100, 100), "call", "call")
        assert offered(state) == {"check": None, "raise": (20, 100), "fold": None}
        assert played(state, "check").turn is None
        assert played(state, 20).waiting == (1, 2)
        state = played(blinds(100, 100, 100), "fold", "fold")
        assert (state.turn, state.live) == (None, (3,))

    def test_blinds_count_as_no_raises_and_of_two_the_small_one_acts_first(self):
        state = blinds(500, 500, 500, limits=TEN.evolve(raises_each=1))
        state = played(state, 20, 30, 40)
        assert [bettor.raises for bettor in state.bettors] == [1, 1, 1]
        assert offered(state) == {"call": 20, "fold": None}
        assert offered(blinds(100, 100)) == {"call": 5, "raise": (20, 100), "fold": None}


class TestShortBlinds:
    def test_short_blind_is_all_in_and_owed_in_full(self):
        state = blinds(100, 3, 100)
        assert (state.bettor(2).bet, state.bettor(2).is_all_in, state.waiting) == (3, True, (1, 3))
        state = blinds(100, 100, 100, 4)
        assert offered(state) == {"call": 10, "raise": (20, 100), "fold": None}
        state = played(state, "call", "call", "call")
        assert state.turn is None
        pots = side_pots({bettor.seat: bettor.paid for bettor in state.bettors}, state.live)
        assert pots.pots == (Pot(amount=16, eligible=(1, 2, 3, 4)), Pot(amount=18, eligible=(1, 2, 3)))

    def test_seats_owe_a_short_large_blind_no_more_than_others_have_put_in(self):
        assert blinds(100, 4).turn is None
        assert blinds(100, 5).turn is None
        assert offered(blinds(100, 8)) == {"call": 3, "fold": None}
        assert offered(blinds(100, 2, 4)) == {"call": 4, "fold": None}
        assert (blinds(100, 2, 4).to_match, blinds(100, 2, 4).current) == (4, 10)
        assert [state.to_match for state in (blinds(7, 100, 100), blinds(5, 100))] == [10, 0]
        assert offered(played(blinds(100, 100, 2, 4), "fold")) == {"call": 4, "fold": None}
        assert offered(played(blinds(100, 100, 2, 4), "call")) == {"call": 10, "raise": (20, 100), "fold": None}

    def test_all_ins_over_blinds_end_or_close_the_betting(self):
        assert played(blinds(3, 5, 100), "call").turn is None
        assert blinds(5, 100).turn is None
        state = blinds(5, 10)
        assert (state.turn, state.pot) == (None, 15)
        assert blinds(1, 1).turn is None
        state = played(blinds(100, 15, 100, 4), "call", 15, "call")
        assert (state.current, state.full_raise) == (15, 10)
        assert offered(state) == {"call": 5, "fold": None}

    def test_three_all_ins_over_the_blinds_make_three_pots_and_one_part_goes_back(self):
        state = played(blinds(70, 30, 55, 90), 70, "call", "call", "call")
        assert state.turn is None
        pots = side_pots({bettor.seat: bettor.paid for bettor in state.bettors}, state.live)
        assert [(pot.amount, pot.eligible) for pot in pots.pots] == [
            (120, (1, 2, 3, 4)),
            (75, (1, 3, 4)),
            (30, (1, 4)),
        ]
        assert pots.returned == ()


class TestFirstBets:
    """Whether a first bet is one of the raises of a cap is a house rule."""

    ONE = TEN.evolve(raises_each=1)

    def opened(self, *, opening_counts: bool) -> BettingRound:
        bettors = [Bettor(seat=seat, stack=100) for seat in (1, 2)]
        state, _ = answer_bet(BettingRound.opened(bettors, 1, self.ONE), 1, Bet(to=10), opening_counts=opening_counts)
        return answer_bet(state, 2, Raise(to=20), opening_counts=opening_counts)[0]

    def test_first_bet_counts_as_a_raise_only_by_house_rule(self):
        assert offered(self.opened(opening_counts=True)) == {"call": 10, "fold": None}
        state = self.opened(opening_counts=False)
        assert [bettor.raises for bettor in state.bettors] == [0, 1]
        assert offered(state) == {"call": 10, "raise": (30, 100), "fold": None}


class TestWords:
    """A game calls the answers to a bet by its own words; the keys stay the same."""

    def labels(self, state: BettingRound) -> list[str]:
        assert state.turn is not None
        return [move.label for move in state.moves(state.turn, words=KLINGON)]

    def test_buttons_and_refusals_use_the_games_words(self):
        assert self.labels(blinds(100, 100)) == ["Engage", "Raise", "Disengage"]
        assert self.labels(blinds(7, 100, 100)) == ["Engage all in", "Disengage"]
        option = played(blinds(100, 100), "call")
        assert self.labels(option) == ["Check", "Raise", "Disengage"]
        assert option.moves(2, words=KLINGON)[2].confirm == "You can check for free. Disengage anyway?"
        assert refused(blinds(100, 100), Check()) == "There is a bet to answer: engage it, raise it or disengage."
        assert refused(blinds(100, 100), Bet(to=20)) == "There is a bet already: engage it, raise it or disengage."
        assert (
            refused(played(blinds(100, 100), "call"), Call())
            == "There is nothing to engage: check, raise or disengage."
        )
        assert refused(blinds(7, 100, 100), Raise(to=20)) == "You have too few chips to raise: engage or disengage."
        option, short, capped = played(blinds(100, 100), "call"), blinds(7, 100, 100), TEN.evolve(raises_each=1)
        assert refused(option, Bet(to=20)) == "There is a bet already: check, raise or disengage."
        assert refused(short, Check()) == "There is a bet to answer: engage it or disengage."
        assert refused(short, Bet(to=20)) == "There is a bet already: engage it or disengage."
        twice = played(blinds(100, 100, 100, limits=capped), 20, 30, "fold")
        assert refused(twice, Check()) == "There is a bet to answer: engage it or disengage."

    def test_betting_sentences_use_the_games_words(self):
        assert describe_bet(Acted(what="call", seat=1, amount=10), VOICE, KLINGON) == "**Worf** engages for 10 chips."
        assert describe_bet(Acted(what="fold", seat=2), VOICE, KLINGON) == "**Kirk** disengages."
        assert describe_bet(Acted(what="call", seat=2, amount=10), VOICE) == "**Kirk** calls 10 chips."
