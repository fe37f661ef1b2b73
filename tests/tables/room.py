"""A table without a book: who sits there, what is played, and the message that shows it."""

from typing import Any

from bot.campaigns import Campaign, CampaignSettings, Pace
from bot.engine.game import HouseRules, Player
from bot.engine.money import DND
from bot.engine.spec import AnySpec
from bot.tables.hand.engine import Cause, HandEngine
from bot.tables.hand.timing import set_deadline
from bot.tables.model import Chair, Record, Seeds, Table
from bot.ui.render.table_message import table_view
from tests.ui.parts import labels, texts

MINUTE = Pace.of("seconds", 60)


class Room:
    """Seats 1 to `seats`, and time that passes only when somebody does something; `at` is in seconds."""

    def __init__(
        self,
        spec: AnySpec,
        rules: HouseRules,
        seats: int,
        *,
        pace: Pace = MINUTE,
        stack: int = 9,
        bank: int = 0,
        name: str = "P{}",
        npcs: int = 0,
        settings: CampaignSettings | None = None,
    ) -> None:
        """Build a table; the first `npcs` seats are the GM's, and each seat is called `name` with its number."""
        chairs = tuple(
            Chair(seat=n, character_id=n, user_id=n if n > npcs else None, stack=stack) for n in range(1, seats + 1)
        )
        record = Record(
            id=1,
            campaign_id=1,
            guild_id=1,
            channel_id=1,
            game=spec.game.key,
            rules=rules.to_json(),
            pace=pace,
            keeper=99,
            seeds=Seeds(open="00" * 32, closed="11" * 32),
            opened_at=0,
            touched_at=0,
            chairs=chairs,
            bank=bank,
        )
        campaign = Campaign(id=1, guild_id=1, name="A campaign", settings=settings or CampaignSettings(currency=DND))
        names = {n: name.format(n) for n in range(1, seats + 1)}
        self.table = Table(spec, record, campaign, rules, names=names)
        self._clicks = 0

    def deals(self, at: float = 0) -> Table:
        players = [Player(seat=one.seat, stack=one.stack) for one in self.table.record.chairs]
        dealt = HandEngine().deal(self.table, players, self._cause(at)).table
        self.table = set_deadline(self.table, dealt, None, at)
        return self.table

    def acts(self, seat: int, key: str, *, at: float = 0, **values: Any) -> Table:
        """Carry out an action; raises RuleError if it isn't offered."""
        action = self.table.spec.game.action(key, values)
        after = HandEngine().act(self.table, seat, action, self._cause(at)).table
        self.table = set_deadline(self.table, after, seat, at)
        return self.table

    def all_act(self, key: str, **values: Any) -> Table:
        for chair in self.table.record.chairs:
            self.acts(chair.seat, key, **values)
        return self.table

    def settled(self) -> Table:
        """Return the table after its hand, as it waits for the next; money is left out."""
        hand = self.table.record.hand
        assert hand is not None
        assert self.table.spec.game.outcome(self.table.state) is not None
        self.table = self.table.evolve(hand=hand.evolve(status="settled"), deadline=None)
        return self.table

    def _cause(self, at: float) -> Cause:
        self._clicks += 1
        return Cause(f"{self._clicks}", f"{self._clicks}", "click", at)


def text_of(table: Table) -> str:
    """All that is written on it."""
    return "\n".join(texts(table_view(table)))


def labels_of(table: Table) -> list[str]:
    """Return the labels of its buttons."""
    return labels(table_view(table))
