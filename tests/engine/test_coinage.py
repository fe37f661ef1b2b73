"""The GM's own coins are read from one line, or refused with a sentence."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.coinage import parse_currency, plural_of, show_currency
from bot.engine.money import MAX_AMOUNT
from bot.errors import Unreadable


def test_own_coins_may_have_symbols_signs_and_odd_plurals():
    currency = parse_currency("Krone (kr) = 100; Øre/Øre = 1")
    assert currency.show(250) == "2 kr 50 Øre"
    assert currency.parse("2 kr 50 øre") == 250
    assert currency.parse("2 krones") == 200
    assert currency.title == "kr and Øre"
    currency = parse_currency("dollar ($)=100, cent (¢)=1")
    assert currency.parse("$5") == 500
    assert currency.parse("5 $ 20 ¢") == 520


@pytest.mark.parametrize(
    "line", ["gold crown=240, shilling=12, penny/pence=1", "mark (m)=1", "eagle=20, disme (d)=10, cent=1"]
)
def test_own_coins_are_written_back_as_they_were_read(line: str):
    assert show_currency(parse_currency(line)) == line


@pytest.mark.parametrize(
    "line, told",
    [
        ("", "Name your coins like this"),
        ("crown", "I can't read “crown”"),
        ("crown=", "I can't read “crown=”"),
        ("crown=0", "A coin is worth 1 to"),
        ("crown=-5", "I can't read"),
        ("crown=10", "The smallest coin must be worth 1"),
        ("crown=1, Crown=2", "Two coins share the name crown."),
        ("crown=10, penny=1, crowns=2", "Two coins share the name crowns."),
        ("crown=1, penny=1", "crown and penny are worth the same."),
        ("crown2=1", "can't name a coin"),
        ("and=1", "can't name a coin"),
        ("@everyone=1", "can't name a coin"),
        (",".join(f"{letter}x={value}" for value, letter in enumerate("abcdefghi", start=1)), "at most 8 coins"),
        ("c" * 1001, "too long"),
    ],
)
def test_coins_that_cannot_be_used_are_refused_with_a_sentence(line: str, told: str):
    with pytest.raises(Unreadable) as refused:
        parse_currency(line)
    assert told in str(refused.value)


def test_plurals_are_regular_unless_given():
    assert [plural_of(name) for name in ("crown", "penny", "cross", "key", "florin")] == [
        "crowns",
        "pennies",
        "crosses",
        "keys",
        "florins",
    ]


names = st.text(st.characters(categories=["Lu", "Ll", "Lo", "Mn"]), min_size=1, max_size=12)


@given(st.lists(names, min_size=1, max_size=8), st.data())
def test_every_accepted_currency_reads_the_amounts_it_shows(words: list[str], data: st.DataObject):
    line = ", ".join(f"{word}={12**power}" for power, word in enumerate(words))
    try:
        currency = parse_currency(line)
    except Unreadable:
        return
    amount = data.draw(st.integers(0, MAX_AMOUNT))
    assert currency.parse(currency.show(amount), minimum=0) == amount
    assert parse_currency(show_currency(currency)) == currency
