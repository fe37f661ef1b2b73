"""The hands of a table as a file: for whom, and what is in it; and what players wrote down, held against it."""

import json
from typing import Any

import pytest

from bot.campaigns import Person
from bot.engine.rng import commitment
from bot.errors import NotAllowed, NotFound, PlayerError
from bot.portability.hands_export import export_hands
from bot.portability.proof import HandsProof, WrittenDown, note, notes, told, verify_file
from bot.tables.verification.verify import verify_hand
from tests.portability.campaign_file_fixtures import archive_of
from tests.portability.played import Json, checked, evening_of, sealed
from tests.tables.table_fixtures import ANN, GM, TableHarness

MANAGING_ANN = Person(ANN.user_id, manage_guild=True)


async def exported(place: TableHarness, by: Person = GM) -> Json:
    return json.loads((await archive_of(place).export_hands(await place.table(), by)).content)


async def test_a_gm_has_the_hands_that_are_over_and_nothing_of_the_one_in_play(honest: TableHarness) -> None:
    with pytest.raises(NotFound, match="No hand has been played to its end here"):
        await exported(honest)
    await honest.lively_hand()
    table = await honest.deals()
    content = (await archive_of(honest).export_hands(table, GM)).content
    file = json.loads(content)
    assert [hand["number"] for hand in file["hands"]] == [1]
    assert (file["complete"], file["since"], file["in_play"]) == (True, None, [[table.id, 2]])
    hand = table.record.hand
    assert hand is not None
    secrets = [hand.seeds.open, hand.seeds.closed, table.record.seeds.open, table.record.seeds.closed]
    assert [secret for secret in secrets if secret.encode() in content] == []
    assert b'"actor"' not in content
    assert verify_file(content).problems == ()


async def test_hands_export_is_only_for_a_gm_who_does_not_play_at_the_table(honest: TableHarness) -> None:
    await honest.lively_hand()
    with pytest.raises(NotAllowed, match="Only the GM exports the hands of a table"):
        await exported(honest, ANN)
    with pytest.raises(NotAllowed, match="You play at this table yourself"):
        await exported(honest, MANAGING_ANN)
    await honest.tables.seating.leave(honest.table_id, honest.click(ANN), 1)
    (hand,) = (await exported(honest, MANAGING_ANN))["hands"]
    assert "open_seed" not in hand
    assert "hidden" in hand
    proof = verify_file((await archive_of(honest).export_hands(await honest.table(), MANAGING_ANN)).content)
    assert ([one.verdict for one in proof.hands], proof.problems, proof.passed) == (["unverified"], (), False)
    assert proof.hands[0].reason.startswith("the person who exported the file played in it")
    await honest.settle_for(keeper_may_play=True)
    (hand,) = (await exported(honest, MANAGING_ANN))["hands"]
    assert "closed_seed" in hand


async def test_the_oldest_hands_have_no_room_first(honest: TableHarness) -> None:
    for _ in range(3):
        await honest.lively_hand()
    table, now = await honest.table(), honest.clock.now()
    whole = await export_hands(honest.database, table, GM, now)
    cut = await export_hands(honest.database, table, GM, now, most=len(whole.content) - 100)
    assert len(cut.content) <= len(whole.content) - 100
    assert (whole.since, whole.hands, cut.hands) == (None, 3, 2)
    assert cut.since is not None
    proof = verify_file(cut.content)
    assert ([hand.hand for hand in proof.hands], proof.problems, proof.complete) == ([2, 3], (), False)
    assert "The file had no room for the oldest hands" in told(proof)
    none = await export_hands(honest.database, table, GM, now, most=400)
    assert json.loads(none.content)["hands"] == []


