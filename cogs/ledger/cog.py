"""The commands of /ledger, for the GM."""

from typing import Literal

from discord import app_commands
from discord.ext import commands

from bot.campaigns import Campaign, HousePurse, PartyPurse, Right, require
from bot.campaigns.wallet import Holder
from bot.ui.client import Interaction
from bot.ui.context import campaign_of, person_of, services_of
from bot.ui.pages.charts import CHART_FORMS, MOST_DAYS, chart_form, send_chart

Whose = Literal["party", "everybody", "house"]
_WHOSE: dict[Whose, str] = {
    "party": "The party: each player's current character, and the party's wallet",
    "everybody": "Everyone: all characters in play, NPCs too, the party's wallet and the house",
    "house": "The house, and the party's wallet",
}
_CALLED: dict[str, Whose] = {whose: whose for whose in _WHOSE}
_TITLES: dict[Whose, str] = {
    "party": "The party's money over time",
    "everybody": "Everyone's money over time",
    "house": "The house over time",
}


class Ledger(commands.GroupCog, group_name="ledger", group_description="The campaign's ledger. GM only."):
    """The money of a campaign over time."""

    @app_commands.command(description="Chart the campaign's wallets over time. GM only.")
    @app_commands.describe(
        of="Wallets. Default: the party's.",
        days="Number of days back. Default: from the beginning.",
        form="Image, or a file to calculate with. Default: an image.",
        share="Show it to everyone in this channel. Default: no.",
    )
    @app_commands.choices(
        of=[app_commands.Choice(name=name, value=value) for value, name in _WHOSE.items()],
        form=[app_commands.Choice(name=name, value=value) for value, name in CHART_FORMS.items()],
    )
    @app_commands.rename(form="as")
    async def chart(
        self,
        interaction: Interaction,
        of: str = "party",
        days: app_commands.Range[int, 1, MOST_DAYS] | None = None,
        form: str = "picture",
        share: bool = False,
    ) -> None:
        campaign = await campaign_of(interaction)
        require(Right.WALLETS, person_of(interaction), campaign)
        chosen = chart_form(form, share=share)
        await interaction.response.defer(ephemeral=True, thinking=True)
        whose = _CALLED.get(of, "party")
        holders = await _holders(interaction, campaign, whose)
        await send_chart(interaction, campaign, _TITLES[whose], holders, days, chosen, share=share)


async def _holders(interaction: Interaction, campaign: Campaign, whose: Whose) -> tuple[Holder, ...]:
    people = services_of(interaction).characters
    party, house = PartyPurse(campaign.id), HousePurse(campaign.id)
    match whose:
        case "party":
            return (*await people.party(campaign.id), party)
        case "everybody":
            return (*await people.in_play(campaign, person_of(interaction)), party, house)
        case "house":
            return (house, party)


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(Ledger())
