"""What a GM does to all open tables of a campaign at once: pause them, and let them go on. Each logs it for itself."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.campaigns import Campaign, require_gm
from bot.errors import PlayerError
from bot.tables.desk import Click
from bot.tables.model import Table
from bot.tables.service import TableService


async def pause_all(tables: TableService, campaign: Campaign, click: Click) -> tuple[Table, ...]:
    """Pause every open table of the campaign that isn't paused; those that were, as they are now.

    Raises NotAllowed for players.
    """
    return await _each(tables, campaign, click, tables.opening.pause, lambda table: not table.is_paused)


async def resume_all(tables: TableService, campaign: Campaign, click: Click) -> tuple[Table, ...]:
    """Let every paused table of the campaign go on; those that do, as they are now. Raises NotAllowed for players."""
    return await _each(tables, campaign, click, tables.opening.resume, lambda table: table.is_paused)


async def _each(
    tables: TableService,
    campaign: Campaign,
    click: Click,
    act: Callable[[int, Click], Awaitable[Table]],
    is_meant: Callable[[Table], bool],
) -> tuple[Table, ...]:
    require_gm(campaign, click.person)
    click, done = replace(click, is_private=True), list[Table]()
    for at, table in enumerate(await tables.of_campaign(campaign.id)):
        if not is_meant(table):
            continue
        try:
            done.append(await act(table.id, click.again(at)))
        except PlayerError:
            # Somebody else was faster, or the table has just closed: the others are meant all the same.
            continue
    return tuple(done)
