"""Forms built from moves, and what was typed into one read back."""

from typing import Any

import pytest

from bot.engine.money import CREDITS, DND
from bot.engine.moves import Amount, Cap, Choice, Field, Move, MovePreset, Number, Numbers, Pick, Words
from bot.engine.words import Voice, plain
from bot.errors import PlayerError
from bot.ui.forms import line, move_blank, read

BET = Amount(
    name="to",
    label="Bet",
    low=10,
    high=490,
    presets=(
        MovePreset(label="The least", amount=10),
        MovePreset(label="Half the pot", amount=40),
        MovePreset(label="The pot", amount=80),
        MovePreset(label="All in", amount=490),
    ),
)
WHOM = Pick(
    name="whom",
    label="Whom?",
    choices=(
        Choice(value="1", label="Han, 6", aliases=("Han",)),
        Choice(value="2", label="Lando, 4", aliases=("Lando",)),
    ),
)
CARDS = Pick(name="cards", label="Which?", choices=WHOM.choices, at_least=0, at_most=2)
MANY = Pick(
    name="many",
    label="Which of many?",
    choices=tuple(Choice(value=str(at), label=f"Card {at}", aliases=(f"c{at}",)) for at in range(30)),
    at_least=1,
    at_most=3,
)


ON_A_SIDE = Amount(
    name="stake", label="Stake", low=5, high=2000, by="whom", caps=(Cap(value="1", high=2000), Cap(value="2", high=50))
)


def typed(field: Any, value: Any, currency: Any = CREDITS) -> Any:
    return read(Move(key="move", label="Move", fields=(field,)), {field.name: value}, currency)[field.name]


@pytest.mark.parametrize(
    "text, amount",
    [
        ("50", 50),
        ("50 cr", 50),
        ("1k", 1000),
        ("pot", 80),
        ("the pot", 80),
        ("half", 40),
        ("Half Pot", 40),
        ("all in", 490),
        ("all-in", 490),
        ("allin", 490),
        ("least", 10),
    ],
)
def test_an_amount_is_a_number_or_what_its_presets_are_called(text: str, amount: int):
    assert typed(BET, text) == amount


@pytest.mark.parametrize("text", ["", "al", "everything", "the"])
def test_words_that_name_no_preset_are_told_those_that_do(text: str):
    with pytest.raises(PlayerError) as refused:
        typed(BET, text)
    assert str(refused.value) == "Write an amount, like 10 cr, or the least, half the pot, the pot or all in."


def test_amounts_are_read_in_the_money_of_the_campaign():
    assert typed(BET, "2gp 5sp", DND) == 250


def test_bounds_are_left_to_the_game():
    assert typed(BET, "100000") == 100_000


@pytest.mark.parametrize("text, number", [("6", 6), (" 6 ", 6), ("+6", 6), ("-3", -3), ("−3", -3)])
def test_a_whole_number_is_read_with_its_sign(text: str, number: int):
    assert typed(Number(name="total", label="Total", low=-9, high=9), text) == number


@pytest.mark.parametrize("text", ["", "six", "6.5", "1e3", "٦", "--3", "²"])
def test_number_field_refuses_text_that_is_no_whole_number(text: str):
    with pytest.raises(PlayerError, match="That isn't a whole number"):
        typed(Number(name="total", label="Total", low=1, high=6), text)


TICKET = Numbers(name="ticket", label="Numbers", low=1, high=100, at_least=2, at_most=10)


@pytest.mark.parametrize(
    "text",
    [
        "3, 17 44",
        "3,17,44",
        "3 17 44",
        "3;17;44",
        "3; 17; 44",
        " 3 and 17 and 44 ",
        "3, 17 AND 44.",
        "3/17/44",
        "3 & 17\n44",
    ],
)
def test_several_numbers_are_parted_as_people_do_it(text: str):
    assert typed(TICKET, text) == (3, 17, 44)


@pytest.mark.parametrize(
    "text",
    [
        "#3 #17 #44",
        "(3, 17, 44)",
        "[3 17 44]",
        "“3 17 44”",
        '"3" "17" "44"',
        "3 17 44!",
        "(#3), 17, 44).",
        "3，17，44",
        "3、17；44",
        "3 + 17 + 44",
        "\ufeff3 17\u200b 44",
        "\u200e3\u200f, 17,\u206044",
        "3 17 44...",
    ],
)
def test_number_field_ignores_characters_around_numbers(text: str):
    assert typed(TICKET, text) == (3, 17, 44)


def test_a_number_may_be_written_otherwise_where_the_game_says_so():
    dice = TICKET.evolve(also=(("00", 100),))
    assert typed(dice, "00 7 #00") == (100, 7, 100)
    assert typed(TICKET, "00 7") == (0, 7)


