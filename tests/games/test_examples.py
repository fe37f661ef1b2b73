"""The worked examples on the pages of rules: each is played by the real rules, and what it says comes out."""

import re
from typing import Any

import pytest

from bot import games
from bot.engine.banked.limits import Pay
from bot.engine.money import CREDITS
from bot.engine.options import options_of, with_options
from bot.engine.words import Page, Voice
from bot.errors import RuleError
from cogs.baldur.hands import named
from cogs.baldur.state import BaldurCarry, BaldurRules
from cogs.golem.words import SUITS
from cogs.klingon import words as klingon
from cogs.klingon.card_file import STANDARD
from cogs.klingon.cards import Deck
from cogs.klingon.state import KlingonRules
from cogs.roulette.layout import EVEN_CHANCES, PAYS
from tests.games.baldur.baldur_table import Table as BaldurTable
from tests.games.bounder.bounder_table import Table as BounderTable
from tests.games.bounder.bounder_table import bets_open
from tests.games.century.century_table import Table as CenturyTable
from tests.games.golem.golem_table import Table as GolemTable
from tests.games.klingon.klingon_table import Table as KlingonTable
from tests.games.pazaak.pazaak_table import Table as PazaakTable
from tests.games.pilok.pilok_table import Table as PilokTable
from tests.games.roulette.roulette_table import Table as RouletteTable
from tests.games.twentyone.twentyone_table import against
from tests.laws.sittings import every_value

VOICE = Voice(names={}, currency=CREDITS)
MOST_STAKE = 100
PRESETS = [(key, name) for key, spec in games.games().items() for name in spec.game.presets]


def pages(key: str, preset: str) -> tuple[Page, ...]:
    rules = games.spec_of(key).game.presets[preset]
    return games.spec_of(key).by(rules).rulebook(rules, VOICE)


def told(key: str, **options: Any) -> str:
    """Return the example by the game's usual rules with these options."""
    spec = games.spec_of(key)
    rules = with_options(next(iter(spec.game.presets.values())), options)
    return next(page.text for page in spec.rulebook(rules, VOICE) if page.title == "Example")


def money(text: str, before: str) -> int:
    """Return the last amount that follows these words."""
    found = re.findall(re.escape(before) + r"([\d,]+) (?:cr|chips?)", text)
    assert found, (before, text)
    return int(found[-1].replace(",", ""))


def choices(key: str) -> list[dict[str, Any]]:
    """Every choice of every option by the usual rules, with stakes that everybody can pay; dice that the bot rolls."""
    spec = games.spec_of(key)
    usual, found = next(iter(spec.game.presets.values())), list[dict[str, Any]]()
    for option in options_of(spec.game.HouseRules):
        for value in every_value(option):
            if (option.name, value) == ("dice", "typed") or (type(value) is int and value > MOST_STAKE):
                continue
            try:
                with_options(usual, {option.name: value})
            except RuleError:
                continue
            found.append({option.name: value})
    return found


@pytest.mark.parametrize("key, preset", PRESETS)
def test_every_game_has_one_example(key: str, preset: str):
    assert [page.title for page in pages(key, preset)].count("Example") == 1


