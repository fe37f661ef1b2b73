"""Whatever people do at crooked tables, in whatever order: no coin is lost, and what nobody notices shows nowhere."""

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import rule

from bot.campaigns import Person
from bot.engine.cheating.state import CrookedState
from bot.engine.game import DEALER, HouseRules, Player
from bot.tables.model import Table
from tests.scale import scaled
from tests.tables.night import channels, people
from tests.tables.table_fixtures import GM, house_rules
from tests.tables.test_any_evening import Evening


class CrookedEvening(Evening):
    """Pi'Lok with sleights; whoever keeps a table may play there."""

    async def all_come_in(self) -> None:
        await super().all_come_in()
        await self.place.settle_for(keeper_may_play=True)

    def rules_of(self, options: dict[str, Any]) -> HouseRules:
        return house_rules(**options, crooked=True)

    def dealt_in(self, table: Table) -> tuple[Player, ...]:
        is_crooked = isinstance(table.state, CrookedState)
        return table.state.begun.players if is_crooked else super().dealt_in(table)

    def somebody_moves(self, data: st.DataObject, table: Table) -> None:
        """Every other time it is something on the side. The NPCs and the GM's seat are for the GM to play."""
        if not (table.record.keeper == GM.user_id and table.record.keeper_is_gm):
            click = self.click(GM, table.record.channel_id)
            table = self.run(self.place.tables.opening.take_over(table.id, click))
        asides = [(seat, move) for seat in (DEALER, *table.dealt_in) for move in table.moves(seat) if move.aside]
        if not asides or data.draw(st.booleans()):
            super().somebody_moves(data, table)
            return
        seat, move = data.draw(st.sampled_from(asides))
        after: Table = self.run(self.made(data, table, seat, move)).table
        if after.record.turn == table.record.turn:
            unseen = {name: getattr(after.record, name) for name in ("version", "sequence", "hand")}
            assert after.record == table.record.evolve(**unseen)
            assert after.spec.panel(after.state, None, after.voice) == table.spec.panel(table.state, None, table.voice)
            for other in set(table.dealt_in) - {seat}:
                assert after.moves(other) == table.moves(other)

    @rule(by=people, channel=channels)
    def take_over(self, by: Person, channel: int) -> None:
        if table := self.table_in(channel):
            self.attempt(self.place.tables.opening.take_over(table.id, self.click(by, channel)))

    @rule(by=people, channel=channels, crooked=st.booleans())
    def turn_the_table(self, by: Person, channel: int, crooked: bool) -> None:
        if table := self.table_in(channel):
            changes = {"crooked": crooked}
            self.attempt(self.place.tables.opening.change_rules(table.id, self.click(by, channel), changes))


TestCrookedEvening = CrookedEvening.TestCase
TestCrookedEvening.settings = settings(max_examples=scaled(8), stateful_step_count=20)
