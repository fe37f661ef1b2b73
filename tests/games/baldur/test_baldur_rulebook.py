"""The rules of Baldur Hold'em as people read them, with the choices of the table."""

from typing import Any

from bot.engine.money import DND
from bot.engine.words import Voice
from cogs.baldur import words
from cogs.baldur.hands import HOW_OFTEN, KINDS
from cogs.baldur.odds import frequencies
from cogs.baldur.state import PRESETS, BaldurRules


class TestTheRulebook:
    def test_rulebook_odds_are_the_calculated_ones(self):
        exact = {kind: (frequencies(3)[kind], frequencies(4)[kind]) for kind in KINDS}
        assert exact == HOW_OFTEN

    def test_rulebook_has_no_printed_odds(self):
        told = rules_of()
        for printed in ("0.005", "0.340", "1.231", "6.098", "12.971", "13.971", "47.544"):
            assert printed not in told

    def test_rulebook_names_the_amounts_of_the_table(self):
        told = rules_of(ante=250, npcs=7, raises=2)
        for part in ("pays 2 gp 5 sp", "costs 5 gp", "costs 7 gp 5 sp", "seven more", "round's price twice"):
            assert part in told

    def test_stakes_of_a_table(self):
        stakes = {name: words.stakes(rules, Voice({}, DND)) for name, rules in PRESETS.items()}
        assert stakes == {
            "tavern": "1 gp, then 2 gp, then 3 gp to stay in",
            "high table": "10 gp, then 20 gp, then 30 gp to stay in",
            "no NPCs": "1 gp, then 2 gp, then 3 gp to stay in",
        }


def rules_of(**options: Any) -> str:
    rules = BaldurRules().evolve(**options)
    return "\n".join(page.text for page in words.rules_pages(rules, Voice({}, DND)))
