"""Sittings: who sits down to which game with what, drawn so that every house rule and every kind of purse comes up."""

import importlib
import importlib.util
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from hypothesis import strategies as st

from bot import games
from bot.engine.banked.limits import RESERVE
from bot.engine.game import HouseRules, Item, Player
from bot.engine.money import MAX_AMOUNT
from bot.engine.options import Option, options_of, with_options
from bot.engine.skills import (
    D6,
    D20,
    DEFAULT_ROLES,
    NARRATIVE,
    Bonus,
    DiceSystem,
    Pool,
    Ranks,
    Rating,
    Sheet,
    Skill,
)
from bot.engine.spec import AnySpec
from bot.errors import RuleError
from examples.coin_toss.spec import GAME as COIN_TOSS

SYSTEMS = (
    D6,
    D6.evolve(wild="explode"),
    D6.evolve(wild="explode_drop"),
    D20,
    NARRATIVE,
)

HOSTILE_NAMES = (
    "@everyone **qx**",
    "<@123456789> qx",
    "[a](https://qx.example)",
    "# big\n> quote\n- list",
    "a ||qx|| `qx` ~~qx~~",
    "<t:1:R> a <:a:1>",
    "a\u202e\u200bb {a} {0}",
    "</a:1> <#1> <@&1> @here",
    "1. a __qx__ *qx*",
    "```qx```" + "W" * 22,
    "\N{ARABIC LETTER ALEF}b **qx**",
)
"""What people call their characters to see what happens."""


