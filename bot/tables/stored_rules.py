"""House rules that were stored, read by a game whose options may have changed since."""

import json
import logging
from typing import Any, TypeVar

from pydantic import ValidationError

from bot.catalog import Entry, entry
from bot.engine.game import HouseRules
from bot.tables.missing import entry_of
from bot.tables.record import Record

log = logging.getLogger(__name__)
Rules = TypeVar("Rules", bound=HouseRules)


def read_rules(rules: type[Rules], text: str) -> tuple[Rules, tuple[str, ...]]:
    """The house rules in a JSON object, and the options whose value can't be any more: those have their defaults.

    Options that are gone are dropped. Raises ValueError for text that isn't a JSON object.
    """
    stored: Any = json.loads(text)
    if not isinstance(stored, dict):
        raise ValueError("house rules are a JSON object")  # noqa: TRY004 - as for any other text that can't be read
    known = {name: value for name, value in stored.items() if name in rules.model_fields}
    refused: set[str] = set()
    while True:
        good = {name: value for name, value in known.items() if name not in refused}
        try:
            return rules.from_json(json.dumps(good)), tuple(name for name in known if name in refused)
        except ValidationError as error:
            # A fault without a place is between several options: then none of them can be told to be right.
            faulty = {str(fault["loc"][0]) for fault in error.errors() if fault["loc"]}
            refused |= (faulty & good.keys()) or good.keys()


def game_of(record: Record) -> tuple[Entry, Any]:
    """The game of a table as its house rules have it, and those rules."""
    found = entry_of(record.game, is_lost=record.is_lost)
    rules = rules_of(found, record.rules, record.id)
    return found.by(rules), rules


def game_of_hand(key: str, deal: str) -> tuple[Entry, bool]:
    """The game of a stored hand as the house rules in its deal (JSON) have it, and whether people could cheat in it.

    Where those can't be read it is the game as it usually is. Raises NotFound for a game that is gone.
    """
    found = entry(key)
    try:
        rules, _ = read_rules(found.game.HouseRules, json.dumps(json.loads(deal)["rules"]))
    except (KeyError, TypeError, ValueError):
        rules = found.game.HouseRules()
    by_rules = found.by(rules)
    return by_rules, by_rules.game.is_crooked(rules)


def rules_of(game: Entry, text: str, table_id: int) -> Any:
    """The house rules of a table; what can't be any more as it was chosen has its default, and the log says so."""
    try:
        rules, faults = read_rules(game.game.HouseRules, text)
    except ValueError:
        rules, faults = game.game.HouseRules(), ("all",)
    if faults:
        log.warning("table %s: the house rules %s have their defaults now", table_id, ", ".join(faults))
    return rules
