"""Games that play themselves: a seed counts the same each time, all styles and rules work, wrong words are refused."""

import json
import signal
from dataclasses import replace
from typing import Any

import pytest

from bot import games
from bot.__main__ import main
from bot.engine.frozen import fields_of
from bot.engine.options import options_of
from bot.simulation import play
from tests.simulation.counts import counted

pytestmark = pytest.mark.usefixtures("logging_put_back")

Said = pytest.CaptureFixture[str]
PLAYING = [key for key in games.games() if games.spec_of(key).player.counting is not None]


def _may_be_crooked(key: str) -> bool:
    return "crooked" in {option.name for option in options_of(games.spec_of(key).game.HouseRules)}


@pytest.mark.parametrize("game", PLAYING)
def test_the_same_seed_counts_the_same_and_another_one_does_not(game: str):
    assert counted(game, 15) == counted(game, 15)
    assert counted(game, 15) != counted(game, 15, seed="8")


@pytest.mark.parametrize("game", PLAYING)
def test_more_hands_begin_with_the_same_hands(game: str):
    few, more = counted(game, 5), counted(game, 8)
    assert all(more[name] >= count for name, count in few.items())


@pytest.mark.parametrize("game", PLAYING)
def test_every_seat_number_and_style_plays_to_the_end_with_named_counters(game: str):
    counting, spec = games.spec_of(game).player.counting, games.spec_of(game)
    assert counting is not None
    for seats in spec.game.seats:
        counts = counted(game, 3, seats=seats)
        assert list(counts) == list(counting.names(counting.rules, counting.simple()))
    for option in options_of(counting.simple):
        for value, _ in option.choices:
            assert counted(game, 10, f"{option.name}={value}")


@pytest.mark.parametrize("game", PLAYING)
def test_every_choice_of_a_house_rule_can_be_simulated(game: str):
    for option in options_of(games.spec_of(game).game.HouseRules):
        values = ["on", "off"] if option.kind == "switch" else [value for value, _ in option.choices]
        for value in values:
            assert counted(game, 3, f"{option.name}={value}")


@pytest.mark.parametrize("game", [key for key in PLAYING if _may_be_crooked(key)])
def test_honest_players_at_a_crooked_table_count_the_same(game: str):
    assert counted(game, 15, "crooked=on") == counted(game, 15, "crooked=off")


@pytest.mark.parametrize("game", PLAYING)
def test_the_options_of_players_have_names_of_their_own(game: str):
    counting = games.spec_of(game).player.counting
    assert counting is not None
    house_rules = fields_of(games.spec_of(game).game.HouseRules)
    assert not fields_of(counting.simple).keys() & house_rules.keys()


@pytest.mark.parametrize("seats", [2, 10])
def test_lively_players_only_do_what_they_are_offered(seats: int):
    for more in ((), ("variant=long",), ("last_bets=on", "max_bet=25"), ("dice=typed", "contests=typed")):
        assert counted("pilok", 20, "betting=lively", *more, seats=seats)["hands"] == 20


