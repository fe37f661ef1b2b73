"""The notation of rulebooks: placeholders and conditions over house rules, and refusals when a text is loaded."""

from typing import Literal

import pytest

from bot.engine.game import HouseRules
from bot.engine.money import CREDITS
from bot.engine.options import option
from bot.engine.rulebook import Rulebook, RulebookError, Source
from bot.engine.words import Voice


class DuelRules(HouseRules):
    stake: int = option(10, "Stake", "What each puts in.", money=True, low=0, high=1000)
    rounds: int = option(2, "Rounds", "How many.", low=0, high=9)
    first: Literal["host", "high", "random"] = option("host", "First", "Who begins.", labels={"host": "The host"})
    is_long: bool = option(default=False, title="Long", description="On: it takes longer.")


VOICE = Voice({}, CREDITS, skills={"gamble": "Gaming Set"})


def read(text: str, **options: object) -> list[tuple[str, str]]:
    book = Rulebook(
        DuelRules,
        Source(f"# Duel\n{text}"),
        amounts={"bet": lambda rules: rules.stake // 2},
        words={"odds": lambda rules, voice: f"{rules.rounds} to {voice.money(1)}"},
        when={"is_short": lambda rules: rules.rounds < 2},
    )
    return [(page.title, page.text) for page in book.pages(DuelRules(**options), VOICE)]  # pyright: ignore[reportArgumentType]


USES_ALL = "\n## Rest\n[is_short] {odds} {bet}"


def first(text: str, **options: object) -> str:
    return read(f"## A\n{text}{USES_ALL}", **options)[0][1]


@pytest.mark.parametrize(
    "written, shown",
    [
        ("{stake}", "10 cr"),
        ("{rounds}", "2"),
        ("{rounds:often}", "twice"),
        ("{rounds:word}", "two"),
        ("{first}", "The host"),
        ("{bet}", "5 cr"),
        ("{3 stake + 2 bet}", "40 cr"),
        ("{odds}", "2 to 1 cr"),
        ("{skill gamble}", "Gaming Set"),
        ("{skill spot}", "spot a cheat"),
    ],
)
def test_placeholder_is_replaced(written: str, shown: str):
    assert first(f"Now {written}.") == f"Now {shown}."


@pytest.mark.parametrize(
    "condition, options, holds",
    [
        ("first = host", {}, True),
        ("first = high or random", {"first": "random"}, True),
        ("first = high or random", {}, False),
        ("first != high", {}, True),
        ("rounds = 2", {}, True),
        ("rounds", {"rounds": 0}, False),
        ("not rounds", {"rounds": 0}, True),
        ("stake", {}, True),
        ("bet", {"stake": 1}, False),
        ("is_long", {}, False),
        ("is_short and not is_long", {"rounds": 1}, True),
        ("is_short and not is_long", {"rounds": 1, "is_long": True}, False),
    ],
)
def test_condition_decides_about_its_line(condition: str, options: dict[str, object], holds: bool):
    assert first(f"Always.\n[{condition}] Sometimes.", **options) == ("Always. Sometimes." if holds else "Always.")


def test_lines_of_a_paragraph_are_joined_and_items_stand_alone():
    assert first("One.\nTwo.\n\n[is_long] Three.\n\nFour:\n- five\n- [is_long] six\n- seven") == (
        "One. Two.\nFour:\n- five\n- seven"
    )


def test_page_is_left_out_by_its_condition_and_without_text():
    text = "## [is_long] Long\nText.\n\n## Empty\n[is_long] Text.\n\n## Left\n{odds} {bet}\n[is_short] Text."
    assert [title for title, _ in read(text)] == ["Left"]
    assert [title for title, _ in read(text, is_long=True)] == ["Long", "Empty", "Left"]


@pytest.mark.parametrize(
    "line, part",
    [
        ("Pay {antee}.", "{antee}"),
        ("Pay {2 rounds}.", "{2 rounds}"),
        ("Pay {stake + first}.", "{stake + first}"),
        ("Pay {stake:often}.", "{stake:often}"),
        ("Pay {rounds:loudly}.", "{rounds:loudly}"),
        ("Roll {skill whistle}.", "{skill whistle}"),
        ("[fast] Run.", "[fast]"),
        ("[first] Run.", "[first]"),
        ("[first = lando] Run.", "[first = lando]"),
        ("[is_long = on] Run.", "[is_long = on]"),
        ("[not first = host] Run.", "[not first = host]"),
        ("- [is_long and fast] Run.", "[fast]"),
        ("[is_long Run.", "brackets"),
        ("[is_long]Run.", "brackets"),
        ("- [is_long]Run.", "brackets"),
        ("[is_long] - Run.", "item"),
        ("Pay {stake.", "brace"),
        ("Pay stake}.", "brace"),
    ],
)
def test_unknown_part_is_refused_with_its_file_and_line(line: str, part: str):
    with pytest.raises(RulebookError) as refused:
        Rulebook(DuelRules, Source(f"# Duel\n\n## A duel\n{line}", "cogs/duel/rules.md"))
    assert "cogs/duel/rules.md, line 4:" in str(refused.value)
    assert part in str(refused.value)


def test_calculation_without_use_and_text_before_a_page_are_refused():
    with pytest.raises(RulebookError, match="bet"):
        Rulebook(DuelRules, Source("## A\n{stake}"), amounts={"bet": lambda rules: rules.stake})
    with pytest.raises(RulebookError, match="line 2"):
        Rulebook(DuelRules, Source("# Duel\nText.\n## A\n"))
