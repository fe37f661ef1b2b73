"""Checking a finished hand against its seeds and its rules, from nothing but its stored rows. Pure.

So a hand in the database and one in a file that a GM has exported are checked in the same way.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from bot.db import Row
from bot.engine.cards import seals_root
from bot.engine.words import counted
from bot.errors import NotFound
from bot.tables.hand.log import LogRow, public_seals
from bot.tables.model import PEOPLE
from bot.tables.stored_rules import GONE, game_of_hand, stand_in
from bot.tables.verification.evidence import (
    Evidence,
    Revision,
    card_faults,
    cause_faults,
    draw_faults,
    is_undo,
    order_faults,
    rows_that_count,
    seal_faults,
    undo_faults,
)
from bot.tables.verification.replay import play_faults
from bot.tables.verification.report import Verification, with_sentences

_MOST_FAULTS = 50
"""Of one kind that are looked for in a hand: who has changed more of it is caught already."""
_INPUT = ("game", "version", "deal", "by_hand")
"""The columns that are the same in every revision of a hand."""


def check_hand(
    found: Sequence[Row],
    rows: Sequence[LogRow] | None,
    others: Collection[int],
    *,
    as_gm: bool,
    replays: bool = True,
) -> Verification:
    """Check seeds, draws, every action and the outcome. `found` are the revisions of the hand, the first one first;
    `rows` all of its log, or None if that can't be read; `others` the sequence numbers between these rows that belong
    to something else at the table. `as_gm`: as in `verify_hand`. `replays`: False leaves out the replay by the rules.
    """
    if rows is None:
        empty = _without_log(found)
        return _verification(empty, found, [f"The log of this {empty.word} can't be read."], as_gm=as_gm)
    ways = forms_of(found, rows)
    faults = [*_gap_faults(ways, others), *_revision_faults(found, ways[-1])]
    for hand in ways:
        faults += _first_faults(seal_faults(hand), order_faults(hand), cause_faults(hand), card_faults(hand))
    faults += undo_faults(ways)
    if not any("open seed" in fault for fault in faults):
        is_closed_known = not any("closed seed" in fault for fault in faults)
        for hand in ways:
            faults += _first_faults(draw_faults(hand, closed=(as_gm or hand.is_crooked) and is_closed_known))
    for hand in ways:
        faults += play_faults(hand) if replays and hand.has_these_rules else ()
    return _verification(ways[-1], found, list(dict.fromkeys(faults)), as_gm=as_gm, replays=replays)


def forms_of(found: Sequence[Row], rows: Sequence[LogRow]) -> tuple[Evidence, ...]:
    """Return the hand as each of its revisions has it, the final one last."""
    whole = _without_rows(found, rows)
    standing = {row.sequence for row in rows_that_count(rows, whole.revisions)}
    ways: list[Evidence] = []
    for at, revision in enumerate(whole.revisions, start=1):
        upto = whole.revisions[:at]
        own = rows_that_count(rows, upto)
        is_last = revision is whole.last
        until = max((row.sequence for row in own if row.sequence in standing), default=0)
        ways.append(replace(whole, revisions=upto, rows=own, stands_until=None if is_last else until))
    return tuple(ways)


def last_way(found: Sequence[Row], rows: Sequence[LogRow]) -> Evidence:
    """Return the final form of the hand: the last of `forms_of`."""
    whole = _without_rows(found, rows)
    return replace(whole, rows=rows_that_count(rows, whole.revisions))


def _without_rows(found: Sequence[Row], rows: Sequence[LogRow]) -> Evidence:
    """Return everything of a hand except its rows, which may show that people could cheat in it."""
    whole = _without_log(found)
    return replace(whole, is_crooked=whole.is_crooked or any(logged.has_secrets for logged in rows))


def _without_log(found: Sequence[Row]) -> Evidence:
    """Return everything of a hand except its log. Of a game that is gone only seeds and draws can be checked."""
    first = found[0]
    try:
        game, is_crooked = game_of_hand(first["game"], first["deal"])
    except NotFound:
        game, is_crooked = stand_in(first["game"], GONE), False
    return Evidence(
        table_id=first["table_id"],
        number=first["number"],
        spec=game,
        is_crooked=is_crooked,
        version=first["version"],
        deal=first["deal"],
        revisions=tuple(Revision.of(row) for row in found),
        rows=(),
    )


def _first_faults(*kinds: Iterable[str]) -> Iterator[str]:
    for kind in kinds:
        yield from islice(kind, _MOST_FAULTS)


def _gap_faults(ways: Sequence[Evidence], others: Collection[int]) -> Iterator[str]:
    """Yield a problem for missing rows: sequence numbers are never reused, so a deleted row leaves a hole."""
    logged = {row.sequence for hand in ways for row in hand.rows}
    if not logged:
        return
    first, last = min(logged), max(logged)
    between = {sequence for sequence in others if first < sequence < last} - logged
    missing = last - first + 1 - len(logged) - len(between)
    if missing > 0:
        yield f"The log of this {ways[0].word} has a gap: {counted(missing, 'row')} missing."


def _revision_faults(found: Sequence[Row], hand: Evidence) -> Iterator[str]:
    """Yield problems for rows of a hand that contradict each other."""
    if [revision.number for revision in hand.revisions] != list(range(len(found))):
        yield f"An undone part of this {hand.word} is missing."
    if any(row[name] != found[0][name] for row in found for name in _INPUT):
        yield f"After an undo, this {hand.word} has another deal than it began with."
    if not all(revision.is_undone for revision in hand.revisions[:-1]):
        yield f"The {hand.word} goes on after an undo, but a part before that isn't marked as undone."
    if hand.last.status == "void" and hand.last.is_undone:
        yield f"The {hand.word} went on after an undo, but that part is missing."
    if hand.has_these_rules and _has_typed_dice(hand) not in {None, bool(found[0]["by_hand"])}:
        typed = "weren't" if found[0]["by_hand"] else "were"
        yield f"Under its house rules, the dice of this {hand.word} {typed} typed in, but the file says otherwise."


def _verification(
    hand: Evidence, found: Sequence[Row], faults: list[str], *, as_gm: bool, replays: bool = True
) -> Verification:
    actions = [logged for logged in hand.rows if not is_undo(logged)]
    draws = [draw for logged in actions for draw in logged.draws]
    seals = public_seals(logged.seals for logged in hand.rows)
    return with_sentences(
        Verification(
            table_id=hand.table_id,
            number=hand.number,
            word=hand.word,
            status=hand.status,
            ok=not faults,
            is_verifiable=not (found[0]["by_hand"] or _has_typed_dice(hand)),
            unreplayed=hand.unplayable or ("" if replays else "only its seeds and draws were checked"),
            is_crooked=hand.is_crooked,
            as_gm=as_gm,
            commitment=hand.sealed[-1][0],
            open_seed=hand.seeds.open,
            sealed_seeds=hand.sealed,
            undos=hand.undos,
            is_undone=hand.last.is_undone,
            actions=len(actions),
            draws=len(draws),
            open_draws=sum(not draw.secret for draw in draws),
            clicks=sum(logged.how in PEOPLE for logged in actions),
            seals=seals,
            seals_root=seals_root(seals),
            faults=tuple(faults),
            sentences=(),
        )
    )


def _has_typed_dice(hand: Evidence) -> bool | None:
    """Tell whether people type in their dice by its house rules; None where those can't be read."""
    game = hand.spec.game
    try:
        return not game.is_verifiable(game.Deal.from_json(hand.deal).rules)
    except ValueError:
        return None