def test_however_long_a_number_is_the_game_says_what_is_wrong_with_it():
    assert typed(TICKET, f"3 {'9' * 40}") == (3, int("9" * 40))
    assert typed(Number(name="total", label="Total", low=1, high=6), "9" * 20) == int("9" * 20)


@pytest.mark.parametrize("text, unread", [("3, many", "many"), ("12-15", "12-15"), ("3.5 4", "3.5"), ("3 1e2", "1e2")])
def test_a_number_of_several_that_cannot_be_read_is_named(text: str, unread: str):
    with pytest.raises(PlayerError) as refused:
        typed(TICKET, text)
    assert plain(str(refused.value)) == f"I can't read “{unread}” as a whole number. Write them like this: 1, 50, 100."


def test_number_count_and_range_are_left_to_the_game():
    assert typed(TICKET, "") == ()
    assert typed(TICKET, "-3 0 101 101") == (-3, 0, 101, 101)


def test_one_of_a_few_is_picked_from_a_list():
    assert typed(WHOM, "2") == "2"
    for picked in ("", "1\n2"):
        with pytest.raises(PlayerError, match="Choose one from the list"):
            typed(WHOM, picked)


def test_none_may_be_picked_where_none_is_allowed():
    assert typed(CARDS, "") == ()
    assert typed(CARDS, "1\n2") == ("1", "2")


def test_words_are_taken_as_they_stand():
    assert typed(Words(name="reason", label="Why?"), "  because ") == "because"


def test_a_field_that_is_missing_is_refused_and_no_error():
    for field in (BET, WHOM, Number(name="n", label="N", low=1, high=6)):
        with pytest.raises(PlayerError):
            read(Move(key="move", label="Move", fields=(field,)), {}, CREDITS)


async def test_a_form_asks_for_each_field_within_the_limits_of_discord():
    long = "A very long label that goes on and on, further than a form of Discord can show it"
    move = Move(
        key="all",
        label=long,
        fields=(
            BET.evolve(label=long),
            WHOM,
            MANY,
            Number(name="n", label=long, low=1, high=6),
            Words(name="w", label="W"),
        ),
    )
    sent = move_blank(move, Voice({}, CREDITS), ()).build("play:1:2:3:all").to_dict()
    assert len(sent["title"]) <= 45
    labels = sent["components"]
    assert len(labels) == 5
    assert all(len(label["label"]) <= 45 for label in labels)
    assert labels[0]["component"]["value"] == "10 cr"
    assert [option["label"] for option in labels[1]["component"]["options"]] == ["Han, 6", "Lando, 4"]
    assert labels[2]["component"]["type"] == 4


def test_choices_are_typed_by_alias_when_too_many_for_a_select():
    assert typed(MANY, "Card 3, c29") == ("3", "29")


SPOTS = MANY.evolve(
    choices=(
        *MANY.choices,
        Choice(value="split", label="17-20", aliases=("17/20",)),
        Choice(value="minus", label="-33"),
        Choice(value="plus", label="+33"),
    ),
    not_offered="Write a number, like 17.",
    at_most=1,
    wrong_count="One at a time.",
    example="17 or 17-20",
)


@pytest.mark.parametrize("text", ["17-20", " 17 - 20 ", "17–20", "17 −20", "17/20", "17 / 20"])
def test_one_of_too_many_choices_is_read_however_dashes_and_spaces_are_written(text: str):
    assert typed(SPOTS, text) == "split"


def test_a_sign_is_no_dash():
    assert typed(SPOTS, "-33") == "minus"
    assert typed(SPOTS, "+33") == "plus"
    with pytest.raises(PlayerError, match="Write a number, like 17"):
        typed(SPOTS, "33")


def test_a_game_may_read_what_is_typed_itself_and_know_what_it_does_not_offer():
    known = {"three": "3", "none": "closed"}
    one, several = (field.evolve(reads=lambda text: known.get(text.strip())) for field in (SPOTS, MANY))
    assert (typed(one, " three "), typed(one, "none"), typed(several, "none, three")) == (
        "3",
        "closed",
        ("closed", "3"),
    )
    with pytest.raises(PlayerError, match="Write a number, like 17"):
        typed(one, "three, none")


@pytest.mark.parametrize("text", ["", "17-20, c3"])
def test_one_is_asked_for_in_the_words_of_the_game(text: str):
    with pytest.raises(PlayerError, match="One at a time"):
        typed(SPOTS, text)


async def test_the_line_for_one_of_too_many_choices_shows_what_may_be_written():
    for field, shown in ((SPOTS, "17 or 17-20"), (MANY, "Card 0, Card 1, Card 2, Card 3, Card 4")):
        sent = (
            move_blank(Move(key="m", label="M", fields=(field,)), Voice({}, CREDITS), ())
            .build("play:1:2:3:m")
            .to_dict()
        )
        assert sent["components"][0]["component"]["placeholder"] == shown


