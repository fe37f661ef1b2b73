"""What an import would do with a campaign's file: what comes, what is left out and why. Pure; nothing is written here.

Roles and channels of another server mean nothing here, and what a game of this bot can't read is of no use to it. So
both stay behind, and the page before the import says so.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import count

import regex
from pydantic import JsonValue, ValidationError

from bot import games
from bot.campaigns import MOST_NPCS, AutopilotSettings, CampaignSettings, is_reserved, looks
from bot.campaigns.names import LONGEST_NAME, free_name, with_number
from bot.engine.game import AnyGame
from bot.engine.spec import AnySpec
from bot.engine.words import counted, escape, listed, one_line
from bot.errors import PlayerError, Unreadable
from bot.portability.campaign_file import LOCAL_SETTINGS, CampaignFile, FileCardFile, FileCharacter, FileItems
from bot.portability.reading import describe_mistake
from bot.tables.presets import MOST_PRESETS
from bot.tables.stored_rules import read_rules

MOST_GOODS = 20_000
"""How many goods come along at most."""
_LONGEST_SETTINGS = 50_000
_MOST_TOLD = 5
_LONGEST_STEM = LONGEST_NAME - 6
"""Letters of a name that are left before any number it could get."""
_GRAPHEME = regex.compile(r"\X")


@dataclass(frozen=True, slots=True)
class PlannedPreset:
    """House rules that the game still allows, as JSON."""

    game: str
    name: str
    rules: str


@dataclass(frozen=True, slots=True)
class PlannedImport:
    """A character as it comes: kits (JSON by game) and goods."""

    campaign_file: FileCharacter
    kits: tuple[tuple[str, str], ...]
    goods: tuple[FileItems, ...]

    @property
    def user_id(self) -> int | None:
        """The user that a PC is kept for."""
        return None if self.campaign_file.player is None else int(self.campaign_file.player)


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """Everything an import would write, and sentences on what it leaves out."""

    name: str
    """A name that no other campaign of the server has."""
    wanted: str
    """The name in the file."""
    settings: CampaignSettings
    party: int
    house: int
    characters: tuple[PlannedImport, ...]
    materials: tuple[FileCardFile, ...]
    presets: tuple[PlannedPreset, ...]
    left_out: tuple[str, ...]

    @property
    def purses(self) -> int:
        """The sum of all characters' wallets, in smallest coins."""
        return sum(one.campaign_file.purse for one in self.characters)


def plan_import(campaign_file: CampaignFile, taken: Collection[str]) -> ImportPlan:
    """Plan an import of the file on a server whose campaigns have the `taken` name keys.

    Raises Unreadable where the file can't be imported at all.
    """
    left_out: list[str] = []
    settings = _settings(campaign_file, left_out)
    _require_room(campaign_file)
    characters = tuple(_characters(campaign_file, left_out))
    return ImportPlan(
        name=free_name(campaign_file.name, taken),
        wanted=campaign_file.name,
        settings=settings,
        party=campaign_file.party,
        house=campaign_file.house,
        characters=characters,
        materials=tuple(_materials(campaign_file, left_out)),
        presets=tuple(_presets(campaign_file, left_out)),
        left_out=tuple(left_out),
    )


