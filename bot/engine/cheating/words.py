"""The words of a crooked table: its events and effects in sentences, its panel and pages, and its page of rules."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any, Literal, NamedTuple, cast, get_args

from bot.engine.cheating.actions import RULINGS, Ruling
from bot.engine.cheating.effects import Concern, Effect
from bot.engine.cheating.events import (
    Accused,
    CheatProof,
    Favored,
    Influenced,
    ReadOff,
    Ruled,
    Seemed,
    SideEvent,
    Tried,
    Unnoticed,
    Watched,
)
from bot.engine.cheating.sleights import CrookedRules
from bot.engine.cheating.state import SeenCrooked
from bot.engine.cheating.wrapper import UP_MY_SLEEVE, Crooked
from bot.engine.game import DEALER, Event, Seat
from bot.engine.rulebook import Rulebook, source_of
from bot.engine.skills import Contest
from bot.engine.words import AnyWords, GameWords, Page, Panel, Voice, capital, listed


@cache
def _crooked_rules(word: str, *, is_banked: bool) -> Rulebook[CrookedRules]:
    """Read the rules page that all games have; `word` is the game's word for a hand."""
    source = source_of("bot.engine.cheating")
    return Rulebook(CrookedRules, source, words={"word": word}, when={"banked": lambda _: is_banked})


_STRIKE = "~~"
ONE_BY_ONE = 6
"""Up to so many effects get a sentence each; of more, seats with the same luck are named together."""
_DOES: dict[Concern, tuple[str, str]] = {
    "influence": ("{name} influences others with {luck}", "You influence others with {luck}"),
    "target": ("anyone who influences {name} has {luck}", "Anyone who influences you has {luck}"),
    "sleight": ("{name} uses sleight of hand with {luck}", "You use sleight of hand with {luck}"),
    "insight": ("{name} reads others with {luck}", "You read others with {luck}"),
}
"""As it is said about a seat, and to it."""
_SHARED: dict[Concern, tuple[str, Literal["and", "or"]]] = {
    "influence": ("{luck} at influencing others for {names}", "and"),
    "target": ("{luck} for anyone who influences {names}", "or"),
    "sleight": ("{luck} at sleight of hand for {names}", "and"),
    "insight": ("{luck} at reading others for {names}", "and"),
}
"""As it is said about several seats, and how their names are joined."""
_RULED: dict[Ruling, str] = {
    "void": "The GM voids the {word}. Everyone gets back what they put in.",
    "forfeit": "The GM rules that {name} out of the {word}. Everything they put in stays in.",
    "play_on": "The GM lets it pass, and the {word} goes on.",
}


def told(
    event: SideEvent, voice: Voice, *, word: str = "hand", house: str = "the house", them: str = "the house"
) -> str:
    """Describe an event beside the game, in markup."""
    match event:
        case Influenced():
            return _influenced(event, voice, word, house)
        case Favored():
            return f"{describe_effect(event.effect, voice, word=word, house=house)}."
        case Unnoticed():
            return "Nobody has noticed."
        case _:
            return _told_of_suspects(event, _Suspects(voice, them), voice, word, house)


def _told_of_suspects(
    event: Watched | Seemed | ReadOff | Tried | Accused | CheatProof | Ruled,
    suspects: "_Suspects",
    voice: Voice,
    word: str,
    house: str,
) -> str:
    """Describe what is suspected, tried, proven or ruled, in which seat 0 is all of its party."""
    match event:
        case Watched():
            return f"{_first(event.by, voice, house)} watches {suspects.name(event.whom)} closely."
        case Seemed():
            return _seemed(event, suspects, word)
        case ReadOff():
            return _read_off(event, suspects, voice, house)
        case Tried():
            tries = f"{capital(suspects.name(event.by))} {suspects.verb(event.by, 'tries', 'try')}"
            contest = _contest(event.contest, event.by, event.watcher, voice, house)
            end = "Nobody notices" if event.unseen else f"{_first(event.watcher, voice, house)} notices"
            return f"{tries} something ({_about_player(event.what)}). {contest} {end}."
        case Accused():
            return _accused(event, suspects, voice, word, house)
        case CheatProof():
            return _proof(event, suspects, voice, house)
        case Ruled():
            is_out = f"{suspects.name(event.accused)} {suspects.verb(event.accused, 'is', 'are')}"
            return _RULED[event.ruling].format(name=is_out, word=word)


