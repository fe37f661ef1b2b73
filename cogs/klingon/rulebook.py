"""The rules of Klingon Hold-'Em in our own words, with the choices of the table and an attack worked out."""

from collections import Counter
from collections.abc import Iterable

from bot.engine.money import CHIPS
from bot.engine.words import Page, Voice, counted, escape, listed, number_word, often
from cogs.klingon.card_file import STANDARD, action_codes, deck_of, ships_in_play
from cogs.klingon.cards import Deck, best_attack
from cogs.klingon.naming import amounts, cards, explained, join_within, named, ship_names
from cogs.klingon.state import SHARES, KlingonRules

TABLE = ("photon-12", "photon-8", "disruptor-8", "phaser-5", "overload")
HAN, ROARK = ("fed-ca", "kli-cw"), ("rom-sparrowhawk", "kzi-cv")
_WITHOUT_CARRIERS = ("rom-sparrowhawk", "kzi-cl")
"""Roark's ships where house rules leave out the carriers; the smallest ships are in no example."""


def roarks(rules: KlingonRules) -> tuple[str, str]:
    """Return Roark's ships by these house rules."""
    return ROARK if rules.carriers == "in" else _WITHOUT_CARRIERS


def _example_page(rules: KlingonRules, voice: Voice) -> Page:
    """Play one hand from the cloaked bets to the attack."""
    small = rules.first_small
    own, other = (best_attack(STANDARD, ships, TABLE).total for ships in (HAN, roarks(rules)))

    def chips(times: int) -> str:
        return CHIPS.show(times * small) if rules.is_tournament else voice.money(times * small)

    lines = [
        (
            "Han is on the sun, Roark on his left, Lando on his right. Before a card is dealt Han puts in the large "
            f"cloaked bet, {chips(2)}, and Lando the small one, {chips(1)}."
        ),
        (
            f"**Ships.** Han is dealt {_ships(HAN)}, Roark {_ships(roarks(rules))}. Roark is first and engages for "
            f"{chips(2)}. Lando disengages, and his {chips(1)} stay in the pot. Han checks: the pot is {chips(5)}."
        ),
        (
            f"**Lock-On.** {cards(TABLE[:3], STANDARD)} are turned up. Roark checks, Han bets {chips(2)}, Roark "
            f"engages: {chips(9)} in the pot."
        ),
        f"**HET.** {cards(TABLE[3:4], STANDARD)} comes. Both check.",
        (
            f"**Overrun.** {cards(TABLE[4:], STANDARD)} comes. Roark checks, Han bets {chips(2)}, Roark engages: "
            f"{chips(13)} in the pot."
        ),
        (
            f"**The attack.** {_turned_up(rules)} Han's strongest attack is worth {own}, Roark's {other}: Han takes "
            f"the pot, {chips(13)}{_mucked(rules)}. The page “The strongest attack” tells who fired what."
        ),
    ]
    return Page(title="An example", text="\n".join(lines))


def _turned_up(rules: KlingonRules) -> str:
    return "Han turns his ships up." if rules.losing_hands == "mucked" else "Both turn their ships up."


def _mucked(rules: KlingonRules) -> str:
    return ", and Roark's ships are thrown in unseen" if rules.losing_hands == "mucked" else ""


def _ships(ships: tuple[str, ...]) -> str:
    return f"a {ship_names(ships[:1], STANDARD)} and a {ship_names(ships[1:], STANDARD)}"


_MOST_LISTED = 900
"""Characters of a list of cards; a longer one says how many more there are."""


def rules_pages(rules: KlingonRules, voice: Voice) -> tuple[Page, ...]:
    """Return the rulebook: how a hand goes, attacks, the bets, the stakes, an example, and the cards in play."""
    played_for = _tournament(rules) if rules.is_tournament else _cash(rules, voice)
    before = (_a_hand(rules), _attacks(rules), _bets(rules, voice), played_for)
    return (*before, _example_page(rules, voice), _the_cards(rules))


def _a_hand(rules: KlingonRules) -> Page:
    shows = {
        "shown": "Everybody still in turns both ships up",
        "mucked": "Only the winners turn their ships up",
    }[rules.losing_hands]
    lines = [
        (
            "**The cloaked bets.** Before a card is dealt, the player on the sun puts in the large one, and the player "
            "on the sun's right the small one, which is half of it."
        ),
        "**Ships.** Everybody gets two ships, one at a time, which nobody else sees. Then there are bets.",
        "**Lock-On.** Three action cards are turned up for all to use, and there are bets.",
        "**HET.** One card is laid aside unseen, a fourth is turned up, and there are bets.",
        "**Overrun.** One more is laid aside, the fifth is turned up, and there are the last bets.",
        f"**The attack.** {shows}, and the strongest attack takes the pot. Equal ones share it, even two of nothing.",
        (
            "If all others disengage, the last one takes the pot and shows nothing. When nobody is left who could bet, "
            "the remaining cards are turned up at once."
        ),
        "All cards are shuffled anew for every hand, and the sun goes on to the next player on the left.",
    ]
    return Page(title="How a hand goes", text="\n".join(lines))


