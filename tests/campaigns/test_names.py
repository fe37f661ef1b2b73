"""A name is what people see, and no two that look alike."""

import unicodedata

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from bot.campaigns import name_key, safe_name
from bot.errors import Unreadable


@pytest.mark.parametrize(
    "typed, kept",
    [
        ("Han Solo", "Han Solo"),
        ("  Han \n\t Solo ", "Han Solo"),
        ("Han\N{NO-BREAK SPACE}\N{IDEOGRAPHIC SPACE}Solo", "Han Solo"),
        ("Han\N{ZERO WIDTH SPACE}So\N{ZERO WIDTH JOINER}lo\N{WORD JOINER}", "HanSolo"),
        ("\N{RIGHT-TO-LEFT OVERRIDE}oloS naH", "oloS naH"),
        ("Han\N{LEFT-TO-RIGHT ISOLATE}Solo\N{POP DIRECTIONAL ISOLATE}", "HanSolo"),
        ("Ｈａｎ", "Han"),
        ("ﬁnn", "finn"),
        ("Chewie\N{HANGUL FILLER}", "Chewie"),
        ("Bb\N{BRAILLE PATTERN BLANK}8", "Bb 8"),
        ("Bb\N{MUSICAL SYMBOL NULL NOTEHEAD}8\U00013441", "Bb 8"),
        ("Chewie\N{KHITAN SMALL SCRIPT FILLER}\uffff", "Chewie"),
        ("\0Boba\x7f", "Boba"),
        ("Leia\ud800", "Leia"),
        ("@everyone **Greedo**", "@everyone **Greedo**"),
        ("Zoe\N{COMBINING DIAERESIS}", "Zoë"),
        ("\N{GRINNING FACE}", "\N{GRINNING FACE}"),
        ("Q'ira 7", "Q'ira 7"),
    ],
)
def test_a_name_is_stored_as_people_see_it(typed: str, kept: str) -> None:
    assert safe_name(typed) == kept


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "   ",
        "\N{ZERO WIDTH SPACE}",
        "\N{HANGUL FILLER}",
        "\N{COMBINING ACUTE ACCENT}",
        "...",
        "\ud800",
        "\U00013442",
    ],
)
def test_an_invisible_name_is_refused(typed: str) -> None:
    with pytest.raises(Unreadable, match="at least one letter"):
        safe_name(typed)


def test_a_name_has_at_most_thirty_two_letters_as_people_count_them() -> None:
    assert safe_name("x" * 32)
    assert safe_name("q\N{COMBINING DOT BELOW}" * 32)
    for typed in ("x" * 33, "x" * 200, "q\N{COMBINING DOT BELOW}" * 33):
        with pytest.raises(Unreadable, match="at most 32 letters"):
            safe_name(typed)


def test_marks_are_limited_and_other_names_differ() -> None:
    assert safe_name("Z" + "\N{COMBINING TILDE BELOW}" * 50) == "Z" + "\N{COMBINING TILDE BELOW}" * 4
    assert len({name_key(name) for name in ("Han", "Hana", "Ha n", "Hän")}) == 4


@pytest.mark.parametrize(
    "one, other",
    [
        ("Han Solo", "HAN SOLO"),
        ("Han Solo", "han\N{NO-BREAK SPACE} solo"),
        ("Straße", "STRASSE"),
        ("Zoë", "zoe\N{COMBINING DIAERESIS}"),
        ("Ｈａｎ", "han"),
        ("Han", "H\N{SOFT HYPHEN}an"),
        ("Σίσυφος", "ΣΊΣΥΦΟΣ"),
    ],
)
def test_names_that_read_alike_are_the_same(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


@given(st.text(max_size=60))
def test_any_typed_name_is_refused_or_stored_on_one_visible_line(typed: str) -> None:
    try:
        name = safe_name(typed)
    except Unreadable:
        return
    assert name == safe_name(name) == " ".join(name.split())
    assert not {unicodedata.category(letter) for letter in name} & {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}
    assert 1 <= len(regex.findall(r"\X", name)) <= 32
    assert name_key(name) == name_key(name_key(name))
    assert name.encode()
