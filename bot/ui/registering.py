"""Registers the slash commands where they differ from what Discord has: globally, or on the servers of SYNC_GUILDS.

Discord shows the commands of a server beside the global ones. So they are in one of the two places, and taken out of
the other. The database knows the servers that have commands of their own, because asking every server at each start
would be a storm of requests.
"""

import hashlib
import json
import logging
from collections.abc import Collection
from typing import Any

import discord
from discord import app_commands

from bot.db import Database, Statement

log = logging.getLogger(__name__)


async def keep_registered(tree: app_commands.CommandTree[Any], db: Database, guild_ids: Collection[int]) -> None:
    """Register the tree's commands on these servers alone, or globally where none are named. Servers that have been
    named before lose theirs. A server that the bot isn't on is left out with a warning.
    """
    kept = {int(row["guild_id"]) for row in await db.fetch("SELECT guild_id FROM command_servers")}
    for guild_id in guild_ids:
        tree.copy_global_to(guild=discord.Object(guild_id))
    if guild_ids:
        tree.clear_commands(guild=None)
    # At no moment a server that is to have the commands has none.
    for guild_id in guild_ids:
        try:
            await _register(tree, db, guild_id, is_known=guild_id in kept)
        except (discord.Forbidden, discord.NotFound) as refused:
            log.warning("SYNC_GUILDS: server %s gets no commands because the bot isn't there (%s)", guild_id, refused)
    await _bring_in_step(tree, None, await _registered(tree, None))
    for guild_id in sorted(kept.difference(guild_ids)):
        guild = discord.Object(guild_id)
        try:
            await _bring_in_step(tree, guild, await _registered(tree, guild))
        except (discord.Forbidden, discord.NotFound) as refused:
            # Should it invite the bot again, it may still have them.
            log.info("server %s keeps commands of its own because the bot isn't there (%s)", guild_id, refused)
        else:
            await db.apply(Statement("DELETE FROM command_servers WHERE guild_id = ?", (guild_id,)))


async def _register(tree: app_commands.CommandTree[Any], db: Database, guild_id: int, *, is_known: bool) -> None:
    guild = discord.Object(guild_id)
    there = await _registered(tree, guild)
    if not is_known:
        # Noted before it is done: what is broken off here can be taken away later.
        await db.apply(Statement("INSERT INTO command_servers (guild_id) VALUES (?)", (guild_id,)))
    await _bring_in_step(tree, guild, there)


async def _registered(tree: app_commands.CommandTree[Any], guild: discord.Object | None) -> Collection[Any]:
    """Return the commands as Discord describes them. The library's AppCommand drops permissions, and contexts too: it
    reads 0, which is a server, as none at all.
    """
    http, application_id = tree.client.http, tree.client.application_id or 0
    if guild is None:
        return await http.get_global_commands(application_id)
    return await http.get_guild_commands(application_id, guild.id)


async def _bring_in_step(
    tree: app_commands.CommandTree[Any], guild: discord.Object | None, there: Collection[Any]
) -> None:
    """Make Discord's commands of a server, or the global ones, those of the tree. `there` are Discord's."""
    wanted = [command.to_dict(tree) for command in tree.get_commands(guild=guild)]
    shown = _SHOWN if guild is not None else _SHOWN + _GLOBAL
    if _shape(wanted, shown) != _shape(list(there), shown):
        await tree.sync(guild=guild)
        log.info("registered %s commands%s", len(wanted), f" on server {guild.id}" if guild else "")


_DEFAULTS: dict[str, Any] = {
    "options": [],
    "default_member_permissions": None,
    "nsfw": False,
    "required": False,
    "autocomplete": False,
    "choices": [],
    "type": 1,
}


_SHOWN = (
    "name", "type", "description", "options", "required", "choices", "value", "autocomplete", "min_value", "max_value",
    "min_length", "max_length", "channel_types", "default_member_permissions", "nsfw",
)  # fmt: skip


_SUBCOMMAND_GROUP = 2


_GLOBAL = ("contexts", "integration_types")
"""Properties that Discord keeps of global commands only."""


def _shape(found: Any, shown: tuple[str, ...]) -> str:
    """Return a digest of what matters of commands: equal for what was sent and what Discord gives back."""
    return hashlib.sha256(json.dumps(_plain(found, shown), sort_keys=True).encode()).hexdigest()


def _is_shown_in_order(found: list[Any]) -> bool:
    """Return whether these are options or choices. Discord keeps no order of commands, subcommands and plain values."""
    return all(isinstance(one, dict) and ("value" in one or one.get("type", 1) > _SUBCOMMAND_GROUP) for one in found)


def _plain(found: Any, shown: tuple[str, ...]) -> Any:
    if isinstance(found, list):
        plain: list[Any] = [_plain(one, shown) for one in found]
        return plain if _is_shown_in_order(found) else sorted(plain, key=lambda one: json.dumps(one, sort_keys=True))
    if isinstance(found, dict):
        kept = {name: _plain(found.get(name), shown) for name in shown}
        if kept["default_member_permissions"] is not None:
            kept["default_member_permissions"] = str(found["default_member_permissions"])
        return {
            name: value
            for name, value in kept.items()
            if value is not None and value != _DEFAULTS.get(name) and value != []
        }
    return float(found) if isinstance(found, int) else found
