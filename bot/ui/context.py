"""The person, place and moment of an interaction, and ways to answer it."""

import discord

from bot.campaigns import Campaign, Person
from bot.errors import NotAllowed
from bot.services import Services
from bot.tables.table_store import Click
from bot.ui.channels import person_from
from bot.ui.client import Interaction
from bot.ui.command_links import linked
from bot.ui.panels import MOST_TEXT

SERVERS_ONLY = "That doesn't work in direct messages. Use it in a server."


def services_of(interaction: Interaction) -> Services:
    """Return the services of the client that received the interaction."""
    return interaction.client.services


def person_of(interaction: Interaction) -> Person:
    """Return the member as Discord describes them in this interaction. Raises NotAllowed outside a server."""
    member, guild = interaction.user, interaction.guild
    if not isinstance(member, discord.Member) or guild is None:
        raise NotAllowed(SERVERS_ONLY)
    return person_from(member, guild, interaction.permissions)


def note_person(interaction: Interaction) -> None:
    """Have the person's private pages checked by the roles that this interaction has brought."""
    pages, guild = interaction.client.pages, interaction.guild
    if isinstance(interaction.user, discord.Member) and guild is not None and pages.follows(interaction.user.id):
        pages.note_person(person_of(interaction), guild.id)


def places_of(interaction: Interaction) -> tuple[int, ...]:
    """Return the ids of channel, parent and category, as far as there are any. A campaign may be bound to each."""
    channel = interaction.channel
    if channel is None or interaction.channel_id is None:
        return ()
    parent = getattr(channel, "parent", None)
    category = getattr(parent or channel, "category_id", None)
    found = (interaction.channel_id, parent.id if parent else None, category)
    return tuple(place for place in found if place is not None)


async def campaign_of(interaction: Interaction) -> Campaign:
    """Return the campaign that is played where the interaction happened; a new server gets one."""
    if interaction.guild_id is None:
        raise NotAllowed(SERVERS_ONLY)
    return await services_of(interaction).campaigns.at(interaction.guild_id, *places_of(interaction))


def click_of(interaction: Interaction, turn: int | None = None) -> Click:
    """Return the parts of an interaction that the tables need. Its id is the key that makes it happen once."""
    if interaction.guild_id is None or interaction.channel_id is None:
        raise NotAllowed(SERVERS_ONLY)
    return Click(
        person=person_of(interaction),
        guild_id=interaction.guild_id,
        channel_id=interaction.channel_id,
        key=str(interaction.id),
        at=services_of(interaction).clock.now(),
        turn=turn,
        is_private=is_private(interaction),
    )


def is_private(interaction: Interaction) -> bool:
    """Return whether a control of a message was used that only this person sees."""
    return interaction.message is not None and interaction.message.flags.ephemeral


async def whisper(interaction: Interaction, text: str, view: discord.ui.LayoutView | None = None) -> None:
    """Answer so that only this person sees it, whether or not the interaction was acknowledged. `view` replaces the
    text; it is stopped, since nothing lives in a view.
    """
    if view is not None:
        view.stop()
        if interaction.response.is_done():
            await interaction.followup.send(view=view, ephemeral=True)
        else:
            await interaction.response.send_message(view=view, ephemeral=True)
    elif interaction.response.is_done():
        await interaction.followup.send(linked(text[:MOST_TEXT], MOST_TEXT), ephemeral=True)
    else:
        await interaction.response.send_message(linked(text[:MOST_TEXT], MOST_TEXT), ephemeral=True)


async def edit_here(interaction: Interaction, view: discord.ui.LayoutView) -> None:
    """Put something else in the place of the private message that was clicked. It is no longer a page of a table."""
    if interaction.message is not None:
        await interaction.client.pages.leave(interaction.message.id)
    await interaction.response.edit_message(view=view)


async def announce(interaction: Interaction, text: str) -> None:
    """Answer so that everybody in the channel sees it; nobody is mentioned."""
    await interaction.response.send_message(linked(text[:MOST_TEXT], MOST_TEXT))
