"""The commands of /wallet."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.campaigns import Character, PartyPurse, Right, require
from bot.campaigns.wallet import Holder
from bot.ui.client import Interaction, Shadowport
from bot.ui.commands.transformers import (
    Money,
    OwnCharacterOption,
    Payee,
    Purse,
    PurseList,
    Reason,
    character_to_play,
)
from bot.ui.context import campaign_of, person_of, whisper
from bot.ui.pages.charts import CHART_FORMS, MOST_DAYS, chart_form, send_chart
from bot.ui.routing import OPENS
from cogs.wallet.pages import PAY, history_page, own_purses, pay, played_by, wallet_page
from cogs.wallet.splits import propose

OwnCharacter = app_commands.Transform[Character, OwnCharacterOption]


class Purses(commands.GroupCog, group_name="wallet", group_description="Your money"):
    """The purses of characters, and the one of the party."""

    @app_commands.command(description="Show your wallet and the party's. Only you can see this.")
    @app_commands.describe(character="Character. Default: the one you're playing.")
    async def show(self, interaction: Interaction, character: OwnCharacter | None = None) -> None:
        await whisper(interaction, "", await wallet_page(interaction, await character_to_play(interaction, character)))

    @app_commands.command(description="Pay a character, or into the party's wallet")
    @app_commands.rename(payer="from")
    @app_commands.describe(
        amount="Amount: 250 or 2gp 5sp",
        to="Character, or the party's wallet",
        reason="Reason",
        payer="Character who pays. Default: the one you're playing.",
    )
    async def pay(
        self,
        interaction: Interaction,
        amount: app_commands.Transform[int, Money],
        to: app_commands.Transform[Character | PartyPurse, Payee],
        reason: Reason = "",
        payer: OwnCharacter | None = None,
    ) -> None:
        await pay(interaction, await character_to_play(interaction, payer), to, amount, reason)

    @app_commands.command(description="Propose to split the party's wallet among the party, by a vote")
    @app_commands.describe(amount="Amount: 250 or 2gp 5sp. Default: all of it.")
    async def split(self, interaction: Interaction, amount: app_commands.Transform[int, Money] | None = None) -> None:
        await propose(interaction, amount)

    @app_commands.command(
        description="List what came into a wallet and what went out, newest first. Only you can see this."
    )
    @app_commands.describe(wallet="Character of yours, or the party. Default: the one you're playing.")
    async def history(
        self, interaction: Interaction, wallet: app_commands.Transform[Holder, Purse] | None = None
    ) -> None:
        holder = await character_to_play(interaction, None) if wallet is None else wallet
        await whisper(interaction, "", await history_page(interaction, holder, ()))

    @app_commands.command(description="Chart your wallets over time")
    @app_commands.describe(
        purses="Wallets, with commas between: your characters', the party's. Default: yours and the party's.",
        days="Number of days back. Default: from the beginning.",
        form="Image, or a file to calculate with. Default: an image.",
        share="Show it to everyone in this channel. Default: no.",
    )
    @app_commands.choices(form=[app_commands.Choice(name=name, value=value) for value, name in CHART_FORMS.items()])
    @app_commands.rename(form="as", purses="characters")
    async def chart(
        self,
        interaction: Interaction,
        purses: app_commands.Transform[tuple[Holder, ...], PurseList] | None = None,
        days: app_commands.Range[int, 1, MOST_DAYS] | None = None,
        form: str = "picture",
        share: bool = False,
    ) -> None:
        campaign, chosen = await campaign_of(interaction), chart_form(form, share=share)
        await interaction.response.defer(ephemeral=True, thinking=True)
        whose = await own_purses(interaction, campaign) if purses is None else purses
        await send_chart(interaction, campaign, "Wallets over time", whose, days, chosen, share=share)


@app_commands.context_menu(name="Wallet")
async def _wallet(interaction: Interaction, user: discord.User) -> None:
    campaign, character = await campaign_of(interaction), await played_by(interaction, user.id)
    require(Right.CHARACTER, person_of(interaction), campaign, character)
    await whisper(interaction, "", await wallet_page(interaction, character))


async def _pay(interaction: Interaction, user: discord.User) -> None:
    await PAY.ask(interaction, (await played_by(interaction, user.id)).id)


async def setup(bot: Shadowport) -> None:
    await bot.add_cog(Purses())
    bot.tree.add_command(_wallet)
    bot.tree.add_command(app_commands.ContextMenu(name="Pay", callback=_pay, extras={OPENS: True}))
