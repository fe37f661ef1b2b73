"""Every game with as many as it seats, under long names: the message fits at any moment, and each move has a button."""

import random
import re
from typing import Any

import pytest

from bot import games
from bot.engine.moves import Move
from bot.engine.spec import AnySpec
from bot.tables.model import Table
from bot.ui.render.table_message import table_view
from tests.laws.hands import values_of
from tests.tables.room import Room, text_of
from tests.ui.parts import ids, parts, texts

LONG = "Nom_de*guerre, der {:02} von vielen"
"""A name of 32 characters, two of which have to be escaped."""
ACTIONS = 48
LOOKED_AT = 4
"""After how many actions the message is looked at."""
GAMES = [
    pytest.param(entry, rules, id=f"{key}-{name}")
    for key, entry in games.games().items()
    for name, rules in list(entry.game.presets.items())[::3]
]


def full(entry: AnySpec, rules: Any) -> Room:
    """Everybody has plenty, and the bank can pay it."""
    game, seats = entry.game, entry.game.seats[-1]
    stack, bank = game.buy_in(rules).usual * 10, game.usual_bank(rules) * 10
    room = Room(entry, rules, seats, stack=min(stack, 10**12), bank=min(bank, 10**14), name=LONG, npcs=seats // 4)
    room.deals()
    return room


def acts(room: Room, dice: random.Random) -> Move:
    """Somebody whom the hand waits for does something."""
    table = room.table
    seat = dice.choice(sorted(table.to_act))
    moves = table.moves(seat)
    move = dice.choice([move for move in moves if move.confirm is None and move.style != "danger"] or moves)
    values = values_of(move, dice)
    room.acts(seat, move.key, **values)
    return move


def buttons_for(room: Room) -> set[str]:
    """Return the keys of the moves that the message has a button for: `act:<table>:<turn>:<seat>:<move>`."""
    return {custom_id.split(":")[4] for custom_id in ids(table_view(room.table)) if custom_id.startswith("act:")}


@pytest.mark.parametrize("entry, rules", GAMES)
def test_a_full_table_fits_and_has_a_button_for_every_move(entry: AnySpec, rules: Any) -> None:
    """Where the house pays, it also still tells what everybody is in for, however their names are cut."""
    room, dice = full(entry, rules), random.Random(1)
    for action in range(ACTIONS):
        table = room.table
        if not table.to_act:
            break
        acts(room, dice)
        if action % LOOKED_AT == 0:
            assert len(parts(table_view(room.table))) <= 40
            assert len(text_of(room.table)) <= 4000
            assert buttons_for(room) == offered(room.table)
            if entry.game.is_banked:
                _tells_of_every_seat(room.table)


@pytest.mark.parametrize("bank", [10, 200, 10**6])
@pytest.mark.parametrize("rules", games.spec_of("bounder").game.presets.values())
def test_bounder_has_at_most_six_buttons_for_moves(rules: Any, bank: int) -> None:
    """A tight bank counts on some bets, which can't be removed together then."""
    for seed in range(4):
        dice, bank_chips = random.Random(seed), rules.min_bet * bank
        room = Room(games.spec_of("bounder"), rules, 4, stack=rules.min_bet * 60, bank=bank_chips)
        room.deals()
        while room.table.to_act:
            acts(room, dice)
            found = [custom_id for custom_id in ids(table_view(room.table)) if custom_id.startswith("act:")]
            assert len(found) <= 6


def offered(table: Table) -> set[str]:
    """Return the keys of the moves, or of their menus, that any seat may make at the table."""
    return {move.menu or move.key for seat in table.dealt_in for move in table.moves(seat) if move.place == "table"}


def _tells_of_every_seat(table: Table) -> None:
    panel = table.spec.panel(table.state, None, table.voice)
    roster = next(text for text in texts(table_view(table)) if text.startswith(("▸", "◦")))
    for line, seat in zip(re.split(r"\n(?=[▸◦])", roster), panel.seats, strict=True):
        assert all(part in line for part in seat.text.split(" · "))
