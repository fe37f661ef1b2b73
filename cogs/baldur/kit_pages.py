"""What a character brings to Baldur Hold'em, as whoever plays it reads and changes it."""

from collections.abc import Mapping
from typing import Literal

import discord

from bot.engine.cheating.cheating import USUAL_SPELL_DC
from bot.engine.cheating.parties import MOST_PROFICIENCY, Party, Proficiency, Watching, checked
from bot.engine.skills import passive
from bot.engine.speech import escape
from bot.errors import RuleError
from bot.ui.panels import page
from cogs.baldur.kit import MOST_SPELL_DC, BaldurKit
from cogs.baldur.kit_shelf import Shelf

Knows = Literal["neither", "read", "spot", "both"]
KNOWS: Mapping[Knows, str] = {
    "neither": "Neither of them",
    "read": "Reading people: Insight",
    "spot": "Spotting cheats: Perception",
    "both": "Both of them",
}
"""What a sheet's numbers may include a way with games in already."""
_HAS: Mapping[Knows, tuple[Watching, ...]] = {
    "neither": (),
    "read": ("read",),
    "spot": ("spot",),
    "both": ("read", "spot"),
}


def proficiency_of(bonus: int, knows: Knows = "neither") -> Proficiency:
    """A way with games as it is typed. Raises RuleError for a bonus that nobody has."""
    if not 0 <= bonus <= MOST_PROFICIENCY:
        raise RuleError(f"The bonus with gaming sets goes from 0 to {MOST_PROFICIENCY}.")
    return Proficiency(bonus=bonus, has=_HAS[knows])


def changed(kit: BaldurKit, bonus: int | None, knows: Knows | None, spell_dc: int | None) -> BaldurKit:
    """The kit with what was typed; None leaves it as it is. Raises RuleError for what can't be."""
    games = kit.proficiency
    if bonus is not None:
        games = proficiency_of(bonus).evolve(has=games.has)
    if knows is not None:
        games = games.evolve(has=_HAS[knows])
    if spell_dc is not None and not 1 <= spell_dc <= MOST_SPELL_DC:
        raise RuleError(f"The difficulty of spells goes from 1 to {MOST_SPELL_DC}.")
    return kit.evolve(proficiency=games, spell_dc=kit.spell_dc if spell_dc is None else spell_dc)


def kit_page(shelf: Shelf, *notes: str) -> discord.ui.LayoutView:
    """What it comes to at a table, in the campaign's dice."""
    lines = [_games(shelf.kit.proficiency), _watching(shelf), _spells(shelf)]
    return page(
        f"### {escape(shelf.character.name)} at Baldur Hold'em", "\n".join(filter(None, lines)), "\n".join(notes)
    )


def _games(games: Proficiency) -> str:
    if not games.bonus:
        return "No way with gaming sets is written down."
    told = f"At home with gaming sets: **+{games.bonus}** to reading people and to spotting cheats"
    has = {"read": "reading people", "spot": "spotting cheats"}
    match tuple(has[one] for one in games.has):
        case ():
            return f"{told}."
        case (one,):
            return f"{told}; the sheet has it already for {one}."
        case _:
            return f"{told}; the sheet has it already for both."


def _watching(shelf: Shelf) -> str:
    """The dice that the character reads people and spots cheats with."""
    settings = shelf.campaign.settings
    who = Party(seat=1, sheet=shelf.character.sheet, proficiency=shelf.kit.proficiency)
    reads = checked(settings.system, settings.roles, "read", who)
    spots = checked(settings.system, settings.roles, "spot", who)
    still = f", passive {passive(settings.system, spots.rating)}" if settings.system.family == "d20" else ""
    return f"Reads people with {_rolled(*reads)}, and spots cheats with {_rolled(*spots)}{still}."


def _rolled(skill: str, rating: object) -> str:
    return f"{escape(skill)} {rating}".strip()


def _spells(shelf: Shelf) -> str:
    usual = "2" if shelf.campaign.settings.system.family == "narrative" else str(USUAL_SPELL_DC)
    if shelf.kit.spell_dc is None:
        return f"Spells: a difficulty of {usual} for whoever would prove them, as long as no other is written down."
    return f"Spells: a difficulty of **{shelf.kit.spell_dc}** for whoever would prove them."
