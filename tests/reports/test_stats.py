"""How characters have fared: hands, money and folds from the book and the log, luck from the dice that lay open."""

from dataclasses import replace
from fractions import Fraction

import pytest

from bot import games
from bot.db import Statement
from bot.reports.stats import GameStats, StatsReport, folds_at
from tests.reports.conftest import Chronicle
from tests.tables.table_fixtures import ANN, BEN, CHANNEL, GM, HAN, LANDO, ROARK


async def fared(place: Chronicle, *names: str, game: str | None = None) -> StatsReport:
    rows = await place.database.fetch("SELECT id, name FROM characters")
    wanted = [row["id"] for row in rows if not names or row["name"] in names]
    evenings = place.evenings
    return await evenings.fared(place.campaign.id, await evenings.rooms(place.campaign.id), wanted, game)


async def one(place: Chronicle, name: str) -> GameStats:
    found = await fared(place, name)
    (stats,) = found.games[found.cast[0].character_id]
    return stats


async def test_a_character_has_the_same_net_as_in_the_recap(harness: Chronicle):
    for _ in range(3):
        await harness.lively_hand()
    recap, found = await harness.recap(), await fared(harness)
    assert [(cast.name, found.games[cast.character_id][0].net) for cast in found.cast] == [
        (share.name, share.net) for share in recap.shares
    ]
    won = {cast.name: found.games[cast.character_id][0].won for cast in found.cast}
    assert won == {share.name: share.won for share in recap.shares}


async def test_the_biggest_win_and_loss_are_of_single_hands(harness: Chronicle):
    nets: dict[int, int] = {}
    before = 0
    for number in (1, 2, 3):
        await harness.lively_hand()
        now = (await harness.nets())["Roark"]
        nets[number], before = now - before, now
    stats = await one(harness, "Roark")
    best, worst = max(nets.values()), min(nets.values())
    assert (stats.best.amount if stats.best else 0) == max(best, 0)
    assert (stats.worst.amount if stats.worst else 0) == min(worst, 0)


async def test_folded_hands_are_counted_and_an_undone_fold_is_not(harness: Chronicle):
    await harness.deals()
    table = await harness.table()
    seat = min(table.to_act)
    moves = {move.key for move in table.spec.game.moves(table.state, seat)}
    assert "fold" in moves
    await harness.acts(await harness.player(seat), "fold", seat=seat)
    await harness.play_out()
    folds = await folds_at(harness.database, harness.table_id)
    assert (1, seat) in folds
    assert (await one(harness, table.names[seat])).folded == 1
    await harness.database.apply(
        Statement(
            """
            INSERT INTO hands (campaign_id, table_id, number, revision, game, version, deal, open_seed, closed_seed,
                by_hand, status, started_at, kept_until)
            SELECT campaign_id, table_id, number, 1, game, version, deal, open_seed, closed_seed,
                by_hand, 'running', started_at, 1
            FROM hands WHERE number = 1
            """
        )
    )
    assert await folds_at(harness.database, harness.table_id) == frozenset()


async def test_luck_is_that_of_the_dice_in_the_log(harness: Chronicle):
    await harness.deals()
    table = await harness.play_out()
    stats = await one(harness, "Roark")
    (dice,) = [luck for luck in stats.luck if luck.kind == "die"]
    faces = table.state.dice(ROARK)
    assert (dice.count, dice.got, dice.mean) == (len(faces), sum(faces), Fraction(7, 2) * len(faces))


async def test_an_unreadable_hand_does_not_count_as_luck(harness: Chronicle):
    await harness.lively_hand()
    await harness.database.apply(Statement("UPDATE hands SET deal = 'x'"))
    assert (await one(harness, "Roark")).luck == ()


async def test_void_hands_and_other_games_are_left_out(harness: Chronicle):
    await harness.deals()
    await harness.tables.opening.void(harness.table_id, harness.click(GM))
    assert (await fared(harness)).cast == ()
    await harness.lively_hand()
    assert (await fared(harness, game="baldur")).cast == ()
    assert len((await fared(harness, game="pilok")).cast) == 3


async def test_at_a_crooked_table_luck_is_that_of_the_dice_as_they_lie(harness: Chronicle):
    await harness.tables.opening.change_rules(harness.table_id, harness.click(GM), {"crooked": True})
    await harness.deals()
    table = await harness.play_out()
    (dice,) = [luck for luck in (await one(harness, "Roark")).luck if luck.kind == "die"]
    faces = table.state.inner.dice(ROARK)
    assert (dice.count, dice.got) == (len(faces), sum(faces))


async def test_an_attempt_to_sway_somebody_is_a_contest_of_both(harness: Chronicle, monkeypatch: pytest.MonkeyPatch):
    await harness.tables.opening.change_rules(harness.table_id, harness.click(GM), {"crooked": True})
    await harness.deals()
    await harness.acts(ANN, "influence", seat=HAN, manner="deceive", whom=str(LANDO))
    await harness.play_out()
    await harness.lively_hand()
    # As in a game of cards, in which nothing else is told of.
    cards = {"pilok": replace(games.spec_of("pilok"), luck=None)}
    monkeypatch.setattr(games, "games", lambda: cards)
    told = await fared(harness)
    found = {cast.name: told.games[cast.character_id][0].luck for cast in told.cast}
    assert {name: [(luck.kind, luck.count) for luck in lucks] for name, lucks in found.items()} == {
        "Han": [("contest", 1)],
        "Lando": [("contest", 1)],
        "Roark": [],
    }


async def test_every_bet_of_a_spin_is_luck_of_its_own(harness: Chronicle):
    await harness.tables.opening.close(harness.table_id, harness.click(GM))
    rules = games.spec_of("roulette").game.HouseRules(min_bet=5)
    table = await harness.tables.opening.open(harness.campaign, harness.click(GM), "roulette", rules, places=(CHANNEL,))
    harness.table_id = table.id
    for person, name in ((ANN, "Greedo"), (BEN, "Dengar")):
        await harness.sits(person, name, 100)
    await harness.deals(GM)
    await harness.acts(ANN, "outside", seat=HAN, spot="red", amount=20)
    await harness.acts(ANN, "inside", seat=HAN, spot="17", amount=5)
    await harness.acts(BEN, "outside", seat=LANDO, spot="black", amount=10)
    await harness.acts(BEN, "take_back", seat=LANDO)
    await harness.play_out()
    await harness.deals(GM)
    await harness.play_out()
    found = await fared(harness, "Greedo", "Dengar")
    assert [cast.name for cast in found.cast] == ["Greedo"]
    (stats,) = found.games[found.cast[0].character_id]
    (luck,) = stats.luck
    assert (stats.hands, luck.kind, luck.count, luck.mean) == (1, "bet", 2, Fraction(-25, 37))
    assert luck.got == stats.net
