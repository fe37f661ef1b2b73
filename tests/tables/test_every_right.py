"""Every row of the rights, tried through the services by each role from each place.

What is expected follows from the row and from facts that are written down here by scene and role. The services work the
facts out for themselves, from what is stored.
"""

import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from bot.campaigns import CampaignSettings, CardFiles, Cast, Fact, HousePurse, Person, Right, SavedRolls, Wallet
from bot.campaigns.rights import Where
from bot.engine.banked.odds import BetOdds
from bot.engine.game import DEALER, HouseRules
from bot.engine.options import with_options
from bot.engine.spec import AnySpec
from bot.errors import NotAllowed, NotFound, PlayerError
from bot.portability.characters import Proposals
from bot.portability.hands_export import export_hands
from bot.tables.gm_log import gm_log
from bot.tables.offers import first_filling
from bot.tables.presets import Bets, Presets, require_fair
from bot.tables.service import pause_all
from bot.tables.table_store import Click
from examples.coin_toss.spec import GAME as COIN_TOSS
from tests.sqlite_file import keep
from tests.tables import blind_draw
from tests.tables.money.wager_fixtures import games_with_blind_draw
from tests.tables.shells import SHELLS, ShellRules
from tests.tables.table_fixtures import CHANNEL, ELSEWHERE, GM_ROLE, GUILD, MINUTE, TableHarness

BACKROOM, ABROAD = 700, 501
SETTINGS, RULES = CampaignSettings(), next(iter(COIN_TOSS.game.presets.values()))
ODD_RULES = with_options(RULES, {"min_bet": 7})
LOSING = BetOdds(key="even", label="Even", pays="2 to 1", chance=Fraction(1), back=Fraction(2))
HAN, LEIA, BIB = 1, 2, 3
"""The seats of the seated player, of the GM who plays, and of the NPC that the host has seated."""
ROLES = {
    "player": Person(10),
    "seated": Person(11),
    "opener": Person(12),
    "host": Person(13, frozenset({GM_ROLE}), name="Proxima"),
    "other GM": Person(14, frozenset({GM_ROLE}), name="Dryden"),
    "GM who plays": Person(15, frozenset({GM_ROLE}), name="Qi'ra"),
    "manager": Person(16, manage_guild=True, name="Enfys"),
    "GM of another campaign": Person(17, frozenset({GM_ROLE + 1})),
}
F = Fact
_AWAY = {F.NOT_SEATED, F.IMPARTIAL, F.OUTSIDE_HAND, F.OUTSIDE_PAST_HAND, F.DECIDES_NOTHING, F.PLAYS_NO_NPC, F.NOT_HOST}
_AT_TABLE = {F.SEATED, F.DECIDES_NOTHING, F.PLAYS_NO_NPC, F.NOT_HOST}
FACTS: Mapping[str, set[Fact]] = {
    "player": _AWAY,
    "seated": _AT_TABLE | {F.OWN, F.AWAITED},
    "opener": _AWAY | {F.OPENER},
    "host": _AWAY - {F.NOT_HOST, F.PLAYS_NO_NPC} | {F.GM, F.HOST, F.PLAYS_NPCS},
    "other GM": _AWAY | {F.GM},
    "GM who plays": _AT_TABLE | {F.GM, F.AWAITED},
    "manager": _AWAY | {F.GM, F.MANAGER},
    "GM of another campaign": _AWAY,
}
"""What holds of each of them in mid-hand at a table of Blind Draw."""
PLACES = {
    "at the table": (GUILD, CHANNEL, False),
    "GM channel": (GUILD, BACKROOM, False),
    "in private": (GUILD, ELSEWHERE, True),
    "elsewhere": (GUILD, ELSEWHERE, False),
    "abroad": (ABROAD, CHANNEL, False),
}


