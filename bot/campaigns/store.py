"""Campaigns: created, found by place, changed; and the wallets after a change of currency."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.campaigns.model import Campaign, CampaignSettings
from bot.campaigns.names import NameTaken, free_name, name_key, safe_name
from bot.campaigns.npcs import TEMPLATES, purse_of
from bot.campaigns.rights import Person, Right, require
from bot.clock import Clock
from bot.db import Database, Ids, Row, Statement, WrongRows
from bot.engine.money import Currency
from bot.engine.release import stamped
from bot.engine.words import escape, listed
from bot.errors import NotAllowed, NotFound, TooLate
from bot.ledger import accounts
from bot.ledger.opening import recoin

MOST_CAMPAIGNS = 25
"""On one server, without the archived ones."""
MOST_ARCHIVED = 100
"""On one server."""
WHOLE_SERVER = 0
"""The place that stands for every channel without a campaign of its own."""
_FIRST_NAME = "The campaign"
_CONTENTS = """
SELECT
    (SELECT count(*) FROM characters WHERE campaign_id = campaigns.id AND kind = 'pc') AS pcs,
    (SELECT count(*) FROM characters WHERE campaign_id = campaigns.id AND kind = 'npc') AS npcs,
    (SELECT coalesce(sum(balance), 0) FROM accounts WHERE campaign_id = campaigns.id AND kind <> 'mint') AS money,
    (SELECT count(*) FROM tables WHERE campaign_id = campaigns.id) AS tables,
    (SELECT count(*) FROM hands JOIN tables ON tables.id = hands.table_id
        WHERE tables.campaign_id = campaigns.id AND hands.revision = 0) AS hands,
    (SELECT count(*) FROM presets WHERE campaign_id = campaigns.id) AS presets,
    (SELECT count(*) FROM card_files WHERE campaign_id = campaigns.id) AS card_files
FROM campaigns WHERE id = ?
"""


@dataclass(frozen=True, slots=True)
class CampaignChange:
    """The campaign as it is now, and sentences on what else the change has done."""

    campaign: Campaign
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CampaignContents:
    """Counts of all that a campaign has; `money` is in smallest coins, the mint's left out."""

    pcs: int
    npcs: int
    money: int
    tables: int
    hands: int
    presets: int
    card_files: int


