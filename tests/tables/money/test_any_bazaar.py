"""Whatever people do at tables where things are wagered: each thing has one holder, and none appears or vanishes."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, rule

from bot.campaigns import Person
from bot.engine.game import HouseRules
from bot.tables.model import Table
from tests.scale import scaled
from tests.tables.blind_draw import BlindRules
from tests.tables.money.wager_fixtures import WagerHarness, games_with_blind_draw
from tests.tables.night import channels, people, seats
from tests.tables.table_fixtures import GM
from tests.tables.test_any_evening import RULES, Evening

KINDS = ("ring", "idol", "tooth")

kinds = st.lists(st.sampled_from(KINDS), min_size=1, max_size=3)


class BazaarEvening(Evening):
    """Blind Draw, at tables with and without wagers."""

    place_of = WagerHarness
    game = "blind_draw"
    place: WagerHarness

    def __init__(self) -> None:
        self.patch = pytest.MonkeyPatch()
        games = games_with_blind_draw()
        self.patch.setattr("bot.games.games", lambda: games)
        self.owned = Counter[str]()
        super().__init__()
        # The GM has a character at the tables too, and plays the NPCs beside it.
        self.run(self.place.settle_for(keeper_may_play=True))

    def teardown(self) -> None:
        super().teardown()
        self.patch.undo()

    def rules_of(self, options: dict[str, Any]) -> HouseRules:
        return BlindRules(cards=1, wagers=options is not RULES[1])

    @rule(who=st.integers(0, 5), given=kinds)
    def give(self, who: int, given: list[str]) -> None:
        self.run(self.place.gives(self.cast[who], *given))
        self.owned += Counter(given)

    @rule(who=st.integers(0, 5), taken=kinds)
    def take(self, who: int, taken: list[str]) -> None:
        async def taking() -> None:
            campaign, character, key = self.place.campaign.id, self.cast[who].id, self.place.click(GM).key
            await self.place.goods.take(campaign, character, "blind_draw", taken, actor=GM.user_id, key=key)
            self.owned -= Counter(taken)

        self.attempt(taking())

    @rule(channel=channels, by_hand=kinds)
    def everybody_wagers(self, channel: int, by_hand: list[str]) -> None:
        if table := self.table_in(channel):
            for chair in table.record.chairs:
                character = next(each for each in self.cast if each.id == chair.character_id)
                by = GM if chair.user_id is None else Person(chair.user_id, is_owner=chair.user_id == GM.user_id)
                self.run(self.place.gives(character, *by_hand))
                self.owned += Counter(by_hand)
                ids = self.run(self.place.ids_of(character, *by_hand))
                work = self.place.tables.wagers.wager(table.id, self.click(by, channel), chair.seat, ids)
                self.attempt(work)

    @rule(channel=channels, by_hand=kinds, shows=st.lists(st.booleans(), min_size=4, max_size=4))
    def a_hand_is_played_for_things(self, channel: int, by_hand: list[str], shows: list[bool]) -> None:
        self.everybody_wagers(channel, by_hand)
        if table := self.table_in(channel):
            self.attempt(self.place.tables.playing.deal(table.id, self.click(self.dealer(table), channel)))
            for seat, show in zip(sorted(self.run(self.place.tables.look(table.id)).to_act), shows, strict=False):
                move, by = "show" if show else "fold", self.run(self.player(table.id, seat))
                self.attempt(self.place.tables.playing.act(table.id, self.click(by, channel), move, {}, seat=seat))

    def dealer(self, table: Table) -> Person:
        """Somebody who may deal: they have left the wagers as they were."""
        others = (chair.user_id for chair in table.record.chairs if chair.user_id != table.record.wagered_by)
        return next((Person(user_id) for user_id in others if user_id is not None), GM)

    async def player(self, table_id: int, seat: int) -> Person:
        chair = (await self.place.tables.look(table_id)).chair(seat)
        return GM if chair is None or chair.user_id in {None, GM.user_id} else Person(chair.user_id or 0)

    @rule(by=people, channel=channels, seat=seats, who=st.integers(0, 5), chosen=kinds)
    def wager(self, by: Person, channel: int, seat: int | None, who: int, chosen: list[str]) -> None:
        """Their own things, or somebody else's."""
        if table := self.table_in(channel):
            ids = self.run(self.place.ids_of(self.cast[who], *chosen))
            self.attempt(self.place.tables.wagers.wager(table.id, self.click(by, channel), seat, ids))

    @rule(by=people, channel=channels, seat=seats, some=st.booleans())
    def take_back(self, by: Person, channel: int, seat: int | None, some: bool) -> None:
        if table := self.table_in(channel):
            lying = [good.id for chair in table.record.chairs for good in chair.wager]
            chosen = lying[:1] if some else None
            self.attempt(self.place.tables.wagers.take_back(table.id, self.click(by, channel), seat, chosen))

    @rule(by=people, channel=channels, wagers=st.booleans())
    def play_for_more_or_less(self, by: Person, channel: int, wagers: bool) -> None:
        if table := self.table_in(channel):
            change = self.place.tables.opening.change_rules
            self.attempt(change(table.id, self.click(by, channel), {"wagers": wagers}))

    @rule(by=people, channel=channels)
    def take_over(self, by: Person, channel: int) -> None:
        if table := self.table_in(channel):
            self.attempt(self.place.tables.opening.take_over(table.id, self.click(by, channel)))

    @invariant()
    def every_good_has_one_holder(self) -> None:
        async def count() -> None:
            rows = await self.place.file.fetch("SELECT kind FROM items WHERE holder <> 'nobody'")
            assert Counter(row["kind"] for row in rows) == self.owned
            for table_id in self.opened:
                await self.place.shown_is_on_the_table(table_id)

        self.run(count())


TestBazaar = BazaarEvening.TestCase
TestBazaar.settings = settings(max_examples=scaled(12), stateful_step_count=25)