def test_processors_share_the_hands_and_count_the_same(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(play, "EVENING", 10)
    monkeypatch.setattr(play, "_processors", lambda: 1)
    alone = counted("pilok", 25)
    monkeypatch.setattr(play, "_processors", lambda: 2)
    assert counted("pilok", 25) == alone
    assert list(counted("pilok", 25)) == list(alone)
    assert alone["hands"] == 25


def words(*more: str, game: str = "pilok", hands: str = "3") -> list[str]:
    return ["simulate", game, "--hands", hands, "--seed", "7", *more]


def test_json_is_one_object_and_says_what_was_asked(capsys: Said):
    assert main(words("--seats", "4", "--option", "variant=long", "--option", "ante=25", "--json")) == 0
    said = capsys.readouterr()
    report = json.loads(said.out)
    assert said.err == ""
    assert report.pop("seconds") >= 0
    assert report.pop("counters")["hands"] == 3
    assert report == {
        "game": "pilok",
        "options": {"variant": "long", "ante": 25},
        "seats": 4,
        "hands": 3,
        "seed": 7,
    }


def test_without_json_there_is_a_table_to_read(capsys: Said):
    assert main(words("--option", "variant=long")) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("Long Pi'Lok: 3 hands, 3 seats, seed '7', ")
    assert lines[1:5] == [
        "variant=long",
        "",
        "                   count   per hand",
        "hands                  3    1.00000",
    ]


@pytest.mark.parametrize(
    "wrong, sentence",
    [
        (words(game="sabacc"), "There is no game called 'sabacc'. These can be simulated: "),
        (words(game="sab\nacc"), "There is no game called 'sab\\nacc'. These can be simulated: "),
        (words(hands="0"), "--hands must be a whole number from 1 to 1,000,000,000, not '0'."),
        (words(hands="-1"), "--hands must be "),
        (words(hands="1e3"), "--hands must be "),
        (words(hands="٣"), "--hands must be "),
        (words(hands="9" * 5000), "--hands must be "),
        (words("--seats", "1"), "--seats must be a whole number from 2 to 10, not '1'."),
        (words("--seats", "eleven"), "--seats must be "),
        (words("--option", "variant"), "An option is name=value, not 'variant'."),
        (words("--option", "colour=red"), "There is no option called 'colour'. Options: variant, ante, "),
        (words("--option", "=long"), "There is no option called ''. Options: "),
        (words("--option", "variant=short"), "Variant must be one of basic, long."),
        (words("--option", "ante=many"), "Ante must be a whole number."),
        (words("--option", "ante=0"), "Ante must be between 1 and 1000000000000."),
        (words("--option", "min_bet=5", "--option", "max_bet=1"), "The largest bet, 1, can't be below the smallest, "),
        (words("--option", "betting=wild"), "Betting must be one of patient, lively."),
        (words("--option", "ante=1", "--option", "ante=2"), "The option ante is given twice."),
    ],
)
def test_wrong_words_end_with_two_and_one_line(wrong: list[str], sentence: str, capsys: Said):
    assert main(wrong) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"shadowport: {sentence}")
    assert said.err.count("\n") == 1


@pytest.mark.parametrize("missing", [["pilok", "--hands", "3"], ["pilok", "--seed", "7"], ["--hands", "3"]])
def test_missing_arguments_are_named_in_one_line(missing: list[str], capsys: Said):
    with pytest.raises(SystemExit) as end:
        main(["simulate", *missing])
    assert end.value.code == 2
    said = capsys.readouterr().err
    assert "required" in said
    assert said.count("\n") == 1


def test_a_game_that_cannot_play_itself_is_refused(capsys: Said, monkeypatch: pytest.MonkeyPatch):
    pilok = replace(games.spec_of("pilok"), ai=None)
    monkeypatch.setattr(games, "game_alone", {"pilok": pilok}.get)
    assert main(words()) == 2
    assert capsys.readouterr().err.startswith("shadowport: Three Street Pi'Lok can't be simulated.")


@pytest.mark.parametrize("seed", ["", "007", "Mos Eisley", "🎲", "\udcff", "a\x00b\nc", "9" * 5000])
def test_a_seed_is_any_text(seed: str, capsys: Said):
    for more in ([], ["--json"]):
        assert main(["simulate", "pilok", "--hands", "1", "--seed", seed, *more]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["seed"] == seed


def test_help_says_what_is_counted_in_each_game(capsys: Said):
    with pytest.raises(SystemExit) as end:
        main(["simulate", "--help"])
    assert end.value.code == 0
    text = capsys.readouterr().out
    assert all(f"\n{key}: " in text for key in PLAYING)
    assert "never fold" in text


def test_an_interrupt_ends_a_simulation_with_exit_code_1_in_silence(capsys: Said, monkeypatch: pytest.MonkeyPatch):
    ai, left = games.spec_of("pilok").player, [25]

    def until_interrupted(*asked: Any) -> Any:
        left[0] -= 1
        if not left[0]:
            signal.raise_signal(signal.SIGINT)
        return ai.decide(*asked)

    pilok = replace(games.spec_of("pilok"), ai=replace(ai, decide=until_interrupted))
    monkeypatch.setattr(games, "game_alone", {"pilok": pilok}.get)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # in the background a shell has them ignored
    try:
        assert main(words(hands="1000")) == 1
    finally:
        signal.signal(signal.SIGINT, before)
    assert left == [0]
    assert capsys.readouterr() == ("", "")
