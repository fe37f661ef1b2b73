"""The exact odds on the command line: the names of what is counted, fractions that are probabilities, and a sentence
for wrong words.
"""

import json
from fractions import Fraction

import pytest

from bot import games
from bot.__main__ import main
from bot.engine.options import options_of
from bot.simulation import odds_of
from tests.laws.sittings import SPECS

pytestmark = pytest.mark.usefixtures("logging_put_back")

Said = pytest.CaptureFixture[str]
WITH_ODDS = [key for key in games.games() if games.spec_of(key).odds]
DEAR = {"twentyone"}
"""Games whose odds take seconds: only by the usual house rules here. By others their own tests look at them."""


@pytest.mark.parametrize("game", WITH_ODDS)
def test_chances_and_returns_have_the_names_of_the_counters(game: str):
    counting, report = games.spec_of(game).player.counting, odds_of(game, ())
    assert counting is not None
    counted = set(counting.names(counting.rules, counting.simple()))
    assert set(report.exact) <= counted
    assert {f"{what}_{bet.key}" for bet in report.bets for what in ("staked", "returned")} <= counted


@pytest.mark.parametrize("game", [key for key, spec in SPECS.items() if spec.odds])
def test_chances_are_chances_whatever_the_preset(game: str):
    odds = SPECS[game].odds
    assert odds is not None
    presets = list(SPECS[game].game.presets.values())
    for rules in presets[: 1 if game in DEAR else None]:
        assert all(0 <= chance <= 1 for chance in odds.exact(rules).values())
        for bet in odds.bets(rules):
            assert 0 < bet.chance < 1
            assert bet.back >= 0
            assert bet.edge == 1 - bet.back


@pytest.mark.parametrize("game", WITH_ODDS)
def test_json_is_one_object_with_fractions(game: str, capsys: Said):
    usual = next(iter(games.spec_of(game).game.presets.values()))
    smallest = next(option.name for option in options_of(type(usual)) if option.kind == "money")
    assert main(["odds", game, "--json", "--option", f"{smallest}=10"]) == 0
    said = capsys.readouterr()
    report = json.loads(said.out)
    assert said.err == ""
    assert report["game"] == game
    assert report["options"] == {smallest: 10}
    expected = odds_of(game, [f"{smallest}=10"]).names
    assert {name: Fraction(text) for name, text in report["exact"].items()} == expected
    assert all("/" in text for text in report["exact"].values())


@pytest.mark.parametrize("game", WITH_ODDS)
def test_without_json_there_is_a_line_a_figure_and_what_it_means(game: str, capsys: Said):
    assert main(["odds", game]) == 0
    lines = capsys.readouterr().out.splitlines()
    report = odds_of(game, ())
    assert lines[0] == report.spec.game.title_of(report.rules)
    assert [line.split()[0] for line in lines[2 : 2 + len(report.names)]] == list(report.names)
    assert " ".join(" ".join(lines[3 + len(report.names) :]).split()) == " ".join(report.note.split())
    assert "_" not in report.note, "names of counters are for programs"


def test_bounder_odds_are_calculated_and_not_copied_from_the_source():
    """Seed 001 speaks of about 40 % for the shooter, less than 13 % and less than 3 %."""
    exact = odds_of("bounder", ()).names
    assert exact["all_even"] == exact["all_odd"] == Fraction(1, 8)
    assert exact["triple"] == Fraction(1, 36)
    assert exact["win_1_and_20"] == Fraction(2, 400)
    assert exact["return_all_even"] == Fraction(1, 4)
    assert exact["return_triple"] == Fraction(1, 9)


def test_century_matches_are_those_of_20_numbers_of_100():
    """Rules 4.3: the printed figures are those of 20 out of 80."""
    exact, of_eighty = odds_of("century", ()).exact, odds_of("century", ["pool=80"]).exact
    assert round(float(exact["picks_2_match_1"]), 3) == 0.323
    assert round(float(exact["picks_2_match_2"]), 4) == 0.0384
    assert round(float(exact["picks_3_match_2"]), 4) == 0.0940
    assert round(float(exact["picks_3_match_3"]), 5) == 0.00705
    assert round(float(of_eighty["picks_2_match_1"]), 2) == 0.38
    assert round(float(of_eighty["picks_3_match_2"]), 2) == 0.14
    for picks in range(2, 11):
        assert sum(exact[f"picks_{picks}_match_{count}"] for count in range(picks + 1)) == 1


@pytest.mark.parametrize(
    "wrong, sentence",
    [
        (["sabacc"], "There is no game called 'sabacc'. These games have exact odds: "),
        (["pilok"], "Three Street Pi'Lok has no exact odds. These games have exact odds: "),
        (["bounder", "--option", "variant"], "An option is name=value, not 'variant'."),
        (["bounder", "--option", "colour=red"], "There is no option called 'colour'. Options: "),
        (["century", "--option", "pool=90"], "Pool must be one of "),
        (["bounder", "--option", "min_bet=0"], "Smallest bet must be between 1 and "),
        (["bounder", "--option", "min_bet=1", "--option", "min_bet=2"], "The option min_bet is given twice."),
    ],
)
def test_wrong_words_end_with_two_and_one_line(wrong: list[str], sentence: str, capsys: Said):
    assert main(["odds", *wrong]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"shadowport: {sentence}")
    assert said.err.count("\n") == 1