def _attacks(rules: KlingonRules) -> Page:
    deck = deck_of(rules)
    lines = [
        (
            "An attack is the points of all cards that your two ships fire. A mount fires one card of its kind, a card "
            "is fired once, and both ships may fire. What no mount of yours can fire is wasted on you."
        ),
        (
            f"A doubler doubles one card that you fire, and never one that is doubled already; alone it is worth "
            f"nothing. {_doubling(deck)}"
        ),
    ]
    if rules.carriers == "in" and any(ship.fighters for ship in ships_in_play(rules)):
        lines.append(
            f"Each fighter of a carrier counts {deck.fighter_points} points: it needs no card, and nothing doubles it."
        )
    lines += [
        "Cloaks, webs and ranges count for nothing here.",
        "The best attack is found for you, and the table tells how it came about.",
        *_example(rules),
    ]
    return Page(title="The strongest attack", text="\n".join(lines))


def _doubling(deck: Deck) -> str:
    told = [f"{escape(kind.name)} doubles {named(kind.weapons, deck)}." for kind in deck.doublers]
    return join_within(told, _MOST_LISTED, " ") if told else "These cards have none."


def _example(rules: KlingonRules) -> list[str]:
    """Compare two hands as the engine sees them."""
    lines = [f"**An example** with the cards of the game. On the table: {cards(TABLE, STANDARD)}."]
    for ships in (HAN, roarks(rules)):
        attack = best_attack(STANDARD, ships, TABLE)
        wasted = f" Wasted: {cards(attack.wasted, STANDARD)}." if attack.wasted else ""
        told = explained(attack, ships, STANDARD)
        lines.append(f"{ship_names(ships, STANDARD)}: an attack of **{attack.total}**. {told}.{wasted}")
    return lines


def _bets(rules: KlingonRules, voice: Voice) -> Page:
    lines = [
        (
            "In every round the player on the left of the sun is first and the sun last. Check or bet while nobody has "
            "bet; after a bet engage (put in as much), raise, or disengage and lay your ships aside. A raise names "
            "what the bet comes to, not what it adds."
        ),
        (
            "On the ships alone the large cloaked bet is the bet to match, also if the sun had less. If nobody raises, "
            "the sun still may."
        ),
        _limits(rules),
        _raises(rules),
        (
            "Whoever runs out of chips is all in and plays for the part of the pot they paid into; the rest is a side "
            "pot. After an all-in below a full raise, those who have acted "
            f"{'may raise again' if rules.short_raise_reopens else 'can only engage or disengage'}. "
            "What nobody has matched goes back."
        ),
        {
            "position": "Odd chips of a shared pot go one each to the winners nearest to the left of the sun.",
            "house": "Odd coins of a shared pot go to the house.",
            "carry": "Odd chips of a shared pot stay in the middle for the next hand.",
        }[rules.odd_chips],
        f"The cloaked bets here are {_cloaked(rules, voice)}.",
    ]
    return Page(title="Bets", text="\n".join(lines))


def _limits(rules: KlingonRules) -> str:
    said = "The smallest bet is the large cloaked bet, and a raise adds at least as much as the last."
    if rules.max_bet:
        said += f" A bet or raise adds at most {counted(rules.max_bet, 'large cloaked bet')}."
    if rules.pot_limit:
        said += " A bet or raise adds at most what the pot holds after engaging."
    return said if rules.max_bet or rules.pot_limit else f"{said} There is no limit but your chips."


def _raises(rules: KlingonRules) -> str:
    if not rules.raises_each:
        return "Everybody may raise as often as they like."
    first = "a first bet is one of them" if rules.opening_counts else "a first bet is none of them"
    return f"In one round everybody may raise {often(rules.raises_each)}; {first}, and a cloaked bet is none."


def _cloaked(rules: KlingonRules, voice: Voice) -> str:
    """Write both cloaked bets; a tournament's are chips, even where the voice counts in money."""
    small = rules.first_small
    if not rules.is_tournament:
        return amounts(small, 2 * small, voice)
    grown = " and ".join(
        f"{small * (1 + out):,}/{2 * small * (1 + out):,} with {number_word(out)} out" for out in (1, 2)
    )
    return f"{small:,}/{CHIPS.show(2 * small)} at first, and from the next hand on {grown}, and so on"


