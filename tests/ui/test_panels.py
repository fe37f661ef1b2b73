"""Small messages keep within what Discord takes: 4,000 characters in all their texts together."""

import pytest

from bot.ui.panels import MOST_CHARACTERS, page
from tests.ui.parts import texts


def test_page_within_the_limit_stays_as_it_is():
    assert texts(page("head", "", "a" * 3000, "foot")) == ["head", "a" * 3000, "foot"]


def test_a_text_that_is_too_long_is_cut_with_an_ellipsis():
    assert texts(page("a" * 5000)) == ["a" * 3999 + "…"]


def test_the_longest_text_is_cut_before_the_foot():
    assert texts(page("head", "a" * 5000, "foot")) == ["head", "a" * 3991 + "…", "foot"]


@pytest.mark.parametrize("lengths", [(4000, 4), (4000, 1, 1), (5000, 5000, 4), (4000, 4000, 4000), (3999, 1, 1, 1)])
def test_all_of_them_together_never_have_a_character_too_many(lengths: tuple[int, ...]):
    shown = texts(page(*("a" * length for length in lengths)))
    assert sum(map(len, shown)) <= MOST_CHARACTERS
    assert all(shown)


def test_library_only_sends_a_page():
    view = page("head", "foot")
    assert (view.is_finished(), view.is_dispatchable(), view.timeout, view.children) == (True, False, None, [])
    assert view.content_length() == len("headfoot")
    assert repr(view) == "<FixedView timeout=None children=0>"
