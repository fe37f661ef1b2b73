"""What may be tried beside the game: buttons that open forms, whatever is typed there, and a page that always fits."""

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.moves import Choice, Move, Pick, Words
from bot.ui.pages.hand import hand_page
from bot.ui.panels import MOST_CHARACTERS
from bot.ui.render.table_message import table_view
from playground.people import Player, Seen
from tests.ui import parts as drawn
from tests.ui.tables.blind_evening import hand
from tests.ui.tables.evening import Evening
from tests.ui.tables.judged_draw import ENTRY, LONGEST, JudgedDraw

MOST_COMPONENTS = 40


@pytest.fixture
async def mine(judging: Evening, han: Player) -> Seen:
    """Return Han's hand."""
    return await hand(judging, han)


async def test_two_fields_and_a_warning_are_one_form(judging: Evening, mine: Seen, han: Player):
    form = (await han.click(mine, "Speak…")).form
    assert [field.label for field in form.fields] == ["To whom?", "What do you say?"]
    await han.submit(form, {"To whom?": "2", "What do you say?": "First line,\nsecond *line*."})
    assert r"-# **Han** says: First line, second \*line\*." in (await judging.drawn()).lines
    assert mine.lines[0] == r"**Han** says: First line, second \*line\*."


@pytest.mark.parametrize(
    "words, refusal",
    [
        (" ", f"Write something, up to {LONGEST} characters."),
        ("x" * (LONGEST + 1), f"Write something, up to {LONGEST} characters."),
    ],
)
async def test_a_text_that_does_not_fit_is_refused_and_repeated(
    judging: Evening, mine: Seen, han: Player, words: str, refusal: str
):
    form = (await han.click(mine, "Speak…")).modal
    async with judging.nothing_changes():
        await han.submit(form, {"To whom?": "2", "What do you say?": words}, unchecked=True)
    assert mine.lines[0] == refusal
    again = (await han.click(mine, "Try again")).form
    assert again.field("What do you say?").default == words[:LONGEST]
    assert again.field("To whom?").default == ["2"]
    await han.click(mine, "Back")
    assert mine.find("Speak…")


async def test_a_form_of_an_aside_counts_though_the_table_has_moved_on(
    judging: Evening, mine: Seen, han: Player, lando: Player
):
    form = (await han.click(mine, "Speak…")).modal
    table = await judging.table()
    await han.click(await hand(judging, han), "Mark a card…")
    await han.submit(None, {"Which one?": "3c"})
    await lando.click(await hand(judging, lando), "Speak…")
    await lando.submit(None, {"To whom?": "1", "What do you say?": "Well?"})
    assert (await judging.table()).record.turn > table.record.turn
    await asked_anew(judging, 1)
    await han.submit(form, {"To whom?": "2", "What do you say?": "In time"})
    assert "-# **Han** says: In time" in (await judging.drawn()).lines


async def asked_anew(evening: Evening, seat: int) -> None:
    """Pretend that the seat has something else to choose since its page was drawn."""
    store = evening.services.tables.store
    async with store.locked((await evening.table()).id) as table:
        turn, chairs = table.record.turn, table.record.chairs
        anew = tuple(chair.evolve(asked=turn) if chair.seat == seat else chair for chair in chairs)
        await store.commit(table, table.evolve(chairs=anew))


async def test_an_unseen_aside_answers_on_the_page_and_leaves_everything_else_alone(
    judging: Evening, mine: Seen, han: Player
):
    assert [one.label for one in mine.buttons] == ["Keep all three", "Mark a card…", "Speak…", "My seat"]
    assert len(mine.selects) == 1, "the exchange: an aside is a button also where a list would do"
    await judging.quiet()
    before = [button.custom_id for button in judging.message.buttons]
    version, requests = judging.message.message.version, len(judging.local.requests)
    form = (await han.click(mine, "Mark a card…")).form
    async with judging.nothing_changes():
        await han.submit(form, {"Which one?": "4c"}, unchecked=True)
    assert mine.lines[0] == "Pick from what is offered, each at most once."
    await han.click(mine, "Try again")
    await han.submit(None, {"Which one?": "3c"})
    judging.client.renderer.want(await judging.table())
    await judging.quiet()
    assert [button.custom_id for button in judging.message.buttons] == before
    assert mine.lines[0] == "**Han** marks 3c unseen."
    assert "You have marked 3c." in mine.lines
    assert judging.message.message.version == version
    made = judging.local.requests[requests:]
    assert not [request for request in made if request.route.startswith("/channels/")]