def _settings(campaign_file: CampaignFile, left_out: list[str]) -> CampaignSettings:
    known = {name: value for name, value in campaign_file.settings.items() if name in CampaignSettings.model_fields}
    local = LOCAL_SETTINGS & known.keys()
    written = {name: value for name, value in known.items() if name not in local}
    left_out.append("Roles and channels: those of another server mean nothing here. Choose them with /campaign setup.")
    if written.get("openers") == "role":
        written["openers"] = "gm"
        left_out.append("The role that opens tables: until you choose one, only the GM opens them.")
    if unknown := sorted(campaign_file.settings.keys() - known.keys()):
        left_out.append(f"Settings that I don't know: {listed(escape(name[:40]) for name in unknown[:5])}.")
    text = json.dumps(written)
    if len(text) > _LONGEST_SETTINGS:
        raise Unreadable("In that file, settings is too long.")
    try:
        settings = CampaignSettings.from_json(text)
    except ValidationError as error:
        raise Unreadable(describe_mistake(error, "settings")) from None
    coins = settings.currency.denominations
    if not all(coin.name and coin.plural for coin in coins):
        raise Unreadable("In that file, settings, currency has a coin without a name.")
    if any(one_line(word) != word for coin in coins for word in (coin.name, coin.plural, coin.symbol, *coin.aliases)):
        raise Unreadable("In that file, settings, currency has a coin whose name isn't on one line.")
    return settings


def _require_room(campaign_file: CampaignFile) -> None:
    npcs = sum(1 for one in campaign_file.characters if one.kind == "npc" and one.retired_at is None)
    if npcs > MOST_NPCS:
        raise Unreadable(f"That file has {npcs:,} NPCs in play, and a campaign has at most {MOST_NPCS}.")


def _characters(campaign_file: CampaignFile, left_out: list[str]) -> Iterator[PlannedImport]:
    kits: Counter[str] = Counter()
    goods: Counter[str] = Counter()
    lines: Counter[bool] = Counter()
    room = MOST_GOODS
    names = _names(campaign_file, left_out)
    for one in campaign_file.characters:
        own_kits = tuple(
            (kit.game, text) for kit in one.kits if (text := _stored_loadout(kit.game, kit.kit)) is not None
        )
        kits.update(kit.game for kit in one.kits if kit.game not in dict(own_kits))
        own_goods: list[FileItems] = []
        for held in one.goods:
            is_known = held.kind in _goods_of(held.game)
            coming = min(held.count, room) if is_known else 0
            room -= coming
            goods[_title(held.game)] += held.count - coming
            if coming:
                own_goods.append(held.evolve(count=coming))
        named = one.evolve(name=names.get(one.number, one.name))
        spoken = named if one.pilot is None else named.evolve(pilot=_pilot(one.pilot, lines))
        yield PlannedImport(spoken, own_kits, tuple(own_goods))
    for game, number in kits.items():
        left_out.append(f"{counted(number, 'kit')} for {_title(game)}, which I can't read.")
    if lines[False]:
        left_out.append(f"{counted(lines[False], 'line')} of NPCs: empty, said twice, or not on one line.")
    for title, number in goods.items():
        if number:
            left_out.append(f"{counted(number, 'good')} of {title}, which it doesn't know or which are too many.")


def _names(campaign_file: CampaignFile, left_out: list[str]) -> dict[int, str]:
    """Return new names, by number, for characters in play whose own reads like the bot's words or another's.

    Of those that look alike, the first in the file keeps its name.
    """
    taken: set[str] = set()
    others: list[FileCharacter] = []
    for one in campaign_file.characters:
        if one.retired_at is not None:
            continue
        if is_reserved(one.name) or not taken.isdisjoint(looks(one.name)):
            others.append(one)
        else:
            taken |= looks(one.name)
    names: dict[int, str] = {}
    tried: dict[str, int] = {}
    for one in others:
        names[one.number] = _distinct(one.name, taken, tried)
        taken |= looks(names[one.number])
    if names:
        told = [f"{escape(one.name)} comes as {escape(names[one.number])}" for one in others[:_MOST_TOLD]]
        told += [f"{len(others) - _MOST_TOLD:,} more are numbered too"] if len(others) > _MOST_TOLD else []
        left_out.append(f"Names that look like others, or like my own words: {listed(told)}.")
    return names


