"""The command /recap."""

from discord import app_commands
from discord.ext import commands

from bot.campaigns import Campaign, Right, require
from bot.errors import NotAllowed
from bot.reports.csv_text import recap_csv
from bot.reports.gm_version import KeptSecret, kept_at
from bot.reports.service import LONGEST_ZONE, zones
from bot.reports.tables import TableSpan
from bot.reports.words import markdown
from bot.ui.channels import place_name
from bot.ui.client import Interaction
from bot.ui.commands.transformers import MOST_CHOICES, ChannelNamed, Choices, Place, choice
from bot.ui.context import campaign_of, person_of, services_of
from bot.ui.files import ENDINGS, Form, require_message_to_share, send_file, send_page
from bot.ui.pages.reports import recap_page
from bot.ui.visibility import visible_tables
from cogs.recap.asked import Asked, Scope, What, offered, scope_of

_LATEST = 100
"""Tables that autocomplete looks through."""
_WHAT: dict[What, str] = {
    "evening": "The last session of a channel",
    "table": "One table, from its first hand on",
    "channel": "Everything in a channel",
    "day": "A day",
}
_AS: dict[Form, str] = {
    "message": "A message",
    "markdown": "A file to read (Markdown)",
    "csv": "A file to calculate with (CSV)",
}
_CALLED: dict[str, Form] = {form: form for form in _AS}


class RecapCog(commands.Cog):
    """The recap of a session, a table, a channel or a day."""

    @app_commands.command(description="Show who won what in a session, at a table or on a day. Only you can see this.")
    @app_commands.describe(
        what="Session, table, channel or day to show. Default: this channel's last session.",
        table="Table, open or closed. Default: the one here.",
        channel="Channel. Default: this one, or for a day every channel that you can see.",
        day="Day: today, yesterday, or a date like 2026-11-22",
        zone="Time zone of the day: Europe/Berlin or UTC+2. Default: UTC.",
        form="Message, or a file with all of it. Default: a message.",
        share="Show it to everyone in this channel. Default: no.",
        gm="Include what only the GM knows. Only for the table's GM. Default: no.",
    )
    @app_commands.choices(
        what=[app_commands.Choice(name=name, value=value) for value, name in _WHAT.items()],
        form=[app_commands.Choice(name=name, value=value) for value, name in _AS.items()],
    )
    @app_commands.rename(form="as")
    async def recap(
        self,
        interaction: Interaction,
        what: str | None = None,
        table: str | None = None,
        channel: app_commands.Transform[Place, ChannelNamed] | None = None,
        day: app_commands.Range[str, 1, 20] | None = None,
        zone: app_commands.Range[str, 1, LONGEST_ZONE] | None = None,
        form: str = "message",
        share: bool = False,
        gm: bool = False,
    ) -> None:
        campaign = await campaign_of(interaction)
        kind: What | None = next((one for one in _WHAT if one == what), None)
        medium = _CALLED.get(form, "message")
        require_message_to_share(medium, share=share)
        if gm:
            require(Right.SECRETS, person_of(interaction), campaign)
            if share:
                raise NotAllowed("You can't share the GM's version. Leave out `share`.")
        asked = Asked(kind, table, None if channel is None else channel.id, day, zone)
        await interaction.response.defer(ephemeral=True, thinking=True)
        scope = await scope_of(interaction, campaign, asked, by_all=share)
        kept = await _gm_secrets(interaction, scope) if gm else None
        await _answer(interaction, campaign, scope, medium, kept, share=share)

    @recap.autocomplete("table")
    async def _tables(self, interaction: Interaction, current: str) -> Choices:
        rooms = await visible_tables(interaction, await campaign_of(interaction), most=_LATEST)
        return [choice(name, value) for name, value in offered(interaction, rooms, current)][:MOST_CHOICES]

    @recap.autocomplete("zone")
    async def _zones(self, interaction: Interaction, current: str) -> Choices:
        sought = "_".join(current.casefold().split())
        fitting = [zone for zone in zones() if sought in zone.casefold()]
        return [choice(zone, zone) for zone in ("UTC", *(zone for zone in fitting if zone != "UTC"))][:MOST_CHOICES]


async def _gm_secrets(interaction: Interaction, scope: Scope) -> tuple[KeptSecret, ...]:
    services, span = services_of(interaction), scope.span
    return await kept_at(
        services.db.background, services.tables, scope.rooms, person_of(interaction), span.since, span.until
    )


async def _answer(
    interaction: Interaction,
    campaign: Campaign,
    scope: Scope,
    form: Form,
    kept: tuple[KeptSecret, ...] | None,
    *,
    share: bool,
) -> None:
    recap = await services_of(interaction).evenings.recap(scope.rooms, scope.span)
    currency = campaign.settings.currency

    def where(room: TableSpan) -> str:
        return place_name(interaction, room.channel_id)

    match form:
        case "message":
            await send_page(interaction, recap_page(scope.title, recap, currency, kept), share=share)
        case "markdown":
            text = markdown(scope.plain_title, recap, currency, where, kept)
            await send_file(interaction, "The whole recap, as a file to read.", text, f"recap.{ENDINGS[form]}")
        case "csv":
            text = recap_csv(recap, currency, where, kept or ())
            await send_file(
                interaction, "The whole recap, as a file to calculate with.", text, f"recap.{ENDINGS[form]}"
            )


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(RecapCog())
