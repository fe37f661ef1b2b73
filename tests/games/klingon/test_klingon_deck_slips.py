"""Slips of the pen in a file of cards: each is told once, in the line where it is, with what helps to mend it; and no
file is taken with which a table would stand still.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.klingon.card_file import STANDARD, read_deck, write_deck
from cogs.klingon.source import BadDeck, Mistake
from tests.games.klingon.klingon_use import drawn

ARMS = "schema = 1\n[mounts]\ngun = ['gun']\nwing = ['gun', 'ram']\n[doublers]\ntwice = ['gun']\n"
CARDS = "[[action]]\ntype = 'gun'\nvalues = { 3 = 7 }\n[[action]]\ntype = 'ram'\nvalues = { 4 = 2 }\n"
TWICE = "[[action]]\ntype = 'twice'\nn = 2\n"
FILE = ARMS + CARDS + TWICE


def ships(least: int = 20, first: str = "") -> str:
    """Return ships, the first with another line."""
    block = "[[ship]]\nid = 's{0}'\nname = 'Ship {0}'\nempire = 'Us'\nhull = 'FF'\npoints = 1\n"
    return f"{block.format(0)}{first}\n" + "".join(block.format(at) for at in range(1, least))


def mistakes(text: str) -> list[tuple[int | None, str, str]]:
    try:
        read_deck(text.encode())
    except BadDeck as refused:
        return [(found.line, found.card, found.what) for found in refused.mistakes]
    return []


def only(text: str, what: str, *, at: str | None = None, card: str = "") -> None:
    """Check that this alone is wrong, in the line that ends with `at`, otherwise with "#!"."""
    mark = at or "#!"
    line = next((number for number, line in enumerate(text.split("\n"), 1) if line.endswith(mark)), None)
    assert mistakes(text) == [(line, card, what)]


class TestNothingIsTakenThatStopsATable:
    @pytest.mark.parametrize("left", ["[mounts]\n", "mounts = {}\n"])
    def test_there_is_a_mount_and_ships_have_only_those_that_are_known(self, left: str):
        gun = f"schema = 1\n{left}{CARDS}{ships(first='mounts.laser = 2')}"
        only(gun, "`mounts` has 0 entries: from 1 to 40 are allowed.", at=left.strip())
        only(
            FILE + ships(first="mounts.wings = 2 #!"),
            "[mounts] knows no `wings`; perhaps `wing` is meant.",
            card="s0",
        )

    def test_there_is_a_weapon_and_doublers_double_only_those_that_are_known(self):
        text = "schema = 1\nmounts.gun = ['gun']\ndoublers.twice = ['laser']\n[[action]]\ntype = 'twice'\nn = 7\n"
        found = mistakes(text + ships())
        assert found == [
            (None, "", "All action cards are doublers; it takes a weapon, too."),
            (2, "[mounts]", "There is no action card of the type `gun`."),
            (3, "[doublers]", "There is no action card of the type `laser`."),
        ]

    def test_every_weapon_is_fired_by_a_mount(self):
        only(
            FILE.replace(", 'ram'", "").replace("type = 'ram'", "type = 'ram' #!") + ships(),
            "No mount fires `ram`.",
            card="ram",
        )

    @given(
        mounts=st.sampled_from(
            ["gun = ['gun']", "gun = ['gun', 'ram']", "gun = []", "", "gun = ['ram']\nodd = ['gun']"]
        ),
        doublers=st.sampled_from(["", "twice = ['gun']", "twice = []", "odd = ['gun', 'ram']", "twice = ['laser']"]),
        cards=st.sampled_from([CARDS, CARDS[:38], f"{CARDS}{TWICE}", TWICE.replace("2", "9"), "action = []\n", ""]),
        first=st.sampled_from(["", "mounts = {}", "mounts.gun = 20", "mounts.laser = 1", "cloak = true\nfighters = 3"]),
        names=st.sampled_from(["", "[names]\n", "[names]\ngun = 'Odd'\n", "[names]\ngun = 'Ram'\n"]),
    )
    def test_accepted_deck_can_be_shown_and_played(
        self, mounts: str, doublers: str, cards: str, first: str, names: str
    ):
        top = cards if cards.startswith("action") else ""
        parts = f"{names}[mounts]\n{mounts}\n[doublers]\n{doublers}\n"
        text = f"schema = 1\n{top}{parts}{'' if top else cards}{ships(first=first)}"
        if not mistakes(text):
            deck = read_deck(text.encode())
            drawn(deck)
            assert read_deck(write_deck(deck).encode()) == deck


class TestTheLineIsTheOneWhereItIs:
    def test_mistake_has_its_line_within_a_list_or_table_over_several_lines(self):
        unknown = "There is no action card of the type `laser`."
        over = FILE.replace("'gun', 'ram']", "# ]\n'gun',\n\n'ram', 'laser', #!\n]")
        only(over + ships(), unknown, card="[mounts]")
        only(FILE.replace("twice = ['gun']", "'twice' = [\n'laser' #!\n]") + ships(), unknown, card="[doublers]")
        listed = "".join(
            f"{{ id = 's{at}', empire = '}}{{', hull = '[', points = {at - 1} }}, #{at}\n" for at in range(20)
        )
        told = mistakes(f"schema = 1\nship = [\n{listed}]\n{FILE.removeprefix('schema = 1')}")
        hull = "`hull` needs a letter or digit, and may hold nothing that can't be seen."
        empire = hull.replace("hull", "empire")
        assert told[:3] == [(3, "s0", empire), (3, "s0", hull), (3, "s0", "`points` must lie between 0 and 99.")]
        assert told[-1] == (22, "s19", hull)
        assert len(told) == 41

    def test_a_bracket_that_is_not_closed_is_told_where_it_is_opened(self):
        unclosed = "A bracket that is opened here isn't closed."
        for rest in ("", "\n\n\n", "\n[[action]]\ntype = 'gun'\n", "\nwing = ['gun']\n", ",\n'ram',\n[[ship]]\n"):
            only(f"schema = 1\n[mounts]\ngun = [ #!\n'gun'{rest}", unclosed)
        only("schema = 1\nmounts = { gun = ['gun'],", unclosed, at=",")
        comma = "A square bracket isn't closed, or a comma is missing between two entries."
        only(FILE.replace("'gun', 'ram']", "'gun'\n'ram'] #!"), comma)


FILE_WORDS = ("schema", "title", "fighter_points", "names", "mounts", "doublers", "action", "ship")
SLIPS: dict[str, tuple[str, str, str, str]] = {
    "one bracket": (
        "[[ship]]\nid = 's1'",
        "[ship] #!\nid = 's1'",
        "",
        "Each ship begins with [[ship]], in double square brackets.",
    ),
    "a comma too many": (
        "{ 3 = 7 }",
        "{ 3 = 7, } #!",
        "",
        "The comma before this curly bracket is one too many.",
    ),
    "curly brackets over lines": (
        "{ 3 = 7 }",
        "{  #!\n3 = 7 }",
        "",
        "What stands between curly brackets stands on one line.",
    ),
    "a comma missing": (
        "'gun', 'ram']",
        "'gun' 'ram'] #!",
        "",
        "A square bracket isn't closed, or a comma is missing between two entries.",
    ),
    "an apostrophe": (
        "'Ship 3'",
        "'Captain's ship' #!",
        "",
        "A text with an apostrophe in it stands between double quotation marks.",
    ),
    "marks in a text": (
        "'Ship 3'",
        '"The "Ship"" #!',
        "",
        "A quotation mark within a text has a backslash before it.",
    ),
    "a leading zero": ("{ 3 = 7 }", "{ 3 = 07 } #!", "", "A number doesn't begin with a zero."),
    "a capital": (
        "type = 'gun'",
        "type = 'Gun' #!",
        "first action card",
        "`type` must begin with a to z and go on with a to z, 0 to 9 and _, at most 24.",
    ),
    "a capital mount": (
        "wing = [",
        "Wing = [ #!\n",
        "[mounts]",
        "`mounts.Wing` must begin with a to z and go on with a to z, 0 to 9 and _, at most 24.",
    ),
    "a doubler misspelt": (
        "type = 'twice'",
        "type = 'twices' #!",
        "twices",
        "[doublers] knows no `twices`; perhaps `twice` is meant.",
    ),
    "a number that can't be read": (
        "{ 3 = 7 }",
        "{ 3 = 7.0 } #!",
        "gun",
        "`values.3` must be a whole number.",
    ),
    "a list that can't be read": (
        "['gun', 'ram']",
        "'ram' #!",
        "[mounts]",
        "`mounts.wing` must be a list between square brackets.",
    ),
    "twice in a list": ("'ram']", "'ram', 'gun'] #!", "[mounts]", "`gun` is in this list already."),
    "a truth": (
        "schema = 1",
        "schema = true #!",
        "",
        "`schema` must be 1: files of another kind can't be read.",
    ),
    "a fraction": (
        "schema = 1",
        "schema = 1.0 #!",
        "",
        "`schema` must be 1: files of another kind can't be read.",
    ),
    "a key of brackets": (
        "schema = 1",
        "schema = 1\n'[key]' = 2 #!",
        "",
        f"`[key]` isn't known here; what can stand here is {', '.join(FILE_WORDS)}.",
    ),
    "a weapon's name twice": (
        "[mounts]",
        "[names]\ngun = 'RAM' #!\n[mounts]",
        "[names]",
        "`RAM` is what `ram` is called, too.",
    ),
    "a doubler's name twice": (
        "[mounts]",
        "[names]\nram = 'Two'\ntwice = 'Two' #!\n[mounts]",
        "[names]",
        "`Two` is what `ram` is called, too.",
    ),
    "a mount's name twice": (
        "[mounts]",
        "[names]\nwing = 'Gun' #!\n[mounts]",
        "[names]",
        "`Gun` is what `gun` is called, too.",
    ),
    "a ship's name twice": ("'Ship 7'", "'ship 3' #!", "s7", "`ship 3` is there already, further up."),
}


@pytest.mark.parametrize("old, new, card, what", SLIPS.values(), ids=SLIPS.keys())
def test_a_slip_is_told_once_and_where_it_is(old: str, new: str, card: str, what: str):
    good = FILE + ships()
    assert not mistakes(good)
    assert old in good
    only(good.replace(old, new, 1), what, card=card)


def test_suggestions_are_made_only_for_likely_slips():
    """Comparing words takes long, so it is done for as many as are told, and with as many as a deck can have."""
    near = ", ".join(f"'gun{at}'" for at in range(30))
    told = [what for _, _, what in mistakes(FILE.replace("['gun']", f"[{near}]", 1) + ships())]
    assert ["perhaps" in what for what in told] == [True] * 20 + [False] * 10
    types = "".join(f"[[action]]\ntype = 'gun{at}'\nvalues = {{ 3 = 1 }}\n" for at in range(200))
    told = [what for _, _, what in mistakes(f"schema = 1\nmounts.gun = ['gun']\n{types}{ships()}")]
    assert "There is no action card of the type `gun`." in told


def test_one_card_is_one_card():
    text = "schema = 1\nmounts.gun = ['gun']\n[[action]]\ntype = 'gun'\nvalues = { 3 = 1 }\n"
    few = [Mistake(None, "", "There is 1 ship; it takes at least 20.")]
    few.append(Mistake(None, "", "There is 1 action card; from 7 to 400 can be played with."))
    with pytest.raises(BadDeck) as refused:
        read_deck((text + ships(1)).encode())
    assert refused.value.mistakes == tuple(few)


def test_ships_without_a_name_are_told_apart_by_numbers():
    named = {"Ship 2": "Us frigate 2"}
    text = FILE + ships()
    for at in range(4):
        text = text.replace(
            f"name = 'Ship {at}'\n", f"name = '{named[name]}'\n" if (name := f"Ship {at}") in named else ""
        )
    deck = read_deck(text.encode())
    assert [ship.name for ship in deck.ships[:5]] == [
        "Us frigate 1",
        "Us frigate 3",
        "Us frigate 2",
        "Us frigate 4",
        "Ship 4",
    ]
    assert read_deck(write_deck(deck).encode()) == deck
    long = text.replace("empire = 'Us'", f"empire = '{'W' * 24}'").replace("hull = 'FF'", "hull = 'BC'")
    names = [ship.name for ship in read_deck(long.encode()).ships]
    assert max(map(len, names)) == 40
    assert len({*names}) == 20


def test_long_lists_and_tables_are_written_so_that_they_are_read():
    keys = [f"w{at:02}{'x' * 21}" for at in range(40)]
    mount, card, ship = STANDARD.mounts[0], STANDARD.actions[0], STANDARD.ships[0]
    deck = STANDARD.evolve(
        weapons=tuple((key, key) for key in keys),
        mounts=tuple(mount.evolve(key=key, name=key, weapons=tuple(keys)) for key in keys),
        doublers=(),
        actions=tuple(card.evolve(kind=key) for key in keys),
        ships=tuple(
            ship.evolve(id=f"s{at}", name=f"S{at}", mounts=tuple((key, 20) for key in keys)) for at in range(20)
        ),
    )
    assert read_deck(write_deck(deck).encode()) == deck
