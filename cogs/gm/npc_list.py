"""All NPCs of a campaign, a page at a time."""

import discord

from bot.campaigns import Campaign, Character
from bot.engine.skills import show_sheet
from bot.engine.speech import counted, escape
from bot.ledger import balances
from bot.ui.context import campaign_of, house_of, person_of
from bot.ui.control import control, control_id, number
from bot.ui.handlers.answers import part
from bot.ui.panels import button, page
from bot.ui.retrying import answer_here

PAGE = 10
_MOST_SKILLS_SHOWN = 120


async def npc_list(interaction: discord.Interaction, first: int) -> discord.ui.LayoutView:
    """The NPCs from number `first` (0 and up) on, by name. Raises NotAllowed for who isn't a GM."""
    house, campaign = house_of(interaction), await campaign_of(interaction)
    npcs = await house.characters.npcs(campaign, person_of(interaction))
    first = min(first, max(len(npcs) - 1, 0)) // PAGE * PAGE
    money = {account.account: account.balance for account in await balances(house.db, campaign.id)}
    lines = [_line(campaign, npc, money.get(npc.purse, 0)) for npc in npcs[first : first + PAGE]]
    buttons = []
    if first:
        buttons.append(button("Back", control_id("npcs", first - PAGE)))
    if first + PAGE < len(npcs):
        buttons.append(button("More", control_id("npcs", first + PAGE)))
    text = "\n".join(lines) or "There are no NPCs yet. Make one with /npc new."
    return page(f"### {counted(len(npcs), 'NPC')}", text, rows=[buttons] if buttons else [])


def _line(campaign: Campaign, npc: Character, purse: int) -> str:
    skills = show_sheet(npc.sheet, campaign.settings.system)
    if len(skills) > _MOST_SKILLS_SHOWN:
        skills = f"{skills[: _MOST_SKILLS_SHOWN - 1]}…"
    name, money = escape(npc.name), campaign.settings.currency.show(purse)
    alone = f" · plays alone: {npc.pilot.told()}" if npc.pilot is not None else ""
    return f"**{name}** · {npc.template} · {money}{alone}\n-# {escape(skills) or 'no skills in these dice'}"


@control("npcs")
async def _turned(interaction: discord.Interaction, arguments: list[str], _: list[str]) -> None:
    await answer_here(interaction, await npc_list(interaction, number(part(arguments, 0))))