class Place(TableHarness):
    """A server with a scene that each trial begins with."""

    async def opens(self, game: str, rules: HouseRules, **options: Any) -> None:
        """Have the opener open a table, and the host become a GM's; the others are there with a spare character."""
        await self.settle_for(
            gm_role_id=GM_ROLE, gm_channel_id=BACKROOM, openers="role", opener_role_id=GM_ROLE + 2, bankroll="house"
        )
        host = ROLES["host"]
        await self.wallet.grant(self.campaign, host, [HousePurse(self.campaign.id)], 100_000, key="house", reason="")
        opener = replace(ROLES["opener"], role_ids=frozenset({GM_ROLE + 2}))
        table = await self.tables.opening.open(
            self.campaign, self.click(opener), game, rules, places=(CHANNEL,), pace=MINUTE, **options
        )
        self.table_id = table.id
        self.spare = {
            role: await self.characters.create(self.campaign, person, f"Spare {at}")
            for at, (role, person) in enumerate(ROLES.items())
        }
        self.npc = await self.characters.create_npc(self.campaign, host, "regular", "Esk")

    async def hand(self) -> None:
        await self.opens("blind_draw", blind_draw.BlindRules(cards=1))
        self.han = await self.sits(ROLES["seated"], "Han", 100)
        await self.sits(ROLES["GM who plays"], "Leia", 100)
        bib = await self.characters.create_npc(self.campaign, ROLES["host"], "regular", "Bib")
        await self.tables.seating.sit(self.table_id, self.click(ROLES["host"]), bib, 100)
        await self.deals(ROLES["seated"])

    async def over(self) -> None:
        await self.hand()
        for role, seat in (("seated", HAN), ("GM who plays", LEIA), ("host", BIB)):
            await self.acts(ROLES[role], "show", seat=seat)

    async def new(self) -> None:
        await self.opens("blind_draw", blind_draw.BlindRules(cards=1))

    async def shells(self) -> None:
        await self.opens("shells", ShellRules())
        self.han = await self.sits(ROLES["seated"], "Han", 100)
        await self.sits(ROLES["GM who plays"], "Leia", 100)
        await self.tables.opening.take_over(self.table_id, self.click(ROLES["host"]))
        await self.deals(ROLES["seated"])
        for role, seat in (("seated", HAN), ("GM who plays", LEIA)):
            await self.acts(ROLES[role], "pass", seat=seat)

    async def toss(self) -> None:
        await self.opens("coin_toss", RULES, bets=())

    @property
    def wallet(self) -> Wallet:
        return Wallet(self.database, Cast(self.database), self.clock)

    async def opens_elsewhere(self, click: Click) -> None:
        elsewhere = replace(click, channel_id=ELSEWHERE)
        await self.tables.opening.open(
            self.campaign, elsewhere, "blind_draw", blind_draw.BlindRules(), places=(ELSEWHERE,)
        )

    async def is_fair(self, click: Click, bets: Bets | None) -> None:
        await require_fair(self.database, self.campaign, click.person, COIN_TOSS.game, ODD_RULES, bets)

    async def reads_log(self, click: Click) -> None:
        await gm_log(self.database, await self.table(), click.person, 10)

    async def exports(self, click: Click) -> None:
        await export_hands(self.database, await self.table(), click.person, self.clock.now())

    async def does(self, role: str, deed: "Deed", where: tuple[int, int, bool]) -> PlayerError | None:
        guild, channel, is_private = where
        click = replace(self.click(ROLES[role], guild=guild, channel=channel), is_private=is_private)
        try:
            await deed(self, click, role)
        except PlayerError as refused:
            return refused
        return None


Deed = Callable[[Place, Click, str], Awaitable[object]]


@dataclass(frozen=True)
class Trial:
    """A right, how it is used in a scene, and what the scene adds to the facts or takes from them."""

    right: Right
    scene: str
    deed: Deed
    plus: frozenset[Fact] = frozenset()
    minus: frozenset[Fact] = frozenset()

    def expected(self, role: str) -> str | None:
        """Return the template of the refusal, or None for a role that has the right."""
        facts = {F.HIDDEN, F.NO_TOURNAMENT, F.NO_BANK, F.AWAITS, F.WAGER_AGREED, F.ODDS, F.PLAYERS_OPEN}
        return self.right.refusal(((facts | FACTS[role] | self.plus) - self.minus).__contains__)


