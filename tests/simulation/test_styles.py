"""A tournament of styles: everybody has the same luck on the same seats, the figures are sound, sharks win."""

import json
from collections import Counter
from itertools import pairwise, permutations

import pytest

from bot import simulation
from bot.__main__ import main
from bot.simulation import play
from bot.simulation.report import Mean, Report

pytestmark = pytest.mark.usefixtures("logging_put_back")
Said = pytest.CaptureFixture[str]


def rivalry(game: str, styles: str, hands: int, *options: str, seats: str | None = None) -> simulation.SimulationPlan:
    return simulation.plan_simulation(simulation.SimulationWords(game, options, str(hands), "7", seats, styles))


def standings(game: str, styles: str, hands: int, *options: str, seats: str | None = None) -> Report:
    plan = rivalry(game, styles, hands, *options, seats=seats)
    return Report(plan, simulation.play_simulation(plan), 0.0)


def test_every_rival_sits_on_each_seat_equally_often():
    for seats in ("2", "3", "5"):
        lineups = rivalry("pilok", "shark,steady,drunk", 1, seats=seats).lineups
        for seat in range(int(seats)):
            assert set(Counter(lineup[seat] for lineup in lineups).values()) == {len(lineups) // 3}


def test_a_deal_is_played_in_all_lineups_with_the_same_luck():
    told = standings("pilok", "steady,steady:expert", 3)
    assert told.counters["hands"] == 3 * 6
    assert told.counters["net_steady"] == -told.counters["net_steady:expert"]


def test_the_same_seed_counts_the_same_on_any_number_of_processors(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(play, "TOURNAMENT_EVENING", 2)
    monkeypatch.setattr(play, "_processors", lambda: 1)
    alone = standings("pilok", "shark,drunk", 3).counters
    monkeypatch.setattr(play, "_processors", lambda: 2)
    assert standings("pilok", "shark,drunk", 3).counters == alone


def test_a_mean_and_its_error_are_those_of_the_sums_by_deal():
    plan = rivalry("pilok", "shark,drunk", 4)
    sums = Counter(net_shark=120, squares_shark=9000, net_drunk=-120, squares_drunk=9000)
    sums.update(lead_shark_drunk=240, squares_shark_drunk=36000)
    told = Report(plan, sums, 0.0)
    # four deals of six hands each: the means are 5, and the deals spread by the root of (9000 - 3600) / 3
    assert told.mean(0) == pytest.approx(Mean(5.0, (5400 / 3 / 4) ** 0.5 / 6))
    assert told.ahead(0, 1).value == 10.0
    assert told.ahead(0, 1).errors == pytest.approx(10.0 / told.ahead(0, 1).error)


def test_no_rival_always_sits_to_the_left_of_the_same_one():
    for seats in ("3", "5"):
        lineups = rivalry("pilok", "shark,steady,drunk", 1, seats=seats).lineups
        assert {pair for lineup in lineups for pair in pairwise(lineup)} >= {*permutations(range(3), 2)}


def test_where_the_house_pays_each_plays_against_the_house():
    told = standings("bounder", "cautious,reckless", 3)
    assert told.counters["hands"] == 3 * 6


def test_json_is_one_object_with_the_figures_of_each_and_of_neighbours(capsys: Said):
    words = ["simulate", "pilok", "--hands", "2", "--seed", "7", "--styles", "shark,drunk:novice", "--json"]
    assert main([*words, "--option", "ante=20"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["counters"]["net_shark"] == -report["counters"]["net_drunk:novice"]
    assert set(report["styles"]) == {"shark", "drunk:novice"}
    assert set(report["styles"]["shark"]) == {"mean", "error"}
    ((versus),) = report["versus"]
    assert (versus["style"], versus["than"]) == ("shark", "drunk:novice")
    assert {key: report[key] for key in ("game", "options", "seats", "hands", "seed")} == {
        "game": "pilok",
        "options": {"ante": 20},
        "seats": 2,
        "hands": 2,
        "seed": 7,
    }


def test_without_json_there_is_a_table_to_read(capsys: Said):
    assert main(["simulate", "pilok", "--hands", "2", "--seed", "7", "--styles", "shark,drunk"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("Three Street Pi'Lok: 2 deals, each in 6 lineups, 2 seats, seed '7', ")
    assert [line.split()[0] for line in lines[3:5]] == ["shark", "drunk"]
    assert lines[6].startswith("shark ahead of drunk ")


@pytest.mark.parametrize(
    "styles, more, sentence",
    [
        ("shark", (), "--styles takes 2 to 6 players, as in shark,steady,drunk."),
        ("", (), "--styles takes 2 to 6 players"),
        ("shark,tipsy", (), "There is no style called 'tipsy'. Styles: cautious, steady, "),
        ("shark,drunk:master", (), "There is no skill called 'master'. Skills: novice, regular, expert."),
        ("shark,shark:regular", (), "--styles names 'shark' twice"),
        ("shark,drunk", ("--seats", "11"), "--seats must be a whole number from 2 to 10, not '11'."),
        ("shark,drunk", ("--option", "betting=lively"), "There is no option called 'betting'. Options: variant, "),
    ],
)
def test_wrong_words_end_with_two_and_one_line(styles: str, more: tuple[str, ...], sentence: str, capsys: Said):
    assert main(["simulate", "pilok", "--hands", "3", "--seed", "7", "--styles", styles, *more]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"shadowport: {sentence}")
    assert said.err.count("\n") == 1
