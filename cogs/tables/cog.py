"""`/table`: show, hand, verify, pause, resume, bring here, void, close, list."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.campaigns import Right, is_gm, may
from bot.engine.words import plain
from bot.errors import NotFound
from bot.tables.model import Table
from bot.tables.rights import awaited_users
from bot.ui.channels import UNSEEN, may_see_place, place_name, place_of
from bot.ui.client import Interaction, Shadowport
from bot.ui.context import click_of, services_of, whisper
from bot.ui.handlers.admin import RUNNERS, repost_here
from bot.ui.handlers.challenge import ask_for_game
from bot.ui.handlers.hand import show_hand
from bot.ui.handlers.more import last_over
from bot.ui.handlers.rules import rules, show_odds_here
from bot.ui.handlers.verify import send_hands, show_proof
from bot.ui.panels import page
from bot.ui.reminders import link_and_deadline
from bot.ui.render.table_message import texts

_MOST_CHOICES = 25


class TablesCog(commands.GroupCog, name="table", description="This channel's table"):
    """Commands that do the same as the table's own buttons."""

    @app_commands.command(description="Show the table. Only you can see this.")
    async def show(self, interaction: Interaction) -> None:
        await whisper(interaction, "", page(*texts(await _table_here(interaction))))

    @app_commands.command(description="Show your hand. Only you can see this.")
    async def hand(self, interaction: Interaction) -> None:
        await show_hand(interaction, await _table_here(interaction))

    @app_commands.command(description="Show your chance to win, or what bets are worth. Only you can see this.")
    async def odds(self, interaction: Interaction) -> None:
        await show_odds_here(interaction, await _table_here(interaction))

    @app_commands.command(description="Verify that a hand's dice and cards are the sealed ones")
    @app_commands.describe(hand="Number of the hand. Default: the latest one that is over.")
    async def verify(self, interaction: Interaction, hand: app_commands.Range[int, 1, 1_000_000] | None = None) -> None:
        table = await _table_here(interaction)
        await show_proof(interaction, table, hand or last_over(table))

    @app_commands.command(description="Get the table's hands with seeds and log as a file. GM only.")
    async def export(self, interaction: Interaction) -> None:
        await send_hands(interaction, await _table_here(interaction))

    @app_commands.command(description="Pause the table: its clock stops, and nobody can act. GM only.")
    async def pause(self, interaction: Interaction) -> None:
        await _run(interaction, "pause")

    @app_commands.command(description="Resume the table with a full clock for the player to move. GM only.")
    async def resume(self, interaction: Interaction) -> None:
        await _run(interaction, "resume")

    @app_commands.command(
        description="Close the table and return all chips. Only for the GM and the player who opened it."
    )
    async def close(self, interaction: Interaction) -> None:
        await _run(interaction, "close")

    @app_commands.command(description="Void the hand in play. Everyone gets back the chips from before it. GM only.")
    async def void(self, interaction: Interaction) -> None:
        await _run(interaction, "void")

    @app_commands.command(description="Post the table at the bottom of this channel")
    @app_commands.describe(table="Table of another channel, to move it here. GM only.")
    async def here(self, interaction: Interaction, table: str | None = None) -> None:
        await repost_here(interaction, await _named(interaction, table) if table else await _table_here(interaction))

    @here.autocomplete("table")
    async def _tables(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        found = [(_name(interaction, table), str(table.id)) for table in await _visible_tables(interaction)]
        fitting = [(name, value) for name, value in found if current.casefold() in name.casefold()]
        return [app_commands.Choice(name=name[:100], value=value) for name, value in fitting[:_MOST_CHOICES]]

    @app_commands.command(name="list", description="List the open tables of this server")
    async def list_tables(self, interaction: Interaction) -> None:
        lines: list[str] = []
        for table in await _visible_tables(interaction):
            channel_id = table.record.channel_id
            where = UNSEEN if place_of(interaction, channel_id) is None else f"<#{channel_id}>"
            lines.append(f"{table.title} in {where}, {len(table.record.chairs)} seated")
        await whisper(interaction, "\n".join(lines) or "No table that you can see is open.")

    @app_commands.command(description="List the tables of this server that wait for you. Only you can see this.")
    async def mine(self, interaction: Interaction) -> None:
        click = click_of(interaction)
        lines = [
            f"- {link_and_deadline(table)} in <#{table.record.channel_id}>"
            for table in await _visible_tables(interaction)
            if not table.is_paused and click.person.user_id in awaited_users(table)
            if table.seated(click.person.user_id) or is_gm(table.campaign, click.person)
        ]
        view = page("### Waiting for you", "\n".join(lines) or "No table waits for you.")
        await whisper(interaction, "", view)


async def _run(interaction: Interaction, verb: str) -> None:
    table = await _table_here(interaction)
    await RUNNERS[verb](interaction, [str(table.id)], [])


async def _table_here(interaction: Interaction) -> Table:
    table = await services_of(interaction).tables.in_channel(interaction.channel_id or 0)
    if table is None:
        raise NotFound("There is no table in this channel. Open one, with /pilok open for example.")
    return table


async def _named(interaction: Interaction, named: str) -> Table:
    """Find a table of this server by the id or the name of an autocomplete choice."""
    for table in await _visible_tables(interaction):
        if named in {str(table.id), _name(interaction, table)}:
            return table
    raise NotFound("There is no such table on this server.")


async def _visible_tables(interaction: Interaction) -> list[Table]:
    """Return the open tables in places that this person can see; where the bot can't tell, only those they're GM of."""
    tables, click = services_of(interaction).tables, click_of(interaction)
    found = [await tables.look(record.id) for record in await tables.of_guild(click.guild_id)]
    return [
        table
        for table in found
        if may_see_place(
            interaction, table.record.channel_id, sees_more=may(Right.UNSEEN, click.person, table.campaign)
        )
    ]


def _name(interaction: Interaction, table: Table) -> str:
    return plain(f"{table.title} in {place_name(interaction, table.record.channel_id)}")


@app_commands.context_menu(name="Verify this hand")
async def _verify_shown(interaction: Interaction, message: discord.Message) -> None:
    table = await _table_of(interaction, message)
    await show_proof(interaction, table, last_over(table))


@app_commands.context_menu(name="Rules of this table")
async def _rules_shown(interaction: Interaction, message: discord.Message) -> None:
    await rules(interaction, [str((await _table_of(interaction, message)).id)], [])


async def _table_of(interaction: Interaction, message: discord.Message) -> Table:
    """Return the open table that a message shows."""
    table = await services_of(interaction).tables.in_channel(interaction.channel_id or 0)
    if table is None or table.record.message_id != message.id:
        raise NotFound("That isn't the message of an open table. Use this on the table's latest message.")
    return table


@app_commands.context_menu(name="Challenge")
async def _challenge(interaction: Interaction, user: discord.User) -> None:
    await ask_for_game(interaction, user)


async def setup(bot: Shadowport) -> None:
    await bot.add_cog(TablesCog())
    for menu in (_verify_shown, _rules_shown, _challenge):
        bot.tree.add_command(menu)
