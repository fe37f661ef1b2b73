"""What the commands of /character show, and the farewell."""

import discord

from bot.campaigns import Character
from bot.engine.speech import escape, listed
from bot.ledger import balances
from bot.ui.context import campaign_of, house_of, person_of
from bot.ui.control import control, control_id
from bot.ui.pages.sheets import handled
from bot.ui.panels import button, page
from bot.ui.retrying import answer_here
from cogs.characters.claiming import unclaimed_told

_NOBODY = "You have no character in this campaign yet. Make one with /character new."


async def list_page(interaction: discord.Interaction) -> discord.ui.LayoutView:
    """One's own characters with their purses, and whom the others play."""
    house, campaign = house_of(interaction), await campaign_of(interaction)
    user_id = person_of(interaction).user_id
    mine = await house.characters.mine(campaign.id, user_id)
    active = await house.characters.active(campaign.id, user_id)
    money = {account.account: account.balance for account in await balances(house.db, campaign.id)}
    lines: list[str] = []
    for character in mine:
        purse = campaign.settings.currency.show(money.get(character.purse, 0))
        playing = ", whom you play now" if active is not None and character.id == active.id else ""
        lines.append(f"**{escape(character.name)}** · {purse}{playing}")
    party = await house.characters.party(campaign.id)
    told = f"The party: {listed(f'**{escape(character.name)}**' for character in party)}."
    unclaimed = await unclaimed_told(interaction)
    return page("### Your characters\n" + ("\n".join(lines) or _NOBODY), *([told] if party else []), unclaimed)


async def retire_page(interaction: discord.Interaction, character: Character) -> discord.ui.LayoutView:
    """Whether they really mean it, and what becomes of the money. Raises NotAllowed for who still has a seat."""
    house, campaign = house_of(interaction), await campaign_of(interaction)
    await house.characters.require_may_retire(campaign, person_of(interaction), character)
    purse = campaign.settings.currency.show(await house.wallet.balance(character))
    name = escape(character.name)
    text = (
        f"Shall **{name}** retire for good? The name is free for others then, and only the GM can take the {purse} out "
        f"of the purse: give away first what is still needed."
    )
    yes = button(f"Retire {character.name}", control_id("retire", character.id, 1), discord.ButtonStyle.danger)
    return page(text, rows=[[yes, button("Stay", control_id("retire", character.id, 0))]])


@control("retire")
async def _retire(interaction: discord.Interaction, arguments: list[str], _: list[str]) -> None:
    campaign, character = await handled(interaction, arguments)
    name = escape(character.name)
    if arguments[1:] != ["1"]:
        await answer_here(interaction, page(f"**{name}** stays."))
        return
    await house_of(interaction).characters.retire(campaign, person_of(interaction), character)
    await answer_here(interaction, page(f"**{name}** has retired."))
