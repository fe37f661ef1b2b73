"""An import as one batch: a new campaign with everything in it, or nothing at all.

The money comes from the mint by one entry, goods by entries of their own, so the book of the new campaign begins with
what everybody has. Players' characters are nobody's until their users claim them.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

from bot.campaigns import NOBODY, Campaign, Person, name_key
from bot.db import Statement
from bot.ledger import Entry, Transfer, accounts, post
from bot.ledger.items import Holder, made
from bot.portability.import_plan import Landed, Landing

KIND = "import"
"""Of the entries that open the book of an imported campaign."""
_CHARACTER = """
INSERT INTO characters (id, campaign_id, kind, owner_id, name, name_key, sheet, template, pilot, created_at, retired_at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_CLAIM = "INSERT INTO claims (campaign_id, character_id, user_id, plays) VALUES (?, ?, ?, ?)"
_KIT = "INSERT INTO kits (campaign_id, character_id, game, kit, version) VALUES (?, ?, ?, ?, 1)"
_LOADED = """
INSERT INTO materials_changes (key, campaign_id, game, version, deed, changed_by, changed_at)
VALUES (?, ?, ?, 1, 'load', ?, ?)
"""
_MATERIAL = "INSERT INTO materials (campaign_id, game, version, text) VALUES (?, ?, 1, ?)"
_PRESET = """
INSERT INTO presets (campaign_id, game, name, name_key, rules, saved_by, saved_at) VALUES (?, ?, ?, ?, ?, ?, ?)
"""


def brought(
    campaign: Campaign, landed: Landing, numbers: Sequence[int], by: Person, key: str, at: float
) -> Iterator[Statement]:
    """What fills the new campaign, whose row and shared accounts come before in the same batch. `key` tells the import
    apart from all others; `numbers` are the ids of its characters.
    """
    people = list(zip(numbers, landed.characters, strict=True))
    for number, one in people:
        yield from _person(campaign, number, one)
    yield from _money(campaign, landed, people, by, key, at)
    for number, one in people:
        yield from _goods(campaign, number, one, by, key, at)
    for material in landed.materials:
        yield Statement(_LOADED, (f"{key}:{material.game}", campaign.id, material.game, by.user_id, at))
        yield Statement(_MATERIAL, (campaign.id, material.game, material.text))
    for preset in landed.presets:
        named = (campaign.id, preset.game, preset.name, name_key(preset.name))
        yield Statement(_PRESET, (*named, preset.rules, by.user_id, int(at)))


def _person(campaign: Campaign, number: int, one: Landed) -> Iterator[Statement]:
    own = one.sheaf
    yield Statement(
        _CHARACTER,
        (
            number,
            campaign.id,
            own.kind,
            None if own.kind == "npc" else NOBODY,
            own.name,
            name_key(own.name),
            own.sheet.to_json(),
            own.template,
            None if own.pilot is None else own.pilot.to_json(),
            own.created_at,
            own.retired_at,
        ),
    )
    yield accounts.open_purse(campaign.id, number)
    if one.user_id is not None:
        yield Statement(_CLAIM, (campaign.id, number, one.user_id, int(own.plays)))
    for game, kit in one.kits:
        yield Statement(_KIT, (campaign.id, number, game, kit))


def _money(
    campaign: Campaign, landed: Landing, people: list[tuple[int, Landed]], by: Person, key: str, at: float
) -> Iterator[Statement]:
    mint = accounts.mint(campaign.id)
    shared = ((accounts.party(campaign.id), landed.party), (accounts.house(campaign.id), landed.house))
    own = ((accounts.purse(number), one.purse) for number, one in people)
    transfers = tuple(Transfer(mint, account, amount) for account, amount in (*shared, *own) if amount)
    if transfers:
        yield from post(Entry(key, campaign.id, KIND, "Brought from a file", by.user_id, at, transfers))


def _goods(campaign: Campaign, number: int, one: Landed, by: Person, key: str, at: float) -> Iterator[Statement]:
    for game, held in groupby(one.goods, key=lambda goods: goods.game):
        counts = Counter({goods.kind: goods.count for goods in held})
        own = f"{key}:{number}:{game}"
        entry = Entry(own, campaign.id, KIND, "Brought from a file", by.user_id, at, ())
        yield from post(entry)
        yield from made(entry, game, counts, Holder.character(number))
