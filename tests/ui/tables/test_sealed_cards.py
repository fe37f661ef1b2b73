"""Sealed cards: public as digests, with salt and card for whoever holds them, and for all once they are shown."""

import re
from hashlib import sha256

import pytest

from bot.campaigns.names import LONGEST_NAME
from bot.engine.cards import Seal
from bot.engine.money import DND
from bot.engine.words import Voice
from bot.games import spec_of
from bot.ui.client import Shadowport
from bot.ui.handlers.verify import seals_page
from cogs.klingon.card_file import LONGEST_NAME as LONGEST_SHIP
from cogs.klingon.card_file import STANDARD
from cogs.klingon.state import KlingonRules
from playground.discord.server import LocalDiscord
from playground.discord.world import Channel, Guild
from playground.people import Player
from tests.e2e.hidden_cards import dealt, hand
from tests.manual_clock import ManualClock
from tests.ui.parts import texts
from tests.ui.tables.evening import Evening, labels, told

LANDO, HAN = "10c 10d 3s 8h 6d", "1d 4h 6s 13c 13d"
"""Dealt from the amulet on: it begins with whoever sat down last."""
OPEN = re.compile(r"(\w+) \([^)]+\) with the salt (\w+)\n(\w{64})")
KLINGON = spec_of("klingon")
CLOSED = re.compile(r"face down\n(\w{64})")


@pytest.fixture
async def golem(
    local: LocalDiscord,
    bot: Shadowport,
    clock: ManualClock,
    channel: Channel,
    guild: Guild,
    gm: Player,
    han: Player,
    lando: Player,
) -> Evening:
    """Seat Han and Lando at Golem."""
    evening = Evening(local, bot, clock, channel, guild, gm)
    await evening.open(command="golem open", preset="casino", clock="off")
    await evening.sits(lando, "Lando")
    await evening.sits(han, "Han")
    return evening


@pytest.fixture
async def two(golem: Evening, han: Player) -> Evening:
    """Deal them in, with known cards."""
    golem.roll(*dealt(HAN, LANDO))
    await han.click(golem.message, "Deal")
    await golem.drawn()
    return golem


async def seals(evening: Evening, player: Player) -> str:
    """Return the text about the cards that the player reads, from their hand."""
    mine = await hand(evening, player)
    await player.click(mine, "Sealed cards")
    text = "\n".join(mine.lines).replace("`", "")
    await player.click(mine, "My hand")
    assert "My seat" in labels(mine)
    return text


async def test_the_foot_of_the_table_names_the_seal_of_all_cards(two: Evening, han: Player):
    text = await seals(two, han)
    digests = re.findall(r"^\w{64}$", text, re.MULTILINE)
    root = sha256("".join(digests).encode()).hexdigest()
    assert f"-# SHA-256 over all these lines, joined in order, is {root}. The table shows its first digits." in text
    assert f"cards sealed {root[:8]}…" in two.message.lines[-1]


async def test_each_reads_the_salts_of_their_own_cards_only(two: Evening, han: Player, lando: Player):
    for player, cards in ((han, HAN), (lando, LANDO)):
        text = await seals(two, player)
        shown = OPEN.findall(text)
        assert " ".join(card for card, _, _ in shown) == cards
        assert all(sha256(f"{salt}:{card}".encode()).hexdigest() == digest for card, salt, digest in shown)
        assert len(CLOSED.findall(text)) == 5
    assert "10d (10 of stone) with the salt" in text
    table = await two.table()
    for other in (two.guest("Greedo"), two.gm):
        answer = await other.click(two.message, f"seals:{table.id}:1:0", unchecked=True)
        text = told(answer).replace("`", "")
        assert (OPEN.findall(text), len(CLOSED.findall(text))) == ([], 10)


async def test_the_proof_of_a_hand_leads_to_its_cards(golem: Evening, han: Player, lando: Player):
    await han.click(golem.message, "Deal")
    await golem.drawn()
    await golem.privately(han, "Fold", "Fold")
    await golem.drawn()
    proof = (await golem.privately(lando, "More…", "Verify")).shown
    assert "Every card that was shown, and every open draw, matches what was sealed." in proof.lines
    assert "10 cards were sealed face down, and none was shown." in proof.text
    assert labels(proof) == ["Sealed cards"]
    await lando.click(proof, "Sealed cards")
    assert len(OPEN.findall(proof.text.replace("`", ""))) == 5


def test_a_card_is_read_by_its_code_and_by_its_name():
    """The code is what was hashed; whoever checks it with a tool of their own needs that."""
    rules = KlingonRules(deck=STANDARD.evolve(ships=(STANDARD.ships[0].evolve(name="*The* ship"), *STANDARD.ships[1:])))
    known, others = STANDARD.ships[0].id, ("kli-d7", "no-ship")
    assert KLINGON.card_name(known, rules) == r"\*The\* ship"
    assert [KLINGON.card_name(card, rules) for card in others] == ["Klingon D7 cruiser", None]
    assert [spec_of("pazaak").card_name(card, None) for card in ("plus_3", "double", "?")] == [
        "\\+3",
        "the double",
        None,
    ]
    assert [spec_of("twentyone").card_name(card, None) for card in ("13s", "?")] == ["K♠", None]
    seals = [Seal(seat=1, digest="0" * 64, card=known, salt="ab"), Seal(seat=1, digest="1" * 64)]
    shown = seals_page(7, 3, seals, Voice({1: "Han"}, DND), 0, named=lambda card: KLINGON.card_name(card, rules))
    text = "\n".join(texts(shown))
    assert rf"`{known}` (\*The\* ship) with the salt `ab`" in text
    assert "2\\. **Han**: face down" in text


def test_many_cards_are_read_page_by_page():
    many = [Seal(seat=1, digest=f"{at:064x}", card="w" * 24, salt="ab" * 16) for at in range(40)]
    voice = Voice(names={1: "*" * LONGEST_NAME}, currency=DND)
    pages = [seals_page(7, 3, many, voice, at, named=lambda _: r"\*" * LONGEST_SHIP) for at in range(5)]
    shown = ["\n".join(texts(view)) for view in pages]
    assert [f"`{at:064x}`" in text for text, at in zip(shown, (0, 10, 20, 30, 39), strict=True)] == [True] * 5
    assert all("…" not in text for text in shown)
    assert shown[3] == shown[4]
    assert "page 4 of 4" in shown[3]