async def test_a_line_takes_at_least_what_it_is_filled_in_with_and_a_long_hint_is_cut():
    label = line("name", "Label", default="x" * 60, description="y" * 200, longest=40)
    sent: dict[str, Any] = dict(label.to_component_dict())
    assert sent["component"]["max_length"] == 60
    assert len(sent["description"]) == 100


def hint(field: Amount) -> str:
    sent: Any = (
        move_blank(Move(key="bet", label="Bet", fields=(field,)), Voice({}, CREDITS), ()).build("play:1").to_dict()
    )
    return sent["components"][0]["description"]


async def test_the_hint_under_an_amount_says_from_where_to_where():
    assert hint(BET) == "From 10 cr to 490 cr: half the pot 40 cr, the pot 80 cr, all in 490 cr."
    assert hint(BET.evolve(presets=())) == "From 10 cr to 490 cr."


async def test_the_hint_says_so_where_the_most_depends_on_another_field():
    assert hint(ON_A_SIDE) == "From 5 cr to 2,000 cr, depending on the bet."
    same = tuple(cap.evolve(high=2000) for cap in ON_A_SIDE.caps)
    assert hint(ON_A_SIDE.evolve(caps=same)) == "From 5 cr to 2,000 cr."
    named = ON_A_SIDE.evolve(presets=(MovePreset(label="The least", amount=5), MovePreset(label="All in", amount=2000)))
    assert hint(named) == "From 5 cr to 2,000 cr, depending on the bet: all in 2,000 cr."


@pytest.mark.parametrize(
    "field", [TICKET.evolve(name="side"), Number(name="side", label="How many numbers", low=2, high=10)], ids=type
)
async def test_the_hint_says_what_the_most_depends_on(field: Field):
    stake = Amount(name="stake", label="Stake", low=5, high=90, by="side", caps=(Cap(value="3", high=9),))
    sent: Any = (
        move_blank(Move(key="m", label="M", fields=(field, stake)), Voice({}, CREDITS), ()).build("play:1").to_dict()
    )
    assert sent["components"][1]["description"] == "From 5 cr to 90 cr, depending on how many numbers."


def shown_for(field: Field) -> dict[str, Any]:
    sent: Any = move_blank(Move(key="m", label="M", fields=(field,)), Voice({}, CREDITS), ()).build("play:1").to_dict()
    return sent["components"][0]["component"]


async def test_a_range_of_one_is_told_as_one():
    assert shown_for(TICKET.evolve(at_most=2))["placeholder"] == "2 numbers from 1 to 100"
    assert shown_for(TICKET)["placeholder"] == "2 to 10 numbers from 1 to 100"
    assert shown_for(Number(name="count", label="How many", low=2, high=2))["placeholder"] == "2"


async def test_a_form_that_changes_something_is_filled_in_with_it():
    assert shown_for(TICKET.evolve(default=(3, 17, 44)))["value"] == "3 17 44"
    assert "value" not in shown_for(TICKET)
    assert (shown_for(BET.evolve(default=50))["value"], shown_for(BET)["value"]) == ("50 cr", "10 cr")


SPELL = Words(name="words", label="What do you cast?", at_most=200)


def test_a_long_text_has_a_paragraph_and_says_how_long_it_may_be():
    sent: Any = move_blank(Move(key="m", label="M", fields=(SPELL,)), Voice({}, CREDITS), ()).build("own:1").to_dict()
    row = sent["components"][0]
    assert (row["component"]["style"], row["component"]["max_length"]) == (2, 200)
    assert row["description"] == "Up to 200 characters."
    assert shown_for(SPELL.evolve(at_most=60))["style"] == 1


def test_form_notes_stand_above_the_fields():
    move = Move(key="m", label="M", fields=(WHOM, SPELL), confirm="The whole table hears it.")
    sent: Any = move_blank(move, Voice({}, CREDITS), ()).build("own:1").to_dict()
    assert [part["type"] for part in sent["components"]] == [10, 18, 18]
    assert sent["components"][0]["content"] == "The whole table hears it."
    full = move.evolve(fields=tuple(SPELL.evolve(name=f"w{at}") for at in range(5)))
    assert len(move_blank(full, Voice({}, CREDITS), ()).build("own:1").to_dict()["components"]) == 5, "no more rows fit"


def test_several_lists_and_a_text_are_read_together():
    move = Move(key="m", label="M", fields=(WHOM, MANY, SPELL))
    values = {"whom": "2", "many": "c3, card 4", "words": "  Light,\nand a cloud.  "}
    assert read(move, values, CREDITS) == {"whom": "2", "many": ("3", "4"), "words": "Light,\nand a cloud."}