@pytest.mark.parametrize(
    "change, reason",
    [
        ({"version": 2}, "it was played under version 2 of the rules, and this bot has version 1"),
        ({"game": "dejarik"}, "this bot has no game “dejarik”, so it can't be replayed"),
        ({"version": 2, "by_hand": 1}, "players typed in dice or totals"),
    ],
)
async def test_a_hand_that_can_not_be_replayed_is_named_as_not_verified(
    honest: TableHarness, change: Json, reason: str
) -> None:
    for _ in range(2):
        await honest.lively_hand()
    file = await exported(honest)
    file["hands"][0] |= change
    proof = checked(file)
    assert [one.verdict for one in proof.hands] == ["unverified", "verified"]
    assert (proof.problems, proof.passed) == ((), False)
    assert f"Hand 1 is not verified: {reason}." in told(proof)
    named = {"table": honest.table_id, "hand": 1, "game": file["hands"][0]["game"], "reason": reason}
    assert named.items() <= json.loads(proof.to_json())["hands"][0].items()
    seeds = verify_file(sealed(file), seeds_only=True)
    assert ([one.verdict for one in seeds.hands], seeds.passed) == (["seeds", "seeds"], True)
    assert "Only seeds and draws were checked (--seeds-only)." in told(seeds)
    assert (found := json.loads(seeds.to_json()))["seeds_only"]
    assert (found["passed"], [hand["verdict"] for hand in found["hands"]]) == (True, ["seeds", "seeds"])
    file["hands"][0]["open_seed"] = "ab" * 32
    assert not verify_file(sealed(file), seeds_only=True).passed


async def test_no_hand_is_verified_in_a_file_that_was_changed(honest: TableHarness) -> None:
    await honest.lively_hand()
    content = (await archive_of(honest).export_hands(await honest.table(), GM)).content
    at = content.index(b'"exported_at":') + len(b'"exported_at":')
    proof = verify_file(content[:at] + b"9" + content[at + 1 :])
    assert proof.problems == ("The file was changed after its export: its checksum doesn't fit.",)
    assert [one.verdict for one in proof.hands] == ["unverified"]
    assert "is verified" not in told(proof)


async def test_a_hand_has_room_in_all_its_revisions_or_in_none(honest: TableHarness) -> None:
    for _ in range(2):
        await honest.deals()
        await honest.lively_turn(bold=True)
        await honest.undoes_action()
        await honest.play_out()
    table, now = await honest.table(), honest.clock.now()
    whole = await export_hands(honest.database, table, GM, now)
    found = [(hand["number"], hand["revision"]) for hand in json.loads(whole.content)["hands"]]
    assert found == [(1, 0), (1, 1), (2, 0), (2, 1)]
    second = len(json.dumps(json.loads(whole.content)["hands"][2:]))
    for most in range(second, len(whole.content), 400):
        cut = await export_hands(honest.database, table, GM, now, most=most)
        assert len(cut.content) <= most
        numbers = [(hand["number"], hand["revision"]) for hand in json.loads(cut.content)["hands"]]
        assert numbers == found[-cut.hands * 2 :][: cut.hands * 2]
        assert verify_file(cut.content).passed == bool(cut.hands)


@pytest.fixture
async def one_hand(honest: TableHarness) -> tuple[bytes, str, str]:
    """Return a file with one hand, and the hashes of its seeds as everyone could read them."""
    await honest.lively_hand()
    content = (await archive_of(honest).export_hands(await honest.table(), GM)).content
    (hand,) = json.loads(content)["hands"]
    sealed_as = (await verify_hand(honest.database, honest.table_id, 1)).commitment
    return content, sealed_as, commitment(bytes.fromhex(hand["closed_seed"]))


def held(content: bytes, *noted: str) -> HandsProof:
    return verify_file(content, [note(one) for one in noted])


async def test_a_hash_that_was_written_down_at_the_table_fits(one_hand: tuple[bytes, str, str]) -> None:
    content, rolls, hidden = one_hand
    table = json.loads(content)["hands"][0]["table_id"]
    for noted in (f"1={rolls}", f"1={rolls[:8].upper()}…", f"{table}.1:rolls = {rolls[:20]}...", f"1:hidden={hidden}"):
        proof = held(content, noted)
        assert (proof.problems, proof.hashes) == ((), 1)
    assert "1 hash from your notes compared, and nothing contradicts." in told(held(content, f"1={rolls}"))


