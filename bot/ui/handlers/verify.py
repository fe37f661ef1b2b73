"""Checking a hand: the proof, its sealed cards, the host's log, and the file of all hands.

Sealed cards are shown as digests in the order drawn, with card and salt where the person may know them.
"""

from collections.abc import Callable, Sequence

import discord

from bot.engine.cards import Seal, seals_root
from bot.engine.game import DEALER
from bot.engine.words import Voice, counted
from bot.errors import NotFound
from bot.portability.hands_export import HandsExport
from bot.tables.gm_log import GmLogHand, gm_log, may_check_sealed
from bot.tables.model import Table
from bot.tables.rights import may_see
from bot.tables.table_store import admitted
from bot.tables.verification.verify import Verification, seals_for, verify_hand
from bot.ui.client import Interaction
from bot.ui.context import person_of, services_of, whisper
from bot.ui.files import send_file
from bot.ui.forms import answer_here
from bot.ui.handlers.answers import look, part
from bot.ui.handlers.more import last_over
from bot.ui.pages.own_page import home_showing, show_page
from bot.ui.pages.paging import paged, split_pages, split_sections
from bot.ui.pages.private_pages import Glance, Showing
from bot.ui.panels import MOST_CHARACTERS, FixedView, button, control_id, page, shorten
from bot.ui.routing import control, number

CARDS_A_PAGE = 10
"""Also with the longest names of players and cards, in which everything has to be escaped."""
_HOW = (
    "-# Each line of hex digits is SHA-256 over salt, colon and card, published at the draw. Salt and card "
    "stand beside it once you may see them."
)
_TIMES = ("Newer", "Older")
_ROOM = 3600
"""Characters of the log on a page; the rest is for the heading and the foot."""
_LONGEST = 1200
"""Characters of one sentence: only typed text is longer."""
MOST_KEPT = 200
"""Actions of the log that are read at once."""
MOST_SEEDS = 8
"""Seeds of a hand that are shown, each with its commitment: it has another one for each undo."""


def seals_page(
    table_id: int,
    number: int,
    seals: Sequence[Seal],
    voice: Voice,
    at: int,
    *,
    named: Callable[[str], str | None] = lambda _: None,
    word: str = "hand",
    to_hand: str = "",
) -> FixedView:
    """Build page `at` (from 0; one beyond the last is the last) of the cards of a hand, of which there are some.

    `named` returns a card's name besides its code, `word` is the game's word for a hand, and `to_hand` labels the
    button to the person's hand, if they have one.
    """
    lines = [_seal_line(place, seal, voice, named) for place, seal in enumerate(seals, start=1)]
    root = (
        f"-# SHA-256 over all these lines, joined in order, is `{seals_root(seals)}`. The table shows its first digits."
    )
    ways = [button(to_hand, control_id("hand", table_id))] if to_hand else []
    shown = [f"{cards}\n{_HOW}\n{root}" for cards in split_pages(lines, MOST_CHARACTERS, CARDS_A_PAGE)]
    title = f"## Sealed cards of {word} {number}"
    return paged((title,), shown, at, lambda to: control_id("seals", table_id, number, to), ways=ways)


def _seal_line(place: int, seal: Seal, voice: Voice, named: Callable[[str], str | None]) -> str:
    whose = "the dealer" if seal.seat == DEALER else voice.name(seal.seat)
    card = "face down"
    if seal.card is not None:
        name = named(seal.card)
        card = f"`{seal.card}`{f' ({name})' if name else ''} with the salt `{seal.salt}`"
    return f"{place}\\. {whose}: {card}\n`{seal.digest}`"


def gm_log_page(table: Table, log: Sequence[GmLogHand], at: int) -> discord.ui.LayoutView:
    """Build the page `at` of the log, counted from the latest; the nearest one if that isn't there."""
    sections = [(_heading(table, hand), [shorten(line, _LONGEST) for line in hand.sentences]) for hand in reversed(log)]
    pages = split_sections(sections, _ROOM) or ("Nothing has happened here yet that only the GM knows.",)
    foot = "Only the table's GM can see this."
    return paged(("## GM's log",), pages, at, lambda to: control_id("gmlog", table.id, to), foot=foot, labels=_TIMES)


def _heading(table: Table, hand: GmLogHand) -> str:
    return f"### {table.hand_word.capitalize()} {hand.number}{', undone' if hand.is_undone else ''}"


