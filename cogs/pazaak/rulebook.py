"""The rules of Pazaak in our own words, with the choices of the table."""

from bot.engine.panel import Page
from bot.engine.speech import Voice, counted, often
from cogs.pazaak.cards import KINDS
from cogs.pazaak.example import example_page
from cogs.pazaak.loadout import DECK_SIZE
from cogs.pazaak.options import PazaakRules


def rules_pages(rules: PazaakRules, voice: Voice) -> tuple[Page, ...]:
    """How a match goes, a turn, how a set ends, the side cards, and an example."""
    pages = (_a_match(rules, voice), _a_turn(rules), _the_end_of_a_set(rules))
    side = (_side_cards(rules), _side_decks(rules)) if rules.hand_size else ()
    return (*pages, *side, example_page(rules, voice))


def _a_match(rules: PazaakRules, voice: Voice) -> Page:
    first = {
        "high_card": "Both draw a card of the main deck, and the higher one begins; after equal cards they draw again.",
        "random": "The lot says who begins.",
        "host": "Whoever sat down first begins.",
    }[rules.first]
    then = {
        "winner": "The winner of a set begins the next; after a tie it is whoever didn't begin.",
        "loser": "The loser of a set begins the next; after a tie it is whoever didn't begin.",
        "alternate": "The players begin by turns.",
        "same": "The same player begins every set.",
    }[rules.then]
    lines = [
        f"**The aim.** Get closer to 20 than the other, but not over it. {_goal(rules)}",
        f"**The stakes.** {_stakes(rules, voice)}",
        f"**Who begins.** {first} {then}",
        f"**The main deck.** {_main_deck(rules)}",
    ]
    if rules.tied_sets:
        tied = f"{rules.tied_sets} tied sets in a row" if rules.tied_sets > 1 else "a tied set"
        lines.append(f"After {tied} the match ends, and everybody takes back what they put down.")
    return Page(title="How a match goes", text="\n".join(lines))


def _goal(rules: PazaakRules) -> str:
    return f"That wins a set, and {counted(rules.sets, 'set')} win{'s' if rules.sets == 1 else ''} the match."


def _stakes(rules: PazaakRules, voice: Voice) -> str:
    if rules.stake:
        said = f"Each puts down {voice.money(rules.stake)}, and the winner of the match takes both stakes"
        said += f", less {rules.cut} per cent for the house." if rules.cut else "."
    else:
        said = "No money is put down."
    if rules.wagers:
        said += " Side cards may be wagered too: the winner takes them all."
    leaving = {
        "forfeit": "Whoever leaves gives the match up.",
        "plays_on": (
            "For whoever leaves the seat plays on, without side cards: it stands on 17 or more, but draws on "
            "while it is behind a total that stands, and stands as soon as it isn't."
        ),
    }[rules.leaving]
    return f"{said} {leaving}"


def _main_deck(rules: PazaakRules) -> str:
    if rules.main_deck == "endless":
        return "The numbers 1 to 10, each always as likely."
    whose = {"shared": "Forty cards for both", "own": "Forty cards for each"}[rules.main_deck]
    again = "It is shuffled anew for every set." if rules.reshuffle else "It is shuffled anew only when it runs out."
    return f"{whose}, four of every number from 1 to 10. {again}"


def _a_turn(rules: PazaakRules) -> Page:
    bust = {
        "turn_end": "With more than 20 nobody can stand, and ending the turn is a bust.",
        "at_once": "Whoever goes over 20 busts at once.",
    }[rules.bust]
    twenty = {
        "stands": "A total of exactly 20 stands at once.",
        "may_play": "On exactly 20 nobody has to stand.",
    }[rules.twenty]
    lines = ["**The card.** A turn begins with a card of the main deck, face up on your table."]
    if rules.hand_size:
        lines.append("**A side card.** You may then play one of your side cards from “My hand”, never two in a turn.")
        bust += {
            "turn_end": " Until then a side card may still help. A total below zero is allowed.",
            "at_once": " No side card helps any more. A total below zero is allowed.",
        }[rules.bust]
    lines += [
        "**End turn.** The other plays, and your next turn brings another card.",
        "**Stand.** You keep your total and play no more cards in this set. The other plays on alone.",
        f"**Twenty.** {twenty}",
        f"**Over 20.** {bust}",
    ]
    return Page(title="A turn", text="\n".join(lines))


