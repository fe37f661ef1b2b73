"""House rules become options: what a form shows, what it reads, and what it refuses."""

from typing import Literal, Self

import pytest
from pydantic import model_validator

from bot.engine.game import HouseRules
from bot.engine.options import Clash, Option, brought, option, options_of, with_options
from bot.errors import RuleError


class Rules(HouseRules):
    variant: Literal["short", "long_one"] = option(
        "short", "Game", "Which of the two.", labels={"long_one": "The long one"}
    )
    ante: int = option(10, "Ante", "What everybody pays.", money=True, low=1, high=5000)
    cap: int = option(0, "Raises", "How many.", labels={"0": "no limit"}, low=0, high=9)
    open: bool = option(default=False, title="Open", description="Face up.")

    @model_validator(mode="after")
    def _long_games_are_open(self) -> Self:
        if self.variant == "long_one" and not self.open:
            raise ValueError("The long one is played open.")
        if self.cap and self.ante > self.cap * 1000:
            raise Clash("{ante} is more than {most}.", ante=self.ante, most=self.cap * 1000)
        return self


def named(name: str) -> Option:
    return next(option for option in options_of(Rules) if option.name == name)


def refusal(**changes: object) -> str:
    with pytest.raises(RuleError) as refused:
        with_options(Rules(), changes)
    return refused.value.told(lambda amount: f"{amount:,} cr")


def test_options_know_their_order_kind_bounds_default_and_labels():
    assert [option.name for option in options_of(Rules)] == ["variant", "ante", "cap", "open"]
    assert [option.kind for option in options_of(Rules)] == ["choice", "money", "number", "switch"]
    assert (named("ante").low, named("ante").high, named("ante").default) == (1, 5000, 10)
    assert named("variant").choices == (("short", "short"), ("long_one", "The long one"))


def test_values_are_told_in_words_and_read_back():
    assert named("variant").told("long_one") == "The long one"
    assert (named("open").told(True), named("open").told(False)) == ("on", "off")
    assert named("ante").told(2500) == "2,500"
    assert named("ante").told(2500, lambda amount: f"{amount} cr") == "2500 cr"
    assert (named("cap").told(0), named("cap").told(3)) == ("no limit", "3")
    assert named("variant").read("long_one") == "long_one"
    assert named("open").read("on") is named("open").read("true") is True
    assert named("open").read("off") is False
    assert named("ante").read("250") == 250


@pytest.mark.parametrize(
    "name, text, reason",
    [
        ("variant", "medium", "Game must be one of short, long_one."),
        ("open", "maybe", "Open must be on or off."),
        ("ante", "ten", "Ante must be a whole number."),
        ("ante", "-1", "Ante must be a whole number."),
        ("ante", "²", "Ante must be a whole number."),
        ("ante", "9" * 17, "Ante must be a whole number."),
    ],
)
def test_unreadable_option_value_is_refused(name: str, text: str, reason: str):
    with pytest.raises(RuleError, match=reason):
        named(name).read(text)


def test_options_and_brought_values_change_together():
    assert with_options(Rules(), {"variant": "long_one", "open": True}) == Rules(variant="long_one", open=True)
    assert with_options(Rules(), {}) == Rules()

    class Own(Rules):
        dice: tuple[int, ...] = brought(())

    assert [option.name for option in options_of(Own)] == [option.name for option in options_of(Rules)]
    assert with_options(Own(dice=(1,)), {"cap": 3}) == Own(cap=3, dice=(1,))
    assert with_options(Own(dice=(1,)), {"cap": 3}, {"dice": (2, 4)}) == Own(cap=3, dice=(2, 4))
    with pytest.raises(RuleError, match="no house rule called dice"):
        with_options(Own(), {"dice": (6,)})
    with pytest.raises(RuleError, match="played open"):
        with_options(Own(), {"variant": "long_one"}, {"dice": (6,)})


def test_values_out_of_bounds_or_that_clash_are_refused():
    assert refusal(ante=0) == "Ante must be between 1 cr and 5,000 cr."
    assert refusal(cap=10) == "Raises must be between 0 and 9."
    assert refusal(cap=True) == "Raises must be between 0 and 9."
    assert refusal(open=1) == "Open can't be that."
    assert refusal(variant="long_one") == "The long one is played open."
    assert refusal(ante=5000, cap=2) == "5,000 cr is more than 2,000 cr."
    assert refusal(wild=1) == "There is no house rule called wild."


def test_a_house_rule_without_a_value_is_no_option():
    class Vague(HouseRules):
        cap: int | None = option(None, "Raises", "How many.")

    with pytest.raises(TypeError, match="0 stands for none"):
        options_of(Vague)