def describe_effect(effect: Effect, voice: Voice, *, word: str = "hand", house: str = "the house") -> str:
    """Describe an effect, as in "Han influences others with advantage until the next hand is over"."""
    return f"{capital(lasting(effect, voice, house))} until {until(effect, word)}"


def lasting(effect: Effect, voice: Voice, house: str = "the house") -> str:
    """Describe an effect without its end, as in "Han influences others with advantage"."""
    said, _ = _DOES[effect.concern]
    return said.format(name=_name(effect.seat, voice, house), luck=_luck(effect))


def describe_luck(
    effects: Sequence[Effect], voice: Voice, *, word: str = "hand", house: str = "the house"
) -> tuple[str, ...]:
    """Describe all luck, one line for each time that it lasts.

    Nothing is shortened: the caller fits it into a message.
    """
    lasts: dict[str, list[Effect]] = {}
    for effect in effects:
        lasts.setdefault(until(effect, word), []).append(effect)
    if len(effects) > ONE_BY_ONE:
        return tuple(f"Until {end}: {'; '.join(_shared(some, voice, house))}." for end, some in lasts.items())
    return tuple(
        f"Until {end}, {listed([lasting(effect, voice, house) for effect in some])}." for end, some in lasts.items()
    )


def _shared(effects: Iterable[Effect], voice: Voice, house: str) -> Iterator[str]:
    """Yield shared luck, as in "advantage at reading others for Han and Lando"."""
    alike: dict[tuple[Concern, str], list[str]] = {}
    for effect in effects:
        alike.setdefault((effect.concern, _luck(effect)), []).append(_name(effect.seat, voice, house))
    for (concern, luck), names in alike.items():
        said, joined_by = _SHARED[concern]
        yield said.format(luck=luck, names=listed(names, joined_by))


def luck_between_hands(
    effects: Iterable[Effect], voice: Voice, *, word: str = "hand", house: str = "the house"
) -> tuple[str, ...]:
    """Describe luck as `describe_luck` does while no hand is in play: it lasts for the next hand."""
    return describe_luck([one.evolve(hands=one.hands + 1) for one in effects], voice, word=word, house=house)


def own_effects(effects: Iterable[Effect], seat: Seat, word: str = "hand") -> tuple[str, ...]:
    """Describe a seat's own effects to it: "You influence others with advantage until this hand is over."."""
    own = (effect for effect in effects if effect.seat == seat)
    return tuple(f"{_DOES[one.concern][1].format(luck=_luck(one))} until {until(one, word)}." for one in own)


def until(effect: Effect, word: str = "hand") -> str:
    return f"{'the next' if effect.hands > 1 else 'this'} {word} is over"


def _luck(effect: Effect) -> str:
    return "advantage" if effect.luck > 0 else "disadvantage"


def _influenced(event: Influenced, voice: Voice, word: str, house: str) -> str:
    by, whom = _first(event.by, voice, house), _name(event.whom, voice, house)
    contest = _contest(event.contest, event.by, event.whom, voice, house)
    lasts = "" if event.effect is None else describe_effect(event.effect, voice, word=word, house=house)
    brought = f"{lasts}." if lasts else "It has no effect."
    claim = f"{by} tells {whom} of a {event.claim} hand. " if event.claim else ""
    return f"{claim}{by} tries to {event.manner} {whom}. {contest} {brought}"


def _about_player(label: str) -> str:
    """Turn a button's label into words about the player: "palm one of their dice"."""
    return " ".join("their" if word == "your" else word for word in f"{label[:1].lower()}{label[1:]}".split())


class _Suspects(NamedTuple):
    """The name of a suspect or a group of suspects, and the verb that fits it. Of several only one rolls."""

    voice: Voice
    them: str

    def name(self, seat: Seat) -> str:
        return self.them if seat == DEALER else self.voice.name(seat)

    def verb(self, seat: Seat, one: str, several: str) -> str:
        return several if seat == DEALER else one


