"""A crooked table in words: the game's own, and beside it who stands accused, whose luck lasts, what was heard."""

from collections.abc import Iterable, Iterator
from typing import Any, Protocol, cast, get_args

from bot.engine.cheating.around import UP_MY_SLEEVE
from bot.engine.cheating.events import SideEvent
from bot.engine.cheating.rulebook import crooked_page
from bot.engine.cheating.state import CrookedView
from bot.engine.cheating.suspicion import RULINGS
from bot.engine.cheating.told import luck_told, own_effects, told
from bot.engine.cheating.wrapper import Crooked
from bot.engine.game import DEALER, Event, Seat
from bot.engine.panel import Page, Panel
from bot.engine.speech import Voice, listed

AnyView = CrookedView[Any, Any]
_OURS = get_args(get_args(SideEvent)[0])


class Words(Protocol):
    """What the game's own text offers; `hand`, `own` and `card_name` only where the game has them."""

    def panel(self, view: Any, voice: Voice) -> Panel: ...

    def tell(self, events: Iterable[Any], voice: Voice) -> tuple[str, ...]: ...

    def stakes(self, rules: Any, voice: Voice) -> str: ...

    def rules_pages(self, rules: Any, voice: Voice) -> tuple[Page, ...]: ...


class CrookedText:
    """The words of a crooked table of that game, whose own are `honest`."""

    def __init__(self, game: Crooked, honest: Words) -> None:
        self._game, self.honest, self._word = game, honest, game.hand_word

    def panel(self, view: AnyView, voice: Voice) -> Panel:
        panel = self.honest.panel(view.inner, voice)
        status = (*panel.status, *luck_told(view.effects, voice, word=self._word))
        if view.accusation is not None:
            status = (*status, f"{voice.name(view.accusation.accused)} stands accused: the GM decides.")
        result = f"The GM has called the {self._word} off: everybody has back what they began it with."
        return panel.evolve(status=status, result=result if view.is_void else panel.result)

    def hand(self, view: AnyView, voice: Voice) -> Page:
        """What the seat holds in the game, and what only it knows; for the GM's seat what there is to rule on."""
        if view.seat == DEALER:
            return self._dealer(view, voice)
        beside = self._beside(view, voice)
        if not hasattr(self.honest, "hand"):
            return Page(title=UP_MY_SLEEVE, text="\n".join(beside) or "What you try here nobody is to see.")
        own: Page = cast("Any", self.honest).hand(view.inner, voice)
        return Page(title=own.title, text="\n".join(filter(None, (own.text, *beside))))

    def own(self, view: AnyView, seat: Seat, voice: Voice) -> str | None:
        return cast("Any", self.honest).own(view.inner, seat, voice) if hasattr(self.honest, "own") else None

    def card_name(self, card: str, rules: Any) -> str | None:
        return cast("Any", self.honest).card_name(card, rules) if hasattr(self.honest, "card_name") else None

    def tell(self, events: Iterable[Event], voice: Voice) -> tuple[str, ...]:
        """What happened, in sentences, oldest first: the game's own events in its own words."""
        lines: list[str] = []
        own: list[Event] = []
        for event in events:
            if isinstance(event, _OURS):
                lines += self.honest.tell(own, voice) if own else ()
                own = []
                lines.append(told(cast("SideEvent", event), voice, word=self._word))
            else:
                own.append(event)
        return (*lines, *(self.honest.tell(own, voice) if own else ()))

    def stakes(self, rules: Any, voice: Voice) -> str:
        return f"{self.honest.stakes(rules, voice)} · crooked"

    def rules_pages(self, rules: Any, voice: Voice) -> tuple[Page, ...]:
        note, is_banked = self._game.ways.sleight_note, self._game.is_banked
        return (*self.honest.rules_pages(rules, voice), crooked_page(note, self._word, is_banked=is_banked))

    def _beside(self, view: AnyView, voice: Voice) -> tuple[str, ...]:
        """What only the seat knows. What it may try has its buttons: only where there is nothing it is said."""
        effects = () if view.seat is None else own_effects(view.effects, view.seat, self._word)
        heard = self.tell(view.heard, voice)
        return (*effects, *heard, *(() if view.may_try else ("There is nothing that you could try now.",)))

    def _dealer(self, view: AnyView, voice: Voice) -> Page:
        known = tuple(self._known(view, voice))
        if view.accusation is None:
            return Page(title="The GM's seat", text="\n".join((*known, "There is nothing to decide now.")))
        accused = voice.name(view.accusation.accused)
        rulings = (f"- {label}." for label in RULINGS.values())
        asked = f"{accused} is caught cheating, and the {self._word} waits for your verdict:"
        return Page(title="A cheat is caught", text="\n".join((asked, *rulings, *known)))

    def _known(self, view: AnyView, voice: Voice) -> Iterator[str]:
        """Who has cheated, and whom it may still be proven of."""
        cheats, passed = dict.fromkeys(view.cheats), dict.fromkeys(view.let_pass)
        if cheats:
            yield f"{listed(map(voice.name, cheats))} cheated unseen in this {self._word}."
        if passed:
            yield f"You have let pass how {listed(map(voice.name, passed))} cheated in this {self._word}."
