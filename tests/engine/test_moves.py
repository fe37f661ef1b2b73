"""Moves: what is offered is taken within its bounds, and everything else is refused with a sentence."""

from typing import Any, Literal

import pytest

from bot.engine.moves import (
    Action,
    Amount,
    Cap,
    Choice,
    Closed,
    Field,
    Move,
    Number,
    Numbers,
    Pick,
    Words,
    find,
    require_offered,
)
from bot.errors import RuleError

STAKE = Amount(
    name="to", label="Bet", low=10, high=95, step=20, too_low="The smallest bet is {low}.", too_high="At most {high}."
)
FACE = Number(name="face", label="Your die", low=1, high=6)
WHOM = Pick(name="whom", label="Whom?", choices=(Choice(value="1", label="Han"), Choice(value="2", label="Lando")))
CARDS = Pick(
    name="cards",
    label="Which?",
    choices=tuple(Choice(value=card, label=card) for card in "abc"),
    at_least=1,
    at_most=2,
)
TICKET = Numbers(name="numbers", label="Your numbers", low=1, high=100, at_least=2, at_most=4)
REASON = Words(name="why", label="Why?", at_most=20)
FIELDS = [STAKE, FACE, WHOM, CARDS, TICKET, REASON]


def refusal(field: Field, value: Any) -> str:
    with pytest.raises(RuleError) as refused:
        field.check(value)
    return refused.value.told(lambda amount: f"{amount} cr")


@pytest.mark.parametrize("field", FIELDS, ids=lambda field: field.type)
def test_both_bounds_of_a_field_are_within(field: Field):
    for value in field.bounds():
        field.check(value)


@pytest.mark.parametrize("field", FIELDS, ids=lambda field: field.type)
def test_value_beyond_the_bounds_of_a_field_is_refused(field: Field):
    for value in field.beyond():
        assert refusal(field, value).endswith(".")


class TestAmounts:
    def test_amount_is_refused_beyond_its_bounds_and_between_its_steps(self):
        assert refusal(STAKE, 9) == "The smallest bet is 10 cr."
        assert refusal(STAKE, 10**30) == "At most 95 cr."
        assert refusal(STAKE, -50) == "The smallest bet is 10 cr."
        STAKE.check(50)
        STAKE.check(95)
        assert refusal(STAKE, 51) == "Start at 10 cr and go up in steps of 20 cr."

    @pytest.mark.parametrize("value", [True, "50", 50.0, None])
    def test_only_whole_numbers_are_money(self, value: Any):
        assert refusal(STAKE, value) == "That isn't an amount of money."


class TestNumbers:
    def test_numbers_are_refused_for_what_is_wrong_with_them(self):
        assert refusal(FACE, 7) == "It must be a whole number from 1 to 6."
        assert refusal(TICKET, (3, 1, 1)) == "1 appears twice."
        assert refusal(TICKET, (1, 7, 7, 7)) == "7 appears 3 times."
        assert refusal(TICKET, (0, 5)) == "0 is too low: the numbers go from 1 to 100."
        assert refusal(TICKET, (5, 101)) == "101 is too high: the numbers go from 1 to 100."
        assert refusal(TICKET, (5, 10**40)) == f"1{'0' * 19}… is too high: the numbers go from 1 to 100."
        assert refusal(TICKET, (5,)) == "This is 1 number: give 2 to 4."
        assert refusal(TICKET, (1, 2, 3, 4, 5)) == "These are 5 numbers: give 2 to 4."
        assert refusal(TICKET, ()) == "Give 2 to 4 numbers."
        assert refusal(TICKET, (5, "6")) == "Give whole numbers."
        assert refusal(TICKET, 5) == "Give whole numbers."

    def test_numbers_are_refused_with_the_reason_and_count_of_their_most(self):
        face, ticket = FACE.evolve(too_high="The bank is low."), TICKET.evolve(too_many="The bank is low.")
        assert refusal(face, 7) == refusal(ticket, (1, 2, 3, 4, 5)) == "The bank is low."
        assert refusal(face, 0) == "It must be a whole number from 1 to 6."
        assert refusal(ticket, (1,)) == "This is 1 number: give 2 to 4."
        two = TICKET.evolve(at_most=2)
        assert refusal(two, (1, 2, 3)) == "These are 3 numbers: give 2."
        assert refusal(two, ()) == "Give 2 numbers."
        assert refusal(TICKET.evolve(at_least=1, at_most=1), ()) == "Give 1 number."


