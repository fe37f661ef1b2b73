"""What an import brings: the document itself, without what the games of this bot can't use, and sentences on that."""

import json
from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import TypeVar

from pydantic import JsonValue

from bot import games
from bot.campaigns import looks
from bot.campaigns.names import free_name
from bot.engine.spec import AnySpec
from bot.engine.words import counted, escape
from bot.errors import PlayerError
from bot.portability.campaign_file import CampaignFile, FileCardFile, FileCharacter, FileItems, FileLoadout, FilePreset
from bot.tables.presets import MOST_PRESETS
from bot.tables.stored_rules import read_rules

T = TypeVar("T", FileCardFile, FileItems, FileLoadout, FilePreset)


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """The document that an import writes, and what it leaves out."""

    campaign_file: CampaignFile
    """With a name that no other campaign of the server has."""
    wanted: str
    """The name in the file."""
    left_out: tuple[str, ...]


def plan_import(campaign_file: CampaignFile, taken: Collection[str]) -> ImportPlan:
    """Plan an import of the file on a server whose campaigns have the `taken` name keys."""
    left_out: Counter[str] = Counter()

    def kept(found: tuple[T, ...], usable: Callable[[AnySpec, T], T | None], word: str) -> tuple[T, ...]:
        """Return those that the games can use, as they store them, and count the others."""
        known: list[T] = []
        for one in found:
            spec = games.games().get(one.game)
            if (read := None if spec is None else usable(spec, one)) is not None:
                known.append(read)
            else:
                number = one.count if isinstance(one, FileItems) else 1
                left_out[f"{word} for {escape(one.game) if spec is None else spec.game.title}"] += number
        return tuple(known)

    def brought(one: FileCharacter) -> FileCharacter:
        return one.evolve(loadouts=kept(one.loadouts, _loadout, "loadout"), items=kept(one.items, _known_items, "item"))

    characters = tuple(map(brought, campaign_file.characters))
    of_game: Counter[str] = Counter()

    def preset(spec: AnySpec, one: FilePreset) -> FilePreset | None:
        read = _preset(spec, one)
        of_game[one.game] += read is not None
        return read if of_game[one.game] <= MOST_PRESETS else None

    file = campaign_file.evolve(
        name=free_name(campaign_file.name, taken),
        characters=characters,
        card_files=kept(campaign_file.card_files, _card_file, "card file"),
        presets=kept(campaign_file.presets, preset, "preset"),
    )
    told = [f"{counted(number, word, _plural(word))}, which I can't use." for word, number in left_out.items()]
    roles = "Roles and channels: those of another server mean nothing here. Choose them with /campaign setup."
    return ImportPlan(file, campaign_file.name, (roles, *told))


def _plural(word: str) -> str:
    kind, _, game = word.partition(" for ")
    return f"{kind}s for {game}"


def _loadout(spec: AnySpec, one: FileLoadout) -> FileLoadout | None:
    if spec.loadout is None:
        return None
    try:
        return one.evolve(loadout=json.loads(spec.loadout.from_json(json.dumps(one.loadout)).to_json()))
    except (ValueError, PlayerError):
        return None


def _known_items(spec: AnySpec, one: FileItems) -> FileItems | None:
    return one if one.kind in spec.game.goods else None


def _card_file(spec: AnySpec, one: FileCardFile) -> FileCardFile | None:
    if spec.card_file is None:
        return None
    try:
        spec.card_file(one.text)
    except PlayerError:
        return None
    return one


def _preset(spec: AnySpec, one: FilePreset) -> FilePreset | None:
    """Return the preset with house rules that the game allows. A game's own presets keep their names."""
    if not looks(one.name).isdisjoint(look for own in spec.game.presets for look in looks(own)):
        return None
    try:
        rules, faults = read_rules(spec.game.HouseRules, json.dumps(one.rules))
    except (ValueError, PlayerError):
        return None
    stored: JsonValue = json.loads(rules.to_json())
    return None if faults else one.evolve(rules=stored)