def _seemed(event: Seemed, suspects: _Suspects, word: str) -> str:
    name = suspects.name(event.whom)
    if event.guilty is None:
        return f"You can't read {name}."
    seems = suspects.verb(event.whom, "seems", "seem")
    done = f"have cheated in this {word}" if event.guilty else f"play fair in this {word}"
    return f"{capital(name)} {seems} to {done}."


def _read_off(event: ReadOff, suspects: _Suspects, voice: Voice, house: str) -> str:
    by, whom = _first(event.by, voice, house), suspects.name(event.whom)
    contest = _contest(event.contest, event.by, event.whom, voice, house)
    if event.seems_guilty is None:
        return f"{by} reads {whom}. {contest} {by} reads nothing."
    has, plays = suspects.verb(event.whom, "has", "have"), suspects.verb(event.whom, "plays", "play")
    believed = f"{has} cheated" if event.seems_guilty else f"{plays} fair"
    truth = "true" if event.seems_guilty == event.is_guilty else "false"
    return f"{by} reads {whom}. {contest} {by} believes that {whom} {believed}, which is {truth}."


def _accused(event: Accused, suspects: _Suspects, voice: Voice, word: str, house: str) -> str:
    accuser, accused = _first(event.accuser, voice, house), suspects.name(event.accused)
    seen = f"notices something and accuses {accused}" if event.seen else f"accuses {accused}"
    if event.proven:
        return f"{accuser} {seen} of cheating, and proves it."
    effect = "" if event.effect is None else f" {describe_effect(event.effect, voice, word=word, house=house)}."
    return f"{accuser} {seen} of cheating, and can prove nothing.{effect}"


def _proof(event: CheatProof, suspects: _Suspects, voice: Voice, house: str) -> str:
    name = suspects.name(event.accused)
    proof = f"The proof. {_contest(event.contest, event.accuser, event.accused, voice, house)}"
    if event.is_ruled_on:
        return f"{proof} The GM has already ruled on what {name} did, so there's nothing to prove."
    if event.has_cheated:
        return f"{proof} {capital(name)} {suspects.verb(event.accused, 'has', 'have')} cheated."
    hasnt = suspects.verb(event.accused, "hasn't", "haven't")
    return f"{proof} {capital(name)} {hasnt} cheated, so there's nothing to prove."


def _contest(contest: Contest, initiator: Seat, target: Seat, voice: Voice, house: str) -> str:
    return contest.told(_first(initiator, voice, house), _first(target, voice, house), _STRIKE)


def _name(seat: Seat, voice: Voice, house: str) -> str:
    return house if seat == DEALER else voice.name(seat)


def _first(seat: Seat, voice: Voice, house: str) -> str:
    """Return the name as it begins a sentence."""
    return capital(_name(seat, voice, house))


_OURS = get_args(get_args(SideEvent)[0])


def crooked_words(game: Crooked, honest: AnyWords) -> AnyWords:
    """Return the words of a crooked table of the game whose own are `honest`."""
    words, own = _CrookedWords(game, honest), honest.own
    return GameWords(
        panel=words.panel,
        tell=words.tell,
        stakes=words.stakes,
        hand=words.hand,
        own=own and (lambda view, seat, voice: own(view.inner, seat, voice)),
        card_name=honest.card_name,
        restored=honest.restored,
    )


def crooked_rulebook(
    game: Crooked, honest: Callable[[Any, Voice], tuple[Page, ...]]
) -> Callable[[Any, Voice], tuple[Page, ...]]:
    """Return the rules of a crooked table: the game's pages, and the one on cheating at any table unless the game's
    own say all of it.
    """
    if game.ways.explains_cheating:
        return honest
    cheating = _crooked_rules(game.hand_word, is_banked=game.is_banked)
    return lambda rules, voice: (*honest(rules, voice), *cheating.pages(rules, voice))