class TestPicks:
    def test_picks_are_by_value_each_once_within_the_count(self):
        WHOM.check("2")
        assert refusal(WHOM, "3") == "Pick from what is offered, each at most once."
        assert refusal(WHOM, "Han") == "Pick from what is offered, each at most once."
        CARDS.check(("a", "c"))
        assert refusal(CARDS, ("a", "a")) == "Pick from what is offered, each at most once."
        assert refusal(CARDS, ()) == "Pick 1 to 2."
        assert refusal(CARDS, ("a", "b", "c")) == "Pick 1 to 2."

    def test_pick_refuses_in_the_games_words_and_for_a_closed_values_reason(self):
        own = CARDS.evolve(wrong_count="One card or two.", not_offered="Cards that you hold.")
        assert (refusal(own, ()), refusal(own, ("a", "a"))) == ("One card or two.", "Cards that you hold.")
        closed = (Closed(value="3", why="Chewie needs {low}, and has {high}.", low=10, high=4),)
        whom, cards = WHOM.evolve(closed=closed), CARDS.evolve(closed=closed)
        assert refusal(whom, "3") == refusal(cards, ("a", "3")) == "Chewie needs 10 cr, and has 4 cr."
        assert refusal(whom, "4") == "Pick from what is offered, each at most once."
        whom.check("2")
        assert refusal(WHOM, ["1"]) == "Pick from what is offered, each at most once."
        assert refusal(CARDS, (["a"],)) == "Pick from what is offered, each at most once."


class TestWords:
    def test_words_are_some_and_not_too_many(self):
        REASON.check("a fight")
        assert refusal(REASON, "") == "Write something, up to 20 characters."


class Bet(Action):
    kind: Literal["bet"] = "bet"
    to: int


OFFERED = (Move(key="check", label="Check"), Move(key="bet", label="Bet", fields=(STAKE,)))


def test_action_is_matched_with_its_move_and_checked_again():
    assert require_offered(OFFERED, Bet(to=30), lambda: "No.") == OFFERED[1]
    with pytest.raises(RuleError, match="It isn't your turn"):
        require_offered(OFFERED[:1], Bet(to=30), lambda: "It isn't your turn.")
    with pytest.raises(RuleError, match="The smallest bet is 10"):
        require_offered(OFFERED, Bet(to=1), lambda: "")
    assert find(OFFERED, "check") == OFFERED[0]
    assert find(OFFERED, "fold") is None


class Side(Action):
    kind: Literal["side"] = "side"
    whom: str
    to: int


CAPPED = STAKE.evolve(
    high=200,
    step=1,
    by="whom",
    caps=(Cap(value="1", high=200), Cap(value="2", high=50), Cap(value="3", high=40, over="Chewie takes {high}.")),
    over_cap="{high} for that one.",
)
THREE = WHOM.evolve(choices=(*WHOM.choices, Choice(value="3", label="Chewie")))
SIDE = (Move(key="side", label="Side bet", fields=(CAPPED, THREE)),)


@pytest.mark.parametrize(
    "whom, to, said",
    [
        ("1", 201, "At most 200 cr."),
        ("2", 51, "50 cr for that one."),
        ("2", 201, "50 cr for that one."),
        ("3", 201, "Chewie takes 40 cr."),
        ("2", 9, "The smallest bet is 10 cr."),
        ("4", 201, "Pick from what is offered, each at most once."),
        ("4", 9, "Pick from what is offered, each at most once."),
    ],
)
def test_an_amount_beside_a_value_is_refused_with_what_fits_there(whom: str, to: int, said: str):
    with pytest.raises(RuleError) as refused:
        require_offered(SIDE, Side(whom=whom, to=to), lambda: "")
    assert refused.value.told(lambda amount: f"{amount} cr") == said


def test_amount_within_the_cap_beside_a_value_is_accepted():
    for whom, to in (("1", 200), ("2", 50), ("3", 40), ("3", 10)):
        assert require_offered(SIDE, Side(whom=whom, to=to), lambda: "") == SIDE[0]
