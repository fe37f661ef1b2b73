"""Odds and rules on every table: private, from one's own knowledge, and switched off where the GM says so."""

import pytest

from bot import games
from bot.engine.win_chance import win_chances
from bot.ui.pages import win_chance
from playground.people import Player
from tests.ui.tables.evening import Evening, labels, note, told

OFF = "The GM has switched off the odds at these tables."


@pytest.fixture
async def dealt(evening: Evening, han: Player, lando: Player) -> Evening:
    """Deal Han and Lando in at Klingon Hold-'Em, with their ships."""
    await evening.open(command="klingon open", preset="cash table", clock="off")
    await evening.sits(han, "Han", "200 cr")
    await evening.sits(lando, "Lando", "200 cr")
    await evening.does(han, "Deal")
    return evening


async def test_only_a_seat_in_a_hand_is_told_its_own_chance_to_win(dealt: Evening, han: Player, lando: Player):
    shown = told(await dealt.privately(han, "Odds"))
    assert shown.splitlines()[:2] == ["-# **Han**", "## The chance to win"]
    assert "to win against 1 opponent" in shown
    assert told(await dealt.privately(lando, "Odds")).splitlines()[0] == "-# **Lando**"
    assert told(await han.slash(dealt.channel, "table odds")).splitlines()[:2] == shown.splitlines()[:2]
    assert (
        note(await dealt.privately(dealt.guest("Greedo"), "Odds")) == "You don't sit at this table. Take a seat first."
    )
    assert note(await dealt.privately(dealt.gm, "Odds")) == "You don't sit at this table. Take a seat first."
    table = (await dealt.table()).id
    await dealt.privately(dealt.gm, "More…", "Void the hand", "Void the hand")
    await dealt.drawn()
    reading = labels((await dealt.privately(han, "More…")).shown)
    assert "Odds" not in reading
    assert "Rules" in reading
    assert told(await han.click(dealt.message, f"odds:{table}:0", unchecked=True)) == "No hand is in play."


async def test_switched_off_no_button_command_or_page_tells_any(dealt: Evening, han: Player):
    table, old = await dealt.table(), (await dealt.privately(han, "More…")).shown.frozen()
    assert "** to win" in told(await han.click(dealt.message, table.spec.game.hand_title))
    await (await dealt.gm.slash(dealt.channel, "campaign setup", odds=False)).done()
    await dealt.drawn()
    assert "Odds" not in labels((await dealt.privately(han, "More…")).shown)
    assert told(await han.click(old, "Odds")) == OFF
    assert told(await han.click(old, f"chances:{table.id}:1", unchecked=True)) == OFF
    for command in ("table odds", "klingon odds", "bounder odds", "twentyone strategy"):
        assert told(await han.slash(dealt.channel, command)) == OFF
    assert "to win" not in told(await han.click(dealt.message, table.spec.game.hand_title))
    await dealt.clock.advance(10)
    await (await dealt.gm.slash(dealt.channel, "campaign setup", odds=True)).done()
    assert "Odds" in labels((await dealt.privately(han, "More…")).shown)


async def test_odds_button_shows_the_players_win_chance_first_when_there_are_both(evening: Evening, han: Player):
    assert games.spec_of("baldur").odds is not None
    await evening.open(command="baldur open", clock="off", preset="no NPCs")
    assert told(await (await evening.privately(han, "Odds")).done()).startswith("## Baldur Hold'em: the odds")
    await evening.sits(han, "Han")
    lando = evening.guest("Lando")
    await evening.sits(lando, "Lando")
    await evening.does(han, "Deal")
    page = (await (await evening.privately(han, "Odds")).done()).shown
    assert "## The chance to win" in page.text
    await (await han.click(page, "The game's odds")).done()
    assert page.text.startswith("## Baldur Hold'em: the odds")


async def test_a_match_has_no_pot_and_before_its_first_set_nothing_is_known(
    evening: Evening, han: Player, lando: Player
):
    await evening.open(command="pazaak open", preset="cantina", clock="off")
    await evening.sits(han, "Han")
    await evening.sits(lando, "Lando")
    await evening.does(han, "Deal")
    assert note(await (await evening.privately(han, "Odds")).done()) == (
        "**Han**'s chance to win can't be calculated at this point of the match."
    )


def test_chances_are_told_in_words_that_fit_dice_and_matches():
    even, sure = win_chances("9 points", 1, [2, 3, 1], is_exact=True), win_chances("9 points", 1, [0, 1], is_exact=True)
    assert win_chance.describe_in_a_line(even) == "**50%** to win, 17% to tie"
    assert win_chance.describe_in_a_line(sure) == "**100%** to win"
    assert win_chance.describe_in_detail(even).splitlines() == [
        "Now **9 points**.",
        "**50%** to win against 1 opponent, 16.7% to tie for the first place.",
        "58.3% of the pot on average, if everyone stays to the end.",
        "-# Exact: calculated from all 6 ways in which the hand can go on.",
    ]
    assert win_chance.describe_in_detail(sure).splitlines()[-1] == "-# Exact: nothing is left to chance."
    assert win_chance.describe_in_detail(even.evolve(has_pot=False)).count("\n") == 2


def test_win_chance_in_a_line_is_never_surer_than_it_was_calculated():
    never, always = (win_chances("9 points", 1, topped) for topped in ([400, 0], [0, 400]))
    rarely = win_chances("9 points", 1, [999, 1], is_exact=True)
    told_in_lines = [win_chance.describe_in_a_line(one).split(" to")[0] for one in (never, always, rarely)]
    assert told_in_lines == ["**under 1%**", "**over 99%**", "**under 1%**"]


async def test_assumptions_stand_below_the_win_chance(evening: Evening, han: Player, lando: Player):
    evening.roll(2, 6, 1, 5, 1, 5, 2)
    await evening.open()
    await evening.sits(han, "Han")
    await evening.sits(lando, "Lando")
    await evening.does(han, "Deal")
    lines = told(await (await evening.privately(han, "Odds")).done()).splitlines()
    assert lines[-1] == (
        "-# Contests are expected to be even, whatever the skills. A player who doesn't lead alone is expected to jump "
        "the best other hand."
    )


async def test_odds_button_is_absent_in_a_game_without_odds(blind: Evening, han: Player):
    assert labels(blind.message)[-2:] == ["Rules", "More…"]
    refused = await han.click(blind.message, f"odds:{(await blind.table()).id}:0", unchecked=True)
    assert told(refused).startswith("Nobody has worked out the odds of")


async def test_the_rules_of_a_game_are_leafed_through_without_a_table(evening: Evening, han: Player):
    shown = (await han.slash(evening.channel, "golem rules")).shown
    titles = labels(shown)
    for title in titles[1:]:
        await han.click(shown, title)
        assert shown.text.startswith(f"## {title}\n")
    assert titles[0] == "The game in one minute"
