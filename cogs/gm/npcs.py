"""The commands of /npc."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.campaigns import TEMPLATES, Character
from bot.engine.skills import parse_sheet
from bot.engine.speech import escape
from bot.errors import NotFound
from bot.ui.commands.checks import gm_only
from bot.ui.commands.transformers import Money, Npc
from bot.ui.context import campaign_of, click_of, house_of, person_of, whisper
from bot.ui.control import OPENS
from bot.ui.pages.sheets import EDIT, sheet_page
from bot.ui.render.renderer import refresh_table
from cogs.gm.npc_lines import LINES, have_speak
from cogs.gm.npc_list import npc_list
from cogs.gm.npc_pilots import SKILLS, STYLES, fly
from cogs.gm.recipients import table_here

Named = app_commands.Transform[Character, Npc]
_TEMPLATES = [app_commands.Choice(name=template.title, value=template.key) for template in TEMPLATES.values()]


class Npcs(commands.GroupCog, group_name="npc", group_description="For the GM: the characters that nobody else plays"):
    """Everything here is the GM's, and only the GM sees it; what happens at a table everybody sees there."""

    async def interaction_check(self, interaction: discord.Interaction, /) -> bool:
        return await gm_only(interaction)

    @app_commands.command(description="Make an NPC: how good at gambling, and perhaps a name and skills of their own")
    @app_commands.describe(
        template="How good, and how rich",
        name="What they are called; a free name if left out",
        skills="Instead of the template's",
    )
    @app_commands.choices(template=_TEMPLATES)
    async def new(
        self,
        interaction: discord.Interaction,
        template: str,
        name: str | None = None,
        skills: app_commands.Range[str, 1, 3000] | None = None,
    ) -> None:
        campaign, people = await campaign_of(interaction), house_of(interaction).characters
        sheet = parse_sheet(skills, campaign.settings.system) if skills else None
        npc = await people.create_npc(campaign, person_of(interaction), template, name, sheet)
        await whisper(interaction, "", await sheet_page(interaction, campaign, npc))

    @app_commands.command(description="Change an NPC's name and skills", extras={OPENS: True})
    @app_commands.describe(npc="Which NPC")
    async def edit(self, interaction: discord.Interaction, npc: Named) -> None:
        await EDIT.ask(interaction, npc.id)

    @app_commands.command(name="list", description="All NPCs, with their skills and purses")
    async def all_of_them(self, interaction: discord.Interaction) -> None:
        await whisper(interaction, "", await npc_list(interaction, 0))

    @app_commands.command(description="Have NPCs play by themselves: in which style, and how well")
    @app_commands.describe(
        style="How they like to play, or off",
        skill="How well they reckon; as good as they were made, if left out",
        npc="Who; all NPCs at the table of this channel, if left out",
    )
    @app_commands.choices(style=STYLES, skill=SKILLS)
    async def autopilot(
        self, interaction: discord.Interaction, style: str, skill: str | None = None, npc: Named | None = None
    ) -> None:
        await fly(interaction, style, skill, npc)

    @app_commands.command(
        description="What an NPC says on autopilot: your own lines, one to a line", extras={OPENS: "speak"}
    )
    @app_commands.describe(npc="Who speaks", speak="Whether they do; without this you write their lines")
    async def lines(self, interaction: discord.Interaction, npc: Named, speak: bool | None = None) -> None:
        if speak is None:
            await LINES.ask(interaction, npc.id)
        else:
            await have_speak(interaction, npc, speaks=speak)

    @app_commands.command(description="Take an NPC out of play for good")
    @app_commands.describe(npc="Who retires")
    async def retire(self, interaction: discord.Interaction, npc: Named) -> None:
        await house_of(interaction).characters.retire(await campaign_of(interaction), person_of(interaction), npc)
        await whisper(interaction, f"**{escape(npc.name)}** has retired.")

    @app_commands.command(description="Seat an NPC at the table of this channel")
    @app_commands.describe(npc="Who sits down", amount="With how much; the usual amount if left out")
    async def seat(
        self,
        interaction: discord.Interaction,
        npc: Named,
        amount: app_commands.Transform[int, Money] | None = None,
    ) -> None:
        house, campaign = house_of(interaction), await campaign_of(interaction)
        table = await table_here(interaction, campaign)
        if amount is None:
            bounds = table.entry.game.buy_in(table.rules)
            amount = max(bounds.low, min(bounds.usual, await house.wallet.balance(npc)))
        after = await house.tables.seating.sit(table.id, click_of(interaction), npc, amount)
        await refresh_table(interaction, after)
        money = campaign.settings.currency.show(amount)
        await whisper(interaction, f"**{escape(npc.name)}** sits down with {money}.")

    @app_commands.command(description="Let an NPC stand up from the table of this channel")
    @app_commands.describe(npc="Who leaves")
    async def unseat(self, interaction: discord.Interaction, npc: Named) -> None:
        house, campaign = house_of(interaction), await campaign_of(interaction)
        table = await table_here(interaction, campaign)
        chair = table.chair_of(npc.id)
        if chair is None:
            raise NotFound(f"{escape(npc.name)} doesn't sit at this table.")
        after, left = await house.tables.seating.stand_up(table.id, click_of(interaction), chair.seat)
        await refresh_table(interaction, after)
        name = f"**{escape(npc.name)}**"
        told = f"{name} leaves when this hand is over." if left.is_leaving else f"{name} leaves the table."
        await whisper(interaction, told)
