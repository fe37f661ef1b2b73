"""The commands of /bank: grants and takings, a table's bank, and the audit of the ledger."""

import re
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from typing import get_args

from discord import app_commands

from bot.campaigns import Campaign, Character, Right
from bot.campaigns.wallet import Holder, Share
from bot.engine.words import counted, escape
from bot.ledger import Balance, audit, balances
from bot.ledger.accounts import Kind
from bot.tables.model import Table
from bot.tables.table_store import Click
from bot.ui.client import Interaction
from bot.ui.commands.checks import GmCog
from bot.ui.commands.transformers import Money, Reason, ended, public_holders
from bot.ui.context import announce, campaign_of, click_of, person_of, services_of, whisper
from bot.ui.handlers.answers import redraw
from bot.ui.panels import page
from cogs.gm.recipients import Recipients, Sharers, names_of, table_here

_ACCOUNT = re.compile(rf"\b(?:{'|'.join(get_args(Kind))}):[0-9]+(?::[0-9]+)?\b")
_MOST_TOLD = 15


async def audit_pages(interaction: Interaction, campaign: Campaign) -> tuple[tuple[str, ...], bool]:
    """Return a report on the size of the ledger and on every problem in it, and whether it is in order."""
    services = services_of(interaction)
    report = await audit(services.db.background, campaign.id)
    size = (
        f"{counted(report.entries, 'entry', 'entries')} with {counted(report.transfers, 'transfer')} between "
        f"{counted(report.accounts, 'account')}; {counted(report.open_tables, 'open table')}."
    )
    if report.is_clean:
        return (f"### The ledger is in order\n{size}\nEvery balance is the sum of its transfers.",), True
    held = await balances(services.db.background, campaign.id)
    names = await services.characters.names(one.character_id for one in held if one.character_id is not None)
    owners = {one.account: _owner(one, names) for one in held}
    told = [_ACCOUNT.sub(lambda found: owners.get(found[0], found[0]), problem) for problem in report.problems]
    lines = [f"- {problem[:1].upper()}{problem[1:]}" for problem in told[:_MOST_TOLD]]
    if len(told) > _MOST_TOLD:
        lines.append(f"- And {len(told) - _MOST_TOLD:,} more.")
    unit = campaign.settings.currency.show(1)
    heading = counted(len(told), "problem")
    return (f"### {heading} in the ledger", "\n".join(lines), f"{size} Amounts are in units of {unit}."), False


def _owner(account: Balance, names: Mapping[int, str]) -> str:
    name = escape(names.get(account.character_id or 0, "someone"))
    match account.kind:
        case "purse":
            return f"{name}'s wallet"
        case "seat":
            return f"{name}'s chips at table {account.table_id}"
        case "party":
            return "the party's wallet"
        case "bank":
            return f"the bank of table {account.table_id}"
        case "prize":
            return f"the prize of table {account.table_id}"
        case "reserve":
            return f"the reserve of table {account.table_id}"
        case "house":
            return "the house"
        case "mint":
            return "the mint"


Amount = app_commands.Transform[int, Money]
Named = app_commands.Transform[tuple[Holder, ...], Recipients]


