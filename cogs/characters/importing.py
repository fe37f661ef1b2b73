"""The import of a character: the form for text, the page of what was understood, and its buttons."""

import asyncio
from collections.abc import Mapping

import discord

from bot.campaigns import Campaign, Character, Right, name_key, require, safe_name
from bot.engine.skills import ROLES, Sheet, passive
from bot.engine.words import escape, listed
from bot.errors import NotAllowed, TooLate, Unreadable
from bot.portability.characters import (
    MADE_BY,
    Draft,
    FoundCharacter,
    Proposal,
    amount_of,
    may_set_skills,
    read_character,
)
from bot.ui.client import Interaction
from bot.ui.context import campaign_of, person_of, services_of
from bot.ui.forms import Blank, FormQuestion, answer_here, line
from bot.ui.gm.requests import ask_gm
from bot.ui.handlers.answers import part
from bot.ui.pages.sheets import sheet_page
from bot.ui.panels import Component, button, control_id, page
from bot.ui.routing import NOT_OFFERED, control, number

_VERB = "import"
_NAME, _TEXT = "name", "text"
_LONGEST_NAME, _LONGEST_TEXT = 100, 3000
_TRAINED = frozenset({"career", "expertise", "half proficient", "proficient"})
"""Notes that people read. The others only say which skills matter more."""


async def import_page(
    interaction: Interaction, content: bytes, character: Character | None, name: str | None
) -> discord.ui.LayoutView:
    """Keep a draft of the character in a file or text, and show what was understood. Nothing else is stored.

    Without a `character`, the skills go to one of the person's own with that name, and otherwise to a new one.
    """
    services, campaign, person = services_of(interaction), await campaign_of(interaction), person_of(interaction)
    if character is not None and character.retired_at is not None:
        raise NotAllowed(f"{escape(character.name)} has retired.")
    found = await asyncio.to_thread(read_character, content, campaign.settings.system)
    wanted = name or found.name
    if character is None and wanted:
        mine = await services.characters.mine(campaign.id, person.user_id)
        character = next((one for one in mine if name_key(one.name) == name_key(wanted)), None)
    if character is None:
        wanted = _usable_name(wanted)
    sheet, lost = found.over(Sheet() if character is None else character.sheet)
    amount = amount_of(found.coins, campaign.settings.currency)
    proposal = Proposal(
        name=wanted if character is None else character.name, sheet=sheet, coins=found.coins if amount else ()
    )
    draft = await services.proposals.draft(campaign, person, character, proposal)
    return _preview(campaign, draft, found, lost, is_free=may_set_skills(campaign, person))


def _usable_name(wanted: str) -> str:
    """Return the name of a new character. Raises Unreadable with the way out."""
    try:
        return safe_name(wanted)
    except Unreadable as refused:
        raise Unreadable(f"{refused} Give the new character another one with the option `name`.") from None


def _preview(
    campaign: Campaign, draft: Draft, found: FoundCharacter, lost: int, *, is_free: bool
) -> discord.ui.LayoutView:
    name = escape(draft.proposal.name)
    what = f"A new character, **{name}**." if draft.character_id is None else f"**{name}** gets these skills."
    if lost:
        what += f" {lost} other skills no longer fit on the sheet."
    coins, labels = _describe_coins(campaign, found), ["Import"]
    if draft.proposal.coins:
        amount = campaign.settings.currency.show(amount_of(draft.proposal.coins, campaign.settings.currency) or 0)
        labels.append(f"Import, and ask the GM for {amount}")
    waits = "" if is_free else "The GM has to accept the skills."
    buttons: list[Component] = [
        button(label, control_id(_VERB, draft.id, at), _style(at)) for at, label in enumerate(labels)
    ]
    buttons.append(button("Not now", control_id(_VERB, draft.id, "leave")))
    foot = f"-# Only you can see this. Nothing has changed yet. I keep this until <t:{int(draft.lasts_until)}:f>."
    return page(
        f"### Import {name}?\n-# {escape(found.source)}" + (f" · {found.proficiency}" if found.proficiency else ""),
        f"{what} {waits}".strip(),
        _describe_skills(found),
        _describe_passive(campaign, found),
        coins,
        f"Not understood: {', '.join(map(escape, found.unread))}." if found.unread else "",
        foot,
        rows=[buttons],
    )


