"""The pages and tables of the documents that follow from the code are what the code says."""

import pytest

from bot.games import games
from tools import reference


async def test_generated_pages_are_up_to_date():
    made = reference.pages(await reference.collect_commands())
    assert [str(path) for path, text in made.items() if path.read_text() != text] == []


@pytest.mark.parametrize("key", sorted(games()))
def test_pages_of_games_have_the_same_parts(key: str):
    headings = [line for line in (reference.DOCS / "games" / f"{key}.md").read_text().splitlines() if line[:3] == "## "]
    assert headings == [
        "## In short", "## The table", "## A hand step by step", "## What wins", "## Payouts and the house",
        "## House rules", "## Cheating here", "## How we read the rules",
    ]  # fmt: skip
