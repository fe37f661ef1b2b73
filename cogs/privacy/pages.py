"""The page that asks before a user is forgotten, and its button, which always acts for the user who presses it."""

import discord

from bot.engine.words import counted, escape, listed
from bot.errors import NotAllowed, TooLate
from bot.privacy.maintenance import Remainder
from bot.privacy.traces import characters_of, guilds_to_cover
from bot.ui.answer import answer_of
from bot.ui.client import Interaction
from bot.ui.context import services_of
from bot.ui.forms import answer_here
from bot.ui.panels import button, control_id, page
from bot.ui.render.renderer import answering
from bot.ui.routing import WORN_OUT, control

EXPORTED = "This is the data that I store about you. Amounts are in smallest coins. Times are in UTC."
_MOST_NAMED = 12
_HERE, _EVERYWHERE = "here", "everywhere"
_WHAT = (
    "- Your characters retire at once, and lose their names, sheets and loadouts (side decks and kits). Their money "
    "goes to the house. Their items are gone.\n"
    "- The text that you typed goes, such as reasons and spells. Your id goes from the log and the ledger.\n"
    "- If you're in a hand or a tournament, your seat gives up at its turn. I delete the rest when it's over.\n"
    "- Tables that you run have no GM until another GM takes them over."
)
_STAYS = (
    "**What stays**\n"
    "- The moves and amounts of your hands, by “a former player”. Those hands can still be verified and undone.\n"
    "- Discord's ids of your clicks, without your name or id. The dice of those hands are calculated from them.\n"
    "- Names that other people typed, as in a GM's reason, and what GMs wrote for the campaign. Ask the GM.\n"
    "- Messages on Discord. You and the server's managers can delete them there.\n"
    "- Files that people exported before, and backups. A salted hash of your id stays, so that I forget you again if a "
    "backup is restored."
)
_FOR_GOOD = "Nobody can undo this. Get a file of your data first with /privacy export."


def is_everywhere(interaction: Interaction, wanted: bool | None) -> bool:
    """Return whether all servers are meant: as `wanted`, otherwise in direct messages, where no server is "this" one.

    Raises NotAllowed where this server alone is wanted, and there is none.
    """
    if interaction.guild_id is not None:
        return bool(wanted)
    if wanted is False:
        raise NotAllowed(
            "There is no server here. Leave out `everywhere`, or use the command on the server that you mean."
        )
    return True


async def parting_page(interaction: Interaction, *, everywhere: bool) -> discord.ui.LayoutView:
    """Show what a deletion does, with its button."""
    services, user_id = services_of(interaction), interaction.user.id
    guilds = await guilds_to_cover(services.db.background, user_id, interaction.guild_id, everywhere=everywhere)
    names: list[str] = []
    for guild_id in guilds:
        rows = await characters_of(services.db, guild_id, user_id)
        names += [row["name"] for row in rows if row["retired_at"] is None]
    where = f"on {counted(len(guilds), 'server')}" if guilds else "everywhere"
    where = where if everywhere else "on this server"
    scope = _EVERYWHERE if everywhere else _HERE
    yes = button("Delete everywhere" if everywhere else "Delete here", _id(scope, 1), discord.ButtonStyle.danger)
    heading = f"### Delete your data {where}?\n{_describe_characters(names)}"
    return page(heading, _WHAT, _STAYS, _FOR_GOOD, rows=[[yes, button("Keep it", _id(scope, 0))]])


def _describe_characters(names: list[str]) -> str:
    if not names:
        return "You have no character in play there."
    shown = [f"**{escape(name)}**" for name in names[:_MOST_NAMED]]
    if len(names) > _MOST_NAMED:
        shown.append(f"{len(names) - _MOST_NAMED:,} more")
    return f"You play {listed(shown)} there."


def _id(scope: str, answer: int) -> str:
    return control_id("part", scope, answer)


@control("part", direct=True)
async def _forget(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    services, scopes = (
        services_of(interaction),
        (_EVERYWHERE,) if interaction.guild_id is None else (_HERE, _EVERYWHERE),
    )
    if arguments not in [[scope, answer] for scope in scopes for answer in ("0", "1")]:
        raise TooLate(WORN_OUT)
    if arguments[1] == "0":
        await answer_here(interaction, page("Everything stays as it is."))
        return
    # It takes as long as there is something of them to go through.
    await interaction.response.defer()
    # The answer draws none of the tables that change by it: they are drawn as after anything else.
    answering.set(None)
    left = await services.maintenance.forget_user(
        interaction.user.id,
        interaction.guild_id,
        everywhere=arguments[0] == _EVERYWHERE,
    )
    await answer_of(interaction).change(page(_describe_deletion(left)))


def _describe_deletion(left: Remainder) -> str:
    """Say what is deleted, and what is still to come."""
    if left.is_nothing:
        return "Your data is deleted. If you come back, you start again."
    waits = "where you're in a hand or a tournament. Your seat gives up at its turn. I delete the rest when it's over."
    if not left.elsewhere:
        return f"Your data is deleted, except {waits} You don't need to do anything."
    others = counted(left.elsewhere, "more server")
    told = f"Your data is being deleted. On {others} it takes about a minute. It takes longer {waits}"
    return f"{told} You don't need to do anything."