class Crowded(JudgedDraw):
    """So many lists that they don't fit into a message."""

    def moves(self, state: Any, seat: int) -> tuple[Move, ...]:
        few = tuple(Choice(value=str(at), label="A choice with a long name " * 4) for at in range(25))
        apart = Pick(name="cards", label="Several", choices=few, at_least=0, at_most=25)
        single = Pick(name="card", label="One", choices=few)
        lists = tuple(
            Move(key=f"list{at}", label=f"List {at}", fields=(apart if at % 2 else single,), place="private")
            for at in range(12)
        )
        asides = tuple(
            Move(key=f"aside{at}", label=f"Aside {at}", fields=(single,), place="private", aside=True)
            for at in range(6)
        )
        table_moves = tuple(Move(key=f"move{at}", label=f"Move {at}") for at in range(4))
        return (*lists, *asides, *table_moves)


@pytest.mark.parametrize("others", [0, 3, 9, 30])
async def test_however_much_may_be_done_the_page_fits_into_a_message(judging: Evening, others: int):
    names = {100 + at: "*" * 40 for at in range(others)}
    table = await judging.table()
    table = replace(table, spec=replace(ENTRY, game=Crowded()), names={**table.names, **names}, _moves={})
    chair = table.record.chairs[0]
    npcs = [chair.evolve(seat=100 + at) for at in range(others)]
    view = hand_page(table, chair, others=npcs, note="x" * 300)
    assert len(drawn.parts(view)) <= MOST_COMPONENTS
    assert sum(map(len, drawn.texts(view))) <= MOST_CHARACTERS
    assert {"Aside 0…", "Aside 5…", "Move 3"} <= set(drawn.labels(view))
    placed = {part.get("placeholder") for part in drawn.parts(view)}
    assert ("One" in placed) is (others <= 3), "what comes first stays a list as long as there is room"


class Sided(JudgedDraw):
    """Both may do the same things at the table, in another order; the first has so many things to try besides."""

    asides = 0

    def to_act(self, state: Any) -> frozenset[int]:
        return frozenset((1, 2))

    def moves(self, state: Any, seat: int) -> tuple[Move, ...]:
        names = ("one", "two") if seat == 1 else ("two", "one")
        hidden = range(self.asides if seat == 2 else 0)
        asides = (Move(key=f"aside{at}", label="Aside", place="private", aside=True) for at in hidden)
        return (*(Move(key=name, label=name) for name in names), *asides)


@pytest.mark.parametrize("asides", [0, 1, 5])
async def test_the_order_of_the_tables_buttons_tells_nothing_of_what_is_left_to_try(judging: Evening, asides: int):
    game = Sided()
    game.asides = asides
    table = replace(await judging.table(), spec=replace(ENTRY, game=game), _moves={})
    assert drawn.labels(table_view(table))[:2] == ["one", "two"]


class Ordered(JudgedDraw):
    """Whatever there may be on one page, in no order."""

    def moves(self, state: Any, seat: int) -> tuple[Move, ...]:
        names = Words(name="words", label="What?")
        return (
            Move(key="aside", label="Aside", fields=(names,), place="private", aside=True),
            Move(key="give_up", label="Give up", style="danger"),
            Move(key="look", label="Look", fields=(names,), place="private"),
            Move(key="stay", label="Stay in", style="main"),
            Move(key="out", label="Out", place="private", style="danger"),
        )


async def test_hand_page_has_moves_first_and_asides_last(judging: Evening):
    table = replace(await judging.table(), spec=replace(ENTRY, game=Ordered()), _moves={})
    assert drawn.labels(hand_page(table, table.record.chairs[0], has_seat=True)) == [
        "Stay in",
        "Look…",
        "Out",
        "Give up",
        "Aside…",
        "My seat",
    ]
