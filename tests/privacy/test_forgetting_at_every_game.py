"""Whatever is played: once a user was forgotten, what is kept of the table names them no more, and still checks out."""

from pathlib import Path

import pytest

from bot import games
from bot.campaigns import Pace, Person
from bot.portability.proof import verify_file
from bot.privacy.forgetting import Forgetting
from bot.tables.verification.verify import verify_hand
from tests.portability.campaign_file_fixtures import archive_of
from tests.privacy.test_forgetting import everything_in
from tests.tables.table_fixtures import CHANNEL, GM, GUILD, TableHarness

ZED = Person(812_345_678_901_234_567, name="Zedrick")
AMY = Person(712_345_678_901_234_567, name="Amelie")


@pytest.mark.parametrize("game", sorted(games.games()))
async def test_nothing_is_left_of_them(path: Path, game: str):
    async with TableHarness(path) as place:
        found = games.spec_of(game)
        preset = next(iter(found.game.presets.values()))
        table = await place.tables.opening.open(
            place.campaign, place.click(GM), game, preset, places=(CHANNEL,), pace=Pace(), auto_deal=False
        )
        place.table_id = table.id
        low = max(table.spec.game.buy_in(table.rules).low, min(500, table.spec.game.buy_in(table.rules).high))
        for person, name in ((ZED, "Zaphod"), (AMY, "Trillian")):
            if len((await place.table()).record.chairs) < table.spec.game.seats[-1]:
                await place.sits(person, name, low)
        await place.deals(AMY if found.game.seats[-1] > 1 else ZED)
        for _ in range(200):
            table = await place.table()
            if not table.in_hand:
                break
            if table.pause is not None or not table.to_act:
                await place.clock.advance(60)
                await place.tables.playing.tick(table.id)
                continue
            for seat in sorted(table.to_act):
                if seat in (await place.table()).to_act and (await place.table()).chair(seat) is not None:
                    await place.tables.playing.time_out(place.table_id, place.click(GM), seat)
        assert not (await place.table()).in_hand
        assert (await verify_hand(place.database, place.table_id, 1)).ok
        assert await Forgetting(place.database, place.tables, place.clock).ask(ZED.user_id, [GUILD])
        left = everything_in(place.path)
        assert b"Zaphod" not in left
        assert str(ZED.user_id).encode() not in left
        assert b"Trillian" in left or found.game.seats[-1] == 1
        found_now = await verify_hand(place.database, place.table_id, 1, as_gm=True)
        assert (found_now.faults, found_now.unverified) == ((), "")
        proof = verify_file((await archive_of(place).export_hands(await place.table(), GM)).content)
        assert ([one.verdict for one in proof.hands], proof.problems) == (["verified"], ())
        await place.adds_up()
        await place.restart()
        assert "Zaphod" not in (await place.table()).names.values()