@pytest.mark.parametrize("options", [{"ante": 40, "min_bet": 20, "max_bet": 0}, *choices("pilok")], ids=str)
def test_pilok(options: dict[str, Any]):
    options = {"min_bet": 1, "max_bet": 25} | options
    text = told("pilok", **options)
    streets = re.findall(r"Roark rolls (\d), Lando (\d)(?:, Han (\d))?", text)
    hands = {name: tuple(int(dice[at] or 1) for dice in streets) for at, name in enumerate(("Roark", "Lando", "Han"))}
    table = PilokTable(hands=hands, dealer="Han", **options)
    rules, bet = table.state.rules, table.state.rules.smallest_bet
    table.bet("Roark", bet).call("Lando", "Han")
    leader, other = ("Roark", "Lando") if "Roark still leads" in text else ("Lando", "Roark")
    assert (table.leader, table.value("Lando"), table.value("Roark")) == (leader, 16, 9)
    table.bet(leader, bet)
    for name in ("Lando", "Han") if leader == "Roark" else ("Han", "Roark"):
        table.fold(name) if name == "Han" else table.call(name)
    table.check(leader, other)
    first = re.findall(r"\*\*The Jump.\*\* (\w+) (?:leads|has the \w+ hand), so he is first", text)
    assert tuple(first) == table.turn
    if table.turn == ("Lando",):
        table.passes("Lando")
    jumps(table, text, typed=rules.contests == "typed")
    assert (table.value("Lando"), table.value("Roark")) == (6, 9)
    assert ("Then Lando may jump" in text) is (table.turn == ("Lando",) and table.state.street == "jump")
    if table.state.street == "jump":
        table.passes("Lando")
    assert ("**Last bets.**" in text) is (table.state.street == "last")
    while table.turn:
        table.check(*table.turn)
    pot = money(text, "Roark takes the pot, ")
    assert table.nets["Roark"] == pot - rules.ante - 2 * bet


def jumps(table: PilokTable, text: str, *, typed: bool) -> None:
    """Roark jumps Lando, wins, and has a four rolled again."""
    own, other, again = map(int, re.findall(r"Roark has (\d+), Lando (\d+)\. .* gets a (\d)", text)[0])
    if typed:
        table.do("Roark", "jump", target="2").do("Roark", "total", total=own).do("Lando", "total", total=other)
    else:
        table.jump("Roark", "Lando", own, other)
    table.reroll("Roark", "Lando", 4, again)


@pytest.mark.parametrize(
    "options", [{"ante": 50, "house_rate": 0}, {"opening": "bet", "folded_feed": True}, *choices("golem")], ids=str
)
def test_golem(options: dict[str, Any]):
    text = told("golem", **options)
    hands, draws = golem_cards(text)
    table = GolemTable(hands, **options)
    bet = table.rules.smallest_bet
    for drawn in (draws, None):
        table.bet("Han", bet).call("Roark", "Lando")
        if drawn:
            table.draw(drawn)
    pot = money(text, "The pot is ")
    assert [amount for amount, _, is_won in table.pots if is_won] == [pot]
    paid = table.rules.ante + 2 * bet
    assert table.nets == {"Lando": money(text, "Lando gets ") - paid, "Roark": -paid, "Han": -paid}
    assert table.rules.cut(pot) == (money(text, "The house takes ") if "The house takes" in text else 0)


def test_golem_with_a_seven_in_the_place_of_the_two():
    hands, draws = golem_cards(told("golem"))
    table = GolemTable(hands | {"Lando": hands["Lando"].replace("2c", "7c")})
    table.checked().draw(draws | {"Lando": draws["Lando"].replace("2c", "7c")}).then(hands)
    before = table.stacks["Lando"]
    table.checked()
    assert before - table.stacks["Lando"] == money(told("golem"), "Lando would then have paid ")
    assert table.state.number == 2, "dealt anew"


def golem_cards(text: str) -> tuple[dict[str, str], dict[str, str]]:
    """Return the hands and the draws of the example, as the table of the tests reads them."""
    draws = re.findall(r"(\w+) discards ([^.]+?) and draws ([^.]+)\.", text)
    hands = {name: codes(cards) for name, cards in re.findall(r"- (\w+): (\d.+)", text)}
    return hands, {name: f"{codes(out)} > {codes(new)}" for name, out, new in draws}


def codes(cards: str) -> str:
    """Return Golem's cards as the rules name them: "2d 6h"."""
    suits = {stuff: suit for suit, stuff in SUITS.items()}
    return " ".join(f"{rank}{suits[stuff]}" for rank, stuff in re.findall(r"(\d+) (\w+)", cards))


