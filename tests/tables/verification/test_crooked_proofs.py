"""Only the GM can check the rolls of a crooked table, and of no hand there does a proof tell what nobody noticed."""

import json

import pytest

from bot.engine.game import DEALER
from bot.tables.verification.report import Verification
from bot.tables.verification.verify import evidence_of, seals_for, verify_hand
from tests.tables.backroom import PROXIMA, Backroom
from tests.tables.table_fixtures import ANN, BEN, HAN, LANDO, TableHarness
from tests.tables.verification.test_tampering import tampered

SEALED = "This was a crooked table: the rolls of the round are all sealed, and only the GM can check them."
WRONG = "Round 1 doesn't match what was sealed and played. Only the GM can see where."
OTHER = "the events in the log aren't those that the rules make."
CHEATS = "seat = 2 AND action LIKE '%rethrow%'"


async def played(place: Backroom, *, cheats: bool = True) -> None:
    """Play a round to its end in which Lando has thrown again, and the GM has thrown Han's die again."""
    await place.gathers()
    if cheats:
        await place.rethrows(BEN, LANDO)
        await place.acts(PROXIMA, "nudge", seat=DEALER, whose=str(HAN))
    await place.pass_all()
    await place.rules_on_it()


async def verified(place: TableHarness, *, as_gm: bool = False) -> Verification:
    return await verify_hand(place.database, place.table_id, 1, as_gm=as_gm)


async def after(place: Backroom, *statements: str) -> tuple[Verification, Verification]:
    """For everybody and for the GM, once somebody got at the file."""
    return await tampered(place, *statements), await verified(place, as_gm=True)


async def test_public_verification_is_the_same_with_and_without_cheating(backroom: Backroom) -> None:
    await played(backroom)
    crooked = await verified(backroom)
    await backroom.deals()
    await backroom.pass_all()
    await backroom.rules_on_it()
    honest = await verify_hand(backroom.database, backroom.table_id, 2)
    assert crooked == honest.evolve(number=1)
    assert crooked.sentences == (SEALED,)
    assert crooked.ok
    assert (crooked.actions, crooked.draws, crooked.open_draws, crooked.clicks) == (0, 0, 0, 0)
    assert (crooked.seals, crooked.seals_root, crooked.commitment, crooked.open_seed) == ((), "", "", "")


async def test_the_gm_checks_every_sealed_draw(backroom: Backroom) -> None:
    await played(backroom)
    found = await verified(backroom, as_gm=True)
    assert found.ok
    assert " ".join(found.sentences) == (
        "Round 1 checks out (6 actions, 6 human clicks, 4 sealed draws). Every draw follows from the seeds that were "
        "sealed before the round. Replayed by the rules, the round matches the log after every action."
    )
    assert (found.draws, found.open_draws) == (4, 0)


async def test_tampered_sealed_die_is_named_only_to_the_gm(backroom: Backroom) -> None:
    await played(backroom)
    (row,) = await backroom.file.fetch(f"SELECT draws FROM actions WHERE {CHEATS}")
    ((number, bound, value, secret),) = json.loads(row["draws"])
    changed = json.dumps([[number, bound, (value + 1) % 6, secret]], separators=(",", ":"))
    public, gms = await after(backroom, f"UPDATE actions SET draws = '{changed}' WHERE {CHEATS}")
    assert not public.ok
    assert public.sentences == (WRONG, SEALED)
    assert public.faults == (WRONG,)
    assert (public.actions, public.draws) == (0, 0)
    die = f"In action 1 (seat 2: rethrow), draw {number} is {(value + 1) % 6 + 1} of 6 in the log"
    assert gms.faults[0] == f"{die}, but the closed seed makes it {value + 1}."


@pytest.mark.parametrize(
    "change, fault",
    [
        (f"UPDATE actions SET events = '[]' WHERE {CHEATS}", OTHER),
        (f"""UPDATE actions SET events = '[["host",{{"kind":"gone"}}]]' WHERE {CHEATS}""", OTHER),
        ("UPDATE actions SET events = replace(events, '\"all\"', '\"host\"') WHERE action LIKE '%pass%'", OTHER),
        (f"DELETE FROM actions WHERE {CHEATS}", "The log of this round has a gap: 1 row missing."),
        (f"UPDATE hands SET closed_seed = '{'ab' * 32}'", "The closed seed isn't the one that was sealed: "),
        (f"UPDATE actions SET draws = 'no' WHERE {CHEATS}", "The log of this round can't be read."),
        (f"UPDATE actions SET turn = turn - 1 WHERE {CHEATS}", "out of order"),
        (
            f"""UPDATE actions SET events = '[["all",{{"kind":"table.left","seat":2}}]]' WHERE {CHEATS}""",
            "out of order",
        ),
    ],
)
async def test_tampering_is_named_to_the_gm_alone(backroom: Backroom, change: str, fault: str) -> None:
    await played(backroom)
    public, gms = await after(backroom, change)
    assert (public.ok, public.sentences) == (False, (WRONG, SEALED))
    assert fault in gms.faults[0]
    if "closed_seed" in change:
        assert not any("closed seed makes it" in fault for fault in gms.faults)


async def test_void_crooked_round_reveals_no_more(backroom: Backroom) -> None:
    await backroom.gathers()
    await backroom.rethrows(BEN, LANDO)
    await backroom.tables.opening.void(backroom.table_id, backroom.click(PROXIMA))
    assert (await verified(backroom)).sentences == (SEALED,)
    assert "The round was voided: nobody won or lost." in (await verified(backroom, as_gm=True)).sentences


async def test_a_hand_whose_rules_can_not_be_read_is_crooked_by_what_was_kept(backroom: Backroom) -> None:
    await backroom.opened(game="pilok", crooked=True)
    await backroom.sits(ANN, "Han")
    await backroom.sits(BEN, "Lando")
    table = await backroom.deals()
    while table.in_hand:
        seat = min(table.to_act)
        if table.to_act == {DEALER}:
            table = (await backroom.rules_on_it("play_on")).table
            continue
        if any(move.key == "load" for move in table.moves(seat)):
            await backroom.acts(await backroom.player(seat), "load", seat=seat, face=1)
            table = await backroom.table()
            continue
        table = await backroom.quiet_turn()
    public, _ = await after(backroom, "UPDATE hands SET deal = '{}'")
    assert public.is_crooked
    assert public.actions == 0
    assert not public.ok


@pytest.mark.parametrize("number", [1, 2])
async def test_no_sealed_card_is_shown_at_a_crooked_table(backroom: Backroom, number: int) -> None:
    await played(backroom)
    await backroom.deals()
    table = await backroom.table()
    for by in (ANN, PROXIMA):
        assert await seals_for(backroom.database, table, by, number) == ()


async def test_the_evidence_names_the_gm(backroom: Backroom) -> None:
    await played(backroom)
    stored = await evidence_of(backroom.database, backroom.table_id, 1)
    assert [stored.label(at) for at in range(1, len(stored.rows))] == [
        "action 1 (seat 2: rethrow)",
        "action 2 (the GM: nudge)",
        "action 3 (seat 1: pass)",
        "action 4 (seat 2: pass)",
        "action 5 (the GM: verdict)",
    ]
