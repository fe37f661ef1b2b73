"""The example in `docs/fair-dice.md`: a real deal, calculated again with nothing but a hash."""

import hashlib
import hmac
import json

from bot.tables.model import Seeds
from bot.tables.verification.verify import verify_hand
from tests.tables.table_fixtures import ANN, BEN, TableHarness

SEED = "5ca1ab1e" * 8
SEALED_AS = "4df293b84b7caa34b1a1bec8df8173149bfb926d5691f7b5dbbeee0036b85440"
CLICK = "1359264088205557760"
HAND = "263415398400001.1.0"
SOURCE = "eb9f58534a07ab1125a8623c372636f14cf42ec124b79ee4d1b5147a4d736c68"
DICE = (6, 2)
TOLD = "The Lift: **Lando** 6, **Han** 2. **Lando** leads with 6."


async def test_the_table_throws_the_dice_of_the_example(harness: TableHarness) -> None:
    async with TableHarness(harness.path.with_name("example.db")) as place:
        place.tables.store.seeds = lambda: Seeds(open=SEED, closed=bytes(32).hex())
        await place.opened()
        for person, name in ((ANN, "Han"), (BEN, "Lando")):
            await place.sits(person, name)
        table = (await place.tables.playing.deal(place.table_id, place.click(ANN, key=CLICK))).table
        assert table.hand_id == HAND
        assert table.said[-1] == TOLD
        await place.play_out()
        found = await verify_hand(place.database, place.table_id, 1)
        assert (found.ok, found.commitment, found.open_seed) == (True, SEALED_AS, SEED)
        (deal, *_) = await place.database.fetch("SELECT draws FROM actions WHERE hand = 1 ORDER BY sequence")
        assert [value + 1 for _, _, value, _ in json.loads(deal["draws"])] == [*DICE]


def test_anybody_comes_to_the_same_dice_with_nothing_but_a_hash() -> None:
    assert hashlib.sha256(bytes.fromhex(SEED)).hexdigest() == SEALED_AS
    source = hashlib.sha256(bytes(32) + CLICK.encode()).digest()
    assert source.hex() == SOURCE
    thrown: list[int] = []
    for number in range(len(DICE)):
        message = f"{HAND}|{number}|0|".encode() + source
        word = hmac.digest(bytes.fromhex(SEED), message, "sha256")[:8]
        thrown.append(int.from_bytes(word, "big") % 6 + 1)
    assert tuple(thrown) == DICE