def prizes_told(rules: KlingonRules) -> str:
    """Describe the prizes of a tournament in half a line."""
    if not rules.fee:
        return "for the honour"
    shares = SHARES[rules.prizes]
    return "winner takes all" if len(shares) == 1 else f"prizes {'/'.join(map(str, shares))} %"


def _tournament(rules: KlingonRules) -> Page:
    shares = SHARES[rules.prizes]
    percent = listed(f"{share} percent" for share in shares)
    price = "pays the same for a place, into the prize" if rules.fee else "gets a place for nothing"
    first = "The winner gets all of it." if len(shares) == 1 else f"The first {number_word(len(shares))} get {percent}."
    few = " With fewer players than that, those there are share it in the same proportion." if len(shares) > 1 else ""
    lines = [
        f"Everybody {price}, and begins with {CHIPS.show(rules.chips)}. Chips are worth nothing but a place.",
        "Whoever has no chips left is out. The last one wins the tournament.",
        f"{first}{few}" if rules.fee else "It is played for the honour.",
        (
            "Of two who go out in one hand, whoever had more chips before it is placed higher; with as many they share "
            "a place, and what that and the next one get."
        ),
        _rebuys(rules),
        (
            "Whoever leaves or gives up is out as if they had no chips left; those lie in the middle for the next pot. "
            "Whoever sits down meanwhile plays in the next tournament."
        ),
    ]
    return Page(title="The tournament", text="\n".join(lines))


def _rebuys(rules: KlingonRules) -> str:
    if not rules.rebuys:
        return "Whoever is out stays out."
    times = often(rules.rebuys)
    back = (
        f"buy back in {times}, for the same price and" if rules.fee else f"come back in {times}, for nothing and with"
    )
    return (
        f"Whoever goes out may {back} as many chips, before the next hand is dealt and as long as two are still in. "
        "That hand waits for them, but not for ever."
    )


def _cash(rules: KlingonRules, voice: Voice) -> Page:
    lines = [
        "Chips are money here: sit down with what you like, and leave with what you have after any hand.",
        f"The least to sit down with is {voice.money(rules.buy_in.low)}, one large cloaked bet.",
        "The cloaked bets stay as they are. Whoever is short of one puts in what they have and is all in.",
    ]
    return Page(title="The cash table", text="\n".join(lines))


def _the_cards(rules: KlingonRules) -> Page:
    deck, ships = deck_of(rules), ships_in_play(rules)
    own = f"The campaign's own cards, {escape(deck.title)}. " if rules.deck else ""
    empires = Counter(ship.empire for ship in ships)
    fleets = join_within([f"{count} {escape(empire)}" for empire, count in empires.items()], _MOST_LISTED)
    lines = [
        (f"{own}**{counted(len(ships), 'ship')}** are in play{_left_out(rules)}: {fleets}."),
        f"**{counted(len(action_codes(deck)), 'action card')}**: {join_within(list(_kinds(deck)), _MOST_LISTED)}.",
    ]
    versatile = [kind for kind in deck.mounts if len(kind.weapons) > 1]
    if versatile:
        fires = [f"{escape(kind.name)} fires {named(kind.weapons, deck)}" for kind in versatile]
        lines.append(f"Mounts with a choice: {join_within(fires, _MOST_LISTED, '; ')}.")
    if rules.deck is None:
        lines.append(
            "What ships carry and how many cards there are of each kind was made up for this bot: these aren't the "
            "cards of the printed game. A GM can load others."
        )
    lines.append("All ships and cards: `/klingon deck show`.")
    return Page(title="The cards", text="\n".join(lines))


def _left_out(rules: KlingonRules) -> str:
    """Describe the part of the deck that isn't dealt."""
    out = ["the carriers"] if rules.carriers == "out" else []
    out += {"all": [], "six": ["the six smallest"], "twelve": ["the twelve smallest"]}[rules.smallest]
    return f", without {listed(out)}" if out else ""


def _kinds(deck: Deck) -> Iterable[str]:
    """Count the cards of each kind, with their points."""
    for kind in dict.fromkeys(card.kind for card in deck.actions):
        alike = [card for card in deck.actions if card.kind == kind]
        values = [card.value for card in alike if card.value is not None]
        span = f" of {min(values)}" if values and min(values) == max(values) else ""
        if values and not span:
            span = f" of {min(values)} to {max(values)}"
        yield f"{sum(card.copies for card in alike)} {escape(deck.names[kind])}{span}"