class _CrookedWords:
    """The words of a crooked table of the game whose own are `honest`."""

    def __init__(self, game: Crooked, honest: AnyWords) -> None:
        self._game, self.honest, self._word = game, honest, game.hand_word
        self._house, self._them = game.ways.dealer_name, game.ways.dealer_names

    def panel(self, view: SeenCrooked, voice: Voice) -> Panel:
        panel = self.honest.panel(view.inner, voice)
        status = (*panel.status, *describe_luck(view.effects, voice, word=self._word, house=self._house))
        if view.accusation is not None:
            suspects, accused = _Suspects(voice, self._them), view.accusation.accused
            stands = f"{suspects.name(accused)} {suspects.verb(accused, 'stands', 'stand')} accused"
            status = (*status, f"{capital(stands)}: the GM decides.")
        result = f"The GM has voided the {self._word}. Everyone gets back what they put in."
        return panel.evolve(status=status, result=result if view.is_void else panel.result)

    def hand(self, view: SeenCrooked, voice: Voice) -> Page:
        """Describe the seat's hand and private knowledge; for the GM's seat, the cheat to rule on."""
        if view.seat == DEALER:
            return self._dealer(view, voice)
        beside = self._beside(view, voice)
        if self.honest.hand is None:
            beside = beside if view.may_try else (*beside, "You can't try anything now.")
            return Page(title=UP_MY_SLEEVE, text="\n".join(beside) or "The others don't see what you try here.")
        own = self.honest.hand(view.inner, voice)
        return Page(title=own.title, text="\n".join(filter(None, (own.text, *beside))))

    def tell(self, events: Iterable[Event], voice: Voice) -> tuple[str, ...]:
        """Describe the events in sentences, oldest first: the game's own events in its own words."""
        lines: list[str] = []
        own: list[Event] = []
        for event in events:
            if isinstance(event, _OURS):
                lines += self.honest.tell(own, voice) if own else ()
                own = []
                side = cast("SideEvent", event)
                lines.append(told(side, voice, word=self._word, house=self._house, them=self._them))
            else:
                own.append(event)
        return (*lines, *(self.honest.tell(own, voice) if own else ()))

    def stakes(self, rules: Any, voice: Voice) -> str:
        own = self.honest.stakes(rules, voice)
        return own if self._game.ways.explains_cheating else f"{own} · crooked"

    def _beside(self, view: SeenCrooked, voice: Voice) -> tuple[str, ...]:
        """Describe what only the seat knows. Attempts have their buttons."""
        effects = () if view.seat is None else own_effects(view.effects, view.seat, self._word)
        return (*effects, *self.tell(view.heard, voice))

    def _dealer(self, view: SeenCrooked, voice: Voice) -> Page:
        shows = self.honest.hand if self._game.honest.has_dealer else None
        own = None if shows is None else shows(view.inner, voice)
        known = (*((own.text,) if own is not None else ()), *self._known(view, voice))
        if view.accusation is None:
            nothing = Page(title="The GM's seat", text="There's nothing to decide now.")
            return Page(title=(own or nothing).title, text="\n".join(known if own else (*known, nothing.text)))
        suspects, accused = _Suspects(voice, self._them), view.accusation.accused
        rulings = (f"- {label}." for label in RULINGS.values())
        caught = f"{suspects.name(accused)} {suspects.verb(accused, 'is', 'are')} caught cheating"
        asked = f"{capital(caught)}, and the {self._word} waits for your verdict:"
        return Page(title="A cheat is caught", text="\n".join((asked, *rulings, *known)))

    def _known(self, view: SeenCrooked, voice: Voice) -> Iterator[str]:
        """Yield lines on the seats that cheated, and on those that the GM let pass."""
        cheats, passed = dict.fromkeys(view.cheats), dict.fromkeys(view.let_pass)
        if cheats:
            yield f"{capital(self._list(cheats, voice))} cheated unseen in this {self._word}."
        if passed:
            yield f"{capital(self._list(passed, voice))} cheated in this {self._word}, and you let it pass."

    def _list(self, seats: Iterable[Seat], voice: Voice) -> str:
        return listed(map(_Suspects(voice, self._them).name, seats))