class Campaigns:
    """Reads and changes campaigns. They stay until a manager deletes them (`Maintenance.delete_campaign`), or until 30
    days after the bot has left their server.
    """

    def __init__(self, database: Database, ids: Ids, clock: Clock) -> None:
        self._database = database
        self._ids = ids
        self._clock = clock

    async def get(self, campaign_id: int) -> Campaign:
        """Return the campaign as it is now; NotFound if there is none."""
        rows = await self._database.fetch("SELECT * FROM campaigns WHERE id = ?", campaign_id)
        if not rows:
            raise _gone()
        return _campaign(rows[0])

    async def of_guild(self, guild_id: int) -> tuple[Campaign, ...]:
        """Return the server's campaigns by name, the archived ones too."""
        rows = await self._database.fetch("SELECT * FROM campaigns WHERE guild_id = ? ORDER BY name_key", guild_id)
        return tuple(_campaign(row) for row in rows)

    async def bound(self, guild_id: int) -> tuple[tuple[Campaign, tuple[int, ...]], ...]:
        """Return the server's campaigns by name, the archived ones too, each with the places that it is bound to;
        WHOLE_SERVER comes first.
        """
        rows = await self._database.fetch(
            "SELECT place_id, campaign_id FROM bindings WHERE guild_id = ? ORDER BY place_id", guild_id
        )
        return tuple(
            (campaign, tuple(int(row["place_id"]) for row in rows if row["campaign_id"] == campaign.id))
            for campaign in await self.of_guild(guild_id)
        )

    async def contents(self, campaign: Campaign) -> CampaignContents:
        """Count what the campaign has. Raises NotFound where it is gone."""
        rows = await self._database.fetch(_CONTENTS, campaign.id)
        if not rows:
            raise _gone()
        return CampaignContents(**dict(rows[0]))

    async def named(self, guild_id: int, name: str) -> Campaign:
        """Return the server's campaign of that name, whatever its case; NotFound otherwise."""
        rows = await self._database.fetch(
            "SELECT * FROM campaigns WHERE guild_id = ? AND name_key = ?", guild_id, name_key(name)
        )
        if not rows:
            raise NotFound("There is no campaign of that name on this server.")
        return _campaign(rows[0])

    async def at(self, guild_id: int, *places: int) -> Campaign:
        """Return the campaign played at a place: give the channel or thread, then its parent, then its category.

        The first bound place decides, otherwise the server's own campaign. That one is created when it is first needed,
        so a server works without any setup.
        """
        found = await self._find_bound(guild_id, places)
        return found or await self._create_first(guild_id)

    async def _find_bound(self, guild_id: int, places: tuple[int, ...]) -> Campaign | None:
        rows = await self._database.fetch(
            """
            SELECT campaigns.*, bindings.place_id FROM bindings
            JOIN campaigns ON campaigns.id = bindings.campaign_id WHERE bindings.guild_id = ?
            """,
            guild_id,
        )
        bound = {int(row["place_id"]): row for row in rows}
        row = next((bound[place] for place in (*places, WHOLE_SERVER) if place in bound), None)
        return _campaign(row) if row else None

    async def _create_first(self, guild_id: int) -> Campaign:
        """Create the server's own campaign, only once even for several calls at the same time."""
        name = free_name(_FIRST_NAME, {name_key(one.name) for one in await self.of_guild(guild_id)})
        campaign = Campaign(id=self._ids.next(), guild_id=guild_id, name=name, settings=CampaignSettings())
        try:
            await self._database.apply(*self._create(campaign), _bind_server(campaign, touches=1))
        except (WrongRows, NameTaken):
            if found := await self._find_bound(guild_id, ()):
                return found
            raise
        return campaign

    async def create(self, guild_id: int, name: str, settings: CampaignSettings, by: Person) -> Campaign:
        """Create another campaign; `bind` says where it is played. A server's first one is its own."""
        require(Right.MANAGE, by)
        campaign = Campaign(id=self._ids.next(), guild_id=guild_id, name=safe_name(name), settings=settings)
        await self._database.apply(*self.founded(campaign))
        return campaign

    def founded(self, campaign: Campaign, place_id: int | None = None) -> tuple[Statement, ...]:
        """Build the statements that create a campaign and, with `place_id`, bind it there. A server's first campaign
        also becomes the server's own.

        When applied: NameTaken, and NotAllowed if the server has reached its limit.
        """
        bound = () if place_id is None else (_bind(campaign, place_id),)
        return *self._create(campaign), _bind_server(campaign, touches=None), *bound

    def _create(self, campaign: Campaign) -> tuple[Statement, ...]:
        insert = Statement(
            "INSERT INTO campaigns (id, guild_id, name, name_key, settings, created_at) VALUES (?, ?, ?, ?, ?, ?)",
            (
                campaign.id,
                campaign.guild_id,
                campaign.name,
                name_key(campaign.name),
                stamped(campaign.settings.to_json()),
                int(self._clock.now()),
            ),
            refusals=_clash(campaign.name),
        )
        return insert, _room_for(campaign, MOST_CAMPAIGNS, is_archived=False), *accounts.open_shared(campaign.id)

    async def bind(self, campaign: Campaign, place_id: int, by: Person) -> None:
        """Play the campaign in a channel or category from now on, or with WHOLE_SERVER wherever nothing is bound.

        Raises NotAllowed for an archived one.
        """
        require(Right.MANAGE, by)
        await self._database.apply(_bind(campaign, place_id))

    async def unbind(self, guild_id: int, place_id: int, by: Person) -> None:
        """Let a channel or category go with the server again."""
        require(Right.MANAGE, by)
        await self._database.apply(
            Statement(
                "DELETE FROM bindings WHERE guild_id = ? AND place_id = ? AND place_id <> ?",
                (guild_id, place_id, WHOLE_SERVER),
                otherwise=NotFound("This place has no campaign of its own."),
            )
        )

    async def archive(self, campaign: Campaign, by: Person) -> tuple[int, ...]:
        """Put the campaign away: it is played nowhere and doesn't count until it is restored. Return the places where
        it was played.

        Raises NotAllowed while one of its tables is open, for an archived one, and where the server has too many.
        """
        require(Right.MANAGE, by)
        bound = await self._database.fetch("SELECT place_id FROM bindings WHERE campaign_id = ?", campaign.id)
        await self._database.apply(
            Statement(
                "UPDATE campaigns SET archived_at = ?, version = version + 1 WHERE id = ? AND archived_at IS NULL",
                (int(self._clock.now()), campaign.id),
                otherwise=NotAllowed(f"{escape(campaign.name)} is archived already."),
            ),
            tables_closed(campaign),
            _room_for(campaign, MOST_ARCHIVED, is_archived=True),
            Statement("DELETE FROM bindings WHERE campaign_id = ?", (campaign.id,), touches=None),
        )
        return tuple(int(row["place_id"]) for row in bound)

    async def restore(self, campaign: Campaign, by: Person) -> Campaign:
        """Let an archived campaign be played again; `bind` says where. Raises NotAllowed where the server is full."""
        require(Right.MANAGE, by)
        await self._database.apply(
            Statement(
                """
                UPDATE campaigns SET archived_at = NULL, version = version + 1 WHERE id = ? AND archived_at IS NOT NULL
                """,
                (campaign.id,),
                otherwise=NotAllowed(f"{escape(campaign.name)} isn't archived."),
            ),
            _room_for(campaign, MOST_CAMPAIGNS, is_archived=False),
            _bind_server(campaign, touches=None),
        )
        return campaign.evolve(archived_at=None, version=campaign.version + 1)

    async def rename(self, campaign: Campaign, name: str, by: Person) -> Campaign:
        require(Right.SET_UP, by, campaign)
        renamed = campaign.evolve(name=safe_name(name))
        await self._database.apply(
            Statement(
                "UPDATE campaigns SET name = ?, name_key = ? WHERE id = ?",
                (renamed.name, name_key(renamed.name), campaign.id),
                refusals=_clash(renamed.name),
            )
        )
        return renamed

    async def change(self, campaign: Campaign, settings: CampaignSettings, by: Person) -> CampaignChange:
        """Put other settings into force.

        Another currency is refused (MoneyError) once money has left its starting form, unless its coins are only
        renamed; before that everybody's starting purse is replaced. TooLate if the campaign has changed meanwhile.
        """
        require(Right.SET_UP, by, campaign)
        before = campaign.settings
        statements = [self._save_settings(campaign, settings)]
        notes: list[str] = []
        if not _is_same_money(before.currency, settings.currency):
            at = self._clock.now()
            recoin = await _recoin_campaign(self._database, campaign, settings, actor=by.user_id, at=at)
            statements += recoin.statements
            notes += recoin.notes
        if before.system.family != settings.system.family:
            notes.append(
                "Sheets stay, but skills in the old dice don't count in the new ones. Until you edit a sheet, "
                "its character rolls like one without a sheet."
            )
        await self._database.apply(*statements)
        return CampaignChange(campaign.evolve(settings=settings, version=campaign.version + 1), tuple(notes))

    def _save_settings(self, campaign: Campaign, settings: CampaignSettings) -> Statement:
        return Statement(
            "UPDATE campaigns SET settings = ?, version = version + 1 WHERE id = ? AND version = ?",
            (stamped(settings.to_json()), campaign.id, campaign.version),
            otherwise=TooLate("Another person has just changed this campaign. Look again."),
            campaign=campaign.id,
        )


