"""The page that asks before a user is forgotten, and its button, which always acts for the user who presses it."""

import discord

from bot.engine.words import counted, escape, listed
from bot.errors import NotAllowed, TooLate
from bot.privacy.traces import characters_of, guilds_to_cover
from bot.ui.answer import answer_of
from bot.ui.client import Interaction
from bot.ui.context import services_of
from bot.ui.forms import answer_here
from bot.ui.panels import button, control_id, page
from bot.ui.render.renderer import answering
from bot.ui.routing import WORN_OUT, control

EXPORTED = "This is what I keep of you. Amounts count the smallest coin, and times are in UTC."
_MOST_NAMED = 12
_HERE, _EVERYWHERE = "here", "everywhere"
_WHAT = (
    "- Your characters retire at once and lose their names, sheets and kits. What is in their wallets goes to the "
    "house, and their things are gone.\n"
    "- Where you sit in a running hand, your seat folds at its turn; the rest is forgotten when that hand is over.\n"
    "- The book and the log keep what happened and how much moved, by “a former player” instead of you. Hands that you "
    "were in can be checked by their seeds and draws alone from then on.\n"
    "- Tables that you keep are kept by nobody until a GM takes them over.\n"
    "- Messages that stand on Discord already stay as they are: those are yours and the server's to delete."
)
_FOR_GOOD = "Nobody can bring it back. /privacy export gives you a file of it first."


def is_everywhere(interaction: Interaction, wanted: bool | None) -> bool:
    """Return whether all servers are meant: as `wanted`, otherwise in direct messages, where no server is "this" one.

    Raises NotAllowed where this server alone is wanted, and there is none.
    """
    if interaction.guild_id is not None:
        return bool(wanted)
    if wanted is False:
        raise NotAllowed("There is no server here. Leave out `everywhere`, or use this in the server that you mean.")
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
    yes = button("Forget me everywhere" if everywhere else "Forget me here", _id(scope, 1), discord.ButtonStyle.danger)
    heading = f"### Shall I forget you {where}?\n{_describe_characters(names)}"
    return page(heading, _WHAT, _FOR_GOOD, rows=[[yes, button("Keep it all", _id(scope, 0))]])


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
    done = await services.maintenance.forget(
        interaction.user.id,
        interaction.guild_id,
        everywhere=arguments[0] == _EVERYWHERE,
    )
    told = "You are forgotten. Whoever comes back begins anew, and is welcome to."
    if not done:
        told = (
            "You are forgotten, but where a hand or a tournament is on that you are in: your seat gives up there at "
            "its turn, and the rest follows when it is over. You need do nothing more."
        )
    await answer_of(interaction).change(page(told))
