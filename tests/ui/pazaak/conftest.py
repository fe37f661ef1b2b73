"""A shelf to look at past the commands."""

from collections.abc import Awaitable, Callable

import pytest

from bot.services import Services
from cogs.pazaak.loadout import PazaakKit, read_kit
from playground.people import Player, Seen
from playground.people.seen import Button
from tests.ui.conftest import Cast

Kit = Callable[[], Awaitable[PazaakKit]]


@pytest.fixture
async def kit(services: Services, cast: Cast, han: Player) -> Kit:
    """Return Han's collection; he is there from the beginning."""
    character = await cast.pc(han, "Han")

    async def read() -> PazaakKit:
        kept = await services.kits.get(character.campaign_id, character.id, "pazaak")
        return read_kit(kept.text if kept else None)

    return read


def named(page: Seen, label: str) -> Button:
    """Return the button with this label."""
    found = page.find(label)
    assert found is not None, page
    return found