def _distinct(name: str, taken: AbstractSet[str], tried: dict[str, int]) -> str:
    """Return the name with a number by which it has none of the `taken` looks, and isn't one of the bot's words.

    `tried` keeps the last number by the looks of the name's beginning, so thousands of names that look alike take no
    longer than others.
    """
    stem = looks("".join(_GRAPHEME.findall(name)[:_LONGEST_STEM]))
    for number in count(1 + max(tried.get(look, 1) for look in stem)):
        free = with_number(name, number)
        if not is_reserved(free) and looks(free).isdisjoint(taken):
            tried.update(dict.fromkeys(stem, number))
            return free
    raise AssertionError("numbers never end")


def _pilot(pilot: AutopilotSettings, lines: Counter[bool]) -> AutopilotSettings:
    """With the lines that could have been typed; `lines` counts which could."""
    kept: dict[str, None] = {}
    for line in pilot.lines:
        is_kept = bool(line) and one_line(line) == line and line not in kept
        lines[is_kept] += 1
        if is_kept:
            kept[line] = None
    return pilot.evolve(lines=tuple(kept))


def _stored_loadout(game: str, kit: JsonValue) -> str | None:
    """Return the loadout as it would be stored; None where the game isn't installed or can't read it."""
    spec = _spec(game)
    if spec is None or spec.loadout is None:
        return None
    try:
        return spec.loadout.from_json(json.dumps(kit)).to_json()
    except (ValueError, PlayerError):
        return None


def _materials(campaign_file: CampaignFile, left_out: list[str]) -> Iterator[FileCardFile]:
    for material in campaign_file.materials:
        title, spec = _title(material.game), _spec(material.game)
        if spec is None:
            left_out.append(f"What was loaded for {title}, a game that isn't here.")
        elif spec.card_file is None:
            left_out.append(f"What was loaded for {title}, which takes nothing of the kind.")
        elif not _is_readable(spec.card_file, material.text):
            left_out.append(f"What was loaded for {title}, which can't read it.")
        else:
            yield material


def _is_readable(read: Callable[[str], None], text: str) -> bool:
    try:
        read(text)
    except Unreadable:
        return False
    return True


def _presets(campaign_file: CampaignFile, left_out: list[str]) -> Iterator[PlannedPreset]:
    room: Counter[str] = Counter()
    taken: defaultdict[str, set[str]] = defaultdict(set)
    gone: list[str] = []
    alike: list[str] = []
    for preset in campaign_file.presets:
        found = _game(preset.game)
        rules = None if found is None or _is_own(found, preset.name) else _rules(found, preset.rules)
        told = f"{escape(preset.name)} ({_title(preset.game)})"
        if rules is None or room[preset.game] == MOST_PRESETS:
            gone.append(told)
        elif not taken[preset.game].isdisjoint(looks(preset.name)):
            alike.append(told)
        else:
            room[preset.game] += 1
            taken[preset.game] |= looks(preset.name)
            yield PlannedPreset(preset.game, preset.name, rules)
    for why, names in (("that the games don't allow", gone), ("with names that look like others", alike)):
        if names:
            more = f" and {len(names) - _MOST_TOLD:,} more" if len(names) > _MOST_TOLD else ""
            left_out.append(f"House rules {why}: {', '.join(names[:_MOST_TOLD])}{more}.")


def _is_own(game: AnyGame, name: str) -> bool:
    """Return True if the game itself has a preset of that name, or of one that looks like it."""
    return not looks(name).isdisjoint(look for own in game.presets for look in looks(own))


def _rules(game: AnyGame, rules: JsonValue) -> str | None:
    try:
        read, faults = read_rules(game.HouseRules, json.dumps(rules))
    except (ValueError, PlayerError):
        return None
    return None if faults else read.to_json()


def _spec(key: str) -> AnySpec | None:
    return games.games().get(key)


def _game(key: str) -> AnyGame | None:
    spec = _spec(key)
    return None if spec is None else spec.game


def _goods_of(key: str) -> Collection[str]:
    found = _game(key)
    return () if found is None else found.goods


def _title(key: str) -> str:
    found = _game(key)
    return escape(key) if found is None else found.title
