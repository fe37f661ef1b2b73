"""Everything the commands and buttons work with, in one object that the client carries."""

from dataclasses import dataclass

from bot.campaigns import Campaigns, Characters, Claims, Goods, Kits, Materials, Preferences, Wallet
from bot.clock import Clock
from bot.db import Ids, WatchedDatabase
from bot.images.symbols import Pictures
from bot.npcs.autopilot import Pilots
from bot.portability.service import Archive
from bot.privacy.maintenance import Caretaker
from bot.reports.plotter import Plotter
from bot.reports.service import Evenings
from bot.tables.offers import Offers
from bot.tables.presets import Presets
from bot.tables.service import TableService


@dataclass(frozen=True, slots=True)
class House:
    """The services behind the commands."""

    db: WatchedDatabase
    clock: Clock
    ids: Ids
    campaigns: Campaigns
    characters: Characters
    claims: Claims
    wallet: Wallet
    kits: Kits
    goods: Goods
    materials: Materials
    preferences: Preferences
    tables: TableService
    pilots: Pilots
    presets: Presets
    offers: Offers
    evenings: Evenings
    plotter: Plotter
    archive: Archive
    caretaker: Caretaker
    pictures: Pictures


def furnish(db: WatchedDatabase, clock: Clock, ids: Ids, **tables: object) -> House:
    """A house on an open database. `tables` goes to the TableService: another source of chance, for a test."""
    campaigns = Campaigns(db, ids, clock)
    characters = Characters(db, campaigns, ids, clock)
    pictures = Pictures()
    seen: dict[str, object] = {"symbols": pictures.symbols, **tables}
    service = TableService(db, campaigns, characters, clock, ids, **seen)  # pyright: ignore[reportArgumentType]
    return House(
        db=db,
        clock=clock,
        ids=ids,
        campaigns=campaigns,
        characters=characters,
        claims=Claims(db),
        wallet=Wallet(db, characters, clock),
        kits=Kits(db),
        goods=Goods(db, clock),
        materials=Materials(db, clock),
        preferences=Preferences(db),
        tables=service,
        pilots=Pilots(service, clock),
        presets=Presets(db, clock),
        offers=Offers(db, clock, ids),
        evenings=Evenings(db),
        plotter=Plotter(),
        archive=Archive(db, campaigns, ids, clock),
        caretaker=Caretaker(db, service, clock),
        pictures=pictures,
    )
