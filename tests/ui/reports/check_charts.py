"""/wallet chart and /ledger chart: purses over time, for whoever may look into them."""

import io
from typing import Any

from PIL import Image

from playground.people import Answer, Player
from tests.manual_clock import ManualClock
from tests.ui.conftest import Cast, Settle
from tests.ui.reports.conftest import Played

CSV = {"as": "csv"}


async def asks(who: Player, evening: Played, words: str = "wallet chart", **options: Any) -> Answer:
    return await (await who.slash(evening.channel, words, options=options)).done()


async def names(who: Player, evening: Played, words: str = "wallet chart", **options: Any) -> list[str]:
    """Return the holders whose lines are in the file, each once."""
    answer = await asks(who, evening, words, **options, **CSV)
    assert answer.shown.ephemeral
    rows = answer.shown.files["wallets.csv"].decode().splitlines()[1:]
    return list(dict.fromkeys(row.split('","')[0].strip('"') for row in rows))


async def test_a_chart_is_a_picture_with_its_words(evening: Played, han: Player, lando: Player):
    await asks(han, evening, characters="Han, party", share=True)
    shown = await lando.until_sees(evening.channel, lambda seen: "Wallets over time" in seen.text)
    assert not shown.ephemeral
    assert shown.lines[:2] == ["### Wallets over time", "1. **Han**: 1,000 cr → 1,000 cr · lowest 960 cr"]
    assert "Chips at tables count as money in the wallet" in shown.lines[-1]
    (file,) = shown.message.attachments
    assert file.filename == "wallets.png"
    assert Image.open(io.BytesIO(file.content)).size == (900, 600)
    assert file.description is not None
    assert file.description.startswith("Wallet and chips over time, from 2027-01-15 08:00 to 2027-01-15 08:0")
    assert "Han began with 1,000 cr and ended with 1,000 cr" in file.description


async def test_players_see_their_own_purses_and_the_partys(evening: Played, cast: Cast, han: Player, settle: Settle):
    await cast.pc(han, "Chewie")
    assert await names(han, evening) == ["Chewie", "Han"]
    await han.slash(evening.channel, "wallet pay", amount="10", to="party")
    assert await names(han, evening, characters="party, Chewie,Chewie") == ["Chewie", "The party's wallet"]
    for whose in ("Lando", "Chewie, Lando", "The house", "The whole party", "Cela", "nobody, at all", ",", " , ,"):
        answer = await asks(han, evening, characters=whose)
        assert answer.shown.ephemeral
        assert not answer.shown.files, whose
    assert await han.autocomplete(evening.channel, "wallet chart", "characters", "Han, ") == [
        ("Han, The party's wallet", "Han, The party's wallet"),
        ("Han, Chewie", "Han, Chewie"),
    ]
    await settle()
    for of in ("party", "everybody", "house"):
        assert (await asks(han, evening, "ledger chart", of=of)).text == "Only the GM can do that."
    answer = await asks(han, evening, share=True, **CSV)
    assert answer.text == "You can't share a file. Leave out `share`, or choose an image."


async def test_a_gm_sees_everybodys_and_the_houses(evening: Played, cast: Cast, gm: Player):
    assert await names(gm, evening, characters="Lando, Cela") == ["Lando", "Cela"]
    assert sorted(await names(gm, evening, characters="The whole party")) == ["Han", "Lando"]
    assert sorted(await names(gm, evening, "ledger chart")) == ["Han", "Lando"]
    assert sorted(await names(gm, evening, "ledger chart", of="everybody")) == ["Cela", "Han", "Lando"]
    offered = await gm.autocomplete(evening.channel, "wallet chart", "characters", "the")
    assert [name for name, _ in offered] == ["The whole party", "The party's wallet", "The house"]
    assert (await asks(gm, evening)).text == "You have no character in this campaign yet. Make one with /character new."
    await cast.npc("Lando, the Baron")
    assert await names(gm, evening, characters="Lando, the Baron, Han") == ["Lando, the Baron", "Han"]


async def test_chart_is_refused_when_no_money_has_moved(evening: Played, gm: Player, han: Player, clock: ManualClock):
    still = "No money has moved there yet, so there is nothing to draw."
    assert (await asks(gm, evening, "ledger chart", of="house")).text == still
    await clock.advance(3 * 86_400)
    answer = await asks(han, evening, days=2)
    assert answer.text == "No money has moved there in the last 2 days, so there is nothing to draw."
    assert (await asks(han, evening, days=1)).text.startswith("No money has moved there in the last day,")
    assert await names(han, evening, days=4) == ["Han"]


async def test_csv_still_works_without_the_charts_extra(evening: Played, han: Player):
    evening.services.plotter._program = ("-c", "import sys; sys.exit(3)")
    answer = await asks(han, evening)
    assert answer.shown.ephemeral
    assert answer.text.startswith("This bot was installed without charts.")
    assert await names(han, evening) == ["Han"]
