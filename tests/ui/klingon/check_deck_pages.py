"""Decks as they are shown: whatever a campaign loads fits Discord's pages, and nothing of it is left out."""

from cogs.klingon.card_file import LONGEST_NAME, LONGEST_WORD, MOST_KINDS, MOST_SHIPS, STANDARD, read_deck, write_deck
from cogs.klingon.cards import ActionCard, Deck, Kind, Ship
from cogs.klingon.decks import CHARACTERS, LINES, Cards, deck_page, pages_of


def largest() -> Deck:
    """Build a card file with as many ships, mounts and kinds as it may have, each with the longest name, all of it
    markup.
    """
    keys = tuple(f"k{at}" for at in range(MOST_KINDS))
    weapons, doublers = keys[::2], keys[1::2]
    word = {key: f"{at:02}{'*' * (LONGEST_WORD - 2)}" for at, key in enumerate(keys)}
    ships = tuple(
        Ship(
            id=f"s{at}",
            name=f"{at:03}{'_' * (LONGEST_NAME - 3)}",
            empire=f"{at // 7:02}{'~' * (LONGEST_WORD - 2)}",
            hull="DN",
            points=99,
            mounts=tuple((key, 20) for key in weapons),
            fighters=20,
            is_carrier=True,
        )
        for at in range(MOST_SHIPS)
    )
    return Deck(
        title=f"x{'|' * (LONGEST_NAME - 1)}",
        fighter_points=99,
        weapons=tuple((key, word[key]) for key in weapons),
        mounts=tuple(Kind(key=key, name=word[key], weapons=weapons) for key in weapons),
        doublers=tuple(Kind(key=key, name=word[key], weapons=weapons) for key in doublers),
        actions=(
            *(ActionCard(kind=key, value=value, copies=1) for key in weapons for value in range(81, 100)),
            *(ActionCard(kind=key, copies=1) for key in doublers),
        ),
        ships=ships,
    )


def test_the_largest_deck_fits_page_by_page():
    deck = largest()
    assert read_deck(write_deck(deck).encode()) == deck
    pages = pages_of(deck)
    assert all(len(page) <= CHARACTERS and page.count("\n") < LINES for page in pages)
    for at in range(len(pages)):
        assert deck_page(Cards(deck, "own"), at, has_own=True).content_length() <= 4000
    shown = "\n".join(pages)
    assert all(f"\n{at:03}" in shown for at in range(MOST_SHIPS))


def test_empires_stay_together_where_they_fit():
    starts = [page.splitlines()[0] for page in pages_of(STANDARD)]
    assert starts == ["**Federation**", "**Gorn**", "**Weapon cards by attack points**"]


def test_cloak_and_web_are_shown_and_said_to_do_nothing():
    carrier, web = (STANDARD.by_id[ship] for ship in ("kli-cv", "tho-pc"))
    fleet = (carrier.evolve(has_cloak=True), web.evolve(has_web=True), web.evolve(has_web=False))
    shown = "\n".join(pages_of(STANDARD.evolve(ships=fleet)))
    assert "(size 9, carrier, cloak): " in shown
    assert "(size 7, web): " in shown
    assert "(size 7): " in shown
    assert shown.endswith("**Cloak and web**\nThey have no effect in this game.")
    plain = tuple(ship.evolve(has_cloak=False, has_web=False) for ship in STANDARD.ships)
    assert "loak" not in "\n".join(pages_of(STANDARD.evolve(ships=plain)))


def test_a_section_that_goes_on_has_its_heading_again():
    empire = tuple(ship.evolve(empire="Federation") for ship in STANDARD.ships)
    first, second, *_ = pages_of(STANDARD.evolve(ships=empire))
    assert first.splitlines()[0] == second.splitlines()[0] == "**Federation**"
    assert (first + second).count("(size ") == len(empire)
