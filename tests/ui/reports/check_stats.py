"""/stats: how one's own characters have fared, and the party at a game."""

from typing import Any

from bot.engine.luck import Luck, die, sum_luck
from bot.engine.money import CREDITS
from bot.reports.money import MoneyOwners
from bot.reports.stats import GameStats, StatsReport, Swing, standings
from bot.ui.pages.reports import stats_page
from bot.ui.panels import MOST_CHARACTERS
from playground.people import Answer, Player
from tests.ui.parts import texts
from tests.ui.reports.conftest import Played

TITLE = "Three Street Pi'Lok"


async def asks(who: Player, evening: Played, **options: Any) -> Answer:
    return await (await who.slash(evening.channel, "stats show", options=options)).done()


async def test_a_character_has_played_won_and_been_lucky(evening: Played, han: Player, lando: Player):
    answer = await asks(lando, evening)
    assert answer.text.splitlines()[:4] == [
        "## Lando",
        f"**{TITLE}**: +60 cr",
        "3 hands · 2 won (67%) · 0 folded (0%)",
        "Biggest win 40 cr in hand 1 · biggest loss 20 cr in hand 3",
    ]
    assert answer.text.splitlines()[4].startswith("Luck: ")
    assert " pips over 9 dice (" in answer.text.splitlines()[4]
    assert answer.message not in han.sees(evening.channel)


async def test_other_peoples_characters_are_the_gms_to_look_up(evening: Played, gm: Player, han: Player):
    assert "## Lando" in (await asks(gm, evening, character="Lando")).text
    answer = await asks(han, evening, character="Lando")
    assert "**" not in answer.text
    assert "won" not in answer.text


async def test_stats_compare_the_party_without_npcs(evening: Played, han: Player, lando: Player):
    answer = await asks(han, evening, game="pilok", share=True)
    shown = await lando.until_sees(evening.channel, lambda seen: seen.text.startswith(f"## {TITLE}\n"))
    assert answer.failed is False
    names = [line for line in shown.text.splitlines() if line.startswith("**")]
    assert names == ["**Lando**: +60 cr", "**Han**: 0 cr"]


async def test_the_board_ranks_the_party_over_all_games(evening: Played, han: Player, lando: Player):
    async def board(**options: Any) -> list[str]:
        answer = await (await han.slash(evening.channel, "stats board", options=options)).done()
        return [line.partition(" ·")[0] for line in answer.text.splitlines() if line[:1].isdigit()]

    assert await board() == ["1. **Lando**: +60 cr", "2. **Han**: 0 cr"]
    assert {line.partition(". ")[2] for line in await board(by="luck")} == {"**Lando**: +60 cr", "**Han**: 0 cr"}
    answer = await (await han.slash(evening.channel, "stats board", by="hands")).done()
    assert "· 3 hands ·" in answer.text
    assert answer.shown.ephemeral
    await (await han.slash(evening.channel, "stats board", share=True)).done()
    assert await lando.until_sees(evening.channel, lambda seen: seen.text.startswith("## The board, by winnings"))


def test_luck_of_several_kinds_is_added_up_in_standard_errors():
    lucky, poor = sum_luck([die(1, 6)] * 10), sum_luck([die(1, 1)] * 10)
    few = sum_luck([die(1, 6)])
    cast = tuple(MoneyOwners(number, name, False, 1) for number, name in enumerate(("Even", "Lucky", "Few", "Poor")))
    kinds = ((lucky, poor), (lucky, lucky), (few,), (poor,))
    games = {
        one.character_id: tuple(GameStats(TITLE, "hand", 1, 0, 0, 0, 0, None, None, luck) for luck in kinds[number])
        for number, one in enumerate(cast)
    }
    ranked = standings(StatsReport(cast, games, is_all=True), "luck")
    assert [one.name for one in ranked] == ["Lucky", "Even", "Poor", "Few"]
    assert [one.luck for one in ranked][1::2] == [0.0, None]
    assert ranked[0].luck is not None
    assert round(ranked[0].luck / lucky[0].errors, 9) == round(2**0.5, 9)


async def test_a_file_has_a_row_for_each_game(evening: Played, han: Player):
    answer = await asks(han, evening, **{"as": "csv"})
    assert answer.shown.ephemeral
    (content,) = answer.shown.files.values()
    header, row = content.decode().splitlines()
    assert header.startswith('"Name","NPC","Game","Hands"')
    assert row.startswith(f'"Han","no","{TITLE}","3","0","1","0","0 cr","0","40","-20","9",')


async def test_stats_say_when_there_is_nothing_to_show(evening: Played, gm: Player, han: Player):
    assert (await asks(han, evening, game="chess")).text == "There is no such game here."
    assert (await asks(han, evening, game="baldur")).text.startswith("Nobody has played Baldur")
    assert (await asks(han, evening, character="Han", game="baldur")).text == "Han hasn't played Baldur Hold'em yet."
    assert (await asks(gm, evening)).text.startswith("You have no character in this campaign yet.")
    assert (await asks(han, evening, share=True, **{"as": "csv"})).text.startswith("You can't share a file.")
    assert ("Three Street Pi'Lok", "pilok") in await han.autocomplete(evening.channel, "stats show", "game", "pi'l")


WIDE = "\N{FULLWIDTH LATIN CAPITAL LETTER W}*_" * 10 + "**"


def test_however_many_are_compared_the_message_fits():
    luck: tuple[Luck, ...] = sum_luck([die(1, 6)] * 10)
    swing = Swing(amount=10**15, number=10**6)
    stats = GameStats(WIDE, "hand", 10**6, 10, 10**5, 10**4, 10**15, swing, swing, luck)
    cast = tuple(MoneyOwners(number, WIDE, False, 1) for number in range(60))
    for people, games, title in ((cast, 1, WIDE), (cast[:1], 40, None)):
        found = StatsReport(people, dict.fromkeys((one.character_id for one in people), (stats,) * games), is_all=False)
        assert sum(map(len, texts(stats_page(found, CREDITS, title)))) <= MOST_CHARACTERS