@pytest.mark.parametrize("version", ["standard", "classic"])
@pytest.mark.parametrize("options", [{"max_bet": 7, "min_bet": 5}, *choices("bounder")], ids=str)
def test_bounder(version: str, options: dict[str, Any]):
    options = {"version": version} | options
    text = told("bounder", **options)
    (one, two, three, total), *_ = re.findall(r"rolls (\d), (\d) and (\d), together (\d+)", text)
    (second,) = re.findall(r"Roark rolls (\d+)\. The sum of 12 lies between \1 and 14", text)
    dice, stake = (int(one), int(two), int(three)), money(text, "Roark stakes " if "Roark stakes" in text else "stake ")
    assert sum(dice) == int(total) == 12
    side = "All dice are even" in text
    if options["version"] == "standard":
        table = bets_open(14, stake, **options).bet("Lando", "point", money(text, "Lando bets "))
        table = table.bet("Han", "all_even", money(text, "Han bets ")) if side else table
        table.rolls(*dice, int(second))
        won = {"Lando": money(text, "and Lando wins "), "Han": money(text, "Han wins ") if side else 0}
    else:
        table = BounderTable("Roark", "Lando", **options).stakes("Roark", stake).stakes("Lando", stake, 14, 3)
        last = re.findall(r"Lando rolls (\d+) and loses", text)
        table = table.bet("Lando", "all_even", money(text, "Lando bets ")) if side else table
        table = table.done("Roark") if "Roark" in table.turn else table
        table.do("Lando", "done", *dice, int(second), int(last[0])) if table.turn else None
        won = {"Lando": (money(text, "Lando wins ") if side else 0) - money(text, "and loses ")}
    assert table.nets == {"Roark": money(text, "so Roark wins "), **won}


@pytest.mark.parametrize("options", [{"payout_cap": 300}, {"payout_cap": 40}, *choices("century")], ids=str)
def test_century(options: dict[str, Any]):
    text = told("century", **options)
    stake, (ticket,) = money(text, "Han stakes "), re.findall(r" on ((?:\d+, )+\d+)\.", text)
    missed = "1 2 4 5 6 7 8 9"
    paid = {
        f"17 44 {missed}": 0,
        f"17 44 71 {missed}": money(text, "is paid "),
        f"17 44 71 58 {missed}": money(text, "be paid "),
        f"17 44 71 58 3 {missed}": money(text, "all 5 numbers "),
    }
    for drawn, amount in paid.items():
        table = CenturyTable("Han", **{**options, "draws": 10}).gives(drawn)
        table.ticket("Han", ticket.replace(",", ""), stake).draws("")
        assert table.nets["Han"] == amount - stake


@pytest.mark.parametrize(
    "options",
    [{"zero": "half", "min_bet": 1}, {"zero": "half", "min_bet": 1, "max_bet": 1}, *choices("roulette")],
    ids=str,
)
def test_roulette(options: dict[str, Any]):
    text = told("roulette", **options)
    stake = money(text, "You bet ")
    back = money(text, "comes back: ") if "Nothing comes back" not in text else 0
    both = {"17": money(text, "Your 17 wins ") - stake, "19": money(text, "Red wins ") - stake}
    for ball, net in {**both, "20": -2 * stake, "0": back - 2 * stake}.items():
        table = RouletteTable(("Han",), ball=ball, **options).bet("Han", f"17 {stake}, red {stake}").done()
        assert table.nets["Han"] == net
    assert re.findall(r"you get ([\d,]+) cr", text) == [f"{2 * stake + net:,}" for net in both.values()]


@pytest.mark.parametrize("kind, pay", PAYS.items())
def test_roulette_pays_what_its_pages_say(kind: str, pay: Pay):
    name = {"straight": "A number", "street": "A street", "first_four": "The first four", "top_line": "The top line"}
    named = name.get(kind) or {"dozen": "Dozens", "column": "Columns"}.get(kind) or f"A {kind.replace('_', ' ')}"
    named = "Even chances" if kind in EVEN_CHANCES else named
    text = "".join(page.text for preset in ("european", "american") for page in pages("roulette", preset))
    assert re.findall(rf"\*\*{named}\*\*[^.]*? pays? (\d+ to \d+)", text)[0] == pay.told()


