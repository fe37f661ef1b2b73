"""A crooked table in words: what everybody reads, what a seat reads alone, and what the GM does."""

import re

import pytest

from bot import games
from bot.engine.cheating.effects import Effect
from bot.engine.cheating.events import Accused, Influenced, Tried
from bot.engine.cheating.sleights import Cheatable
from bot.engine.cheating.words import told
from bot.engine.game import DEALER
from bot.engine.money import CHIPS
from bot.engine.skills import typed_contest
from bot.engine.words import Voice, plain
from tests.engine.cheating.dice_table import HAN, LANDO, ROARK, VOICE, Table

CHEATABLE = [key for key, spec in games.games().items() if isinstance(spec.game, Cheatable)]


def page(table: Table, seat: int) -> tuple[str, list[str]]:
    read = table.spec.hand(table.state, seat, VOICE)
    return read.title, [plain(line) for line in read.text.split("\n")]


def status(table: Table) -> list[str]:
    return [plain(line) for line in table.spec.panel(table.state, None, VOICE).status]


def test_page_of_a_seat_leaves_attempts_to_the_buttons_until_none_is_left():
    assert page(Table(), LANDO) == ("Up my sleeve", ["The others don't see what you try here."])
    assert page(Table().thrown(), HAN)[1] == ["You can't try anything now."]


def test_a_seat_reads_its_luck_and_what_it_has_heard():
    luck = (Effect(seat=LANDO, concern="target", luck=1, hands=1),)
    table = Table(effects=luck).does(HAN, "weigh", 20).does(LANDO, "read", 15, 4, whom=HAN)
    _, lines = page(table, LANDO)
    assert lines == [
        "Anyone who influences you has advantage until this hand is over.",
        "Han seems to have cheated in this hand.",
    ]


def test_the_table_shows_whose_luck_lasts_how_long():
    luck = (
        Effect(seat=HAN, concern="influence", luck=1, hands=1),
        Effect(seat=ROARK, concern="insight", luck=-1, hands=1),
    )
    table = Table(effects=luck).does(LANDO, "influence", 15, 4, manner="distract", whom=HAN)
    assert status(table)[1:] == [
        "Until this hand is over, Han influences others with advantage and Roark reads others with disadvantage.",
        "Until the next hand is over, Lando uses sleight of hand with advantage.",
    ]


def test_panel_groups_seats_with_the_same_luck_when_many():
    luck = (
        *(Effect(seat=seat, concern="influence", luck=1, hands=1) for seat in (HAN, LANDO, ROARK)),
        *(Effect(seat=seat, concern="target", luck=-1, hands=1) for seat in (HAN, LANDO)),
        Effect(seat=ROARK, concern="insight", luck=-1, hands=1),
    )
    table = Table(effects=luck).does(LANDO, "influence", 4, 15, manner="distract", whom=HAN)
    assert status(table)[1:] == [
        (
            "Until this hand is over: advantage at influencing others for Han, Lando and Roark; disadvantage for "
            "anyone who influences Han or Lando; disadvantage at reading others for Roark."
        ),
        "Until the next hand is over: disadvantage at sleight of hand for Lando.",
    ]


def test_table_says_who_stands_accused_and_how_a_void_hand_ended():
    assert status(Table().does(HAN, "weigh", 9, 10))[1:] == ["Han stands accused: the GM decides."]
    table = Table().does(HAN, "weigh", 9, 10).does(DEALER, "verdict", ruling="void")
    result = table.spec.panel(table.state, None, VOICE).result
    assert result == "The GM has voided the hand. Everyone gets back what they put in."
    assert Table().spec.words.stakes(Table().deal.rules, VOICE) == "A chip each. · crooked"


def test_the_gm_reads_what_each_verdict_does():
    title, lines = page(Table().does(LANDO, "weigh", 20).does(HAN, "weigh", 9, 10), DEALER)
    assert title == "A cheat is caught"
    assert lines == [
        "Han is caught cheating, and the hand waits for your verdict:",
        "- Out of the hand. Everything they put in stays in.",
        "- The hand is void. Everyone gets back what they put in.",
        "- Play on as if nothing had happened.",
        "Lando cheated unseen in this hand.",
    ]


def test_gm_page_names_cheats_that_were_let_pass_or_nothing():
    assert page(Table(), DEALER) == ("The GM's seat", ["There's nothing to decide now."])
    table = Table().does(HAN, "weigh", 20).does(LANDO, "accuse", 10, whom=HAN)
    _, lines = page(table.does(DEALER, "verdict", ruling="play_on"), DEALER)
    assert lines == ["Han cheated in this hand, and you let it pass.", "There's nothing to decide now."]


def test_no_player_reads_who_has_cheated():
    table = Table().does(HAN, "weigh", 20)
    for seat in (LANDO, ROARK):
        assert page(table, seat) == page(Table(), seat)
    assert status(table) == status(Table())


@pytest.mark.parametrize("key", CHEATABLE)
def test_the_rules_have_a_page_with_the_games_own_sleights(key: str):
    spec = games.spec_of(key)
    rules = next(iter(spec.game.presets.values()))
    crooked = rules.evolve(crooked=True)
    own, pages = spec.rulebook(crooked, VOICE), spec.by(crooked).rulebook(crooked, VOICE)
    assert pages[: len(own)] == own
    assert any("Cheating" in page.title for page in own)
    assert isinstance(spec.game, Cheatable)
    if spec.game.explains_cheating:
        assert pages == own == spec.rulebook(rules, VOICE)
        return
    assert [page.title for page in pages[len(own) :]] == ["Crooked tables"]
    assert len(own) == len(spec.rulebook(rules, VOICE)) + 1
    assert len(pages[-1].text) <= 3800
    assert f"Once a {spec.game.hand_word}" in pages[-1].text


@pytest.mark.parametrize("key", CHEATABLE)
def test_a_game_with_hands_keeps_its_page_and_one_without_gets_one(key: str):
    spec = games.spec_of(key)
    crooked = spec.by(next(iter(spec.game.presets.values())).evolve(crooked=True))
    assert crooked.has_hands
    assert crooked.game.hand_title == (spec.game.hand_title if spec.has_hands else "Up my sleeve")


def test_event_names_the_house_as_the_house():
    tried = Tried(by=HAN, watcher=DEALER, what="Load", contest=typed_contest(3, 10), unseen=False)
    assert told(tried, VOICE).endswith("The house wins by 7. The house notices.")
    seen = Accused(accuser=DEALER, accused=HAN, seen=True, proven=False)
    assert told(seen, VOICE) == ("The house notices something and accuses **Han** of cheating, and can prove nothing.")


def test_texts_use_the_games_word_for_a_hand():
    effect = Effect(seat=HAN, concern="target", luck=-1)
    event = Influenced(by=HAN, whom=LANDO, manner="intimidate", contest=typed_contest(9, 3), won=True, effect=effect)
    said = told(event, VOICE, word="match")
    assert said.endswith("Anyone who influences **Han** has disadvantage until the next match is over.")


def test_names_in_crooked_texts_are_escaped():
    rude = Voice(names={HAN: "**@everyone**", LANDO: "# <@1>"}, currency=CHIPS)
    said = told(Accused(accuser=HAN, accused=LANDO, seen=False, proven=True), rude)
    assert re.search(r"(?<!\\)@|<@", said.replace("\\<", "").replace("\\@", "")) is None
