"""Names and typed text stand in columns of their own, and sentences are the same after a restart."""

from pathlib import Path

from bot import games
from bot.campaigns import Loadouts, Pace
from bot.engine.game import DEALER
from bot.engine.moves import Pick
from bot.tables.gm_log import gm_log
from bot.tables.hand.engine import committed_rng
from bot.tables.hand.log import digest
from bot.tables.model import Seeds
from bot.tables.verification.verify import verify_hand
from cogs.pazaak.loadout import PRESET_DECKS, PazaakKit
from tests.sqlite_file import rows_in
from tests.tables.cantina import Cantina
from tests.tables.table_fixtures import ANN, BEN, CHANNEL, GM, HAN, LANDO, TableHarness

ANNS, BENS = "Zaphod", "Trillian"
SPELL, DECK, REASON = "Abracadabra of Xyzzy", "Heart of Gold", "towels are missing"
NAMED = {"characters.name", "characters.name_key"}


async def columns_with(place: TableHarness, *texts: str) -> set[str]:
    """Return the columns of the database that hold one of these texts, in whatever case."""
    return {
        f"{table}.{column}"
        for table, rows in rows_in(place.path).items()
        for row in rows
        for column, value in row.items()
        if any(text.casefold() in str(value).casefold() for text in texts)
    }


async def at_baldurs(place: TableHarness) -> None:
    """Zaphod casts a spell in words of his own, and the GM judges it."""
    place.seeds = lambda: Seeds(open="ab" * 32, closed="01" * 32)
    place.tables = place.another_service()
    place.tables.store.dealer.chances = committed_rng
    rules = games.spec_of("baldur").game.presets["tavern"]
    click = place.click(GM)
    table = await place.tables.opening.open(place.campaign, click, "baldur", rules, places=(CHANNEL,), pace=Pace())
    place.table_id = table.id
    await place.sits(ANN, ANNS)
    await place.sits(BEN, BENS)
    await place.deals()
    await place.acts(ANN, "spell", seat=HAN, aim="dice", words=SPELL)


async def test_typed_spell_stands_in_a_column_of_its_own_and_shows_again_after_a_restart(harness: TableHarness) -> None:
    await at_baldurs(harness)
    table, row = await harness.table(), (await harness.logged())[-1]
    private, gms = table.narrator.tell(row, HAN), table.narrator.tell(row, "host")
    assert table.narrator.tell(row, "all") == ()
    assert any(SPELL in line for line in private)
    assert any(SPELL in line for line in gms)
    assert await columns_with(harness, SPELL) == {"actions.typed"}
    assert await columns_with(harness, ANNS, BENS) == NAMED
    await harness.restart()
    table = await harness.table()
    (row,) = [row for row in await harness.logged() if row.typed]
    assert (table.narrator.tell(row, HAN), table.narrator.tell(row, "host")) == (private, gms)
    state = table.state.to_json()
    assert row.digest == digest(state)
    (judge,) = [move for move in table.moves(DEALER) if move.key == "judge"]
    (does,) = judge.fields
    assert isinstance(does, Pick)
    done = await harness.acts(GM, "judge", seat=DEALER, does=does.choices[0].value)
    assert any(SPELL in line for line in done.told(HAN))
    await harness.tables.opening.void(harness.table_id, harness.click(GM))
    await harness.deals()
    (one, *_) = await gm_log(harness.database, await harness.table(), GM, 100)
    assert any(SPELL in line for line in one.sentences), "of a hand before the last"
    assert await columns_with(harness, SPELL) == {"actions.typed"}


async def test_own_deck_has_its_name_in_typed_columns_alone(tmp_path: Path) -> None:
    place = Cantina(tmp_path / "cantina.db")
    place.numbered_seeds()
    async with place:
        await place.opened()
        han = await place.sits(ANN, ANNS)
        await place.sits(BEN, BENS)
        kit = PazaakKit().with_deck(DECK, PRESET_DECKS[1].cards)
        await Loadouts(place.database).put(place.campaign.id, han.id, "pazaak", kit.evolve(using=DECK).to_json())
        table = await place.deals(ANN)
        assert [DECK in repr(table.moves(seat)) for seat in (HAN, LANDO)] == [True, False]
        for seat in sorted(table.to_act):
            await place.acts(await place.player(seat), "deck", seat=seat, deck="1")
        await place.restart()
        assert await columns_with(place, DECK) == {"actions.typed", "loadouts.loadout"}
        await place.play_out()
        assert await columns_with(place, DECK) == {"actions.typed", "loadouts.loadout"}
        assert await columns_with(place, ANNS, BENS) == NAMED
        assert (await verify_hand(place.database, place.table_id, 1, as_gm=True)).faults == ()


async def test_reason_of_an_undo_is_typed_text(honest: TableHarness) -> None:
    await honest.deals()
    await honest.quiet_turn()
    table = await honest.undoes_action(reason=REASON)
    assert REASON in table.said[-1]
    assert await columns_with(honest, REASON) == {"actions.typed"}
    await honest.restart()
    assert (await honest.table()).said == table.said


async def test_sentences_of_other_house_rules_are_gone_before_a_restart_and_after_it(seated: TableHarness) -> None:
    """By the new rules the old events would read otherwise."""
    table = await seated.tables.opening.change_rules(seated.table_id, seated.click(GM), {"ante": 20})
    assert len(table.said) == 1
    await seated.restart()
    assert (await seated.table()).said == table.said


async def test_narrator_stays_with_the_table_until_there_is_text_that_it_does_not_know(honest: TableHarness) -> None:
    narrator = (await honest.deals()).narrator
    assert (await honest.quiet_turn()).narrator is narrator
    undone = await honest.undoes_action(reason=REASON)
    assert undone.narrator is not narrator
    assert REASON in undone.said[-1]
