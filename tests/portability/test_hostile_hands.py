"""Whatever somebody calls a file of hands: it is told in a sentence what it isn't, soon, and nothing else happens."""

import json
from typing import Any

import pytest

from bot.errors import Unreadable
from bot.portability.hands_file import MOST_UNREADABLE
from bot.portability.proof import CROWDED, MOST_PLAYERS, MOST_WORK, note, told, verify_file
from bot.portability.reading import MOST_BYTES
from tests.portability.campaign_file_fixtures import archive_of
from tests.portability.changes import require_noticed
from tests.portability.played import checked, sealed
from tests.tables.table_fixtures import GM, TableHarness

NO_HANDS = "That file has no hands. Send one from /table export, or from /campaigns export with its history."


def file_of(*hands: Any, **about: Any) -> bytes:
    head = {
        "format": "shadowport-hands",
        "version": 1,
        "exported_at": 5,
        "in_play": [],
        "complete": True,
        "since": None,
    }
    return sealed(head | {"hands": list(hands)} | about)


async def content_of(place: TableHarness) -> bytes:
    """Return the file of a hand that checks out."""
    await place.lively_hand()
    content = (await archive_of(place).export_hands(await place.table(), GM)).content
    assert verify_file(content).problems == ()
    return content


@pytest.mark.parametrize(
    "content, why",
    [
        (b"", "That file isn't JSON from line 1 on."),
        (
            b"\xff\xfe",
            "That file isn't text in UTF-8. Send one from /table export, or from /campaigns export with its history",
        ),
        (b"[]", NO_HANDS),
        (b"{}", NO_HANDS),
        (b"null", NO_HANDS),
        (b'{"format": 3}', NO_HANDS),
        (b'{"format": "shadowport-hands"}', "That file doesn't say in which version of the format it is written."),
        (file_of(version=True), "That file doesn't say in which version of the format it is written."),
        (
            file_of(version=2),
            "That file comes from a newer Shadowport. Its format has version 2, and I read version 1.",
        ),
        (file_of(hands={}), "“hands” in that file isn't a list."),
        (file_of(in_play=[[1]]), "In that file, in_play 1 2: field required."),
        (file_of(in_play=7), "In that file, in_play: input should be a valid array."),
        (file_of(mood="good"), "In that file, mood: nothing of that name belongs there."),
        (file_of(complete=1), "In that file, complete: input should be a valid boolean."),
        (
            b'{"format": "shadowport-campaign", "version": 1}',
            "That campaign was exported without its hands. Export it with",
        ),
        (b'{"format": "shadowport-campaign", "version": 1, "history": []}', "“hands” in that file isn't a list."),
        (b"[" * 50_000, "That file has too many lists within lists."),
        (b" " * (MOST_BYTES + 1), "That file holds more than a file of hands can."),
        (b"," * MOST_BYTES, "That file holds more than a file of hands can."),
        (file_of(exported_at=10**30), "That file has a number of 31 digits, which is too long."),
        (b'{"a": NaN}', "That file has “NaN” where a number belongs."),
        (b'{"a": 1, "a": 2}', "That file has “a” twice in one place."),
    ],
)
def test_file_without_hands_is_refused_in_a_sentence(content: bytes, why: str):
    with pytest.raises(Unreadable) as refusal:
        verify_file(content)
    assert str(refusal.value).startswith(why)


@pytest.mark.parametrize("stored", [7, None, [], {}, {"number": 3}, {"hidden": 1}, {"number": "3", "actions": {}}])
def test_unreadable_hand_is_reported_beside_the_others(stored: Any):
    proof = verify_file(file_of(stored))
    assert proof.hands == ()
    assert (len(proof.problems), proof.passed) == (1, False)
    assert proof.problems[0].startswith(("Number 1 of the hands: ", "Hand 3: "))


def test_unreadable_hands_are_reported_up_to_a_limit():
    assert len(verify_file(file_of(*range(5_000))).problems) == MOST_UNREADABLE + 1


def test_a_file_without_hands_proves_nothing():
    proof = verify_file(file_of())
    assert (proof.hands, proof.problems, proof.passed) == ((), ("The file has no hands.",), False)


async def test_a_hand_that_is_twisted_is_named(honest: TableHarness):
    """Each is changed in one place, and the sum is made anew."""
    content = await content_of(honest)
    for path, value, why in (
        (("version",), 99, ""),
        (("game",), "dejarik", ""),
        (("game",), "", "In that file, hand 1, game: string should have at least 1 character."),
        (("open_seed",), 5, "In that file, open_seed: input should be a valid string."),
        (("open_seed",), "\ud800", "In that file: invalid JSON"),
        (("mood",), "good", "In that file, mood: nothing of that name belongs there."),
        (("status",), "running", "In that file, status: input should be"),
        (("deal",), [], "The rules can't replay the deal from the file."),
        (("deal",), None, "The rules can't replay the deal from the file."),
        (
            ("deal", "players"),
            [{}] * (MOST_PLAYERS + 1),
            f"It has more than {MOST_PLAYERS} players, and no game has so many.",
        ),
        (("actions",), [], "The log doesn't begin with a deal that seals the seeds."),
        (("actions", 0, "draws"), [[0, "x", 1, 0]], "The log of this hand can't be read."),
        (("actions", 0, "draws"), {}, "In the deal, the rules ask for draws that the log doesn't have."),
        (("actions", 0, "draws", 0, 1), 2**64 + 1, "but the open seed makes it 0."),
        (("actions", 0, "seals"), [[0, 1, "ff", None]], "The log of this hand can't be read."),
        (("actions", 0, "action"), "[[", "The log doesn't begin with a deal that seals the seeds."),
        (("actions", 1, "action"), {"kind": "x" * 5_000}, "The rules can't replay action 1 ("),
        (("actions", 1, "seat"), None, ""),
        (("others",), ["a"], "In that file, others 1: input should be a valid integer."),
    ):
        file = json.loads(content)
        (hand,) = file["hands"]
        place = hand
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = value
        proof = checked(file)
        assert why.replace("hand 1, ", "") in "\n".join(proof.problems)
        assert proof.count("verified") == 0


async def test_any_change_of_a_file_is_noticed(honest: TableHarness):
    require_noticed(await content_of(honest), seed=2, times=40)
    campaign = await archive_of(honest).export(honest.campaign, GM, history=True)
    require_noticed(campaign.content, seed=3, times=40)


async def test_hands_beyond_the_work_limit_are_not_checked(honest: TableHarness):
    file = json.loads(await content_of(honest))
    (hand,) = file["hands"]
    last = hand["actions"][-1]
    copies = [{**hand, "revision": revision, "actions": []} for revision in range(1, 300)]
    rows = [last] * (MOST_WORK // 300 + 1)
    forged = {**file, "hands": [{**hand, "actions": rows}, *copies]}
    proof = checked(forged)
    (found,) = proof.hands
    assert (found.verdict, found.reason, found.problems) == ("unverified", CROWDED, ())
    assert not proof.passed
    assert verify_file(sealed(forged), [note("1=3f9a12bc")]).hashes == 0


async def test_names_that_would_write_on_the_screen_are_made_harmless(honest: TableHarness):
    file = json.loads(await content_of(honest))
    (hand,) = file["hands"]
    hand["deal"]["players"][0]["name"] = "\x1b[31m**Han**"
    assert checked(file).problems != ()
    assert "\x1b" not in told(checked(file)) + checked(file).to_json()
    hand["game"] = "\x1b[31m"
    assert checked(file).problems == ()
    assert "\x1b" not in told(checked(file)) + checked(file).to_json()
