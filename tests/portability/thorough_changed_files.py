"""Ten thousand changes of files of hands, of every game: each is noticed."""

import pytest

from tests.portability.changes import require_noticed
from tests.portability.played import NAMES, files_of

TIMES = 10_000


@pytest.mark.parametrize("name", NAMES)
async def test_any_change_is_noticed(name: str):
    """Single bytes, values, names and items, in the table's file and in the campaign's."""
    for seed, content in enumerate(await files_of(name)):
        require_noticed(content, seed, TIMES // (2 * len(NAMES)))