class Bank(GmCog, group_name="bank", group_description="Money that the GM gives and takes. GM only."):
    """Everything here is the GM's; what the players may know of it is told in the channel."""

    right = Right.MONEY

    @app_commands.command(description="Give money to characters, a table or the party. GM only.")
    @app_commands.describe(
        amount="Amount for each", to="Names separated by commas, this table, or the party", reason="Reason"
    )
    async def grant(self, interaction: Interaction, amount: Amount, to: Named, reason: Reason) -> None:
        services, campaign, person = services_of(interaction), await campaign_of(interaction), person_of(interaction)
        await services.wallet.grant(campaign, person, to, amount, key=str(interaction.id), reason=reason)
        money = _amount_each(campaign.settings.currency.show(amount), to)
        await _announce_to(interaction, to, lambda whom: f"The GM gives {names_of(whom)} {money}{ended(reason)}")

    @app_commands.command(description="Take money from characters, a table or the party. GM only.")
    @app_commands.rename(of="from")
    @app_commands.describe(
        amount="Amount from each", of="Names separated by commas, this table, or the party", reason="Reason"
    )
    async def take(self, interaction: Interaction, amount: Amount, of: Named, reason: Reason) -> None:
        services, campaign, person = services_of(interaction), await campaign_of(interaction), person_of(interaction)
        await services.wallet.take(campaign, person, of, amount, key=str(interaction.id), reason=reason)
        money = _amount_each(campaign.settings.currency.show(amount), of)
        await _announce_to(interaction, of, lambda whom: f"The GM takes {money} from {names_of(whom)}{ended(reason)}")

    @app_commands.command(description="Share money from the party's wallet among characters. GM only.")
    @app_commands.describe(
        amount="Total amount. Odd coins go to the first names in alphabetical order.",
        to="Names separated by commas, this table, or the party",
        reason="Reason",
    )
    async def share(
        self,
        interaction: Interaction,
        amount: Amount,
        to: app_commands.Transform[tuple[Character, ...], Sharers],
        reason: Reason = "",
    ) -> None:
        services, campaign, person = services_of(interaction), await campaign_of(interaction), person_of(interaction)
        shares = await services.wallet.share(campaign, person, to, amount, key=str(interaction.id), reason=reason)
        show = campaign.settings.currency.show
        await _announce_to(
            interaction,
            tuple(share.character for share in shares),
            lambda whom: f"{_describe_shares(shares, whom, show)} out of the party's wallet{ended(reason)}",
        )

    @app_commands.command(description="Add money to this table's bank. GM only.")
    @app_commands.describe(amount="Amount to add", reason="Reason")
    async def fill(self, interaction: Interaction, amount: Amount, reason: Reason = "") -> None:
        await _move(interaction, services_of(interaction).tables.banks.fill, amount, reason)

    @app_commands.command(description="Return money from this table's bank to its owner. GM only.")
    @app_commands.describe(amount="Amount", reason="Reason")
    async def drain(self, interaction: Interaction, amount: Amount, reason: Reason = "") -> None:
        await _move(interaction, services_of(interaction).tables.banks.drain, amount, reason)

    @app_commands.command(description="Check this campaign's whole ledger. GM only.")
    async def audit(self, interaction: Interaction) -> None:
        campaign = await campaign_of(interaction)
        await interaction.response.defer(ephemeral=True, thinking=True)
        texts, is_clean = await audit_pages(interaction, campaign)
        await whisper(interaction, "", page(*texts))
        if not is_clean:
            await interaction.client.gm_channel.post(campaign, "\n".join(texts))


Move = Callable[[int, Click, int, str], Awaitable[Table]]


async def _move(interaction: Interaction, move: Move, amount: int, reason: str) -> None:
    """Change the bank of this channel's table, and show the result on the table."""
    table = await table_here(interaction, await campaign_of(interaction))
    after = await move(table.id, click_of(interaction), amount, reason)
    await redraw(interaction, after, f"The bank has {after.voice.money(after.record.bank)} now.")


async def _announce_to(
    interaction: Interaction, holders: tuple[Holder, ...], said: Callable[[tuple[Holder, ...]], str]
) -> None:
    """Announce one line about the holders that players know of, and whisper the rest to the GM."""
    public = await public_holders(interaction, holders)
    if public:
        await announce(interaction, said(public))
    if hidden := tuple(holder for holder in holders if holder not in public):
        await whisper(interaction, said(hidden))


def _describe_shares(shares: Sequence[Share], whom: Collection[Holder], show: Callable[[int], str]) -> str:
    """Describe shares, as in "**Han** gets 34 cr, **Lando** and **Roark** get 33 cr each"."""
    got: dict[int, list[Character]] = {}
    for share in shares:
        if share.character in whom:
            got.setdefault(share.amount, []).append(share.character)
    return ", ".join(
        f"{names_of(tuple(who))} {'get' if len(who) > 1 else 'gets'} {_amount_each(show(amount), who)}"
        for amount, who in got.items()
    )


def _amount_each(money: str, holders: Collection[Holder]) -> str:
    return f"{money} each" if len(holders) > 1 else money