SPECS: Mapping[str, AnySpec] = {**games.games(), COIN_TOSS.game.key: COIN_TOSS}
"""The games that obey the laws: all that the bot finds, and the example."""
CROOKED = "crooked"
"""The house rule of a game with sleights: crooked tables are tried apart."""
Bank = Literal["empty", "scant", "short", "usual", "endless"]
BANKS: tuple[Bank, ...] = ("short", "empty", "scant", "usual", "endless")
"""What the bank of a banked table can be: it has nothing, not enough for everybody, some, plenty, or the mint."""
CROWD = 7
"""Seats from which on a table is crowded: at games that seat many, of those only the fullest is tried."""
_A_FEW = 10
EACH_NPC = 4
"""Every so many seats somebody whom the GM plays."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """All that a few hands in a row depend on. `seed` decides stacks, sheets, seeds and how everybody plays."""

    game: str
    rules: HouseRules
    system: DiceSystem
    seats: int
    seed: int
    hands: int = 2
    bank: Bank = "empty"

    @property
    def spec(self) -> AnySpec:
        return SPECS[self.game].by(self.rules)


def crooked_wish(spec: AnySpec) -> Mapping[str, Any]:
    """Return the choice that makes a table of the game crooked; nothing for one that always is."""
    return {CROOKED: True} if CROOKED in {option.name for option in options_of(spec.game.HouseRules)} else {}


def sittings(spec: AnySpec) -> st.SearchStrategy[Sitting]:
    return st.builds(
        Sitting,
        game=st.just(spec.game.key),
        rules=house_rules(spec),
        system=st.sampled_from(SYSTEMS),
        seats=st.sampled_from(seats_of(spec)),
        seed=st.integers(0, 2**32),
        hands=st.integers(1, 3),
        bank=st.sampled_from(BANKS) if spec.game.is_banked else st.just("empty"),
    )


def seats_of(spec: AnySpec) -> tuple[int, ...]:
    """How many play; of crowds only the largest, and that one now and then."""
    seats = spec.game.seats
    return tuple(seats) if len(seats) <= _A_FEW else (*range(seats.start, CROWD), *range(seats.start, CROWD), seats[-1])


def house_rules(spec: AnySpec) -> st.SearchStrategy[HouseRules]:
    options = [option for option in options_of(spec.game.HouseRules) if option.name != CROOKED]
    wishes = st.fixed_dictionaries({}, optional={option.name: values_of(option) for option in options})
    brought = st.fixed_dictionaries({}, optional={name: st.sampled_from(some) for name, some in samples(spec).items()})
    bases = st.sampled_from([*spec.game.presets.values()])
    return st.builds(as_far_as_allowed, bases, wishes, brought)


def samples(spec: AnySpec) -> Mapping[str, Sequence[Any]]:
    """Return samples of what tables of the game are opened with besides its options, field by field.

    They are `BROUGHT` of the module beside the tests of such a game.
    """
    module = f"tests.games.{spec.game.key}.{spec.game.key}_brought"
    try:
        found = importlib.util.find_spec(module)
    except ModuleNotFoundError:  # the game has no tests of its own yet
        return {}
    return importlib.import_module(module).BROUGHT if found else {}


def values_of(option: Option) -> st.SearchStrategy[Any]:
    if option.kind in {"choice", "switch"}:
        return st.sampled_from(every_value(option))
    low, high = option.low or 0, option.high if option.high is not None else 1000
    return st.sampled_from(every_value(option)) | st.integers(low, min(high, low + 200))


def every_value(option: Option) -> tuple[Any, ...]:
    """Every choice of an option; of a number its bounds and something between."""
    if option.kind == "choice":
        return tuple(value for value, _ in option.choices)
    if option.kind == "switch":
        return (False, True)
    low, high = option.low or 0, option.high if option.high is not None else 1000
    return tuple(sorted({low, min(low + 1, high), min(low + 7, high), high}))


def as_far_as_allowed(rules: HouseRules, wishes: Mapping[str, Any], brought: Mapping[str, Any]) -> HouseRules:
    """Return house rules with one sample and one wish after the other, except for those that the game refuses."""
    changes = [({}, {name: value}) for name, value in brought.items()]
    for wish, bringing in (*changes, *(({name: value}, {}) for name, value in wishes.items())):
        try:
            rules = with_options(rules, wish, bringing)
        except RuleError:
            continue
    return rules


def name_of(seat: int) -> str:
    """Return the name by which tests call a seat."""
    return f"{HOSTILE_NAMES[seat % len(HOSTILE_NAMES)][:30]}{seat}"


def somebody(seat: int, sitting: Sitting, dice: random.Random) -> Player:
    stack, sheet = a_stack(sitting, dice), a_sheet(sitting.system, dice)
    owned, wagered = some_goods(seat, sitting, dice)
    return Player(
        seat=seat,
        stack=stack,
        sheet=sheet,
        kit=a_kit(sitting, dice),
        goods=owned,
        wager=wagered,
        is_npc=seat % EACH_NPC == 0,
    )


def some_goods(seat: int, sitting: Sitting, dice: random.Random) -> tuple[tuple[Item, ...], tuple[Item, ...]]:
    """Draw the items that a player owns, often none, and those of them that are wagered, where the game allows it."""
    game = sitting.spec.game
    kinds = dice.choices(sorted(game.goods), k=dice.choice((0, 3, 30))) if game.goods else ()
    goods = tuple(Item(id=f"{seat}.{at}", kind=kind) for at, kind in enumerate(kinds))
    count = dice.randint(0, min(len(goods), 3)) if game.wagers_goods(sitting.rules) else 0
    return goods[count:], goods[:count]


def a_kit(sitting: Sitting, dice: random.Random) -> str | None:
    """None, an empty one, or one that nobody can read any more."""
    kit = sitting.spec.loadout
    return dice.choice((None, kit().to_json(), "{")) if kit is not None else None


def a_stack(sitting: Sitting, dice: random.Random) -> int:
    """From the least that may play a hand to more than anybody can call."""
    game = sitting.spec.game
    least, buy_in = game.least_stack(sitting.rules), game.buy_in(sitting.rules)
    unit = max(buy_in.low, 1)
    most = MAX_AMOUNT // (game.seats.stop + 10)
    wanted = dice.choice(
        (least, least + dice.randrange(unit), least + unit * dice.randint(1, 8), buy_in.usual, buy_in.usual * 3)
    )
    return max(least, min(wanted, most))


def a_bank(sitting: Sitting, dice: random.Random) -> int:
    """Chips of the bank, in smallest coins: not enough for a bet of everybody, or for some 20 of the largest."""
    game = sitting.spec.game
    if not game.is_banked:
        return 0
    usual, unit = game.usual_bank(sitting.rules), game.buy_in(sitting.rules).low
    match sitting.bank:
        case "empty":
            return 0
        case "scant":
            return dice.randint(1, 4 * unit)
        case "short":
            return dice.randint(1, max(usual // 8, 1))
        case "usual":
            return usual
        case "endless":
            return dice.choice((0, usual))


def a_reserve(sitting: Sitting, dice: random.Random) -> int:
    """Chips behind an unlimited bank: few, as many as a bank usually has, or the usual reserve."""
    if sitting.bank != "endless":
        return 0
    usual = max(sitting.spec.game.usual_bank(sitting.rules), 1)
    return dice.choice((dice.randint(1, usual), usual, RESERVE))


def a_sheet(system: DiceSystem, dice: random.Random) -> Sheet:
    """Draw skills and attributes of the campaign's dice, sometimes none, sometimes of other dice than these."""
    family = system.family if dice.random() < 0.9 else dice.choice(("d6", "d20", "narrative"))
    rows = DEFAULT_ROLES[family].values()
    names = sorted({name for row in rows for name in (*row.skills, *([row.fallback] if row.fallback else []))})
    known = dice.sample(names, k=dice.choice((0, 3, len(names))))
    return Sheet(skills=tuple(Skill(name=name, rating=a_rating(family, dice)) for name in known))


def a_rating(family: str, dice: random.Random) -> Rating:
    if family == "d6":
        return Pool(dice=dice.randint(1, 12), pips=dice.randint(0, 2))
    if family == "d20":
        return Bonus(bonus=dice.randint(-3, 12))
    return Ranks(ranks=dice.randint(0, 6))


def seated_anew(players: Sequence[Player], sitting: Sitting, dice: random.Random) -> tuple[Player, ...]:
    """Change the table between two hands: some leave, some join at any free chair, the broke top up or go."""
    game, least = sitting.spec.game, sitting.spec.game.least_stack(sitting.rules)
    staying: list[Player] = []
    for player in players:
        if player.stack < least and dice.random() < 0.5:
            staying.append(player.evolve(stack=a_stack(sitting, dice)))
        elif player.stack >= least and dice.random() < 0.85:
            staying.append(player)
    next_seat = max(player.seat for player in players) + 1
    while len(staying) < game.seats.start or (len(staying) + 1 in game.seats and dice.random() < 0.3):
        staying.insert(dice.randint(0, len(staying)), somebody(next_seat, sitting, dice))
        next_seat += dice.randint(1, 3)
    return tuple(staying)
