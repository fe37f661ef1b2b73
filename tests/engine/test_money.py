"""Amounts and the GM's own coins: typed and shown the way people write them, with nothing lost in between."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.money import CREDITS, DND, MAX_AMOUNT, Currency, Denomination
from bot.engine.words import plural_of
from bot.errors import MoneyError, Unreadable
from cogs.campaign.settings_text import parse_currency, show_currency

CROWNS = parse_currency("gold crown=240, shilling=12, penny/pence=1")
WITH_ELECTRUM = DND.evolve(denominations=tuple(coin.evolve(shown=True) for coin in DND.denominations))
CURRENCIES = [CREDITS, DND, CROWNS, WITH_ELECTRUM]


def refusal(currency: Currency, text: str, minimum: int = 1) -> str:
    with pytest.raises(MoneyError) as refused:
        currency.parse(text, minimum=minimum)
    return str(refused.value)


@pytest.mark.parametrize(
    "typed, amount",
    [
        ("1000", 1000),
        ("1,000 cr", 1000),
        ("1 000 cr", 1000),
        ("1'000", 1000),
        ("1’000 credits", 1000),
        ("1.5k", 1500),
        ("2m", 2_000_000),
        ("5 k creds", 5000),
        ("  50  ", 50),
        ("50.", 50),
        ("+50", 50),
        ("CR 50", 50),
        ("1,234,567", 1_234_567),
        ("１２ cr", 12),
        ("٣٤", 34),
        ("1\u202f000", 1000),
        ("1\u00a0credit", 1),
    ],
)
def test_credits_are_read_as_people_type_them(typed: str, amount: int):
    assert CREDITS.parse(typed) == amount


@pytest.mark.parametrize(
    "typed, coppers",
    [
        ("2gp 5sp", 250),
        ("2 gp, 5 sp", 250),
        ("2 gold and 5 silver pieces", 250),
        ("5sp 2gp", 250),
        ("2.5gp", 250),
        (".5 gp", 50),
        ("3", 300),
        ("1pp", 1000),
        ("1 ep", 50),
        ("1,250 gp 5 sp + 3 cp", 125_053),
        ("0.01gp", 1),
    ],
)
def test_dungeon_coins_are_read_together(typed: str, coppers: int):
    assert DND.parse(typed) == coppers


def test_bare_number_counts_the_main_coin_and_other_coins_are_refused():
    assert DND.parse("7") == 700
    assert CREDITS.parse("7") == 7
    assert CROWNS.parse("7") == 7 * 240
    assert refusal(CREDITS, "5 gp") == "This campaign counts in credits, not gp."
    assert refusal(DND, "5 cr") == "This campaign counts in gp, sp and cp, not cr."
    assert refusal(DND, "2k") == "This campaign counts in gp, sp and cp, not k."


@pytest.mark.parametrize("typed", ["-5", "−5 cr", "–5"])
def test_an_amount_is_never_negative(typed: str):
    assert refusal(CREDITS, typed) == "An amount can't be negative."


@pytest.mark.parametrize(
    "typed", ["", "much", "nan", "inf", "10^30", "1e30", "½", "10²", "1-25", "5 - 3", "<@5>", "0x10"]
)
def test_text_without_an_amount_is_refused_with_an_example(typed: str):
    told = refusal(CREDITS, typed)
    assert told in {
        "I can't read that amount. Write it like this: 1,000 cr.",
        "This campaign counts in credits, not x.",
    }


@pytest.mark.parametrize("typed", ["1,00", "1,0000", "1.000", "12.500", "0,100", "1.000,50", "1..5", "1,,000", "5_"])
def test_ambiguous_thousands_are_asked_back(typed: str):
    assert "Write thousands as 1,000 or 1000" in refusal(CREDITS, typed)


def test_too_much_and_parts_of_a_coin_are_refused():
    assert CREDITS.parse(str(MAX_AMOUNT)) == MAX_AMOUNT
    for typed in (str(MAX_AMOUNT + 1), "1" + "0" * 30, "9" * 400):
        assert refusal(CREDITS, typed) == "That's too much. The limit is 1,000,000,000,000,000 cr."
    assert refusal(CREDITS, "1.5") == "That doesn't come to whole coins. The smallest coin is 1 cr."
    assert refusal(DND, "2.55 sp") == "That doesn't come to whole coins. The smallest coin is 1 cp."


def test_zero_missing_and_doubled_coins_are_asked_back():
    assert refusal(CREDITS, "0") == "That's too little. The least is 1 cr."
    assert CREDITS.parse("0", minimum=0) == 0
    assert refusal(DND, "1gp", minimum=250) == "That's too little. The least is 2 gp 5 sp."
    assert refusal(DND, "2gp 5") == "Say which coins you mean by 5. Write it like this: 2 gp 5 sp."
    assert refusal(CREDITS, "1 00") == "Say which coins you mean by 1. Write it like this: 1,000 cr."
    assert refusal(DND, "2gp 3gp").startswith("You named gold pieces twice.")


def test_amounts_and_nets_are_shown_with_their_coins():
    assert CREDITS.show(1000) == "1,000 cr"
    assert DND.show(250) == "2 gp 5 sp"
    assert DND.show(0) == "0 gp"
    assert CROWNS.show(240 + 24 + 3) == "1 gold crown 2 shillings 3 pence"
    assert DND.show(1050) == "10 gp 5 sp"
    assert WITH_ELECTRUM.show(1050) == "1 pp 1 ep"
    assert CREDITS.show_net(235) == "+235 cr"
    assert CREDITS.show_net(-470) == "−470 cr"
    assert CREDITS.show_net(0) == "0 cr"
    assert DND.show_net(-250) == "−2 gp 5 sp"


def test_change_is_made_from_the_largest_coins_down():
    assert [(coin.name, count) for coin, count in CROWNS.coins(505)] == [
        ("gold crown", 2),
        ("shilling", 2),
        ("penny", 1),
    ]
    with pytest.raises(ValueError, match="no change"):
        CROWNS.coins(-1)


@given(amount=st.integers(0, MAX_AMOUNT), currency=st.sampled_from(CURRENCIES))
def test_shown_amount_reads_back_and_change_adds_up(amount: int, currency: Currency):
    assert currency.parse(currency.show(amount), minimum=0) == amount
    assert sum(coin.value * count for coin, count in currency.coins(amount)) == amount


@given(text=st.text(st.sampled_from("0123456789.,'_ +-kmgpscrandé²٣$"), max_size=24) | st.text(max_size=40))
def test_any_text_is_an_amount_or_a_refusal(text: str):
    for currency in CURRENCIES:
        with suppress(MoneyError):
            assert 1 <= currency.parse(text) <= MAX_AMOUNT


def test_currency_survives_json_and_needs_a_smallest_coin():
    for currency in CURRENCIES:
        assert Currency.from_json(currency.to_json()) == currency
    crown = Denomination(name="crown", plural="crowns", value=5)
    with pytest.raises(ValueError, match="smallest coin"):
        Currency(denominations=(crown,), main="crown")
    with pytest.raises(ValueError, match="main denomination"):
        Currency(denominations=(crown.evolve(value=1),), main="thaler")


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
        ("", "Write your coins like this"),
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