BETWEEN = frozenset({F.BETWEEN_HANDS})
NEW = BETWEEN | {F.BEFORE_FIRST_HAND}
TRIALS = (
    Trial(Right.WATCH, "hand", lambda at, click, _: at.tables.store.meet(at.table_id, click)),
    Trial(Right.SIT, "hand", lambda at, click, role: at.tables.seating.sit(at.table_id, click, at.spare[role], 100)),
    Trial(Right.SEAT_NPC, "hand", lambda at, click, _: at.tables.seating.sit(at.table_id, click, at.npc, 100)),
    Trial(Right.PLAY_OWN, "hand", lambda at, click, _: at.tables.playing.act(at.table_id, click, "show", seat=HAN)),
    Trial(Right.PLAY_NPC, "hand", lambda at, click, _: at.tables.playing.act(at.table_id, click, "show", seat=BIB)),
    Trial(Right.PLAY_GM, "shells",
        lambda at, click, _: at.tables.playing.act(at.table_id, click, "verdict", {"ruling": "pay"}, seat=DEALER)),
    Trial(Right.SEAT_OWN, "hand", lambda at, click, _: at.tables.seating.leave(at.table_id, click, HAN)),
    Trial(Right.SEAT_OF_NPC, "hand", lambda at, click, _: at.tables.seating.leave(at.table_id, click, BIB)),
    Trial(Right.SEND_AWAY, "hand", lambda at, click, _: at.tables.seating.stand_up(at.table_id, click, HAN)),
    Trial(Right.ACT_FOR, "hand", lambda at, click, _: at.tables.playing.time_out(at.table_id, click, HAN)),
    Trial(Right.DEAL, "over", lambda at, click, _: at.tables.playing.deal(at.table_id, click), BETWEEN),
    Trial(Right.MORE_TIME, "hand", lambda at, click, _: at.tables.playing.more_time(at.table_id, click)),
    Trial(Right.PAUSE, "hand", lambda at, click, _: at.tables.opening.pause(at.table_id, click)),
    Trial(Right.VOID, "hand", lambda at, click, _: at.tables.opening.void(at.table_id, click)),
    Trial(Right.CLOSE, "hand", lambda at, click, _: at.tables.opening.close(at.table_id, click)),
    Trial(Right.CLOSE, "over", lambda at, click, _: at.tables.opening.close(at.table_id, click), BETWEEN),
    Trial(Right.CHANGE_RULES, "over",
        lambda at, click, _: at.tables.opening.change_rules(at.table_id, click, {"wagers": False}), BETWEEN),
    Trial(Right.CHANGE_RULES, "new",
        lambda at, click, _: at.tables.opening.change_rules(at.table_id, click, {"wagers": False}), NEW),
    Trial(Right.CHANGE_RULES, "toss",
        lambda at, click, _: at.tables.opening.change_rules(at.table_id, click, {"min_bet": 7}), NEW,
        frozenset({F.NO_BANK})),
    Trial(Right.BANK, "toss", lambda at, click, _: at.tables.banks.fill(at.table_id, click, 5), NEW),
    Trial(Right.TAKE_OVER, "hand", lambda at, click, _: at.tables.opening.take_over(at.table_id, click)),
    Trial(Right.UNDO, "hand", lambda at, click, _: at.tables.undoing.preview(at.table_id, click)),
)  # fmt: skip
PLACELESS = (
    Trial(Right.MANAGE, "new", lambda at, click, _: at.campaigns.create(GUILD, "Kessel", SETTINGS, click.person)),
    Trial(Right.SET_UP, "new", lambda at, click, _: at.campaigns.rename(at.campaign, "Kessel", click.person)),
    Trial(Right.MANAGE, "new", lambda at, click, _: at.campaigns.bind(at.campaign, CHANNEL, click.person)),
    Trial(Right.SET_UP, "new", lambda at, click, _: at.campaigns.change(
        at.campaign, at.campaign.settings.changed(auto_deal=True), click.person)),
    Trial(Right.CHARACTER, "new", lambda at, click, _: at.characters.retire(
        at.campaign, click.person, at.spare["seated"])),
    Trial(Right.NPCS, "new", lambda at, click, _: at.characters.create_npc(at.campaign, click.person, "shark")),
    Trial(Right.WALLETS, "new", lambda at, click, _: at.characters.in_play(at.campaign, click.person)),
    Trial(Right.MONEY, "new", lambda at, click, role: at.wallet.grant(
        at.campaign, click.person, [at.spare[role]], 5, key=click.key, reason="")),
    Trial(Right.ROLLS, "new", lambda at, click, _: SavedRolls(at.database).save(
        at.campaign, click.person, at.spare["seated"], "Blaster", "2d6")),
    Trial(Right.PROPOSALS, "new", lambda at, click, _: Proposals(
        at.database, at.characters, at.ids, at.clock).waiting(at.campaign, click.person)),
    Trial(Right.CARD_FILES, "new", lambda at, click, _: CardFiles(at.database, at.clock).load(
        at.campaign, click.person, "blind_draw", "", click.key)),
    Trial(Right.CHARACTER, "hand", lambda at, click, _: at.characters.edit(
        at.campaign, click.person, at.han, name="Solo")),
    Trial(Right.PLAYED, "hand", lambda at, click, _: at.characters.use(at.campaign, click.person, at.han)),
    Trial(Right.SCREEN, "hand", lambda at, click, _: pause_all(at.tables, at.campaign, click)),
    Trial(Right.PRESETS, "new", lambda at, click, _: Presets(at.database, at.clock).save(
        at.campaign, click.person, "blind_draw", "Friday", blind_draw.BlindRules(cards=2))),
    Trial(Right.OPEN, "new", lambda at, click, _: at.opens_elsewhere(click), frozenset({F.OPENING_CHANNEL})),
    Trial(Right.OPEN_UNKNOWN, "new", lambda at, click, _: at.is_fair(click, None)),
    Trial(Right.OPEN_LOSING, "new", lambda at, click, _: at.is_fair(click, (LOSING,))),
    Trial(Right.FILL, "new", lambda at, click, _: first_filling(
        at.database, at.campaign, click.person, COIN_TOSS.game, RULES, 5)),
    Trial(Right.MOVE, "hand", lambda at, click, _: at.tables.opening.move(
        at.table_id, replace(click, channel_id=ELSEWHERE), (ELSEWHERE,))),
    Trial(Right.GM_LOG, "hand", lambda at, click, _: at.reads_log(click)),
    Trial(Right.EXPORT, "over", lambda at, click, _: at.exports(click)),
)  # fmt: skip
"""Deeds that no place alone forbids."""
TRIED_ELSEWHERE = frozenset(
    {Right.NAMES, Right.UNSEEN, Right.ITEMS, Right.UNCLAIMED, Right.SECRETS, Right.LOADOUT, Right.MAKE, Right.READ,
        Right.HELP,
        Right.PRIVACY, Right.FIRST, Right.ANSWER, Right.SPLIT, Right.VOTE, Right.ROLL, Right.STOP_DIRECT,
        Right.OPEN_CROOKED, Right.ODDS, Right.DEAL_SOONER, Right.MORE_TIMES, Right.GM_PAGE, Right.CHOOSE_UNSEEN,
        Right.UNDO_HIDDEN, Right.PAST_CARDS, Right.ALL_ROLLS}
)  # fmt: skip
"""Rights that the UI asks for, and rights that depend on time or on past hands."""