@pytest.mark.parametrize(
    "options", [{"min_bet": 11}, {"natural_pays": "6:5", "min_bet": 5}, *choices("twentyone")], ids=str
)
def test_twentyone(options: dict[str, Any]):
    text = told("twentyone", **options)
    one, two, up, drawn, hole, last, *natural = re.findall(r"(\w+)([♥♠♣♦])", text)
    card = {"♥": "h", "♠": "s", "♦": "d", "♣": "c"}
    bet = money(text, "You bet ")

    def cards(*those: tuple[str, str]) -> str:
        return " ".join(f"{rank}{card[suit]}" for rank, suit in those)

    has_hole_card = "The dealer turns" in text
    table = against(cards(up, hole) if has_hole_card else cards(up), cards(one, two), bet=bet, **options)
    end = cards(drawn, last) if has_hole_card else cards(drawn, hole, last)
    table = table.double(end) if "You double" in text else table.hit(end)
    assert table.net == money(text, "You win ")
    table = against(cards(up, hole), cards(*natural), bet=bet, **options)
    assert table.net == money(text, "and win ")


PAZAAK = [one for one in choices("pazaak") if one not in ({"wagers": True}, {"first": "random"})]
"""But for who begins by lot, which is no part of the example, and wagers, which lie beside the cards."""


@pytest.mark.parametrize("options", [{"sets": 1, "stake": 40}, *PAZAAK], ids=str)
def test_pazaak(options: dict[str, Any]):
    with_side_cards = options.get("hand_size", 4) > 0
    text = told("pazaak", **options)
    draws, side_cards = (re.findall(rf"{before} ([+\d]+)", text) for before in ("(?:draws|then)", "the side card"))
    hands: dict[str, str] | None = (
        dict(zip(("Han", "Lando"), side_cards, strict=True)) if options.get("hand_size") == 1 else None
    )
    table = PazaakTable(" ".join(draws), hands=hands, **options)
    table.do("Han", "end")
    table.do("Lando", "end")
    if with_side_cards:
        play(table, "Han", side_cards[0])
    assert table.total_of("Han") == 19
    table.do("Han", "stand")
    while table.total_of("Lando") < 17:
        table.do("Lando", "end")
    if with_side_cards:
        play(table, "Lando", side_cards[1])
    elif table.turn == "Lando" and table.total_of("Lando") < 20:
        table.do("Lando", "end")
    if not table.sets:
        table.do("Lando", "stand")
    assert table.sets[0][1] == "Lando"
    if options == {"sets": 1, "stake": 40}:
        assert table.nets == [-40, money(text, "The winner of the match takes ") - 40]


def play(table: PazaakTable, name: str, card: str) -> None:
    move = next(move for move in table.moves(name) if move.key == "play")
    field = move.fields[0]
    assert field.type == "pick"
    choice = next(choice for choice in field.choices if card.lstrip("+") in choice.label)
    table.do(name, "play", **{field.name: choice.value})


KLINGON = games.spec_of("klingon").game.presets
CARDS = STANDARD.evolve(ships=tuple(ship.evolve(id=f"own-{ship.id}") for ship in STANDARD.ships))
"""A campaign's own cards, without the ships of the usual example."""
UNARMED = CARDS.evolve(ships=tuple(ship.evolve(mounts=(), fighters=0) for ship in CARDS.ships))
"""Cards that make no example: no ship fires anything."""


HANDS = [(preset, options, None) for preset in KLINGON for options in choices("klingon")]
HANDS += [("tournament", {"carriers": carriers}, deck) for carriers in ("in", "out") for deck in (CARDS, UNARMED)]