def _the_end_of_a_set(rules: PazaakRules) -> Page:
    tie = {
        "any": "of equal totals, the only one on which a tiebreaker was played",
        "last": "of equal totals, the only one whose last card is a tiebreaker",
        "none": "",
    }[rules.ties if rules.hand_size else "none"]
    lines = [
        f"**Both stand.** The higher total wins{f'; {tie}' if tie else ''}.",
        "**A bust.** The other wins the set at once.",
        f"**A full table.** {_a_full_table(rules)}",
        "**A tie.** The set counts for nobody, and another is played.",
    ]
    return Page(title="How a set ends", text="\n".join(lines))


def _a_full_table(rules: PazaakRules) -> str:
    if rules.filled == "none":
        return "A table may hold as many cards as it takes, and a full one wins nothing."
    wins = "Nine cards that don't go over 20 win the set at once, even against a standing 20."
    if rules.filled == "rescue" and rules.bust == "turn_end" and rules.hand_size:
        return (
            f"{wins} When the main deck's ninth goes over, one side card as the tenth may still bring it back and win."
        )
    return f"{wins} A ninth card that goes over leaves no place for another: bust."


_TIEBREAKER = {
    "any": "; if both have played one, the set is tied.",
    "last": " if it is the last card on the table; if both end with one, the set is tied.",
    "none": ".",
}


def _side_cards(rules: PazaakRules) -> Page:
    said = {
        "plus": "**+1 to +6** add their number.",
        "minus": "**−1 to −6** take it away.",
        "either": "**±1 to ±6** do either, as you choose when you play them.",
        "either_1_2": "**±1/2** adds or takes away 1 or 2.",
        "flip": (
            "**2&4** and **3&6** turn the signs of these numbers on your own table: what lies there, side cards too, "
            "not what comes later. A flip itself counts for nothing."
        ),
        "double": "**Double**, with ×2 on its picture, counts for as much as the last card on your table.",
        "tiebreaker": f"**Tiebreaker** is a ±1 that wins a tied set{_TIEBREAKER[rules.ties]}",
    }
    allowed = dict.fromkeys(kind.family for kind in KINDS.values() if kind.code not in rules.barred)
    lines = [said[family] for family in allowed]
    lines.append("Every side card takes a place on the table, and whatever you have chosen for it stays.")
    return Page(title="Side cards", text="\n".join(lines))


def _side_decks(rules: PazaakRules) -> Page:
    decks = {
        "any": f"Any {DECK_SIZE} of the cards that this table allows, from your own deck or one that everybody has.",
        "standard": "Both play the standard deck: +1 to +5 and −1 to −5.",
        "collection": (
            f"{DECK_SIZE} cards that your character owns and hasn't wagered. Whoever has no such deck is lent the "
            "standard one, +1 to +5 and −1 to −5."
        ),
    }[rules.decks]
    cards = counted(rules.hand_size, "card")
    drawn = {
        "match": f"{cards} of it, drawn face down before the match, are your hand. It has to last for all sets.",
        "set": f"{cards} of it, drawn face down anew from all {DECK_SIZE} for every set, are your hand.",
    }[rules.hand]
    lines = [f"**Your side deck.** {decks}", f"**Your hand.** {drawn} Only you see it, and how many are left is open."]
    if rules.decks != "standard":
        lines.insert(1, "Which deck you play you choose from “My hand”, before the match.")
    if rules.copies:
        lines.insert(1, f"A deck holds the same card at most {often(rules.copies)}.")
    return Page(title="Side decks", text="\n".join(lines))