def _gone() -> NotFound:
    return NotFound("There is no such campaign.")


def unchanged(campaign: Campaign) -> Statement:
    """Build a statement that changes nothing but fails its batch with TooLate if the settings have changed."""
    return Statement(
        "UPDATE campaigns SET version = version WHERE id = ? AND version = ?",
        (campaign.id, campaign.version),
        otherwise=TooLate("This campaign has just been changed. Try again."),
        campaign=campaign.id,
    )


def tables_closed(campaign: Campaign) -> Statement:
    """Build a statement that changes nothing but fails its batch with NotAllowed while a table of the campaign is
    open.
    """
    return Statement(
        """
        UPDATE campaigns SET version = version WHERE id = ?
        AND NOT EXISTS (SELECT 1 FROM tables WHERE campaign_id = campaigns.id AND status = 'open')
        """,
        (campaign.id,),
        otherwise=NotAllowed(f"{escape(campaign.name)} has open tables. Close them first: /gm screen shows them."),
        campaign=campaign.id,
    )


def _room_for(campaign: Campaign, most: int, *, is_archived: bool) -> Statement:
    """Build a statement that changes nothing but fails its batch with NotAllowed where the server has more than `most`
    campaigns of that kind.
    """
    word, way = ("archived campaigns", "Delete") if is_archived else ("campaigns", "Archive or delete")
    return Statement(
        """
        UPDATE campaigns SET version = version WHERE id = ? AND ? >= (
            SELECT count(*) FROM campaigns
            WHERE guild_id = ? AND CASE WHEN archived_at IS NULL THEN 0 ELSE 1 END = ?
        )
        """,
        (campaign.id, most, campaign.guild_id, int(is_archived)),
        otherwise=NotAllowed(f"This server has {most} {word} already, and that is as many as I keep. {way} one first."),
    )


