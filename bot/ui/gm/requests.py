"""Skills and coins that wait for a GM: the request in the GM channel, the page with all of them, and the decision."""

import discord

from bot.campaigns import Campaign, Character, Right
from bot.engine.skills import Sheet, skill_key
from bot.engine.words import escape, listed
from bot.errors import TooLate
from bot.portability.characters import Draft, Proposal, SkillsChanged, amount_of, mark_of
from bot.ui.client import Interaction
from bot.ui.commands.checks import find_own_campaign
from bot.ui.context import is_private, person_of, services_of
from bot.ui.forms import answer_here
from bot.ui.handlers.answers import part
from bot.ui.panels import Component, FixedView, button, control_id, page
from bot.ui.routing import NOT_OFFERED, control, number

_VERB = "proposal"
_MOST_SHOWN = 5
"""Requests on a page: more of them would be over Discord's limits."""
_LONGEST_CHANGE = 600
_DECIDED = {"1": ("accepts", True), "0": ("declines", False)}


async def ask_gm(interaction: Interaction, campaign: Campaign, character: Character, asked: Draft) -> None:
    """Post a request in the GM channel, if there is one that the bot can write in."""
    await interaction.client.gm_channel.send(campaign, await _request_page(interaction, campaign, character, asked))


async def _request_page(
    interaction: Interaction, campaign: Campaign, character: Character, asked: Draft, note: str = ""
) -> FixedView:
    text = await _describe(interaction, campaign, character, asked)
    return page(note, text, rows=[_buttons(character, asked)])


async def requests_page(interaction: Interaction, campaign: Campaign, note: str = "") -> discord.ui.LayoutView:
    """Show what waits for a GM, the oldest first."""
    services = services_of(interaction)
    waiting = await services.proposals.waiting(campaign, person_of(interaction))
    texts: list[str] = []
    rows: list[list[Component]] = []
    for asked in waiting[:_MOST_SHOWN]:
        character = await services.characters.get(campaign.id, asked.character_id or 0)
        texts.append(await _describe(interaction, campaign, character, asked))
        rows.append(_buttons(character, asked, f" {character.name}"))
    if len(waiting) > _MOST_SHOWN:
        texts.append(f"-# and {len(waiting) - _MOST_SHOWN:,} more")
    if not waiting:
        texts.append("No skills or coins wait for a GM.")
    return page(note, "### Waiting for a GM", *texts, rows=rows)


def describe_proposal(campaign: Campaign, proposal: Proposal) -> str:
    """Name what is proposed, as in "new skills and 12 gp"."""
    amount = amount_of(proposal.coins, campaign.settings.currency)
    coins = (
        "coins that this campaign's money no longer has" if amount is None else campaign.settings.currency.show(amount)
    )
    parts = [*(["new skills"] if proposal.sheet else []), *([f"**{coins}**"] if proposal.coins else [])]
    return listed(parts)


def describe_change(before: Sheet, after: Sheet) -> str:
    """List the skills that differ, with what they were."""
    old = {skill_key(skill.name): skill for skill in before.skills}
    new = {skill_key(skill.name) for skill in after.skills}
    changes: list[str] = []
    for skill in after.skills:
        was = old.get(skill_key(skill.name))
        if was is None:
            changes.append(f"{escape(skill.name)} {skill.rating}")
        elif was.rating != skill.rating:
            changes.append(f"{escape(skill.name)} {skill.rating} (was {was.rating})")
    changes += [f"no {escape(skill.name)} (was {skill.rating})" for key, skill in old.items() if key not in new]
    told = ", ".join(changes) or "as they are"
    return told if len(told) <= _LONGEST_CHANGE else f"{told[:_LONGEST_CHANGE].rsplit(', ', 1)[0]} …"


async def _describe(interaction: Interaction, campaign: Campaign, character: Character, asked: Draft) -> str:
    lines = [
        f"<@{asked.user_id}> asks for {describe_proposal(campaign, asked.proposal)} for **{escape(character.name)}**."
    ]
    if asked.proposal.sheet is not None:
        lines.append(f"-# Skills: {describe_change(character.sheet, asked.proposal.sheet)}")
    if asked.proposal.coins:
        purse = await services_of(interaction).wallet.balance(character)
        lines.append(f"-# Accepting adds the coins to the {campaign.settings.currency.show(purse)} in the wallet.")
    return "\n".join(lines)


def _buttons(character: Character, asked: Draft, whose: str = "") -> list[Component]:
    about = (_VERB, asked.campaign_id, asked.id)
    accept, decline = control_id(*about, 1, mark_of(character.sheet)), control_id(*about, 0)
    return [button(f"Accept{whose}", accept, discord.ButtonStyle.success), button(f"Decline{whose}", decline)]


@control(_VERB)
async def _decide(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    """Decide a request: `proposal:<campaign>:<proposal>:<1 or 0>[:<mark of the sheet that is shown>]`."""
    campaign = await find_own_campaign(interaction, part(arguments, 0), Right.PROPOSALS)
    if part(arguments, 2) not in _DECIDED:
        raise TooLate(NOT_OFFERED)
    verb, accepts = _DECIDED[part(arguments, 2)]
    proposals, person, asked_for = services_of(interaction).proposals, person_of(interaction), part(arguments, 1)
    try:
        character, proposal = await proposals.decide(
            campaign, person, number(asked_for), accepts=accepts, seen=arguments[3] if len(arguments) > 3 else ""
        )
    except SkillsChanged as changed:
        await _show_again(interaction, campaign, number(asked_for), str(changed))
        return
    told = f"<@{interaction.user.id}> {verb} {describe_proposal(campaign, proposal)} for **{escape(character.name)}**."
    if is_private(interaction):
        await answer_here(interaction, await requests_page(interaction, campaign, told))
    else:
        await interaction.response.edit_message(view=page(told))


async def _show_again(interaction: Interaction, campaign: Campaign, proposal_id: int, note: str) -> None:
    """Show in the place of a request what it asks now."""
    if is_private(interaction):
        await answer_here(interaction, await requests_page(interaction, campaign, note))
        return
    character, asked = await services_of(interaction).proposals.asked(campaign, person_of(interaction), proposal_id)
    shown = await _request_page(interaction, campaign, character, asked, note)
    await interaction.response.edit_message(view=shown)
