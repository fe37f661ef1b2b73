"""The shapes of what is stored as JSON: digests in `stored_shapes.txt`, with the number of the release that has them.

`python -m tests.stored_shapes` writes the file again.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from bot import games
from bot.campaigns import AutopilotSettings, CampaignSettings, SplitProposal
from bot.engine import release
from bot.engine.skills import Sheet
from bot.portability.characters import Proposal
from bot.tables.events import TableEvent
from bot.tables.model import Record
from bot.tables.offers import Offer

FILE = Path(__file__).with_suffix(".txt")
_OF_ALL: dict[str, Any] = {
    "autopilot": AutopilotSettings,
    "events of tables": TableEvent,
    "offer": Offer,
    "proposal": Proposal,
    "settings": CampaignSettings,
    "sheet": Sheet,
    "split": SplitProposal,
    "table": Record,
}


def shapes() -> str:
    """Return the text of the file as this code has it."""
    found = dict(_OF_ALL)
    for key, spec in games.games().items():
        game: Any = spec.game
        parts: dict[str, Any] = {"rules": game.HouseRules, "state": game.State, "carry": game.Carry}
        parts |= {"moves": game.Action, "events": game.Event, "loadout": spec.loadout}
        found |= {f"{key} {game.version} {name}": shape for name, shape in parts.items() if shape is not None}
    lines = [f"{name}: {_digest(shape)}" for name, shape in sorted(found.items())]
    return "\n".join((f"release: {release.RELEASE}", *lines, ""))


def _digest(shape: Any) -> str:
    schema = json.dumps(_plain(TypeAdapter(shape).json_schema()), sort_keys=True)
    return hashlib.sha256(schema.encode()).hexdigest()[:12]


def _plain(schema: Any) -> Any:
    """Return the schema without the words that explain it."""
    if isinstance(schema, dict):
        return {name: _plain(part) for name, part in schema.items() if name not in {"description", "title"}}
    return [_plain(part) for part in schema] if isinstance(schema, list) else schema


if __name__ == "__main__":
    FILE.write_text(shapes(), encoding="utf-8")
