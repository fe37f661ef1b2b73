"""The pages of /wallet: a wallet, and its history page by page."""

from collections.abc import Mapping

import discord

from bot.campaigns import Campaign, Character, HousePurse, PartyPurse, Right, require
from bot.campaigns.wallet import Holder, WalletLine
from bot.engine.money import Currency
from bot.engine.words import escape, listed
from bot.errors import NotFound, TooLate
from bot.ledger import LedgerLine, balances_of
from bot.ledger.accounts import Kind, kind_of
from bot.ui.client import Interaction
from bot.ui.commands.transformers import LONGEST_REASON, character_to_play, ended, find_character
from bot.ui.context import announce, campaign_of, person_of, services_of
from bot.ui.forms import MONEY, Blank, FormQuestion, answer_here, line
from bot.ui.handlers.answers import part
from bot.ui.panels import Component, button, control_id, page
from bot.ui.routing import WORN_OUT, control, number

_AVRAE = frozenset({"pp", "gp", "ep", "sp", "cp"})
_DEEPEST = 6
"""How many newer pages a button remembers; an id has room for no more."""
_KINDS = {
    "start": "starting money",
    "recoined": "new currency",
    "pay": "payment",
    "share": "from the party",
    "grant": "granted",
    "take": "taken",
    "buy-in": "chips bought",
    "cash-out": "chips cashed in",
    "place": "a place in a tournament",
    "hand": "a hand",
    "tournament": "a tournament",
    "bank": "the table's bank",
    "undo": "a hand undone",
    "import": "brought from a file",
}
_OTHERS: dict[Kind, str] = {
    "party": "the party's wallet",
    "house": "the house",
    "bank": "the table's bank",
    "prize": "the prize",
    "reserve": "the bank's reserve",
    "mint": "the GM",
}


async def wallet_page(interaction: Interaction, character: Character) -> discord.ui.LayoutView:
    """Show a character's wallet, the chips at each table, and the party's wallet."""
    services, campaign = services_of(interaction), await campaign_of(interaction)
    show = campaign.settings.currency.show
    lines: list[str] = []
    for account in await balances_of(services.db, character.id):
        if account.kind == "purse":
            lines.insert(0, f"**{show(account.balance)}** in the wallet")
        elif account.table_id is not None and account.balance:
            table = await services.tables.look(account.table_id)
            where = f"{table.title} in <#{table.record.channel_id}>"
            lines.append(f"{show(account.balance)} {'in chips' if table.terms is None else 'for a place'} at {where}")
    lines.append(f"{show(await services.wallet.balance(PartyPurse(campaign.id)))} in the party's wallet")
    older = button("History", control_id("history", _code(character), ""))
    pasted = button("Coins to paste…", control_id("coins", _code(character)))
    return page(f"### {escape(character.name)}\n" + "\n".join(lines), rows=[[older, pasted]])


def coins_to_paste(currency: Currency, amount: int) -> tuple[str, ...]:
    """Write an amount as lines to copy: one for a sheet, and Avrae's command where it knows all of the coins."""
    coins = currency.coins(amount)
    symbols = [(coin.symbol.casefold(), count) for coin, count in coins]
    avrae = " ".join(f"+{count}{symbol}" for symbol, count in symbols)
    is_known = bool(coins) and all(symbol in _AVRAE for symbol, _ in symbols)
    return (currency.show(amount).replace(",", ""), *([f"!game coins {avrae}"] if is_known else []))


