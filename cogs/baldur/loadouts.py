"""`/baldur kit`: the kit that a character brings to Baldur Hold'em, read and changed by its player."""

import logging
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

import discord
from discord import app_commands
from pydantic import ValidationError

from bot.campaigns import TEMPLATES, Campaign, CampaignSettings, Character
from bot.campaigns.npcs import sheet_of
from bot.engine.cheating.contests import MOST_PROFICIENCY, USUAL_SPELL_DC, Party, Proficiency, Watching, checked
from bot.engine.skills import EXAMPLES, Sheet, parse_sheet, passive
from bot.engine.words import escape, listed
from bot.errors import NotAllowed, RuleError, Unreadable
from bot.ui.client import Interaction
from bot.ui.commands.transformers import LoadoutOwner, character_to_play
from bot.ui.context import campaign_of, services_of
from bot.ui.panels import page
from cogs.baldur.state import MOST_SPELL_DC, BaldurKit

log = logging.getLogger(__name__)

GAME_KEY = "baldur"


class _Shelf(NamedTuple):
    """The kit of one character at the moment it was read."""

    campaign: Campaign
    character: Character
    kit: BaldurKit
    version: int
    """The version of the stored kit; 0 if there is none."""


class GamerNamed(LoadoutOwner):
    """A character whose kit this person may see and change."""

    what = "The gaming skills"


Gamer = app_commands.Transform[Character, GamerNamed]


async def load_kit(interaction: Interaction, character: Character | None) -> _Shelf:
    """Read the kit of this character, or of the one that this person plays.

    Raises NotFound without one, NotAllowed if the kit can't be read any more; then it is left as it is.
    """
    campaign, whose = await campaign_of(interaction), await character_to_play(interaction, character)
    kept = await services_of(interaction).kits.get(campaign.id, whose.id, GAME_KEY)
    if kept is None:
        return _Shelf(campaign, whose, BaldurKit(), 0)
    try:
        return _Shelf(campaign, whose, BaldurKit.from_json(kept.text), kept.version)
    except ValidationError:
        log.exception("the kit of character %s can't be read", whose.id)
        raise NotAllowed(
            f"{escape(whose.name)}'s kit can't be read. Nothing is lost, but nobody can change it now. Ask the person "
            "who runs this bot."
        ) from None


async def save_kit(interaction: Interaction, shelf: _Shelf, kit: BaldurKit) -> _Shelf:
    """Keep the kit. Raises TooLate if somebody has changed it since it was read; then nothing is written."""
    if kit == shelf.kit:
        return shelf
    place = (shelf.campaign.id, shelf.character.id, GAME_KEY)
    stored = await services_of(interaction).kits.put(*place, kit.to_json(), shelf.version)
    return shelf._replace(kit=kit, version=stored.version)


Knows = Literal["neither", "read", "spot", "both"]
KNOWS: Mapping[Knows, str] = {
    "neither": "Neither of them",
    "read": "Reading people: Insight",
    "spot": "Spotting cheats: Perception",
    "both": "Both of them",
}
"""The skills of a sheet that may include the proficiency with games already."""
_HAS: Mapping[Knows, tuple[Watching, ...]] = {
    "neither": (),
    "read": ("read",),
    "spot": ("spot",),
    "both": ("read", "spot"),
}


def _proficiency_of(bonus: int, knows: Knows = "neither") -> Proficiency:
    """Return the proficiency for a typed bonus. Raises RuleError for a bonus that nobody has."""
    if not 0 <= bonus <= MOST_PROFICIENCY:
        raise RuleError(f"The proficiency bonus with gaming sets must be from 0 to {MOST_PROFICIENCY}.")
    return Proficiency(bonus=bonus, has=_HAS[knows])


def change_kit(kit: BaldurKit, bonus: int | None, knows: Knows | None, spell_dc: int | None) -> BaldurKit:
    """Return the kit with the typed changes; None leaves a value. Raises RuleError for values out of bounds."""
    games = kit.proficiency
    if bonus is not None:
        games = _proficiency_of(bonus).evolve(has=games.has)
    if knows is not None:
        games = games.evolve(has=_HAS[knows])
    if spell_dc is not None and not 1 <= spell_dc <= MOST_SPELL_DC:
        raise RuleError(f"The difficulty of spells must be from 1 to {MOST_SPELL_DC}.")
    return kit.evolve(proficiency=games, spell_dc=kit.spell_dc if spell_dc is None else spell_dc)


def kit_page(shelf: _Shelf, *notes: str) -> discord.ui.LayoutView:
    """Build the page of what a kit means at a table, in the campaign's dice."""
    lines = [_describe_proficiency(shelf.kit.proficiency), _describe_watching(shelf), _describe_spells(shelf)]
    return page(
        f"### {escape(shelf.character.name)} at Baldur Hold'em", "\n".join(filter(None, lines)), "\n".join(notes)
    )


def _describe_proficiency(games: Proficiency) -> str:
    if not games.bonus:
        return "No bonus with gaming sets."
    told = f"Proficient with gaming sets: **+{games.bonus}** to reading people and to spotting cheats"
    has = {"read": "reading people", "spot": "spotting cheats"}
    match tuple(has[one] for one in games.has):
        case ():
            return f"{told}."
        case (one,):
            return f"{told}. The sheet already includes it for {one}."
        case _:
            return f"{told}. The sheet already includes it for both."


def _describe_watching(shelf: _Shelf) -> str:
    """Describe the dice for reading people and spotting cheats."""
    settings = shelf.campaign.settings
    who = Party(seat=1, sheet=shelf.character.sheet, proficiency=shelf.kit.proficiency)
    reads = checked(settings.system, settings.roles, "read", who)
    spots = checked(settings.system, settings.roles, "spot", who)
    still = f", passive {passive(settings.system, spots.rating)}" if settings.system.family == "d20" else ""
    return f"Reads people with {_describe_check(*reads)}, and spots cheats with {_describe_check(*spots)}{still}."


def _describe_check(skill: str, rating: object) -> str:
    return f"{escape(skill)} {rating}".strip()


def _describe_spells(shelf: _Shelf) -> str:
    usual = "2" if shelf.campaign.settings.system.family == "narrative" else str(USUAL_SPELL_DC)
    if shelf.kit.spell_dc is None:
        return f"Spells: a difficulty of {usual} for anyone who tries to prove them, unless you set another."
    return f"Spells: a difficulty of **{shelf.kit.spell_dc}** for anyone who tries to prove them."


def _parse_crowd(text: str, settings: CampaignSettings) -> Sheet:
    """Read a template's name, or a sheet in the campaign's dice. Raises Unreadable, saying what can be written."""
    named = text.strip().casefold()
    for template in TEMPLATES.values():
        if named in (template.key.casefold(), template.title.casefold()):
            return sheet_of(template, settings)
    if not any(letter.isdigit() for letter in named):
        kinds = listed([template.key for template in TEMPLATES.values()], "or")
        example = EXAMPLES[settings.system.family]
        raise Unreadable(f"Type {kinds}, or a sheet such as {example}.")
    return parse_sheet(text, settings.system)


def table_extras(crowd: str | None, games: int | None, settings: CampaignSettings) -> Mapping[str, Any]:
    """Return what a table is opened with besides its options. Raises Unreadable and RuleError."""
    found: dict[str, Any] = {}
    if crowd is not None:
        found["crowd"] = _parse_crowd(crowd, settings)
    if games is not None:
        found["crowd_kit"] = BaldurKit(proficiency=_proficiency_of(games))
    return found