@control("verify")
async def verify(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    table = await look(interaction, arguments[0])
    await show_proof(interaction, table, number(arguments[1]) if len(arguments) > 1 else last_over(table))


async def show_proof(interaction: Interaction, table: Table, hand: int) -> None:
    """Show whether a hand's open draws and shown cards are the sealed ones; for a hand at a crooked table only to
    its host.
    """
    if hand < 1:
        none = f"No {table.hand_word} is finished here yet."
        if not (sealed := _describe_present_seals(table)):
            raise NotFound(none)
        await whisper(interaction, "", page(none, sealed))
        return
    db = services_of(interaction).db
    proof = await verify_hand(db, table.id, hand)
    if proof.is_crooked and await may_check_sealed(db, table, person_of(interaction), hand):
        proof = await verify_hand(db, table.id, hand, as_gm=True)
    rows = (
        [[button("Sealed cards", control_id("seals", table.id, hand, 0))]]
        if proof.seals and not proof.is_crooked
        else []
    )
    await whisper(
        interaction, "", page(*_describe_proof(table.hand_word, proof), _describe_present_seals(table), rows=rows)
    )


def _describe_present_seals(table: Table) -> str:
    """Return the hashes that seal the hand in play, or the next one, in full, for players to compare with the seeds
    that are shown afterwards. "" if people type in their own dice, and at a closed table.
    """
    record = table.record
    if not (table.is_open and table.spec.game.is_verifiable(table.rules)):
        return ""
    hand = record.hand if table.in_hand else None
    which = f"{table.hand_word.capitalize()} {hand.number}" if hand is not None else f"The next {table.hand_word}"
    seeds = hand.seeds if hand is not None else record.seeds
    if table.is_crooked:
        return f"-# {which} is sealed as\n-# all rolls: `{seeds.closed_commitment}`"
    hidden = f"-# what is hidden: `{seeds.closed_commitment}`"
    return f"-# {which} is sealed as\n-# open rolls: `{seeds.open_commitment}`\n{hidden}"


async def send_hands(interaction: Interaction, table: Table) -> None:
    """Send the finished hands of the table as a file, for anyone who may know all of them."""
    archive, person = services_of(interaction).campaign_files, person_of(interaction)
    await archive.require_may_export_hands(table, person)
    await interaction.response.defer(ephemeral=True, thinking=True)
    export = await archive.export_hands(table, person)
    await send_file(interaction, _describe_export(export), export.content, export.name)


def _describe_export(export: HandsExport) -> str:
    lines = [
        f"{counted(export.hands, 'hand')} of this table, with seeds, log and outcome.",
        "`python -m bot verify FILE` checks all of it by the rules, in any copy of Shadowport.",
        "The file shows face-down cards, so only the GM gets it.",
    ]
    if export.hidden:
        lines.append(f"For {counted(export.hidden, 'hand')} that you played in, it has only what everyone saw.")
    if export.since is not None:
        lines.append(f"It begins <t:{int(export.since)}:f>, because older hands didn't fit.")
    return "\n".join(lines)


def _describe_proof(word: str, proof: Verification) -> tuple[str, str]:
    notes: list[str] = []
    shown = proof.sealed_seeds[-MOST_SEEDS:]
    notes += [f"-# sealed as `{commitment}`\n-# with the seed `{seed}`" for commitment, seed in shown]
    if len(shown) < len(proof.sealed_seeds):
        notes.append(f"-# and {counted(len(proof.sealed_seeds) - len(shown), 'pair')} like these from before an undo")
    if proof.seals:
        notes.append(f"-# cards sealed as `{proof.seals_root}`")
    told = proof.sentences
    if proof.ok and not proof.is_crooked and not proof.unverified:
        counts = ", ".join(
            (
                counted(proof.actions, "action"),
                counted(proof.clicks, "human click"),
                counted(proof.open_draws, "open draw"),
            )
        )
        what = "Every card that was shown, and every open draw," if proof.seals else "Every die"
        told, notes = (f"{what} matches what was sealed.", *proof.sentences[1:]), [f"-# {counts}", *notes]
    return "\n".join((f"## {word.capitalize()} {proof.number}", *told)), "\n".join(notes)


@control("seals")
async def seals(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    """Show the cards of a hand, also of one in play, as this person may know them: `seals:<table>:<hand>:<page>`."""
    table, hand, at = await look(interaction, arguments[0]), number(part(arguments, 1)), number(part(arguments, 2))
    db = services_of(interaction).db

    async def draw(glance: Glance) -> FixedView:
        table, person = admitted(glance.table, glance.click), glance.click.person
        found = await seals_for(db, table, person, hand)
        if not found:
            raise NotFound(f"No card was sealed in {table.hand_word} {hand}.")
        sees_one = table.spec.has_hands and any(may_see(table, person, chair) for chair in table.record.chairs)
        to_hand = table.spec.game.hand_title if sees_one else ""

        def named(card: str) -> str | None:
            return table.spec.card_name(card, table.rules)

        return seals_page(table.id, hand, found, table.voice, at, named=named, word=table.hand_word, to_hand=to_hand)

    back = home_showing(interaction.client, table)
    await show_page(interaction, table, Showing(draw, back.again, back))


@control("gmlog")
async def show_gm_log(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    """Show the host's part of the latest hands, also in the GM channel: `gmlog:<table>:<page>`."""
    table, at = await look(interaction, arguments[0], seat=DEALER), number(part(arguments, 1))
    log = await gm_log(services_of(interaction).db, table, person_of(interaction), MOST_KEPT)
    await answer_here(interaction, gm_log_page(table, log, at))
