"""Cards that lie face down: sealed as they are drawn, on the table from then on, and shown as they were sealed."""

import hashlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot import games as catalog
from bot.campaigns import Pace
from bot.engine.cards import seals_root
from bot.tables.model import Table
from bot.tables.store import log_of
from bot.tables.verification.verify import seals_for, verify_hand
from bot.ui.render.table_text import texts
from tests.laws import highcard
from tests.tables.table_fixtures import ANN, BEN, CHANNEL, GM, TableHarness
from tests.tables.verification.test_tampering import faults, tampered


@pytest.fixture
async def cards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[TableHarness]:
    """Han (seat 1) and Lando (seat 2) at High Card, where each has one card face down."""
    games = {**catalog.games(), "highcard": highcard.entry(highcard.HighCard())}
    monkeypatch.setattr(catalog, "games", lambda: games)
    async with TableHarness(tmp_path / "harness.db") as place:
        table = await place.tables.opening.open(
            place.campaign,
            place.click(GM),
            "highcard",
            highcard.CardRules(),
            places=(CHANNEL,),
            pace=Pace(),
            auto_deal=False,
        )
        place.table_id = table.id
        for person, name in ((ANN, "Han"), (BEN, "Lando")):
            await place.sits(person, name)
        yield place


async def swapped(place: TableHarness) -> Table:
    swap = next(move for move in (await place.table()).moves(1) if move.key == "swap")
    return (await place.acts(ANN, "swap", seat=1, **{field.name: field.bounds()[0] for field in swap.fields})).table


async def swapped_and_shown(place: TableHarness) -> Table:
    """Han swaps his card, both stake 5, and both hands are shown: three cards were drawn, two lie open."""
    await place.deals()
    await swapped(place)
    await place.acts(ANN, "stake", seat=1, amount=5)
    return (await place.acts(BEN, "stake", seat=2, amount=5)).table


def foot(table: Table) -> str:
    return texts(table)[-1]


async def test_the_table_shows_what_stands_for_all_sealed_cards_drawn_so_far(cards: TableHarness) -> None:
    before = await cards.deals()
    seals = before.spec.game.seals(before.state, None)
    assert [(seal.seat, seal.is_open) for seal in seals] == [(1, False), (2, False)]
    assert f"cards sealed {seals_root(seals)[:8]}…" in foot(before)
    (row,) = await log_of(cards.database, before.id, 1)
    assert {(noted.seal.card, noted.seal.salt) for noted in row.seals} == {(None, None)}
    assert foot(before) != foot(await swapped(cards))


async def test_a_game_without_cards_says_nothing_of_them(honest: TableHarness) -> None:
    assert "cards sealed" not in foot(await honest.deals())


async def test_the_proof_lists_every_card_in_the_order_drawn_and_opens_those_shown(cards: TableHarness) -> None:
    table = await swapped_and_shown(cards)
    found = await verify_hand(cards.database, table.id, 1)
    assert found.ok
    assert [(seal.seat, seal.is_open) for seal in found.seals] == [(1, False), (2, True), (1, True)]
    for seal in found.seals[1:]:
        assert hashlib.sha256(f"{seal.salt}:{seal.card}".encode()).hexdigest() == seal.digest
    assert {seal.card for seal in found.seals[1:]} == {hand.card for hand in table.state.hands}
    digests = "".join(seal.digest for seal in found.seals)
    assert found.seals_root == hashlib.sha256(digests.encode()).hexdigest()
    assert "3 cards were sealed face down. The 2 that were shown are the cards that were sealed." in found.sentences


async def test_only_the_gm_checks_who_got_which_card(cards: TableHarness) -> None:
    await swapped_and_shown(cards)
    public, gms = [await verify_hand(cards.database, cards.table_id, 1, as_gm=gm) for gm in (False, True)]
    assert any("seed that stays sealed" in sentence for sentence in public.sentences)
    assert not any("draws stay sealed" in sentence for sentence in public.sentences)
    assert (gms.ok, gms.draws, gms.open_draws, len(gms.seals)) == (True, 3, 0, 3)
    assert not any("only the GM" in sentence for sentence in gms.sentences)


async def test_a_hand_that_was_given_up_shows_no_card(cards: TableHarness) -> None:
    await cards.deals()
    await cards.tables.opening.void(cards.table_id, cards.click(GM))
    found = await verify_hand(cards.database, cards.table_id, 1)
    assert found.ok
    assert [seal.card for seal in found.seals] == [None, None]
    assert "2 cards were sealed face down, and none was shown." in found.sentences


