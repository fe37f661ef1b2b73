"""What a crooked table says just as the game does that is played there: its card, its bounds, its names."""

from abc import ABC
from typing import Any

from bot.engine.cheating.sleights import Cheatable
from bot.engine.cheating.state import CrookedState, CrookedView
from bot.engine.cheating.unions import AnyGame, actions_of, begun_of, events_of, state_of, view_of
from bot.engine.game import BuyIn, Game
from bot.engine.tournament import Terms

_CARD = (
    *("key", "title", "tagline", "seats", "version", "presets", "HouseRules", "Carry", "Kit", "goods", "goods_word"),
    *("hand_word", "is_banked"),
)
UP_MY_SLEEVE = "Up my sleeve"
"""What the page of a seat is called in a game that has no hidden hands."""


class Around(Game[Any, Any, CrookedState[Any, Any, Any], Any, CrookedView[Any, Any]], ABC):
    """`honest` is the game as it is played at any other table. TypeError for one without sleights."""

    def __init__(self, honest: AnyGame, *, hand_title: str = UP_MY_SLEEVE) -> None:
        if not isinstance(honest, Cheatable):
            raise TypeError(f"{honest.key} has no sleights")
        self.honest: AnyGame = honest
        self.ways: Cheatable[Any] = honest
        self.Action, self.Event = actions_of(honest, self.ways), events_of(honest)
        self.State, self.View = state_of(honest, self.Event), view_of(honest, self.Event)
        self.Begun = begun_of(honest)
        vars(self).update({name: getattr(honest, name) for name in _CARD}, hand_title=hand_title)

    def buy_in(self, rules: Any) -> BuyIn:
        return self.honest.buy_in(rules)

    def terms(self, rules: Any) -> Terms | None:
        return self.honest.terms(rules)

    def usual_bank(self, rules: Any) -> int:
        return self.honest.usual_bank(rules)

    def least_bank(self, rules: Any) -> int:
        return self.honest.least_bank(rules)

    def least_stack(self, rules: Any) -> int:
        return self.honest.least_stack(rules)

    def leaving_note(self, rules: Any, whom: str) -> str:
        return self.honest.leaving_note(rules, whom)

    def is_verifiable(self, rules: Any) -> bool:
        return self.honest.is_verifiable(rules)

    def title_of(self, rules: Any) -> str:
        return self.honest.title_of(rules)

    def wagers_goods(self, rules: Any) -> bool:
        return self.honest.wagers_goods(rules)

    def rules_note(self, rules: Any) -> str | None:
        return self.honest.rules_note(rules)
