"""NPCs that play by themselves: a GM says how, for one or for all at the table of the channel, and it holds at once."""

from collections.abc import Iterable
from typing import cast, get_args

import discord
from discord import app_commands

from bot.campaigns import Campaign, Character, Pilot, tempered
from bot.engine.ai.temper import Skill, Style
from bot.engine.speech import escape
from bot.errors import NotFound
from bot.tables.hand.hands import Cause
from bot.tables.model import Table
from bot.ui.context import campaign_of, click_of, house_of, person_of, whisper
from bot.ui.panels import page
from cogs.gm.recipients import table_here

OFF = "off"
_STYLES: dict[str, str] = {
    "cautious": "cautious: waits for good hands",
    "steady": "steady: plays what is worth it",
    "reckless": "reckless: bets and bluffs a lot",
    "shark": "shark: plays for the most",
    "drunk": "drunk: anything may happen",
    OFF: "off: you play the NPC again",
}
STYLES = [app_commands.Choice(name=told, value=style) for style, told in _STYLES.items()]
SKILLS = [app_commands.Choice(name=skill, value=skill) for skill in get_args(Skill)]


async def fly(interaction: discord.Interaction, style: str, skill: str | None, npc: Character | None) -> None:
    """Have an NPC play by itself in that style, or be the GM's again; without one, all at the table of the channel."""
    campaign, house = await campaign_of(interaction), house_of(interaction)
    npcs = (npc,) if npc is not None else await _at_the_table(interaction, campaign)
    lines: list[str] = []
    for one in npcs:
        manner = one.manner
        if style == OFF:
            pilot = (manner or Pilot()).evolve(is_on=False)
        else:
            pilot = tempered(manner, one.template, cast("Style", style), cast("Skill | None", skill))
        changed = await house.characters.set_pilot(campaign, person_of(interaction), one, pilot)
        lines.append(_told(changed))
        lines += await appointed(interaction, campaign, changed)
    await whisper(interaction, "", page("\n".join(lines)))


async def _at_the_table(interaction: discord.Interaction, campaign: Campaign) -> tuple[Character, ...]:
    table = await table_here(interaction, campaign)
    seated = [chair.character_id for chair in table.record.chairs if chair.is_npc]
    if not seated:
        raise NotFound("No NPC sits at the table of this channel. Name the one you mean.")
    people = house_of(interaction).characters
    return tuple([await people.get(campaign.id, character_id) for character_id in seated])


def _told(npc: Character) -> str:
    name = f"**{escape(npc.name)}**"
    return f"{name} is yours to play." if npc.pilot is None else f"{name} plays alone: {npc.pilot.told()}."


async def appointed(interaction: discord.Interaction, campaign: Campaign, npc: Character) -> Iterable[str]:
    """Have it hold where the NPC sits. What is told of tables where this GM doesn't decide for it: there it waits until
    somebody who does says so.
    """
    tables, person, click = house_of(interaction).tables, person_of(interaction), click_of(interaction)
    kept: list[str] = []
    for record in await tables.of_guild(campaign.guild_id):
        if record.campaign_id != campaign.id or all(chair.character_id != npc.id for chair in record.chairs):
            continue
        cause = Cause(f"{click.key}.{record.id}.{npc.id}", click.key, "click", click.at, person.user_id)
        await tables.piloting.appoint(record.id, cause, person, npc)
        table = await tables.look(record.id)
        chair, where = table.chair_of(npc.id), f"-# In <#{record.channel_id}>"
        if chair is not None and chair.pilot != npc.pilot:
            kept.append(f"{where} nothing changes: whoever keeps that table plays the NPCs there.")
        elif chair is not None and chair.plays_itself and table.entry.game.dealer_plays_npcs:
            kept.append(f"{where} {_decided_together(table)}")
    return kept


def _decided_together(table: Table) -> str:
    """What it means that an NPC plays alone where the GM's own seat decides for all of them."""
    npcs = [chair for chair in table.record.chairs if chair.is_npc and not chair.is_leaving]
    yours = [table.voice.name(chair.seat) for chair in npcs if not chair.plays_itself]
    if yours:
        verb = "plays" if len(yours) == 1 else "play"
        return f"NPCs decide as one side: you do, until {table.voice.list(yours)} {verb} alone too."
    return "NPCs decide as one side: they do now. Verdicts and spells stay yours."
