"""The commands of /campaign."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.campaigns import PRESETS, CampaignSettings, Right, parse_pace, preset, require
from bot.campaigns.store import WHOLE_SERVER
from bot.engine.words import escape
from bot.ui.client import Interaction
from bot.ui.context import campaign_of, person_of, services_of, whisper
from bot.ui.panels import page
from cogs.campaign.files import FileCommands
from cogs.campaign.lifecycle import LifecycleCommands
from cogs.campaign.panel import panel
from cogs.campaign.settings import Named, Where, apply_preset, change, guild_of, with_gm_channel, with_gm_role
from cogs.campaign.settings_text import (
    BANKROLLS,
    LOOKS,
    describe_money,
    describe_people,
    describe_skills,
    describe_tables,
    heading,
)

_BANKROLLS = [app_commands.Choice(name=told, value=bankroll) for bankroll, told in BANKROLLS.items()]
_LOOKS = [app_commands.Choice(name=told, value=look) for look, told in LOOKS.items()]
_PRESETS = [app_commands.Choice(name=one.title, value=one.key) for one in PRESETS.values()]


class CampaignCommands(
    commands.GroupCog, group_name="campaign", group_description="This campaign: money, dice and rights"
):
    """The settings of the campaign that is played here."""

    @app_commands.command(description="Show this campaign's settings. Only you can see this.")
    async def show(self, interaction: Interaction) -> None:
        campaign, guild = await campaign_of(interaction), guild_of(interaction)
        settings = campaign.settings
        texts = (
            describe_money(settings),
            describe_people(settings, guild),
            describe_tables(settings),
            describe_skills(settings),
        )
        await whisper(interaction, "", page(heading(campaign), *texts))

    @app_commands.command(description="Change this campaign's settings. GM only.")
    @app_commands.describe(
        chosen="Preset of currency, dice and starting money",
        starting_purse="Money of a new character: 1000 or 15 gp",
        gm_role="Role whose members are GMs here",
        gm_channel="GM channel, where I report what happens without a GM. Players shouldn't see it.",
        clock="Time for a turn: 90s, 12 hours, 2 days or off",
        bankroll="Source of the money that pays winners in games against the house",
        gm_acts="Show at the table what a GM does for a player. False: only the log has it.",
        odds="Show odds at tables. False: nobody sees them, not even the GM.",
        look="Look of tables: emojis, or drawn boards too",
    )
    @app_commands.choices(chosen=_PRESETS, bankroll=_BANKROLLS, look=_LOOKS)
    @app_commands.rename(chosen="preset")
    async def setup(
        self,
        interaction: Interaction,
        chosen: str | None = None,
        starting_purse: str | None = None,
        gm_role: discord.Role | None = None,
        gm_channel: Where | None = None,
        clock: str | None = None,
        bankroll: str | None = None,
        gm_acts: bool | None = None,
        odds: bool | None = None,
        look: str | None = None,
    ) -> None:
        campaign, guild = await campaign_of(interaction), guild_of(interaction)
        require(Right.SET_UP, person_of(interaction), campaign)

        def with_purse(settings: CampaignSettings) -> CampaignSettings:
            if starting_purse is None:
                return settings
            return settings.changed(starting_purse=settings.currency.parse(starting_purse, minimum=0))

        def with_others(settings: CampaignSettings) -> CampaignSettings:
            if gm_role is not None:
                settings = with_gm_role(settings, guild, gm_role.id)
            if gm_channel is not None:
                settings = with_gm_channel(settings, guild, gm_channel.id)
            pace = None if clock is None else parse_pace(clock)
            given = {"pace": pace, "bankroll": bankroll, "gm_acts_shown": gm_acts, "odds_at_hand": odds, "look": look}
            return settings.changed(**{name: value for name, value in given.items() if value is not None})

        if chosen is None:
            campaign, notes = await change(interaction, campaign, with_others(with_purse(campaign.settings)))
        else:
            campaign, notes = await apply_preset(
                interaction, campaign, preset(chosen), with_money=with_purse, with_others=with_others
            )
        is_of_tables = any(given is not None for given in (bankroll, gm_acts, odds, look))
        part = "tables" if is_of_tables else "money"
        await whisper(interaction, "", panel(interaction, campaign, part, notes))

    @app_commands.command(description="Rename this campaign. GM only.")
    @app_commands.describe(name="New name")
    async def rename(self, interaction: Interaction, name: str) -> None:
        services = services_of(interaction)
        renamed = await services.campaigns.rename(await campaign_of(interaction), name, person_of(interaction))
        services.tables.store.forget_campaign(renamed.id)
        await whisper(interaction, f"This campaign is called **{escape(renamed.name)}** now.")


@app_commands.default_permissions(manage_guild=True)
class ServerCommands(
    FileCommands,
    LifecycleCommands,
    commands.GroupCog,
    group_name="campaigns",
    group_description="The campaigns of this server. Server managers only.",
):
    """A server has one campaign; a channel or a category can belong to another one. Discord shows these commands to
    managers alone, unless the server decides otherwise, and the bot checks the right in any case.
    """

    @app_commands.command(description="Start another campaign. Server managers only.")
    @app_commands.describe(name="Name of the campaign", chosen="Preset of currency, dice and starting money")
    @app_commands.choices(chosen=_PRESETS)
    @app_commands.rename(chosen="preset")
    async def create(self, interaction: Interaction, name: str, chosen: str | None = None) -> None:
        await campaign_of(interaction)
        settings = CampaignSettings() if chosen is None else preset(chosen).applied_to(CampaignSettings())
        made = await services_of(interaction).campaigns.create(
            guild_of(interaction).id, name, settings, person_of(interaction)
        )
        await whisper(
            interaction,
            f"**{escape(made.name)}** is ready. Use /campaigns bind in each channel where you play it.",
        )

    @app_commands.command(description="Play a campaign in a channel or category. Server managers only.")
    @app_commands.describe(
        campaign="Campaign",
        place="Channel or category. Default: this channel.",
        everywhere="Use it in every channel without a campaign of its own",
    )
    async def bind(
        self, interaction: Interaction, campaign: Named, place: Where | None = None, everywhere: bool = False
    ) -> None:
        where = WHOLE_SERVER if everywhere else place.id if place else interaction.channel_id or 0
        await services_of(interaction).campaigns.bind(campaign, where, person_of(interaction))
        told = "in every channel without another campaign" if everywhere else f"in <#{where}>"
        await whisper(interaction, f"**{escape(campaign.name)}** is played {told} from now on.")

    @app_commands.command(description="Return a channel or category to the server's campaign. Server managers only.")
    @app_commands.describe(place="Channel or category. Default: this channel.")
    async def unbind(self, interaction: Interaction, place: Where | None = None) -> None:
        where = place.id if place else interaction.channel_id or 0
        await services_of(interaction).campaigns.unbind(guild_of(interaction).id, where, person_of(interaction))
        await whisper(interaction, f"<#{where}> uses the server's campaign again.")


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(CampaignCommands())
    await bot.add_cog(ServerCommands())
