"""What the audit found, in words: accounts by the names of those who own them."""

import re
from collections.abc import Mapping

import discord

from bot.campaigns import Campaign
from bot.engine.speech import counted, escape
from bot.ledger import Balance, audit, balances
from bot.ui.context import house_of

_ACCOUNT = re.compile(r"\b(?:purse|party|seat|bank|prize|house|mint):[0-9]+(?::[0-9]+)?\b")
_MOST_TOLD = 15


async def audited(interaction: discord.Interaction, campaign: Campaign) -> tuple[tuple[str, ...], bool]:
    """How much the book holds, and everything in it that isn't as it must be; and whether it is in order."""
    house = house_of(interaction)
    report = await audit(house.db.background, campaign.id)
    size = (
        f"{counted(report.entries, 'entry', 'entries')} with {counted(report.transfers, 'transfer')} between "
        f"{counted(report.accounts, 'account')}; {counted(report.open_tables, 'open table')}."
    )
    if report.is_clean:
        return (f"### The book is in order\n{size}\nEvery balance is what its transfers add up to.",), True
    held = await balances(house.db.background, campaign.id)
    names = await house.characters.names(one.character_id for one in held if one.character_id is not None)
    owners = {one.account: _owner(one, names) for one in held}
    told = [_ACCOUNT.sub(lambda found: owners.get(found[0], found[0]), problem) for problem in report.problems]
    lines = [f"- {problem[:1].upper()}{problem[1:]}" for problem in told[:_MOST_TOLD]]
    if len(told) > _MOST_TOLD:
        lines.append(f"- And {len(told) - _MOST_TOLD:,} more.")
    unit = campaign.settings.currency.show(1)
    heading = counted(len(told), "thing", "things")
    return (f"### {heading} in the book to look into", "\n".join(lines), f"{size} Numbers count {unit}."), False


def _owner(account: Balance, names: Mapping[int, str]) -> str:
    name = escape(names.get(account.character_id or 0, "somebody"))
    match account.kind:
        case "purse":
            return f"{name}'s purse"
        case "seat":
            return f"{name}'s chips at table {account.table_id}"
        case "party":
            return "the party's purse"
        case "bank":
            return f"the bank of table {account.table_id}"
        case "prize":
            return f"the prize of table {account.table_id}"
        case "house":
            return "the house"
        case "mint":
            return "the mint"