@pytest.fixture
async def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Place]:
    catalog: dict[str, AnySpec] = {**games_with_blind_draw(), "shells": SHELLS, "coin_toss": COIN_TOSS}
    monkeypatch.setattr("bot.games.games", lambda: catalog)
    async with Place(tmp_path / "place.db") as place:
        yield place


async def begin(place: Place, trial: Trial) -> Callable[[], Awaitable[None]]:
    """Set the scene, and return a function that sets it again from a copy of all rows."""
    await getattr(place, trial.scene)()
    await place.close_doors()
    put_back = keep(place.path)
    await place.open_doors()

    async def again() -> None:
        await place.close_doors()
        put_back(place.path)
        await place.open_doors()

    return again


@pytest.mark.parametrize("trial", TRIALS, ids=lambda trial: f"{trial.right.name}-{trial.scene}")
async def test_service_allows_at_a_table_what_the_row_allows(place: Place, trial: Trial):
    again = await begin(place, trial)
    before = await place.everything()
    allowed = list[tuple[str, str]]()
    for role in ROLES:
        for name, where in PLACES.items():
            is_gm, sentence = F.GM in FACTS[role], trial.expected(role)
            is_reached = name == "at the table" or (is_gm and name in {"GM channel", "in private"})
            if is_reached and sentence is None:
                allowed.append((role, name))
                continue
            refused = await place.does(role, trial.deed, where)
            assert isinstance(refused, NotAllowed | NotFound), (role, name)
            if is_reached:
                assert matches(str(refused), sentence), (role, name)
    assert await place.everything() == before
    for role, name in allowed:
        assert await place.does(role, trial.deed, PLACES[name]) is None, (role, name)
        await again()


@pytest.mark.parametrize("trial", PLACELESS, ids=lambda trial: trial.right.name)
async def test_service_allows_what_the_row_allows(place: Place, trial: Trial):
    again = await begin(place, trial)
    for role in ROLES:
        sentence, refused = trial.expected(role), await place.does(role, trial.deed, PLACES["at the table"])
        if sentence is None:
            assert refused is None, role
            await again()
        else:
            assert isinstance(refused, NotAllowed), role
            assert matches(str(refused), sentence), role


def test_every_right_is_tried():
    assert {trial.right for trial in (*TRIALS, *PLACELESS)} == set(Right) - TRIED_ELSEWHERE
    assert {trial.right.where for trial in TRIALS} == {Where.TABLE}


def matches(told: str, template: str | None) -> bool:
    """Return whether the sentence is the row's, with any words in its gaps."""
    return template is not None and re.fullmatch(re.sub(r"\\{\w+\\}", ".+", re.escape(template)), told) is not None
