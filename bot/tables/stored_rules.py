"""A table's game and house rules, read from storage; and what stands in for a game that is gone, where people can only
leave with their chips.
"""

import json
import logging
from functools import cache
from typing import TypeVar

from pydantic import JsonValue, ValidationError

from bot.engine.frozen import Frozen, fields_of
from bot.engine.game import AnyDeal, AnyOutcome, BuyIn, Carry, Event, Game, HouseRules, Seat, Step
from bot.engine.money import MAX_AMOUNT
from bot.engine.moves import Action, AnyAction, Move
from bot.engine.release import unstamped
from bot.engine.rng import Rng
from bot.engine.spec import AnySpec, GameSpec
from bot.engine.words import GameWords, Page, Panel, Voice
from bot.errors import NotFound, RuleError
from bot.games import spec_of

log = logging.getLogger(__name__)
Rules = TypeVar("Rules", bound=HouseRules)
GONE = "This bot no longer has this game. Leave with your chips, or have the GM close the table."
LOST = "This table can no longer be read. Leave with your chips, or have the GM close it."


def game_of(key: str, rules: str, table_id: int, *, is_lost: bool = False) -> tuple[AnySpec, HouseRules]:
    """Return the game of a table as its house rules (JSON) make it, and those rules. `is_lost`: the table itself could
    not be read.
    """
    found = _spec_of(key, is_lost=is_lost)
    read = _rules_of(found, rules, table_id)
    return found.by(read), read


def game_of_hand(key: str, deal: str) -> tuple[AnySpec, bool]:
    """Return the game of a stored hand as the house rules in its deal (JSON) make it, and whether people could cheat in
    it. Raises NotFound for a game that is gone.
    """
    by_rules, rules = _rules_of_hand(spec_of(key), deal)
    return by_rules, by_rules.game.is_crooked(rules)


def rules_of_hand(key: str, deal: str) -> tuple[AnySpec, HouseRules]:
    """Return the game of a stored hand as the house rules in its deal (JSON) make it, and those rules; the stand-in for
    a game that is gone.
    """
    return _rules_of_hand(_spec_of(key, is_lost=False), deal)


def _rules_of_hand(found: AnySpec, deal: str) -> tuple[AnySpec, HouseRules]:
    """Return the game and the house rules of a deal; the usual ones where those can't be read."""
    try:
        rules, _ = read_rules(found.game.HouseRules, json.dumps(json.loads(deal)["rules"]))
    except (KeyError, TypeError, ValueError):
        rules = found.game.HouseRules()
    return found.by(rules), rules


def read_rules(rules: type[Rules], text: str) -> tuple[Rules, tuple[str, ...]]:
    """Read house rules from a JSON object; returns them and the options whose value isn't allowed any more, which have
    their defaults.

    Options that are gone are dropped. Raises ValueError for text that isn't a JSON object, and NewerRelease for house
    rules of a newer release.
    """
    stored: JsonValue = json.loads(unstamped(text))
    if not isinstance(stored, dict):
        raise ValueError("house rules are a JSON object")  # noqa: TRY004 - as for any other text that can't be read
    known = {name: value for name, value in stored.items() if name in fields_of(rules)}
    refused: set[str] = set()
    while True:
        good = {name: value for name, value in known.items() if name not in refused}
        try:
            return rules.from_json(json.dumps(good)), tuple(name for name in known if name in refused)
        except ValidationError as error:
            # A fault without a place is between several options: then none of them can be told to be right.
            faulty = {str(fault["loc"][0]) for fault in error.errors() if fault["loc"]}
            refused |= (faulty & good.keys()) or good.keys()


def _rules_of(game: AnySpec, text: str, table_id: int) -> HouseRules:
    """Return the house rules of a table; a value that isn't allowed any more has its default, and the process log names
    it.
    """
    try:
        rules, faults = read_rules(game.game.HouseRules, text)
    except ValueError:
        rules, faults = game.game.HouseRules(), ("all",)
    if faults:
        log.warning("table %s: the house rules %s have their defaults now", table_id, ", ".join(faults))
    return rules


def _spec_of(key: str, *, is_lost: bool) -> AnySpec:
    """Return the game of a table, or the stand-in for one that is gone. `is_lost`: the table itself could not
    be read.
    """
    if is_lost:
        return stand_in(key, LOST)
    try:
        return spec_of(key)
    except NotFound:
        return stand_in(key, GONE)


class MissingGame(Game[HouseRules, Carry, Frozen, AnyAction, Frozen]):
    """A game without moves or hands, in which nobody has chips enough to be dealt in. Its tagline says why."""

    seats = range(1, 2)
    presets = {"usual": HouseRules()}  # noqa: RUF012 - as in every game

    HouseRules, Carry, State = HouseRules, Carry, Frozen
    Action, Event, View = Action, Event, Frozen

    def start(self, deal: AnyDeal, chance: Rng) -> Step[Frozen]:
        raise RuleError(self.tagline)

    def to_act(self, state: Frozen) -> frozenset[Seat]:
        return frozenset()

    def moves(self, state: Frozen, seat: Seat) -> tuple[Move, ...]:
        return ()

    def play(self, state: Frozen, seat: Seat, action: AnyAction, chance: Rng) -> Step[Frozen]:
        raise RuleError(self.tagline)

    def on_timeout(self, state: Frozen, seat: Seat) -> AnyAction:
        raise RuleError(self.tagline)

    def view(self, state: Frozen, seat: Seat | None) -> Frozen:
        return Frozen()

    def outcome(self, state: Frozen) -> AnyOutcome | None:
        return None

    def chips(self, state: Frozen) -> int:
        return 0

    def buy_in(self, rules: Frozen) -> BuyIn:
        return BuyIn(low=1, usual=1)

    def least_stack(self, rules: Frozen) -> int:
        return MAX_AMOUNT + 1


@cache
def stand_in(name: str, why: str) -> AnySpec:
    """Build the spec of a game that nobody can play; `name` is its key, `why` a sentence for the people who
    sit there.
    """

    class Named(MissingGame):
        key, title, tagline = name, f"{name.capitalize()} (gone)", why

    def panel(_view: Frozen, _voice: Voice) -> Panel:
        return Panel(heading="gone", status=(why,), seats=())

    words: GameWords[HouseRules, Frozen, Event] = GameWords(
        panel=panel, tell=lambda _events, _voice: (), stakes=lambda _rules, _voice: "nothing is played here"
    )
    return GameSpec(
        game=Named(),
        words=words,
        rulebook=lambda _rules, _voice: (Page(title="Gone", text=why),),
    )