def _style(at: int) -> discord.ButtonStyle:
    return discord.ButtonStyle.secondary if at else discord.ButtonStyle.primary


def _describe_skills(found: FoundCharacter) -> str:
    notes = {one.name: f" ({one.note})" if one.note in _TRAINED else "" for one in found.skills}
    return f"Skills: {', '.join(f'{escape(one.name)} {one.rating}{notes[one.name]}' for one in found.skills)}"


def _describe_passive(campaign: Campaign, found: FoundCharacter) -> str:
    """List the passive values of the skills that games ask for."""
    system, roles = campaign.settings.system, campaign.settings.roles
    checks = dict(roles.check(system, role, found.sheet) for role in ROLES)
    values = [f"{escape(name)} {passive(system, rating)}" for name, rating in checks.items() if name]
    return f"Passive values: {', '.join(values)}" if values else ""


def _describe_coins(campaign: Campaign, found: FoundCharacter) -> str:
    if not found.coins:
        return ""
    amount = amount_of(found.coins, campaign.settings.currency)
    if amount is None:
        names = listed(f"{count:,} {escape(name)}".strip() for name, count in found.coins)
        return f"Coins: {names}. This campaign's money doesn't have them, so they stay behind."
    return f"Coins: **{campaign.settings.currency.show(amount)}**. They stay behind, unless a GM accepts them."


async def _blank(interaction: Interaction, arguments: list[str]) -> Blank:
    character = await _named_character(interaction, arguments)
    named = getattr(interaction.namespace, "name", None)
    name_line = line(
        _NAME,
        "Name",
        default=character.name if character else named,
        description="Default: the one in the text, or the character you're playing.",
        required=False,
        longest=_LONGEST_NAME,
    )
    text_line = line(
        _TEXT,
        "Skills, or the text of a file",
        placeholder="Deception +7, Insight -1",
        description=f"Skills as you type them, or JSON from {MADE_BY}.",
        longest=_LONGEST_TEXT,
        long=True,
    )
    return Blank("Import a character", [*([] if character else [name_line]), text_line])


async def _take(interaction: Interaction, arguments: list[str], typed: Mapping[str, str]) -> None:
    character, name = await _named_character(interaction, arguments), typed.get(_NAME, "").strip()
    content = typed.get(_TEXT, "").encode(errors="replace")
    if character is None and not name and not content.lstrip().startswith(b"{"):
        # Typed skills have no name in them.
        campaign = await campaign_of(interaction)
        character = await services_of(interaction).characters.active(campaign.id, person_of(interaction).user_id)
    await answer_here(interaction, await import_page(interaction, content, character, name))


async def _named_character(interaction: Interaction, arguments: list[str]) -> Character | None:
    """Return the character whose number stands in the id of the form; None for 0."""
    if not (whose := number(part(arguments, 0))):
        return None
    campaign = await campaign_of(interaction)
    character = await services_of(interaction).characters.get(campaign.id, whose)
    require(Right.CHARACTER, person_of(interaction), campaign, character)
    return character


IMPORT = FormQuestion(_VERB, _blank, _take)


@control(_VERB)
async def _answer_import(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    """Store a draft, with or without its coins, or forget it: `import:<draft>:<0, 1 or leave>`."""
    services, campaign, person = services_of(interaction), await campaign_of(interaction), person_of(interaction)
    draft = await services.proposals.own_draft(campaign, person, number(part(arguments, 0)))
    match part(arguments, 1):
        case "leave":
            await services.proposals.discard(draft)
            await answer_here(interaction, page("Nothing was imported."))
        case "0" | "1" as chosen:
            character, asked = await services.proposals.take(campaign, person, draft, with_coins=chosen == "1")
            if asked is not None:
                await ask_gm(interaction, campaign, character, asked)
            await answer_here(interaction, await sheet_page(interaction, campaign, character))
        case _:
            raise TooLate(NOT_OFFERED)
