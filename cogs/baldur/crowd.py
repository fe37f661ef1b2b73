"""The one sheet of all NPCs without a seat, as a GM names or types it when a table opens."""

from collections.abc import Mapping
from typing import Any

from bot.campaigns import TEMPLATES, CampaignSettings
from bot.campaigns.npcs import sheet_of
from bot.engine.skills import EXAMPLES, Sheet, parse_sheet
from bot.engine.speech import listed
from bot.errors import Unreadable
from cogs.baldur.kit import BaldurKit
from cogs.baldur.kit_pages import proficiency_of


def crowd_typed(text: str, settings: CampaignSettings) -> Sheet:
    """A template by its name, or a sheet in the campaign's dice. Raises Unreadable, saying what can be written."""
    named = text.strip().casefold()
    for template in TEMPLATES.values():
        if named in (template.key.casefold(), template.title.casefold()):
            return sheet_of(template, settings)
    if not any(letter.isdigit() for letter in named):
        kinds = listed([template.key for template in TEMPLATES.values()], "or")
        example = EXAMPLES[settings.system.family]
        raise Unreadable(f"NPCs are {kinds}, or have a sheet such as {example}.")
    return parse_sheet(text, settings.system)


def brought(crowd: str | None, games: int | None, settings: CampaignSettings) -> Mapping[str, Any]:
    """What a table is opened with besides its options. Raises Unreadable and RuleError."""
    found: dict[str, Any] = {}
    if crowd is not None:
        found["crowd"] = crowd_typed(crowd, settings)
    if games is not None:
        found["crowd_kit"] = BaldurKit(proficiency=proficiency_of(games))
    return found
