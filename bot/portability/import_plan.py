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
    left_out: Counter[tuple[str, str]] = Counter()

    def kept(found: tuple[T, ...], as_stored: Callable[[AnySpec, T], T], word: str) -> tuple[T, ...]:
        """Return those that the games can use, as they store them, and count the others."""
        known: list[T] = []
        for one in found:
            try:
                known.append(as_stored(games.spec_of(one.game), one))
            except (ValueError, PlayerError):
                left_out[word, one.game] += one.count if isinstance(one, FileItems) else 1
        return tuple(known)

    def brought(one: FileCharacter) -> FileCharacter:
        return one.evolve(loadouts=kept(one.loadouts, _loadout, "loadout"), items=kept(one.items, _items, "item"))

    characters = tuple(map(brought, campaign_file.characters))
    file = campaign_file.evolve(
        name=free_name(campaign_file.name, taken),
        characters=characters,
        card_files=kept(campaign_file.card_files, _card_file, "card file"),
        presets=kept(campaign_file.presets, _preset, "preset"),
    )
    told = ["Roles and channels, because those of another server mean nothing here. Choose them with /campaign setup."]
    for (word, game), number in left_out.items():
        told.append(f"{counted(number, word)} for {_title(game)}, which I can't use.")
    return ImportPlan(file, campaign_file.name, tuple(told))


def _title(key: str) -> str:
    spec = games.games().get(key)
    return escape(key) if spec is None else spec.game.title


# Each of these returns a part of the file as it is stored. They raise ValueError or PlayerError if a game can't use it.


def _loadout(spec: AnySpec, one: FileLoadout) -> FileLoadout:
    if spec.loadout is None:
        raise ValueError("a game without loadouts")
    return one.evolve(loadout=json.loads(spec.loadout.from_json(json.dumps(one.loadout)).to_json()))


def _items(spec: AnySpec, one: FileItems) -> FileItems:
    if one.kind not in spec.game.goods:
        raise ValueError("no item of the game")
    return one


def _card_file(spec: AnySpec, one: FileCardFile) -> FileCardFile:
    if spec.card_file is None:
        raise ValueError("a game without card files")
    spec.card_file(one.text)
    return one


def _preset(spec: AnySpec, one: FilePreset) -> FilePreset:
    """A game's own presets keep their names."""
    if not looks(one.name).isdisjoint(look for own in spec.game.presets for look in looks(own)):
        raise ValueError("a name of the game's own")
    rules, faults = read_rules(spec.game.HouseRules, json.dumps(one.rules))
    if faults:
        raise ValueError("house rules that aren't allowed")
    stored: JsonValue = json.loads(rules.to_json())
    return one.evolve(rules=stored)