def _bind(campaign: Campaign, place_id: int) -> Statement:
    """Build the statement that binds the campaign to a place, in place of any other. Raises NotAllowed where it is
    archived or deleted.
    """
    return Statement(
        """
        INSERT INTO bindings (guild_id, place_id, campaign_id)
        SELECT guild_id, ?, id FROM campaigns WHERE id = ? AND guild_id = ? AND archived_at IS NULL
        ON CONFLICT (guild_id, place_id) DO UPDATE SET campaign_id = excluded.campaign_id
        """,
        (place_id, campaign.id, campaign.guild_id),
        otherwise=NotAllowed(f"{escape(campaign.name)} is archived. Use /campaign restore first."),
    )


def _bind_server(campaign: Campaign, touches: int | None) -> Statement:
    """Build the statement that makes it the server's own campaign, if there is none yet."""
    return Statement(
        """
        INSERT INTO bindings (guild_id, place_id, campaign_id) VALUES (?, ?, ?)
        ON CONFLICT (guild_id, place_id) DO NOTHING
        """,
        (campaign.guild_id, WHOLE_SERVER, campaign.id),
        touches=touches,
    )


def _clash(name: str) -> dict[str, Exception]:
    taken = NameTaken(f"There is already a campaign called {escape(name)} on this server.")
    return {"campaign_names": taken}


def _campaign(row: Row) -> Campaign:
    return Campaign(
        id=row["id"],
        guild_id=row["guild_id"],
        name=row["name"],
        settings=CampaignSettings.stored(row["settings"]),
        version=row["version"],
        archived_at=row["archived_at"],
    )


def _is_same_money(old: Currency, new: Currency) -> bool:
    """Return True if an amount is worth the same in both: coins were only renamed, added or left out."""
    before, after = ({(coin.name, coin.value) for coin in currency.denominations} for currency in (old, new))
    kept = before <= after or after <= before
    return kept or {value for _, value in before} == {value for _, value in after}


@dataclass(frozen=True, slots=True)
class _Recoining:
    """The statements of a change of currency, and sentences on what it does to the campaign."""

    statements: tuple[Statement, ...]
    notes: tuple[str, ...]


async def _recoin_campaign(
    database: Database, campaign: Campaign, settings: CampaignSettings, *, actor: int, at: float
) -> _Recoining:
    """Give every character the starting purse of the new `settings`, and delete the saved house rules.

    Raises MoneyError where money has left its starting form; when applied, where `recoin` says so.
    """
    rows = await database.fetch("SELECT id, template FROM characters WHERE campaign_id = ?", campaign.id)
    amounts = {
        int(row["id"]): purse_of(TEMPLATES[row["template"]], settings) if row["template"] else settings.starting_purse
        for row in rows
    }
    key = f"recoin:{campaign.id}:{campaign.version + 1}"
    purses = await recoin(database, campaign.id, amounts, key=key, actor=actor, at=at)
    presets = await database.fetch("SELECT name FROM presets WHERE campaign_id = ? ORDER BY name_key", campaign.id)
    # Their antes and limits count the old coins: as many of the new ones would be other stakes.
    forgotten = Statement("DELETE FROM presets WHERE campaign_id = ?", (campaign.id,), touches=None)
    return _Recoining((*purses, forgotten), _describe_recoining(settings, [escape(row["name"]) for row in presets]))


def _describe_recoining(settings: CampaignSettings, presets: Sequence[str]) -> tuple[str, ...]:
    purse = settings.currency.show(settings.starting_purse)
    counted = f"The campaign counts in {settings.currency.title} now. A new character starts with {purse}."
    if not presets:
        return (counted,)
    gone = "preset of house rules is" if len(presets) == 1 else "presets of house rules are"
    return counted, f"The saved {gone} gone with the old coins: {listed(presets)}."
