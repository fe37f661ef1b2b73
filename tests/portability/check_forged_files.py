"""Whoever changes a file of hands leaves a trace, whatever it is that they change."""

import asyncio
import copy
import random
from typing import Any

import pytest

from bot import games as catalog
from bot.portability.proof import verify_file
from tests.portability.changes import require_noticed
from tests.portability.played import (
    NAMES,
    NOTHING_FOLLOWS,
    Exported,
    Json,
    changed,
    checked,
    files_of,
    is_of_table,
    kind_of,
    leaves,
    put,
)

PLAYED = {"action", "seat", "how", "cause", "draws", "seals", "digest"}
"""The parts of a row of the log that tell of what was done, and which dice and cards fell."""


@pytest.fixture(scope="module", params=NAMES)
def exported(request: pytest.FixtureRequest) -> Exported:
    return Exported(*asyncio.run(files_of(request.param)))


@pytest.fixture
def file(exported: Exported) -> Json:
    """Return a file with one hand of the evening in all its revisions."""
    return exported.hand()


def actions(file: Json) -> list[Json]:
    return file["hands"][-1]["actions"]


def found(file: Json) -> str:
    problems = checked(file).problems
    assert problems != ()
    assert all(problem.startswith("Hand ") for problem in problems)
    return "\n".join(problems)


def test_exported_hands_check_out(exported: Exported):
    proof = checked(exported.stored)
    assert proof.problems == ()
    assert {hand.verdict for hand in proof.hands} == {"verified"}
    assert proof.passed
    assert verify_file(exported.content) == proof


def test_any_change_is_noticed(exported: Exported):
    """Single bytes, values, names and items, in the table's file and in the campaign's."""
    for content in (exported.content, exported.campaign):
        require_noticed(content, seed=11, times=30)


def test_changed_action_card_stack_game_or_version_fails_under_a_new_sum(file: Json):
    """Games and versions of the whole hand, and some of its stacks and of what its rows say was played."""
    games = [game for game in (*catalog.games(), "dejarik") if game != file["hands"][0]["game"]]
    whole: list[Json] = [{"game": game} for game in games] + [{"version": version} for version in (-1, 0, 2, 99)]
    for change in whole:
        forged = copy.deepcopy(file)
        for hand in forged["hands"]:
            hand.update(change)
        proof = checked(forged)
        assert not proof.passed
        assert all(named.problems or named.reason for named in proof.hands)
    played = [
        (path, value)
        for path, value in leaves(file["hands"])
        if kind_of(path) not in NOTHING_FOLLOWS
        and (path[-1] == "stack" or (path[1] == "actions" and path[3] in PLAYED))
    ]
    for path, value in random.Random(7).sample(played, min(40, len(played))):
        forged = copy.deepcopy(file)
        put(forged["hands"], path, changed(value))
        assert not checked(forged).passed, path


def test_every_value_that_is_changed_is_named_or_proves_nothing(file: Json):
    """Of each kind one is changed, under a new sum: only seeds and rules are left to find it."""
    chance, at = random.Random(3), len(file["hands"]) - 1
    of_kind: dict[str, list[Any]] = {}
    for path, value in leaves(file["hands"][at]):
        if is_of_table(file["hands"][at], path):
            continue
        of_kind.setdefault(kind_of(path), []).append((path, value))
    passed: set[str] = set()
    for kind, places in of_kind.items():
        path, value = chance.choice(places)
        forged = copy.deepcopy(file)
        put(forged["hands"][at], path, changed(value))
        proof = checked(forged)
        if proof.passed:
            passed.add(kind)
    assert passed - NOTHING_FOLLOWS <= {"actions.key"}


def test_a_draw_is_named_with_its_hand_its_action_and_what_it_should_be(file: Json):
    at, action = next((at, action) for at, action in enumerate(actions(file)) if action["draws"])
    number, bound, value, _ = draw = action["draws"][0]
    draw[2] = (value + 1) % bound
    told = found(file)
    assert f"draw {number} is {draw[2] + 1} of {bound} in the log, but the " in told
    assert f"seed makes it {value + 1}." in told
    assert "the deal, " in told or "action " in told
    assert at >= 0


@pytest.mark.parametrize("kind", ["open", "closed"])
def test_a_seed_is_named(file: Json, kind: str):
    file["hands"][-1][f"{kind}_seed"] = "ab" * 32
    assert f"The {kind} seed isn't the one that was sealed" in found(file)


def test_a_row_that_is_gone_twice_there_or_elsewhere_is_named(file: Json):
    for forge in (
        lambda own: own.pop(1),
        lambda own: own.insert(1, own[1]),
        lambda own: own.insert(1, own.pop(2)) or own[1].update(sequence=own[2]["sequence"], turn=own[2]["turn"]),
        lambda own: own.pop(0),
        lambda own: own.pop(),
    ):
        forged = copy.deepcopy(file)
        forge(actions(forged))
        assert checked(forged).problems != ()


def test_a_row_that_is_said_to_be_somebody_elses_is_missed_by_the_rules(file: Json):
    rows = actions(file)
    file["hands"][-1]["others"].append(rows.pop(-2)["sequence"])
    assert checked(file).problems != ()


def test_a_part_that_was_taken_back_is_missed(exported: Exported):
    hands = exported.stored["hands"]
    undone = next(hand for hand in hands if hand["revision"] > 0)
    for revision in {0, undone["revision"]}:
        left = [one for one in hands if (one["number"], one["revision"]) != (undone["number"], revision)]
        proof = checked({**exported.stored, "hands": copy.deepcopy(left)})
        assert any(problem.startswith(f"Hand {undone['number']}: ") for problem in proof.problems)


def test_a_hand_that_was_taken_out_is_missed(exported: Exported):
    hands = exported.stored["hands"]
    left = [one for one in hands if one["number"] != 1]
    proof = checked({**exported.stored, "hands": copy.deepcopy(left)})
    assert proof.problems == ("Hand 1: it is missing, although the file has later hands.",)


def test_a_hand_that_stands_there_twice_is_named(exported: Exported):
    hands = exported.stored["hands"]
    proof = checked({**exported.stored, "hands": copy.deepcopy([*hands, hands[0]])})
    assert proof.problems == (f"Hand {hands[0]['number']}: The file has it twice.",)


def test_a_hand_under_another_number_is_named(file: Json):
    for hand in file["hands"]:
        hand["number"] += 1
    assert "seed makes it" in found(file)


def test_another_input_for_what_goes_on_is_named(file: Json):
    file["hands"][-1]["deal"] = {**file["hands"][-1]["deal"], "system": None}
    assert "has another deal than it began with." in found(file)