@control("coins")
async def _show_coins(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    """Show the coins in a wallet as lines to paste: `coins:<holder>`."""
    holder = await _holder(interaction, part(arguments, 0))
    currency, amount = (
        (await campaign_of(interaction)).settings.currency,
        await services_of(interaction).wallet.balance(holder),
    )
    sheet, *avrae = coins_to_paste(currency, amount)
    texts = [
        f"For your sheet:\n```\n{sheet}\n```",
        *(f"For Avrae, which adds them to the character there:\n```\n{one}\n```" for one in avrae),
    ]
    await answer_here(interaction, page(*texts))


async def own_purses(interaction: Interaction, campaign: Campaign) -> tuple[Holder, ...]:
    """Return the characters that this person plays, and the party's wallet. Raises NotFound without a character."""
    await character_to_play(interaction, None)
    mine = await services_of(interaction).characters.mine(campaign.id, person_of(interaction).user_id)
    return (*mine, PartyPurse(campaign.id))


async def history_page(interaction: Interaction, holder: Holder, trail: tuple[int, ...]) -> discord.ui.LayoutView:
    """Show a page of the history. `trail` leads there from the newest: the entry below which each page began."""
    campaign = await campaign_of(interaction)
    found = await services_of(interaction).wallet.history(holder, trail[-1] if trail else None)
    lines = [describe_line(campaign, holder, line) for line in found.lines]
    text = "\n".join(lines) or "No money has moved here yet."
    code = _code(holder)
    buttons = list[Component]()
    if trail:
        buttons.append(button("Newer", control_id("history", code, _write_trail(trail[:-1]))))
    if found.before is not None:
        further = (*trail, found.before)[-_DEEPEST:]
        buttons.append(button("Older", control_id("history", code, _write_trail(further))))
    return page(f"### {_heading(holder)}", text, rows=[buttons] if buttons else [])


def describe_line(campaign: Campaign, holder: Holder, told: WalletLine) -> str:
    """Describe an entry in two short lines: net, counterparty and balance; then time, kind and reason."""
    line, currency = told.line, campaign.settings.currency
    others = [
        f"**{escape(name)}**" for name in told.names if not (isinstance(holder, Character) and name == holder.name)
    ]
    own = (other.character_id for other in line.counterparties if kind_of(other.account) == "seat")
    if isinstance(holder, Character) and holder.id in own:
        others.append("the table")
    kinds = (kind_of(other.account) for other in line.counterparties)
    others += dict.fromkeys(_OTHERS[kind] for kind in kinds if kind in _OTHERS)
    way = "from" if line.delta > 0 else "to"
    whom = f" {way} {listed(others)}" if others and line.delta else ""
    left = "at the table" if kind_of(line.account) == "seat" else "in the wallet"
    return (
        f"**{currency.show_net(line.delta)}**{whom}, then {currency.show(line.balance)} {left}\n"
        f"-# <t:{line.at}:f> · {_describe_reason(line)}"
    )


def _describe_reason(line: LedgerLine) -> str:
    """Describe the kind and reason of an entry; for a hand or tournament, its game and number are enough."""
    what, reason = _KINDS.get(line.kind, line.kind), escape(line.reason)
    if line.kind in {"hand", "tournament", "undo"} and reason:
        return reason
    return f"{what}: {reason}" if reason and line.reason.casefold() != what else what


@control("history")
async def _turn_page(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    code, written = (*arguments, "")[:2]
    holder = await _holder(interaction, code)
    trail = tuple(number(part) for part in written.split("-") if part)[-_DEEPEST:]
    await answer_here(interaction, await history_page(interaction, holder, trail))


async def _holder(interaction: Interaction, code: str) -> Holder:
    """Return the holder whose history a button shows, if this person may see it."""
    campaign, person = await campaign_of(interaction), person_of(interaction)
    match code[:1]:
        case "c":
            character = await services_of(interaction).characters.get(campaign.id, number(code[1:]))
            require(Right.CHARACTER, person, campaign, character)
            return character
        case "p":
            return PartyPurse(campaign.id)
        case "h":
            require(Right.WALLETS, person, campaign)
            return HousePurse(campaign.id)
        case _:
            raise TooLate(WORN_OUT)


def _code(holder: Holder) -> str:
    match holder:
        case Character():
            return f"c{holder.id}"
        case PartyPurse():
            return "p"
        case HousePurse():
            return "h"


def _heading(holder: Holder) -> str:
    match holder:
        case Character():
            return f"What {escape(holder.name)} got and spent"
        case PartyPurse():
            return "What the party got and spent"
        case HousePurse():
            return "What the house got and spent"


def _write_trail(trail: tuple[int, ...]) -> str:
    return "-".join(str(entry) for entry in trail)


async def pay(
    interaction: Interaction, giver: Character, to: Character | PartyPurse, amount: int, reason: str = ""
) -> None:
    """Pay as that character, and announce it."""
    services, campaign, person = services_of(interaction), await campaign_of(interaction), person_of(interaction)
    await services.wallet.pay(campaign, person, giver, to, amount, key=str(interaction.id), reason=reason)
    money, name = campaign.settings.currency.show(amount), f"**{escape(giver.name)}**"
    paid = f"{name} puts {money} into the party's wallet"
    if isinstance(to, Character):
        paid = f"{name} pays **{escape(to.name)}** {money}"
    await announce(interaction, f"{paid}{ended(reason)}")


async def played_by(interaction: Interaction, user_id: int) -> Character:
    """Return the character that a user plays here. Raises NotFound."""
    found = await services_of(interaction).characters.active((await campaign_of(interaction)).id, user_id)
    if found is None:
        raise NotFound("That person plays no character in this campaign.")
    return found


async def _blank(interaction: Interaction, arguments: list[str]) -> Blank:
    services, campaign, giver = (
        services_of(interaction),
        await campaign_of(interaction),
        await character_to_play(interaction, None),
    )
    to = await find_character(interaction, campaign, f"#{arguments[0]}")
    hint = f"{campaign.settings.currency.show(await services.wallet.balance(giver))} in your wallet."
    lines = [
        line("amount", "Amount", description=hint, longest=MONEY),
        line("reason", "Reason", required=False, longest=LONGEST_REASON),
    ]
    return Blank(f"Pay {to.name}", lines)


async def _take(interaction: Interaction, arguments: list[str], typed: Mapping[str, str]) -> None:
    """Pay a character: `pay:<character>`."""
    campaign = await campaign_of(interaction)
    to = await find_character(interaction, campaign, f"#{arguments[0]}")
    amount = campaign.settings.currency.parse(typed.get("amount", ""))
    await pay(interaction, await character_to_play(interaction, None), to, amount, typed.get("reason", ""))


PAY = FormQuestion("pay", _blank, _take)
