"""Characters on paper: the page of a sheet, and the forms that make and change it."""

from collections.abc import Mapping

import discord

from bot.campaigns import Campaign, Character, Right, require
from bot.engine.skills import EXAMPLES, Sheet, parse_sheet, show_sheet
from bot.engine.skills.systems import DEFAULT_RATINGS, fits
from bot.engine.words import counted, escape
from bot.errors import NotAllowed
from bot.ledger import balances_of
from bot.portability.characters import Proposal, may_set_skills
from bot.ui.client import Interaction
from bot.ui.context import campaign_of, person_of, services_of
from bot.ui.forms import Blank, FormQuestion, Line, answer_here, line
from bot.ui.gm.requests import ask_gm, describe_proposal
from bot.ui.panels import button, control_id, page
from bot.ui.routing import control, number

_LONGEST_NAME_TYPED, _LONGEST_SHEET_TYPED = 100, 3000
_NAME, _SKILLS = "name", "skills"


def _name_line(name: str = "") -> Line:
    return line(_NAME, "Name", default=name or None, longest=_LONGEST_NAME_TYPED)


def _skills_line(campaign: Campaign, sheet: Sheet | None = None) -> Line:
    system = campaign.settings.system
    written = show_sheet(sheet, system) if sheet else ""
    return line(
        _SKILLS,
        "Skills",
        default=written or None,
        placeholder=EXAMPLES[system.family],
        description="One per line, or separated by commas. You can add them later.",
        required=False,
        longest=_LONGEST_SHEET_TYPED,
        long=True,
    )


async def _blank_new(interaction: Interaction, _: list[str]) -> Blank:
    campaign = await campaign_of(interaction)
    return Blank("A new character", [_name_line(), _skills_line(campaign)])


async def _take_new(interaction: Interaction, _: list[str], typed: Mapping[str, str]) -> None:
    services, campaign = services_of(interaction), await campaign_of(interaction)
    sheet, person = parse_sheet(typed.get(_SKILLS, ""), campaign.settings.system), person_of(interaction)
    is_stored = not sheet.skills or may_set_skills(campaign, person)
    made = await services.characters.create(campaign, person, typed.get(_NAME, ""), sheet if is_stored else None)
    if not is_stored:
        await propose(interaction, campaign, made, sheet)
    await answer_here(interaction, await sheet_page(interaction, campaign, made, "You play them from now on."))


async def handled(interaction: Interaction, arguments: list[str]) -> tuple[Campaign, Character]:
    """Return the campaign and the character whose number comes first in an id, if this person may change it."""
    campaign = await campaign_of(interaction)
    character = await services_of(interaction).characters.get(campaign.id, number(arguments[0]))
    require(Right.CHARACTER, person_of(interaction), campaign, character)
    if character.retired_at is not None:
        raise NotAllowed(f"{escape(character.name)} has retired.")
    return campaign, character


async def _blank_edit(interaction: Interaction, arguments: list[str]) -> Blank:
    campaign, character = await handled(interaction, arguments)
    return Blank("Name and skills", [_name_line(character.name), _skills_line(campaign, character.sheet)])


async def _blank_skills(interaction: Interaction, arguments: list[str]) -> Blank:
    campaign, character = await handled(interaction, arguments)
    return Blank("Skills", [_skills_line(campaign, character.sheet)])


async def _take_edit(interaction: Interaction, arguments: list[str], typed: Mapping[str, str]) -> None:
    campaign, character = await handled(interaction, arguments)
    written = typed.get(_SKILLS, "")
    edited = await edit(interaction, campaign, character, name=typed.get(_NAME), sheet=written)
    await answer_here(interaction, await sheet_page(interaction, campaign, edited))


async def edit(
    interaction: Interaction, campaign: Campaign, character: Character, *, name: str | None, sheet: str
) -> Character:
    """Change name and sheet, at the tables too. Raises what `Characters.edit` and `parse_sheet` raise.

    A sheet that reads as the present one leaves it alone, with the skills that are written in other dice. In a campaign
    whose GM approves skills, another one becomes a proposal.
    """
    services, system, person = services_of(interaction), campaign.settings.system, person_of(interaction)
    read = parse_sheet(sheet, system)
    unchanged = show_sheet(read, system) == show_sheet(character.sheet, system)
    is_stored = not unchanged and may_set_skills(campaign, person)
    edited = await services.characters.edit(campaign, person, character, name=name, sheet=read if is_stored else None)
    if not unchanged and not is_stored:
        await propose(interaction, campaign, edited, read)
    if edited.name != character.name:
        for record in await services.tables.of_guild(campaign.guild_id):
            if any(chair.character_id == character.id for chair in record.chairs):
                table = await services.tables.store.refresh(record.id)
                interaction.client.renderer.want(table)
    return edited


async def propose(interaction: Interaction, campaign: Campaign, character: Character, sheet: Sheet) -> None:
    """Ask the GMs for these skills."""
    proposal = Proposal(name=character.name, sheet=sheet)
    asked = await services_of(interaction).proposals.ask(campaign, person_of(interaction), character, proposal)
    await ask_gm(interaction, campaign, character, asked)


NEW = FormQuestion("sheet_new", _blank_new, _take_new)
EDIT = FormQuestion("sheet_edit", _blank_edit, _take_edit)
SKILLS = FormQuestion("sheet_skills", _blank_skills, _take_edit)


@control("sheet", opens=True)
async def _edit_clicked(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    await EDIT.ask(interaction, *arguments)


async def sheet_page(
    interaction: Interaction, campaign: Campaign, character: Character, *notes: str
) -> discord.ui.LayoutView:
    """Build the page of a character for its player: skills, money, and a button to change them."""
    held = await balances_of(services_of(interaction).db, character.id)
    show = campaign.settings.currency.show
    purse = sum(account.balance for account in held if account.kind == "purse")
    chips = sum(account.balance for account in held if account.kind == "seat")
    money = f"Wallet: **{show(purse)}**" + (f", and {show(chips)} in chips on tables" if chips else "")
    who = f"NPC, {character.template}" if character.is_npc else "Player character"
    if character.is_unclaimed:
        who = "Player character, unclaimed: nobody plays them yet"
    waiting = await services_of(interaction).proposals.waiting_for(character)
    if waiting is not None:
        notes = (*notes, f"Waiting for a GM: {describe_proposal(campaign, waiting)}.")
    if character.pilot is not None:
        who += f" · on autopilot: {character.pilot.told()}"
    return page(
        f"### {escape(character.name)}\n-# {who}",
        skills_told(campaign, character.sheet),
        "\n".join((money, *notes)),
        rows=[[button("Edit", control_id("sheet", character.id))]],
    )


def skills_told(campaign: Campaign, sheet: Sheet) -> str:
    """List the skills in the campaign's dice, and how many are written in others."""
    system = campaign.settings.system
    own = [skill for skill in sheet.skills if fits(skill.rating, system)]
    others = len(sheet.skills) - len(own)
    told = f"Skills: {', '.join(f'{escape(skill.name)} {skill.rating}' for skill in own)}"
    if not own:
        told = f"No skills yet: every roll uses {DEFAULT_RATINGS[system.family]}."
    if others:
        told += f"\n-# Kept, but not used: {counted(others, 'skill')} in other dice than this campaign's."
    return told
