"""The check of wording: every pattern is found where people read or develop, and no count of one may rise."""

import json
import tomllib
from pathlib import Path

import pytest

from tools.wording import CEILINGS, KINDS, PATTERNS, main, places

ROOT = Path(__file__).parents[1]
WORDS = tomllib.loads((ROOT / PATTERNS).read_text())
EXAMPLES = {
    "whoever": "Ask whoever sits there.",
    "somebody who": "Ask somebody who sits there.",
    "everybody": "It is everybody's pot.",
    "bare who": "Only who sits there bets.",
    "subject without a noun": "Stay. Who sits there bets.",
    "anew": "Deal anew.",
    "in the mean": "It pays 3 in the mean.",
    "but for": "All but for Han bet.",
    "any more": "Nobody bets any more.",
    "reckon": "The bot reckoned so.",
    "by itself": "NPCs bet by themselves.",
    "plays alone": "Esk plays alone.",
    "book": "See the book.",
    "evening": "Two evenings passed.",
    "keeper": "Ask the GM who keeps it.",
    "goods": "Bet goods.",
    "picture": "Draw pictures.",
    "address": "Open the address.",
    "purse": "Fill the purse.",
    "take back": "Take it back.",
    "common dice": "Roll the common dice.",
    "own dice": "Roll the own dice.",
    "alike": "You have three alike.",
    "go over": "You went over.",
    "look at": "Look at the other card.",
    "throw away": "Throw two away.",
    "by lot": "Han deals by lot.",
    "stays in the middle": "It stays in the middle.",
    "nobody matched": "It is 5 that nobody matched.",
    "GM alone": "It is for the GM alone.",
    "for your eyes": "It is for your eyes only.",
    "had its day": "It has had its day.",
    "fault": "It is a fault.",
    "bring down": "Bring it down.",
    "time is up": "Your time is up.",
    "inversion": "Han bets, and so does Lando.",
    "for, meaning because": "Wait, for it is late.",
    "else, meaning otherwise": "Bet, or else fold.",
    "reporting passive": "It is told so.",
    "two colons": "Bet: Han; Lando; all.",
    "long sentence": f"Bet {'and bet ' * 12}again.",
    "option without a noun": "Character; the one you play if left out.",
    "docstring without a verb": "Whether Han bets.",
    "test without a subject": "and Han bets.",
    "no limit to the claim": "No crash can lose it.",
    "times in a hundred": "It holds 95 times in 100.",
    "British spelling": "It is an honour.",
}
"""A sentence for each pattern."""
CASES = [(name, kind) for name in WORDS for kind in WORDS[name].get("only", KINDS)]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Patterns, and a file of each kind that has nothing to find."""
    for folder in ("tools", "bot", "tests"):
        (tmp_path / folder).mkdir()
    (tmp_path / PATTERNS).write_text((ROOT / PATTERNS).read_text())
    for kind in KINDS:
        write(tmp_path, kind, "Han bets.")
    return tmp_path


def write(checkout: Path, kind: str, sentence: str) -> str:
    """Write the sentence as a text of that kind on the third line of its file, and return the file."""
    name = "".join(letter if letter.isalnum() else "_" for letter in sentence)
    file, content = {
        "strings": ("bot/text.py", f"word = 1\n\ntell({sentence!r}, {sentence[0].lower()!r})\n"),
        "documents": ("README.md", f"# Shadowport\n\n{sentence}\n\n`whoever`\n\n```sh\nwhoever\n```\n"),
        "docstrings": ("tests/play.py", f'def play():\n\n    """{sentence}"""\n'),
        "tests": ("tests/test_play.py", f"word = 'whoever'\n\ndef test_{name}():\n    assert 'whoever'\n"),
    }[kind]
    (checkout / file).write_text(content)
    return file


def ceilings(checkout: Path) -> dict[str, dict[str, int]]:
    return json.loads((checkout / CEILINGS).read_text())


def test_every_pattern_has_an_example_here_and_better_words():
    assert EXAMPLES.keys() == WORDS.keys()
    assert all(word["write"] for word in WORDS.values())


@pytest.mark.parametrize("name, kind", CASES)
def test_a_pattern_is_found_in_each_kind_of_text_with_its_line(name: str, kind: str, checkout: Path):
    file = write(checkout, kind, EXAMPLES[name])
    assert (name, kind, file, 3) in [(one.pattern, one.kind, one.file, one.line) for one in places(checkout)]


def test_clean_texts_hold_no_pattern_and_code_is_no_text(checkout: Path):
    assert places(checkout) == []


def test_words_are_found_across_line_ends_and_in_the_line_of_their_literal(checkout: Path):
    (checkout / "README.md").write_text("Han plays\nalone.\n")
    (checkout / "bot/text.py").write_text('tell(\n    "Han bets. "\n    f"{name} plays alone."\n)\n')
    found = {(one.pattern, one.file, one.line) for one in places(checkout)}
    assert found == {("plays alone", "README.md", 1), ("plays alone", "bot/text.py", 3)}


def test_texts_of_the_playgrounds_page_are_strings(checkout: Path):
    page = checkout / "playground/page/static"
    page.mkdir(parents=True)
    source = '/** whoever */\nconst a = "Start anew";\nhtml`<p class="own anew">\n  Ask whoever sits</p>`;\n'
    (page / "top.js").write_text(source)
    assert [(one.pattern, one.kind, one.line) for one in places(checkout)] == [
        ("anew", "strings", 2),
        ("whoever", "strings", 4),
    ]


def test_identifiers_and_sql_are_no_strings_that_people_read(checkout: Path):
    (checkout / "bot/text.py").write_text('find("purse", "SELECT goods FROM goods")\n')
    assert places(checkout) == []


def test_a_count_above_its_ceiling_fails_and_is_not_stored(checkout: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["--write"], checkout) == 0
    stored = ceilings(checkout)
    write(checkout, "documents", "Deal anew.")
    assert main([], checkout) == 1
    assert "README.md:3: anew" in capsys.readouterr().out
    assert main(["--write"], checkout) == 1
    assert ceilings(checkout) == stored


def test_a_count_below_its_ceiling_passes_and_says_how_to_store_it(checkout: Path, capsys: pytest.CaptureFixture[str]):
    write(checkout, "documents", "Deal anew, and anew.")
    assert main(["--write"], checkout) == 0
    assert main([], checkout) == 0
    write(checkout, "documents", "Deal anew.")
    capsys.readouterr()
    assert main([], checkout) == 0
    assert "'anew' had the ceiling 2 and is counted 1 times" in (said := capsys.readouterr().out)
    assert "python -m tools.wording --write" in said
    assert main(["--write"], checkout) == 0
    assert ceilings(checkout)["anew"]["documents"] == 1


def test_a_fall_in_one_kind_does_not_pay_for_a_rise_in_another(checkout: Path):
    write(checkout, "documents", "Deal anew.")
    main(["--write"], checkout)
    write(checkout, "documents", "Deal.")
    write(checkout, "docstrings", "Deal anew.")
    assert main(["--write"], checkout) == 1
    assert ceilings(checkout)["anew"]["documents"] == 1


def test_a_new_pattern_begins_with_todays_count(checkout: Path):
    main(["--write"], checkout)
    with (checkout / PATTERNS).open("a") as patterns:
        patterns.write("\n[hut]\nfind = 'hut'\nwrite = 'Hutt'\n")
    write(checkout, "documents", "A hut.")
    assert main([], checkout) == 1
    assert main(["--write"], checkout) == 0
    assert ceilings(checkout)["hut"]["documents"] == 1
