"""`/wallet split`: the proposal to split the party's money, its votes, and its outcome."""

import discord

from bot.campaigns import Campaign, SplitProposal
from bot.campaigns.splits import LASTS
from bot.engine.words import counted, escape, listed
from bot.errors import TooLate
from bot.ui.client import Interaction
from bot.ui.context import campaign_of, person_of, services_of
from bot.ui.handlers.answers import part
from bot.ui.panels import button, control_id, page
from bot.ui.routing import WORN_OUT, control, number

_VERB = "split"
_MOST_NAMES = 20


async def propose(interaction: Interaction, amount: int | None) -> None:
    """Post the proposal, with buttons to vote."""
    campaign = await campaign_of(interaction)
    split = await services_of(interaction).splits.propose(campaign, person_of(interaction), amount)
    await interaction.response.send_message(view=await _split_page(interaction, campaign, split))


async def _split_page(
    interaction: Interaction, campaign: Campaign, split: SplitProposal, outcome: str = ""
) -> discord.ui.LayoutView:
    """Show a proposal with its rule and votes, or with its outcome."""
    show = campaign.settings.currency.show
    names = await services_of(interaction).characters.names(split.characters)
    shown = [f"**{escape(names[one])}**" for one in split.characters[:_MOST_NAMES]]
    if len(split.characters) > _MOST_NAMES:
        shown.append(f"{len(split.characters) - _MOST_NAMES} others")
    rest = split.amount - split.share * len(split.characters)
    told = f"{listed(shown)} get {show(split.share)} each out of the party's wallet."
    told += f" {show(rest)} stays there." if rest else ""
    title, votes = f"### Split {show(split.amount)}?", f"{len(split.yes)} yes · {len(split.no)} no"
    if outcome:
        return page(title, told, f"{votes}\n**{outcome}**")
    rule = (
        f"-# It is paid once {split.needed} of the party's {counted(len(split.voters), 'player')} press “Yes”: more "
        f"than half. A GM can pay it at once. It stands until <t:{int(split.made_at + LASTS)}:f>."
    )
    ways = [
        button("Yes", control_id(_VERB, split.id, "yes"), discord.ButtonStyle.primary),
        button("No", control_id(_VERB, split.id, "no")),
        button("Pay now (GM)", control_id(_VERB, split.id, "pay")),
    ]
    return page(title, told, votes, rule, rows=[ways])


@control(_VERB)
async def _decide(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    """Vote on a proposal, or pay it as a GM: `split:<proposal>:<yes, no or pay>`."""
    campaign, person, key = await campaign_of(interaction), person_of(interaction), str(interaction.id)
    splits, split_id, deed = services_of(interaction).splits, number(part(arguments, 0)), part(arguments, 1)
    if deed == "pay":
        split, outcome = await splits.pay(campaign, person, split_id, key=key), "The GM pays it."
    elif deed in {"yes", "no"}:
        split = await splits.vote(campaign, person, split_id, says=deed == "yes", key=key)
        outcome = {"paid": "The party has agreed: it is paid.", "refused": "The party has refused."}.get(
            split.verdict or "", ""
        )
    else:
        raise TooLate(WORN_OUT)
    await interaction.response.edit_message(view=await _split_page(interaction, campaign, split, outcome))
