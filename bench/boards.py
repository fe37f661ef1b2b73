"""CPU of the worker for each drawn board, and of the bot's process for each click, against emojis alone.

People bet on red at one roulette table by one button, at an even pace. The campaign shows emojis in one half of a run
and boards in the other. The next run begins with the other half. So each click changes the board.
"""

import asyncio
import pickle
import time
from functools import partial
from itertools import count
from statistics import median
from typing import Any

from bench.checks import clicked
from bench.room import BETS, Room, room, roulette_table
from bot import games
from bot.campaigns import Look
from bot.engine.ai.temper import Temper
from bot.engine.drawings.boards import Board
from bot.engine.game import DEALER, AnyGame, Player
from bot.engine.money import CREDITS
from bot.engine.rng import SeededRng
from bot.engine.spec import AnySpec
from bot.engine.words import Voice
from bot.images.painting import board_png
from bot.ui.render.boards import APART
from playground.people import Answer, Seen

SEATS = 6
TIMES = 20
"""How often each board is painted and laid out."""
PEOPLE = 8
RUNS = 3
CLICKS = 32
PACE = 0.5
"""Seconds between two clicks."""
_BUDGET, _STACK = 50, 5000


def _played(spec: AnySpec) -> tuple[Any, Board]:
    """Return the last public view with a board of the first hand that ends with one, played by autopilots."""
    game: AnyGame = spec.game
    voice = Voice({seat: f"Gambler {seat}" for seat in range(1, SEATS + 1)}, CREDITS)
    players = tuple(Player(seat=seat, stack=_STACK) for seat in range(1, SEATS + 1))
    deal = game.Deal(rules=next(iter(game.presets.values())), players=players, bank=10**6 if game.is_banked else 0)
    for hand in count():
        rng = SeededRng(f"boards {hand}")
        state = game.start(deal, rng).state
        while waiting := game.to_act(state):
            seat = max(waiting)
            view, moves = partial(game.view, state, seat), game.moves(state, seat)
            action = spec.player.decide(view, moves, Temper(), rng, _BUDGET) if seat != DEALER else None
            state = game.act(state, seat, action or game.on_timeout(state, seat), rng).state
        view = game.view(state, None)
        if spec.board is not None and (board := spec.board(view, voice)) is not None:
            return view, board
    raise RuntimeError("no hand ends with a board")


def _of_game(spec: AnySpec, times: int) -> dict[str, float]:
    """Medians: milliseconds to paint, KiB, and microseconds to lay out and pack in the bot's own process."""
    view, board = _played(spec)
    voice = Voice({seat: f"Gambler {seat}" for seat in range(1, SEATS + 1)}, CREDITS)
    painted, packed, content = list[float](), list[float](), b""
    for _ in range(times):
        began = time.process_time()
        content = board_png(board)
        painted.append(time.process_time() - began)
        began = time.process_time()
        pickle.dumps(spec.board(view, voice) if spec.board else None, pickle.HIGHEST_PROTOCOL)
        packed.append(time.process_time() - began)
    return {
        "paint_ms": round(median(painted) * 1e3, 1),
        "lay_out_us": round(median(packed) * 1e6),
        "kib": round(len(content) / 1024, 1),
    }


async def _clicks(here: Room, table: Seen, look: Look, clicks: int, pace: float) -> tuple[float, int]:
    """Return the bot's microseconds of CPU for each click, and how many images were uploaded."""
    await here.gm.slash(here.channel, "campaign setup", look=look)
    await asyncio.sleep(APART)
    names, before = set[str](), await here.bot.cpu()

    async def bet(number: int) -> Answer:
        names.update(table.files)
        label = next(one.label for one in table.buttons if one.label.startswith(BETS))
        return here.players[number % PEOPLE].click(table, label)

    await clicked((partial(bet, number) for number in range(clicks)), pace)
    await asyncio.sleep(1.0)  # the last drawing is a part of what a click costs
    return (await here.bot.cpu() - before) / 1000 / clicks, len(names | set(table.files))


async def measure(times: int = TIMES, runs: int = RUNS, clicks: int = CLICKS, pace: float = PACE) -> dict[str, Any]:
    """Medians of the runs, in each of which both looks are clicked as often."""
    drawn = {key: _of_game(spec, times) for key, spec in games.games().items() if spec.board is not None}
    spent: dict[Look, list[float]] = {"emojis": [], "boards": []}
    uploads: list[int] = []
    async with room(PEOPLE) as here:
        table = await roulette_table(here, "boards", here.players)
        await _clicks(here, table, "boards", min(clicks, PEOPLE), pace)
        for run in range(runs):
            looks: list[Look] = ["emojis", "boards"]
            for look in looks if run % 2 else reversed(looks):
                microseconds, images = await _clicks(here, table, look, clicks, pace)
                spent[look].append(microseconds)
                uploads += [images] if look == "boards" else []
    ratios = [boards / emojis for boards, emojis in zip(spent["boards"], spent["emojis"], strict=True)]
    return {
        "games": drawn,
        "us_a_click": {look: round(median(found)) for look, found in spent.items()},
        "boards_times_emojis": round(median(ratios), 2),
        "spread": [round(min(ratios), 2), round(max(ratios), 2)],
        "people": PEOPLE,
        "clicks": clicks,
        "runs": runs,
        "clicks_a_second": round(1 / pace, 1),
        "uploads_a_run": median(uploads),
    }