async def test_exchanged_seeds_and_hashes_contradict_the_noted_hashes(honest: TableHarness) -> None:
    """What a file can't say of itself: another hand was played than the one in it."""
    await honest.lively_hand()
    await honest.lively_hand()
    file = await exported(honest)
    shown = (await verify_hand(honest.database, honest.table_id, 2)).commitment
    assert checked(file).problems == ()
    assert "seeds and hashes are replaced together, they fit each other" in told(checked(file))
    first = commitment(bytes.fromhex(file["hands"][0]["open_seed"]))
    content = sealed(file)
    assert held(content, f"1={first}", f"2={shown}").problems == ()
    assert held(content, f"1={shown}").problems == (
        f"Hand 1: Your hash of the rolls ({shown[:16]}…) fits no rolls of this hand.",
    )


async def test_a_hand_is_held_only_by_the_hashes_of_all_its_seeds() -> None:
    """Those of one hand hold nothing of another, nor rolls the hidden draws, nor a revision the next."""
    content = await evening_of("klingon")
    revisions = json.loads(content)["hands"]
    first, last = revisions[0]["number"], revisions[-1]["number"]
    assert first < last
    noted = [
        (hand["number"], kind, f"{hand['number']}:{kind}={commitment(bytes.fromhex(hand[seed]))}")
        for hand in revisions
        for kind, seed in (("rolls", "open_seed"), ("hidden", "closed_seed"))
    ]
    everything = [text for _, _, text in noted]
    for hashes, found in (
        ([], [False, False]),
        ([text for number, _, text in noted if number == first], [True, False]),
        ([text for _, kind, text in noted if kind == "rolls"], [False, False]),
        (everything[:-2], [True, False]),
        (everything, [True, True]),
    ):
        proof = held(content, *hashes)
        assert ([hand.held for hand in proof.hands], proof.problems) == (found, ())
        assert ("replaced together, they fit each other" in told(proof)) == (not all(found))
        assert [hand["held"] for hand in json.loads(proof.to_json())["hands"]] == found


async def test_a_hash_of_the_other_seed_does_not_do(one_hand: tuple[bytes, str, str]) -> None:
    content, rolls, hidden = one_hand
    assert held(content, f"1={hidden}").problems != ()
    assert held(content, f"1:hidden={rolls}").problems != ()
    assert held(content, f"1:cards={rolls}").problems != ()


async def test_a_hash_of_a_hand_that_is_not_there_is_a_problem(one_hand: tuple[bytes, str, str]) -> None:
    content, rolls, _ = one_hand
    told_of = f"it isn't in the file, so your hash of the rolls ({rolls[:16]}…) can't be checked."
    assert held(content, f"7={rolls}").problems == (f"Hand 7: {told_of}",)
    assert held(content, f"5.1={rolls}").problems == (f"Hand 1: {told_of}",)
    assert held(content, f"7={rolls}").hashes == 0


@pytest.mark.parametrize("text", ["", "1", "1=", "1=xyz", "1=abcdef", "x=3f9a12bc", "1:dice=3f9a12bc", f"1={'a' * 65}"])
def test_note_without_a_hash_of_a_hand_is_refused(text: str) -> None:
    with pytest.raises(PlayerError, match="isn't the hash of a hand"):
        note(text)


def test_notes_are_read_line_by_line() -> None:
    assert notes("# evening\n12 3F9A12BC…\n\n 12:cards=00112233  # Han's\n") == (
        WrittenDown(None, 12, "rolls", "3f9a12bc"),
        WrittenDown(None, 12, "cards", "00112233"),
    )
    with pytest.raises(PlayerError, match="line 2: “two” isn't the hash of a hand"):
        notes("1=3f9a12bc\ntwo")


async def test_the_object_for_programs_has_everything(one_hand: tuple[bytes, str, str]) -> None:
    found: Any = json.loads(verify_file(one_hand[0]).to_json())
    assert (found["passed"], found["problems"]) == (True, [])
    (hand,) = found["hands"]
    assert (hand["hand"], hand["game"], hand["verdict"], hand["revisions"]) == (1, "pilok", "verified", 1)