@pytest.mark.parametrize("preset, options, deck", HANDS)
def test_klingon(preset: str, options: dict[str, Any], deck: Deck | None):
    try:
        rules = with_options(KLINGON[preset], options)
    except RuleError:
        pytest.skip("these don't go together")
    assert isinstance(rules, KlingonRules)
    rules, example = rules.evolve(deck=deck), klingon.example_of(rules.evolve(deck=deck))
    dealt = rules.evolve(deck=None) if deck == UNARMED else rules
    ships = {"Han": " ".join(example.han), "Roark": " ".join(example.roark)}
    table = KlingonTable(("Roark", "Lando", "Han"), ships, " ".join(example.table), sun="Han", rules=dealt)
    large = 2 * rules.first_small
    table.call("Roark").fold("Lando").check("Han")
    table.check("Roark").bet("Han", large).call("Roark")
    table.check("Roark", "Han")
    table.check("Roark").bet("Han", large).call("Roark")
    (text,) = (page.text for page in klingon.rules_pages(rules, VOICE) if page.title == "Example")
    assert money(text, "Han takes the pot, ") == table.pots[0][0] == 13 * rules.first_small
    assert table.nets["Han"] == 13 * rules.first_small - 3 * large
    assert f"- Han has {table.attacks['Han']}: " in text
    assert ("Roark" in table.attacks) is ("Both turn up" in text) is ("face down" not in text)
    assert ("Roark" not in table.attacks) or f"- Roark has {table.attacks['Roark']}: " in text


@pytest.mark.parametrize(
    "options",
    [{"npcs": npcs, "ante": ante} for npcs in (0, 1, 3, 4) for ante in (100, 250)] + choices("baldur"),
    ids=str,
)
def test_baldur(options: dict[str, Any]):
    rules, text = with_options(BaldurRules(), options), told("baldur", **options)
    carry = None if rules.dealer == "gm" else BaldurCarry(dealer=1)
    dice = {name: numbers(found) for name, found in re.findall(r"(Han|Lando) rolls ([\d, and]+)\.", text)}
    npcs = next((numbers(found) for found in re.findall(r"The NPCs have ([\d, and]+), but", text)), ())
    table = BaldurTable(("Han", "Lando"), npc_dice=npcs, carry=carry, **options)
    table.rolls(dice)
    pots = [] if rules.look_first else [table.state.pot]
    flop, void = (numbers(found) for found in re.findall(r"\*\* ([\d, and]+) fall", text))
    table.stay("Han", "Lando", falls=flop)
    if rules.look_first:
        pots = [table.state.pot - rules.price(2) * rules.half(rules.npcs)]
        assert text.index("Lando rolls") < text.index("Each pays")
    table.stay("Han", "Lando", falls=void)
    pots.append(table.state.pot - (rules.price(3) if rules.npcs else 0))
    table.stay("Han").do("Lando", "fold")
    result, won = table.state.result, money(text, "takes the pot, ")
    assert result is not None
    assert [money(text, "Each pays " + f"{rules.ante} cr, so the pot is "), money(text, "stay, so the pot is ")] == pots
    assert sum(win.amount for win in result.wins) == won
    assert result.returned == (() if rules.npcs else ((1, money(text, "Nobody calls Han's ")),))
    assert table.nets["Han"] == won - rules.price(1) - rules.price(2) - (rules.price(3) if rules.npcs else 0)
    assert ("**The showdown.**" in text) is bool(rules.npcs) is bool(result.hands)
    if rules.npcs:
        assert [named(shown.hand) for shown in result.hands] == ["a straight to 11", "19 high"]
        assert ("a straight to 11" in text, "a high roll" in text) == (True, True)
        assert result.revealed == numbers(re.findall(r"The NPCs show ([\d and]+)\.", text)[0])


def numbers(text: str) -> tuple[int, ...]:
    """Return the numbers of a list such as "20, 3 and 9"."""
    return tuple(map(int, re.findall(r"\d+", text)))
