"""House rules one by one: a list to pick one from, a form for its value, and the presets by name."""

from collections.abc import Mapping
from zlib import crc32

from bot import games
from bot.campaigns import Campaign, name_key, safe_name
from bot.engine.game import HouseRules
from bot.engine.money import Currency
from bot.engine.options import Option, options_of
from bot.engine.words import Voice
from bot.errors import TooLate
from bot.ui.client import Interaction
from bot.ui.context import services_of
from bot.ui.forms import Line, choice, line
from bot.ui.panels import Component, control_id, option, select

_MOST = 25


def option_lists(rules: HouseRules, verb: str, about: int, placeholder: str = "Change…") -> list[list[Component]]:
    """Build selects for all options, a row for each; picking one comes as `verb:about:…`."""
    options = options_of(type(rules))
    rows: list[list[Component]] = []
    for at in range(0, len(options), _MOST):
        shown = [option(rule.title[:100], rule.name, rule.description[:100]) for rule in options[at : at + _MOST]]
        rows.append([select(control_id(verb, about, at), placeholder, shown)])
    return rows


def option_named(rules: HouseRules, name: str) -> Option:
    """Return the option of that name; ids and picks are no secret. Raises TooLate if there is none."""
    found = next((option for option in options_of(type(rules)) if option.name == name), None)
    if found is None:
        raise TooLate("There is no such house rule.")
    return found


def option_field(option: Option, rules: HouseRules, voice: Voice) -> Line:
    """Build the field for an option's value, filled in with the current one."""
    value = getattr(rules, option.name)
    hint = option.description[:100]
    if option.kind == "choice":
        return choice("value", option.title, list(option.choices), default=value, description=hint)
    if option.kind == "switch":
        switch = [("on", "On"), ("off", "Off")]
        return choice("value", option.title, switch, default="on" if value else "off", description=hint)
    shown = voice.money(value) if option.kind == "money" else str(value)
    return line("value", option.title, default=shown, description=hint)


def option_typed(option: Option, typed: Mapping[str, str], currency: Currency) -> object:
    """Read the value from the field of `option_field`. Raises a PlayerError for unreadable text."""
    text = typed.get("value", "").strip()
    return currency.parse(text, minimum=0) if option.kind == "money" else option.read(text)


async def find_preset(
    interaction: Interaction, campaign: Campaign, game: str, name: str | None
) -> tuple[str, HouseRules]:
    """Find the preset of that name, in any case, and return its proper name and its rules; without a name the game's
    usual one. Raises NotFound if there is none, Unreadable if the text can't be a name.
    """
    presets = games.spec_of(game).game.presets
    if name is None:
        return next(iter(presets.items()))
    found = next((key for key in presets if key.casefold() == name.strip().casefold()), None)
    if found is not None:
        return found, presets[found]
    return safe_name(name), await services_of(interaction).presets.get(campaign.id, game, name)


async def preset_names(interaction: Interaction, campaign: Campaign, game: str) -> list[str]:
    """Return the game's presets, then the GM's own."""
    return [*games.spec_of(game).game.presets, *await services_of(interaction).presets.names(campaign.id, game)]


def mark_of(name: str) -> str:
    """Return a short mark for a preset in an id, which is too short for some names."""
    return f"{crc32(name_key(name).encode()):x}"
