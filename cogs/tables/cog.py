"""`/table`: show, verify, pause, resume, bring here, void, close, list."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.engine.speech import plain
from bot.errors import NotFound
from bot.tables.model import Table
from bot.ui.context import house_of, whisper
from bot.ui.panels import page
from bot.ui.table_view import texts
from bot.ui.verbs.looking import show_proof
from bot.ui.verbs.running import RUNNERS, bring_here

_MOST_CHOICES = 25


class TablesCog(commands.GroupCog, name="table", description="The table of this channel"):
    """What the table's own buttons do, typed."""

    @app_commands.command(description="Show the table as it is now, for you alone")
    async def show(self, interaction: discord.Interaction) -> None:
        await whisper(interaction, "", page(*texts(await _table_here(interaction))))

    @app_commands.command(description="Check that a hand's dice are what was sealed before it")
    @app_commands.describe(hand="The number of the hand; without it the last one that is over")
    async def verify(
        self, interaction: discord.Interaction, hand: app_commands.Range[int, 1, 1_000_000] | None = None
    ) -> None:
        table = await _table_here(interaction)
        played = table.record.hand.number if table.record.hand else 0
        last = played - 1 if table.in_hand else played
        await show_proof(interaction, table, hand or last)

    @app_commands.command(description="Stop every clock of the table")
    async def pause(self, interaction: discord.Interaction) -> None:
        await _run(interaction, "pause")

    @app_commands.command(description="Let the game go on; whoever is to move has the whole clock again")
    async def resume(self, interaction: discord.Interaction) -> None:
        await _run(interaction, "resume")

    @app_commands.command(description="Close the table; all chips go back to the purses")
    async def close(self, interaction: discord.Interaction) -> None:
        await _run(interaction, "close")

    @app_commands.command(description="Forget the hand in play; everybody has the chips they had before it")
    async def void(self, interaction: discord.Interaction) -> None:
        await _run(interaction, "void")

    @app_commands.command(description="Post the table at the bottom of this channel")
    @app_commands.describe(table="A table of another channel, which a GM brings here")
    async def here(self, interaction: discord.Interaction, table: str | None = None) -> None:
        await bring_here(interaction, await _named(interaction, table) if table else await _table_here(interaction))

    @here.autocomplete("table")
    async def _tables(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        found = [(name, str(table_id)) for table_id, name in await _seen_by(interaction)]
        fitting = [(name, value) for name, value in found if current.casefold() in name.casefold()]
        return [app_commands.Choice(name=name[:100], value=value) for name, value in fitting[:_MOST_CHOICES]]

    @app_commands.command(name="list", description="The open tables of this server")
    async def list_tables(self, interaction: discord.Interaction) -> None:
        tables = house_of(interaction).tables
        lines: list[str] = []
        for record in await tables.of_guild(interaction.guild_id or 0):
            if _may_see(interaction, record.channel_id):
                table = await tables.look(record.id)
                lines.append(f"{table.entry.game.title} in <#{record.channel_id}>, {len(record.chairs)} seated")
        await whisper(interaction, "\n".join(lines) or "No table is open on this server.")


async def _run(interaction: discord.Interaction, verb: str) -> None:
    table = await _table_here(interaction)
    await RUNNERS[verb](interaction, [str(table.id)], [])


async def _table_here(interaction: discord.Interaction) -> Table:
    table = await house_of(interaction).tables.in_channel(interaction.channel_id or 0)
    if table is None:
        raise NotFound("There is no table in this channel. Open one, with /pilok open for example.")
    return table


async def _named(interaction: discord.Interaction, named: str) -> Table:
    """A table of this server, by the id that autocomplete gave or the name that it showed."""
    for table_id, name in await _seen_by(interaction):
        if named in {str(table_id), name}:
            return await house_of(interaction).tables.look(table_id)
    raise NotFound("There is no such table on this server.")


async def _seen_by(interaction: discord.Interaction) -> list[tuple[int, str]]:
    """(id, name) of the open tables in channels that this person can see, and of those whose channel is gone."""
    tables = house_of(interaction).tables
    found: list[tuple[int, str]] = []
    for record in await tables.of_guild(interaction.guild_id or 0):
        if _may_see(interaction, record.channel_id):
            table, channel = await tables.look(record.id), _channel(interaction, record.channel_id)
            where = f"#{channel.name}" if channel is not None else "a channel that is gone"
            found.append((record.id, plain(f"{table.entry.game.title} in {where}")))
    return found


def _channel(interaction: discord.Interaction, channel_id: int) -> discord.abc.GuildChannel | discord.Thread | None:
    return interaction.guild.get_channel_or_thread(channel_id) if interaction.guild else None


def _may_see(interaction: discord.Interaction, channel_id: int) -> bool:
    channel = _channel(interaction, channel_id)
    if channel is None or not isinstance(interaction.user, discord.Member):
        return True
    if isinstance(channel, discord.Thread) and channel.is_private():
        return channel.id == interaction.channel_id
    return channel.permissions_for(interaction.user).view_channel


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(TablesCog())
