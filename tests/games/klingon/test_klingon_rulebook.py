"""The rules of a Klingon Hold-'Em table as its players read them: every house rule is in them, and so is an example."""

from typing import Any

from bot.engine.money import CREDITS, DND
from bot.engine.options import with_options
from bot.engine.words import Voice, plain
from cogs.klingon import words
from cogs.klingon.card_file import LONGEST_WORD, MOST_KINDS, STANDARD, ships_in_play
from cogs.klingon.cards import Attack, Deck, Kind
from cogs.klingon.state import PRESETS, KlingonRules

VOICE = Voice(names={}, currency=CREDITS)
CASH = {"stakes": "cash"}


def read(rules: KlingonRules, voice: Voice = VOICE) -> str:
    return plain("\n".join(one.text for one in words.rules_pages(rules, voice)))


def rules_of(**options: Any) -> str:
    return read(with_options(KlingonRules(), options))


def test_rulebook_names_the_house_rules_of_the_table():
    told = rules_of(chips=400, prizes="two", rebuys=2, raises_each=3, max_bet=4)
    amounts = ("400 chips", "65% and 35%", "back in twice", "raise three times", "4 large", "10 chips", "20 chips")
    for part in (*amounts, "36 ships", "6 Federation", "60 action cards", "18 Phaser (3 to 7)", "/klingon deck show"):
        assert part in told


def test_stakes_count_in_chips_or_money():
    gold = Voice(names={}, currency=DND)
    assert read(KlingonRules(), gold) == read(KlingonRules())
    assert words.stakes(KlingonRules(), gold) == words.stakes(KlingonRules(), VOICE)
    told = read(with_options(KlingonRules(), CASH), Voice(names={}, currency=DND))
    assert "the small cloaked bet, 5 cp." in told
    assert "at least 1 sp, one large cloaked bet" in told


def test_the_example_is_what_the_engine_finds():
    """Worked out by hand: 2 x 12 + 8 + 8 + 5, and 5 + 2 x 8 + 12 for fighters."""
    first, second = words.example_of(KlingonRules()).attacks
    assert (first.total, first.wasted) == (45, ())
    assert (second.total, second.wasted) == (33, ("photon-12", "photon-8"))
    assert _doubled(first) == ("photon-12", "overload")
    assert _doubled(second) == ("disruptor-8", "overload")


def _doubled(attack: Attack) -> tuple[str, str | None]:
    return next((shot.card, shot.doubler) for shot in attack.shots if shot.doubler)


def test_the_example_is_played_with_ships_that_are_in_play():
    for options in ({}, {"smallest": "twelve"}, {"carriers": "out"}, {"carriers": "out", "smallest": "twelve"}):
        rules = with_options(KlingonRules(), options)
        example = words.example_of(rules)
        assert {*example.han, *example.roark} <= {ship.id for ship in ships_in_play(rules)}
        assert example.han == words.example_of(KlingonRules()).han


def test_the_example_is_played_with_the_campaigns_cards():
    deck = STANDARD.evolve(ships=tuple(ship.evolve(id=f"own-{ship.id}") for ship in STANDARD.ships))
    example = words.example_of(KlingonRules(deck=deck))
    own, other = example.attacks
    assert example.deck == deck
    assert own.total > other.total > 0
    assert len({*example.han, *example.roark}) == 4


def test_rulebook_leaves_out_carriers_and_prices():
    assert "fighter" in rules_of().casefold()
    assert "fighter" not in rules_of(carriers="out").casefold()
    free = with_options(KlingonRules(), {"fee": 0, "chips": 20, "rebuys": 1})
    assert "prize" not in read(free)
    assert "prize" in rules_of(rebuys=1)
    assert words.stakes(free, VOICE) == "20 chips each · cloaked bets from 1/2 · for the honor · 1 rebuy"


def test_cards_of_a_campaign_are_named_and_told_in_their_own_words():
    first, *others = STANDARD.doublers
    tap = first.evolve(name="Double tap", weapons=("photon",))
    deck = STANDARD.evolve(title="*Corsairs*", doublers=(tap, *others), fighter_points=9)
    told = read(KlingonRules(deck=deck))
    assert "own cards, *Corsairs*." in told
    made_up = "has made-up mounts"
    assert made_up not in told
    assert made_up in rules_of()
    assert "Double tap doubles Photon." in told
    assert "fighter of a carrier adds 9 points" in told
    assert any("\\*Corsairs\\*" in page.text for page in words.rules_pages(KlingonRules(deck=deck), VOICE))


def test_the_largest_deck_with_the_longest_names_still_fits_on_its_pages():
    assert all(len(page.text) <= 3800 for page in words.rules_pages(KlingonRules(deck=_largest()), VOICE))


def _largest() -> Deck:
    names = [f"{at:_<{LONGEST_WORD}}" for at in range(MOST_KINDS)]
    keys = tuple(f"k{at}" for at in range(MOST_KINDS))
    kinds = tuple(Kind(key=key, name=name, weapons=keys) for key, name in zip(keys, names, strict=True))
    ship, card = STANDARD.ships[0], STANDARD.actions[0]
    return STANDARD.evolve(
        weapons=tuple(zip(keys, names, strict=True)),
        mounts=kinds,
        doublers=kinds,
        actions=tuple(card.evolve(kind=key) for key in keys),
        ships=tuple(ship.evolve(id=f"s{at}", empire=f"{at:*<40}", mounts=((keys[0], 1),)) for at in range(200)),
    )


def test_stakes_of_a_table():
    stakes = {name: words.stakes(rules, VOICE) for name, rules in PRESETS.items()}
    assert stakes == {
        "tournament": "200 chips each · cloaked bets from 5/10 · winner takes all",
        "three prizes": "200 chips each · cloaked bets from 5/10 · prizes 50/30/20%",
        "short night": "100 chips each · cloaked bets from 5/10 · winner takes all",
        "cash table": "Cloaked bets 5/10 cr",
    }
    assert words.stakes(KlingonRules(rebuys=1), VOICE).endswith("· winner takes all · 1 rebuy")
    assert words.stakes(KlingonRules(stakes="cash", pot_limit=True), VOICE) == "Cloaked bets 5/10 cr · pot limit"
    assert len(words.stakes(KlingonRules(chips=10**6, small=10**6, rebuys=5, prizes="three"), VOICE)) <= 70
