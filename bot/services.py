"""The services behind commands and buttons, in one object that the client carries."""

from dataclasses import dataclass

from bot.campaigns import Campaigns, CardFiles, Characters, Claims, Items, Loadouts, Preferences, Splits, Wallet
from bot.clock import Clock
from bot.db import Ids, WatchedDatabase
from bot.images.boards import BoardPainter
from bot.images.symbols import Images
from bot.npcs.autopilot import NpcAutopilots
from bot.portability.service import CampaignFiles
from bot.privacy.maintenance import Maintenance
from bot.processes import WorkerPool
from bot.reports.plotter import Plotter
from bot.reports.service import SessionReports
from bot.tables.offers import Offers
from bot.tables.presets import Presets
from bot.tables.service import TableService
from bot.worker import PROGRAM


@dataclass(frozen=True, slots=True)
class Services:
    """The services behind the commands."""

    db: WatchedDatabase
    clock: Clock
    ids: Ids
    campaigns: Campaigns
    characters: Characters
    claims: Claims
    wallet: Wallet
    splits: Splits
    kits: Loadouts
    goods: Items
    materials: CardFiles
    preferences: Preferences
    tables: TableService
    workers: WorkerPool
    pilots: NpcAutopilots
    presets: Presets
    offers: Offers
    evenings: SessionReports
    plotter: Plotter
    campaign_files: CampaignFiles
    maintenance: Maintenance
    images: Images
    painter: BoardPainter


def build_services(
    db: WatchedDatabase, clock: Clock, ids: Ids, workers: WorkerPool | None = None, **tables: object
) -> Services:
    """Build the services on an open database; `workers` and `tables`, arguments of the TableService, are for tests."""
    workers = workers or WorkerPool(PROGRAM)
    campaigns = Campaigns(db, ids, clock)
    characters = Characters(db, campaigns, ids, clock)
    pictures = Images()
    wallet = Wallet(db, characters, clock)
    seen: dict[str, object] = {"symbols": pictures.symbols, **tables}
    service = TableService(db, campaigns, characters, clock, ids, **seen)  # pyright: ignore[reportArgumentType]
    return Services(
        db=db,
        clock=clock,
        ids=ids,
        campaigns=campaigns,
        characters=characters,
        claims=Claims(db),
        wallet=wallet,
        splits=Splits(db, wallet, characters, clock, ids),
        kits=Loadouts(db),
        goods=Items(db, clock),
        materials=CardFiles(db, clock),
        preferences=Preferences(db),
        tables=service,
        workers=workers,
        pilots=NpcAutopilots(service, clock, workers),
        presets=Presets(db, clock),
        offers=Offers(db, clock, ids),
        evenings=SessionReports(db),
        plotter=Plotter(),
        campaign_files=CampaignFiles(db, campaigns, ids, clock),
        maintenance=Maintenance(db, service, clock),
        images=pictures,
        painter=BoardPainter(),
    )