async def test_each_row_of_the_log_has_what_it_drew_or_showed(cards: TableHarness) -> None:
    table = await swapped_and_shown(cards)
    rows = await log_of(cards.database, table.id, 1)
    assert [[(noted.at, noted.seal.is_open) for noted in row.seals] for row in rows] == [
        [(0, False), (1, False)],
        [(2, False)],
        [],
        [(1, True), (2, True)],
    ]


async def test_undone_card_has_a_new_seal_when_drawn_again(cards: TableHarness) -> None:
    await cards.deals()
    first = await swapped(cards)
    await cards.undoes_action()
    again = await swapped(cards)
    before, after = (table.spec.game.seals(table.state, 1) for table in (first, again))
    assert after[:2] == before[:2]
    assert after[2].digest != before[2].digest
    await cards.acts(ANN, "stake", seat=1, amount=5)
    await cards.acts(BEN, "stake", seat=2, amount=5)
    await cards.deals()
    found = await seals_for(cards.database, await cards.table(), ANN, 1)
    assert [seal.digest for seal in found] == [seal.digest for seal in after]
    assert all(seal.is_open and seal.holds for seal in found)
    for as_gm in (False, True):
        assert (await verify_hand(cards.database, cards.table_id, 1, as_gm=as_gm)).faults == ()


LAST = "sequence = (SELECT max(sequence) FROM actions WHERE hand = 1)"
FIRST = "sequence = (SELECT min(sequence) FROM actions WHERE hand = 1)"


@pytest.mark.parametrize("version", [None, 2])
async def test_a_shown_card_that_was_changed_is_named_also_by_other_rules(
    cards: TableHarness, monkeypatch: pytest.MonkeyPatch, version: int | None
) -> None:
    card = (await swapped_and_shown(cards)).state.hand(2).card
    if version is not None:
        monkeypatch.setattr(highcard.HighCard, "version", version)
    other = next(other for other in highcard.CARDS if other != card)
    found = await tampered(
        cards, f"""UPDATE actions SET seals = replace(seals, '"{card}"', '"{other}"') WHERE {LAST}"""
    )
    assert bool(found.unreplayed) == (version is not None)
    assert f"In action 3 (seat 2: stake), sealed card 2 is shown as {other}" in faults(found)


async def test_shown_card_with_a_new_seal_is_noticed(cards: TableHarness) -> None:
    """Who changes card, salt and digest of what was shown has still the digest against them that stood there before."""
    await swapped_and_shown(cards)
    salt, card = "ab" * 16, "2h"
    digest = hashlib.sha256(f"{salt}:{card}".encode()).hexdigest()
    found = await tampered(cards, f"""UPDATE actions SET seals = '[[1,2,"{digest}","{card}","{salt}"]]' WHERE {LAST}""")
    assert "In action 3 (seat 2: stake), sealed card 2 isn't the card that was drawn." in faults(found)


async def test_a_digest_that_was_changed_everywhere_is_not_what_the_seed_makes(cards: TableHarness) -> None:
    table = await swapped_and_shown(cards)
    seal = table.spec.game.seals(table.state, None)[1]
    salt = "cd" * 16
    digest = hashlib.sha256(f"{salt}:{seal.card}".encode()).hexdigest()
    found = await tampered(
        cards,
        f"UPDATE actions SET seals = replace(seals, '{seal.digest}', '{digest}') WHERE {FIRST}",
        f"UPDATE actions SET seals = replace(replace(seals, '{seal.digest}', '{digest}'), '{seal.salt}', '{salt}') "
        f"WHERE {LAST}",
    )
    assert faults(found) == "In the deal, the sealed cards in the log aren't those that the rules make."


@pytest.mark.parametrize(
    "seals, where, fault",
    [
        ("[]", FIRST, "In action 1 (seat 1: swap), sealed card 3 comes out of order."),
        *(
            (seals, FIRST, "The log of this hand can't be read.")
            for seals in ("{", "5", "[[1]]", '[["x",1,"ab",null,null]]', "[[0,1,7,null,null]]", "null")
        ),
        *((f'[[{at},2,"ab",null,null]]', LAST, "comes out of order") for at in (-1, 7)),
    ],
)
async def test_seals_that_do_not_fit_are_found(cards: TableHarness, seals: str, where: str, fault: str) -> None:
    await swapped_and_shown(cards)
    assert fault in faults(await tampered(cards, f"UPDATE actions SET seals = '{seals}' WHERE {where}"))
