"""The data of Baldur Hold'em: a character's kit, house rules, actions, the state of a hand, its views and events."""

from collections.abc import Iterable
from typing import Annotated, Literal, get_args

from propcache.api import cached_property
from pydantic import Field, ValidationError

from bot.engine.betting.events import Fold
from bot.engine.betting.pots import Win
from bot.engine.betting.rounds import BettingRound
from bot.engine.cheating.actions import Ruling
from bot.engine.cheating.contests import Proficiency
from bot.engine.cheating.events import Whisper
from bot.engine.cheating.sleights import CrookedRules
from bot.engine.frozen import Frozen
from bot.engine.game import DEALER, BuyIn, Carry, Deal, Event, HandState, Loadout, Step
from bot.engine.moves import Action
from bot.engine.options import brought, option
from bot.engine.skills import Sheet
from bot.engine.words import Voice
from cogs.baldur.hands import SIDES, Hand, Kind, Strength

MOST_SPELL_DC = 40


class BaldurKit(Loadout):
    """Proficiency in gaming sets helps to read people and to spot cheats (rules 7.19)."""

    proficiency: Proficiency = Proficiency()
    spell_dc: int | None = Field(default=None, ge=1, le=MOST_SPELL_DC)
    """The difficulty of proving a spell; None for the usual one."""


def read_kit(text: str | None) -> BaldurKit:
    """Read a stored kit; an empty one where there is none, or none that can be read."""
    try:
        return BaldurKit.from_json(text) if text is not None else BaldurKit()
    except ValidationError:
        return BaldurKit()


MOST_ANTE = 10**11
"""The largest ante, in smallest coins: with it and the most NPCs a usual bank still fits an account."""
MOST_NPCS = 20
MOST_RAISES = 3
PRICES = (1, 2, 3)
"""The price of each round, in antes (rules 7.6)."""
USUAL_HANDS = 20
"""The number of hands that a usual bank lasts in which the NPCs lose all they pay."""
_USUAL_ANTES = 50


class BaldurRules(CrookedRules):
    """The options of a GM at a table of Baldur Hold'em; the defaults play as printed."""

    crooked: bool = brought(default=True)
    """Baldur Hold'em is always played with its cheats."""
    ante: int = option(
        100,
        "Ante",
        "Price of the first round. The second costs two antes, and the third three.",
        money=True,
        low=1,
        high=MOST_ANTE,
    )
    npcs: int = option(
        3,
        "Other NPCs",
        "Nameless NPCs that play with the bank's money, besides NPCs with a seat.",
        labels={"0": "none"},
        low=0,
        high=MOST_NPCS,
    )
    leaving: Literal["down", "up"] = option(
        "down",
        "Half of the NPCs",
        "NPCs that stay for the second round if their number is odd.",
        labels={"down": "Rounded down, at least one", "up": "Rounded up"},
    )
    stayers: Literal["seated", "gm"] = option(
        "seated",
        "NPCs that stay",
        "NPCs that stay for a round. If too many of them have a seat, the GM always chooses.",
        labels={"seated": "Those with a seat first", "gm": "The GM decides each time"},
    )
    look_first: bool = option(
        default=False, title="Look first", description="On: you see your dice first, and then pay the ante or fold."
    )
    raises: int = option(
        0,
        "Raises a round",
        "Raises of the price in each round. Each raise adds as much as the round costs.",
        labels={"0": "none"},
        low=0,
        high=MOST_RAISES,
    )
    short: Literal["fold", "all_in"] = option(
        "fold",
        "Short of the price",
        "A player who can't pay the price of a round folds, or plays on all in.",
        labels={"fold": "Folds", "all_in": "Plays on, all in"},
    )
    short_ante: Literal["sit_out", "all_in"] = option(
        "sit_out",
        "Short of the ante",
        "A player who can't pay the whole ante sits the hand out, or plays all in.",
        labels={"sit_out": "Sits the hand out", "all_in": "Plays all in"},
    )
    shaken: Literal["gm", "by_five"] = option(
        "gm",
        "A shaken NPC",
        "An intimidated NPC folds if the GM says so, or if beaten by five. Narrative dice: by two successes.",
        labels={"gm": "The GM decides", "by_five": "Folds when beaten by five or more"},
    )
    dealer: Literal["gm", "rotation"] = option(
        "gm",
        "Dealer",
        "The dealer rolls the community dice, and may cheat with them.",
        labels={"gm": "The GM", "rotation": "The players in turn"},
    )
    sleights: Literal["as_printed", "sealed"] = option(
        "as_printed",
        "Sleights",
        "As printed: dice are changed after the roll. Sealed: the change is arranged before it.",
        labels={"as_printed": "As printed: on the table", "sealed": "Sealed: before the roll"},
    )
    contests: Literal["bot", "typed"] = option(
        "bot",
        "Contests",
        "The bot rolls the contests, or players roll them at the table and type the totals.",
        labels={"bot": "The bot rolls", "typed": "Players type totals"},
    )
    dice: Literal["bot", "typed"] = option(
        "bot",
        "Dice",
        "The bot rolls the dice, or players roll their own and type them; such a hand can't be verified.",
        labels={"bot": "The bot rolls", "typed": "Players type their dice"},
    )
    natural_beats_wild: bool = option(
        default=False,
        title="Natural straights",
        description="A straight without wild dice beats one to the same number that has some.",
    )
    odd_chips: Literal["position", "bank", "carry"] = option(
        "position",
        "Odd chips",
        "Odd chips are left over when a pot doesn't divide evenly. This rule says who gets them.",
        labels={"position": "To the winners left of the dealer", "bank": "To the bank", "carry": "Into the next hand"},
    )
    caught: Ruling = option(
        "forfeit",
        "A proven cheat",
        "The verdict if the GM doesn't rule in time.",
        labels={"void": "The hand is void", "forfeit": "The cheater is out", "play_on": "Play on"},
    )
    crowd: Sheet = brought(Sheet())
    """The one sheet of all nameless NPCs."""
    crowd_kit: BaldurKit = brought(BaldurKit())
    """The proficiency and spell difficulty of all nameless NPCs."""

    @property
    def least_stack(self) -> int:
        """The fewest chips to be dealt in."""
        return self.ante if self.short_ante == "sit_out" else 1

    @property
    def buy_in(self) -> BuyIn:
        """The range from one ante; fifty are usual."""
        return BuyIn(low=self.ante, usual=self.ante * _USUAL_ANTES)

    def price(self, number: int) -> int:
        """Return the price of round 1, 2 or 3 before any raise, in smallest coins."""
        return self.ante * PRICES[number - 1]

    def half(self, npcs: int) -> int:
        """Return how many of so many NPCs stay for the second round: at least one (rules 7.2)."""
        return max((npcs + (self.leaving == "up")) // 2, min(npcs, 1))

    def due(self, nameless: int, named: int = 0) -> int:
        """Return the most that so many nameless NPCs can come to owe in a hand, beside others with a seat."""
        if not nameless:
            return 0
        counts = (nameless, min(nameless, self.half(nameless + named)), 1)
        return sum([price * count for price, count in zip(PRICES, counts, strict=True)]) * self.ante * (1 + self.raises)

    def stakes(self, voice: Voice) -> str:
        """Describe the stakes in half a line."""
        first, second, third = (voice.money(self.price(number)) for number in (1, 2, 3))
        return f"{first}, then {second}, then {third} to stay in"


PRESETS = {
    "tavern": BaldurRules(),
    "high table": BaldurRules(ante=1000, npcs=2, raises=1, short="all_in"),
    "no NPCs": BaldurRules(npcs=0, dealer="rotation"),
}


Face = Annotated[int, Field(ge=1, le=SIDES)]
Which = Literal["lowest", "highest", "loner"]
"""A die of a throw: the loner is the lowest that pairs with nothing, or the lowest where all pair."""
Place = Literal["first", "second", "third"]
PLACES: tuple[Place, ...] = get_args(Place)
"""The dice of a player as they lie."""
Trick = Literal["palm", "reroll", "set_die", "strip", "switch", "load", "reroll_common"]
"""The sleights with a player's die, the NPCs' dice and a community die, before they are rolled or as they lie."""
Does = Literal[
    "nothing", "told", "npc_highest", "npc_lowest", "common_lowest", "common_highest", "common_loner", "luck"
]
"""The results that the GM may give a spell."""


class Palmed(Frozen):
    """A seat's own die that is thrown again within its roll."""

    seat: int
    which: Which


class Planted(Frozen):
    """A die of a seat that the dealer sets to a number, within that seat's roll."""

    by: int
    seat: int
    which: Which
    face: Face


class LoadedCommon(Frozen):
    """A community die that is thrown again within the next roll; for the loner the dice of `seat` count, too."""

    seat: int
    which: Which


class Spell(Frozen):
    """A spell that nobody has noticed and the GM hasn't judged. `aim` is a seat number, or "dice"."""

    seat: int
    aim: str
    words: str


class Hidden(Frozen):
    """All secrets of the game itself. `npc_dice` are four while there are NPCs, or two after a sleight."""

    npc_dice: tuple[Face, ...] = ()
    palmed: tuple[Palmed, ...] = ()
    planted: tuple[Planted, ...] = ()
    loaded: tuple[LoadedCommon, ...] = ()
    spells: tuple[Spell, ...] = ()
    are_typed: bool = False
    """True once the GM has typed the NPCs' dice."""
    judged: int = 0
    """How many spells the GM has judged."""
    stripped_by: int | None = None
    """The seat that took two of the NPCs' dice."""


class Roll(Action):
    """One's own three dice, in the open; where dice are typed, the bot rolls instead."""

    kind: Literal["roll"] = "roll"


class TypeDice(Action):
    """Dice that were rolled at the table: one's own three; the NPCs' four, or the community dice of a round."""

    kind: Literal["type_dice"] = "type_dice"
    first: int
    second: int
    third: int | None = None
    fourth: int | None = None

    @property
    def dice(self) -> tuple[int, ...]:
        return tuple([die for die in (self.first, self.second, self.third, self.fourth) if die is not None])


class Stay(Action):
    """Pay what the round costs, or nothing where that is paid."""

    kind: Literal["stay"] = "stay"


class Raise(Action):
    """A raise by the round's price."""

    kind: Literal["raise"] = "raise"


class Judge(Action):
    """The GM's: which spell of the hand it is about, counted from 1, and what that one does, as in "2.luck"."""

    kind: Literal["judge"] = "judge"
    does: str


class Keep(Action):
    """The GM's: which NPCs with a seat stay for the round; the others that stay are nameless."""

    kind: Literal["keep"] = "keep"
    stay: str | tuple[str, ...]


class NpcsCall(Action):
    """The GM's: the NPCs pay the raise."""

    kind: Literal["npcs_call"] = "npcs_call"


class NpcsFold(Action):
    """The GM's: the NPCs leave the hand."""

    kind: Literal["npcs_fold"] = "npcs_fold"


class ShakenFolds(Action):
    kind: Literal["shaken_folds"] = "shaken_folds"


class ShakenStays(Action):
    kind: Literal["shaken_stays"] = "shaken_stays"


BaldurAction = Annotated[
    Roll | TypeDice | Stay | Raise | Fold | Judge | Keep | NpcsCall | NpcsFold | ShakenFolds | ShakenStays,
    Field(discriminator="kind"),
]


Stage = Literal["rolls", "leaving", "dealing", "bets", "over"]
Round = Annotated[int, Field(ge=1, le=3)]
Deciding = Literal["shaken", "leaving", "dice", "raise"]
"""The decision that the hand needs from the GM."""
HOLE_DICE = 3
NPC_DICE = 4
COMMON_DICE = {2: 3, 3: 2}
"""The number of community dice by round."""


class BaldurCarry(Carry):
    """The dealer of the last hand, where the players deal in turn, and its seating order. The bank keeps the odd chips
    that are `left` for the next hand.
    """

    dealer: int = DEALER
    order: tuple[int, ...] = ()
    left: int = 0


BaldurDeal = Deal[BaldurRules, BaldurCarry]


class Hole(Frozen):
    """A player's hole dice as they lie. A die in `tame` was set by a cheat: its 20 isn't wild."""

    seat: int
    dice: tuple[Face, ...] = ()
    tame: tuple[int, ...] = ()


class Shaken(Frozen):
    """Somebody has intimidated an NPC: `whom` is its seat, 0 for a nameless one."""

    by: int
    whom: int


class Shown(Frozen):
    """A hand at the showdown. The NPCs have one together, and it counts for `seats`."""

    seats: tuple[int, ...]
    hand: Hand

    @property
    def kind(self) -> Kind:
        return self.hand.kind


class Result(Frozen):
    """The end of a hand: by a showdown, unseen since all others had folded, or with nobody to play against.

    `returned` is the bet that nobody had matched. `odd` chips go to the bank, `carried` ones into the
    next pot.
    """

    how: Literal["showdown", "unseen", "alone"]
    wins: tuple[Win, ...] = ()
    hands: tuple[Shown, ...] = ()
    revealed: tuple[Face, ...] = ()
    """The two dice that the NPCs show, as they use them."""
    returned: tuple[tuple[int, int], ...] = ()
    odd: int = 0
    carried: int = 0
    paid: tuple[int, ...] = ()
    """The seats that put chips into the pot, an ante at least."""


class BaldurState(HandState):
    """A hand. The chips are in `betting`: a bettor for each player and each NPC."""

    deal: BaldurDeal
    dealer: int
    round: Round = 1
    stage: Stage = "rolls"
    holes: tuple[Hole, ...]
    """The players', clockwise; NPCs have none of their own."""
    common: tuple[Face, ...] = ()
    betting: BettingRound
    nameless: int
    """The nameless NPCs that were dealt in."""
    left: int = 0
    """The odd chips of the hand before, which lie in the pot."""
    stays: int = 0
    """The number of NPCs that stay for the round, while the GM chooses."""
    shaken: Shaken | None = None
    hidden: Hidden = Hidden()
    result: Result | None = None

    @property
    def rules(self) -> BaldurRules:
        return self.deal.rules

    @property
    def order(self) -> tuple[int, ...]:
        """All seats clockwise, NPCs' too."""
        return self.deal.order

    @property
    def named(self) -> frozenset[int]:
        """The NPCs that have a seat."""
        return self.deal.npcs

    @cached_property
    def npcs_in(self) -> tuple[int, ...]:
        """The bettors among the NPCs that are still in, those with a seat first."""
        named = self.named
        return tuple([seat for seat in self.betting.live if seat < DEALER or seat in named])

    @cached_property
    def nameless_in(self) -> tuple[int, ...]:
        return tuple([seat for seat in self.npcs_in if seat < DEALER])

    @cached_property
    def players_in(self) -> tuple[int, ...]:
        """The seats of the players that are still in, clockwise."""
        named = self.named
        return tuple([seat for seat in self.betting.live if seat > DEALER and seat not in named])

    @property
    def is_one_sided(self) -> bool:
        """True if no player is left, or only one without NPCs to play against."""
        players = self.players_in
        return not players or (len(players) == 1 and not self.npcs_in)

    @cached_property
    def unrolled(self) -> tuple[int, ...]:
        """The seats that still have to roll."""
        folded = {bettor.seat for bettor in self.betting.bettors if bettor.is_folded}
        return tuple([hole.seat for hole in self.holes if not hole.dice and hole.seat not in folded])

    @property
    def fell_before(self) -> int:
        """The community dice that lay there before this round."""
        return len(self.common) - COMMON_DICE[self.round] if self.round in COMMON_DICE else 0

    @property
    def pot(self) -> int:
        return self.betting.pot + self.left

    @property
    def bank(self) -> int:
        """The bank's chips now, with its winnings once the hand is over; an endless bank may be below 0."""
        paid = sum([bettor.paid for bettor in self.betting.bettors if bettor.seat < DEALER])
        return self.deal.bank - paid - self.left + self._won_by_bank

    @property
    def _won_by_bank(self) -> int:
        if self.result is None:
            return 0
        shares = [share for win in self.result.wins for share in win.shares]
        won = sum([amount for seat, amount in (*shares, *self.result.returned) if seat == DEALER])
        return won + self.result.odd + self.result.carried

    def hole(self, seat: int) -> Hole:
        for hole in self.holes:
            if hole.seat == seat:
                return hole
        raise LookupError(f"seat {seat} has no dice of its own")

    def with_hole(self, changed: Hole) -> "BaldurState":
        return self.evolve(holes=tuple([changed if hole.seat == changed.seat else hole for hole in self.holes]))


class SeatView(Frozen):
    """A seat as everyone sees it. An NPC has no dice of its own, and `is_folded` is one that has left."""

    seat: int
    dice: tuple[Face, ...]
    stack: int
    bet: int
    paid: int
    is_npc: bool
    is_folded: bool
    is_all_in: bool
    owes_roll: bool


class OwnView(Frozen):
    """A seat's private knowledge."""

    seat: int
    has_stripped: bool
    """True if it took two of the NPCs' dice in this hand."""


class GmView(Frozen):
    """The GM's knowledge: the NPCs' dice and their hand so far, the spells, and the dice that were tampered with."""

    dice: tuple[Face, ...]
    hand: Hand | None
    spells: tuple[Spell, ...]
    palmed: tuple[Palmed, ...]
    planted: tuple[Planted, ...]
    loaded: tuple[LoadedCommon, ...]
    tame: tuple[int, ...]
    """The seats with a die that was set."""


class BaldurView(Frozen):
    """The table. `waiting` names seat 0 where the hand waits for the GM, and `deciding` what for."""

    round: Round
    stage: Stage
    dealer: int
    pot: int
    price: int
    """The price of staying in this round, raises included; 0 where it is paid."""
    common: tuple[Face, ...]
    nameless: int
    """The nameless NPCs that are still in."""
    npcs_in: int
    """All NPCs that are still in, those with a seat too."""
    seats: tuple[SeatView, ...]
    waiting: tuple[int, ...]
    deciding: Deciding | None
    stays: int
    shaken: Shaken | None
    result: Result | None
    natural_beats_wild: bool
    own: OwnView | None
    gm: GmView | None


class Dealt(Event):
    """The hand begins, and the NPCs' dice are thrown in secret. `ante` is 0 where it is paid later; `nameless` NPCs
    play besides `named`, the NPCs that have a seat. `fewer`: the bank can't pay for more of them.
    """

    kind: Literal["dealt"] = "dealt"
    dealer: int
    ante: int
    pot: int
    nameless: int
    named: tuple[int, ...]
    fewer: bool = False


class Rolled(Event):
    """A player's hole dice."""

    kind: Literal["rolled"] = "rolled"
    seat: int
    dice: tuple[Face, ...]


class Left(Event):
    """NPCs leave before a round: `nameless` of them, and those of `seats`. `stay` are left."""

    kind: Literal["left"] = "left"
    round: int
    nameless: int
    seats: tuple[int, ...]
    stay: int


class Fell(Event):
    """The community dice of a round."""

    kind: Literal["fell"] = "fell"
    round: int
    dice: tuple[Face, ...]


class NpcsPaid(Event):
    """The NPCs' payments for a round or a raise: `each` of `nameless` NPCs and of `seats`.

    `short` are (seat, amount) of those that have less: all in for that amount, or for 0 if they were all in before.
    """

    kind: Literal["npcs_paid"] = "npcs_paid"
    each: int
    nameless: int
    seats: tuple[int, ...]
    short: tuple[tuple[int, int], ...] = ()


class Stayed(Event):
    """`amount` is what it cost, 0 where nothing was to be paid."""

    kind: Literal["stayed"] = "stayed"
    seat: int
    amount: int = 0
    all_in: bool = False


class Raised(Event):
    """`price` is what staying in comes to from now on, `amount` what the seat paid."""

    kind: Literal["raised"] = "raised"
    seat: int
    amount: int
    price: int
    all_in: bool = False


class Folded(Event):
    """Seat 0 is a nameless NPC, or all NPCs (`all_npcs`)."""

    kind: Literal["folded"] = "folded"
    seat: int
    why: Literal["choice", "short", "shaken", "caught"] = "choice"
    all_npcs: bool = False


class Unshaken(Event):
    """An NPC that was intimidated stays all the same; seat 0 is a nameless one."""

    kind: Literal["unshaken"] = "unshaken"
    seat: int


class GivenAway(Event):
    """A claim that went wrong: how strong the hand really is; seat 0 are the NPCs."""

    kind: Literal["given_away"] = "given_away"
    seat: int
    strength: Strength


class Ended(Event):
    """The end of the hand; the NPCs show two dice at most."""

    reveals = True
    kind: Literal["ended"] = "ended"
    result: Result


class Managed(Whisper):
    """For a cheat that nobody saw: the arranged sleight, or the face that a die shows now."""

    kind: Literal["managed"] = "managed"
    trick: Trick
    which: Which | Place | None = None
    whom: int | None = None
    face: int | None = None


class CastUnseen(Whisper):
    """For the caster: nobody has noticed, and the GM will judge it."""

    kind: Literal["cast_unseen"] = "cast_unseen"
    aim: str
    words: str


class SpellDid(Whisper):
    """For the caster: what the GM makes of a spell."""

    kind: Literal["spell_did"] = "spell_did"
    words: str
    does: Does


class Arranged(Event):
    """For the GM: what a sleight that nobody saw will do to a roll."""

    kind: Literal["arranged"] = "arranged"
    seat: int
    trick: Trick
    which: Which | Place | None = None
    whom: int | None = None
    face: int | None = None


class NpcDice(Event):
    """For the GM: the NPCs' dice as they lie."""

    kind: Literal["npc_dice"] = "npc_dice"
    dice: tuple[Face, ...]


class Rethrown(Event):
    """For the GM: a die that was re-rolled, or set to `now`. `whose` is "common", "npcs" or "own"; `by` did it.

    `fell` are the dice as they lay before; `at` is the place of the die.
    """

    kind: Literal["rethrown"] = "rethrown"
    by: int
    whose: Literal["own", "common", "npcs"]
    seat: int | None = None
    fell: tuple[Face, ...]
    at: int
    now: Face
    is_set: bool = False


class Stripped(Event):
    """For the GM: the NPCs' dice that are gone, and what is left."""

    kind: Literal["stripped"] = "stripped"
    by: int
    gone: tuple[Face, ...]
    left: tuple[Face, ...]


class SpellCast(Event):
    """For the GM: the words of a spell."""

    kind: Literal["spell_cast"] = "spell_cast"
    by: int
    aim: str
    words: str


class Judged(Event):
    """For the GM's log: what a spell did."""

    kind: Literal["judged"] = "judged"
    by: int
    words: str
    does: Does


BaldurEvent = Annotated[
    Dealt
    | Rolled
    | Left
    | Fell
    | NpcsPaid
    | Stayed
    | Raised
    | Folded
    | Unshaken
    | GivenAway
    | Ended
    | Arranged
    | NpcDice
    | Rethrown
    | Stripped
    | SpellCast
    | Judged
    | Managed
    | CastUnseen
    | SpellDid,
    Field(discriminator="kind"),
]


class Log:
    """Collects events in the order in which they happen."""

    def __init__(self) -> None:
        self.public: list[Event] = []
        self.private: list[tuple[int, Event]] = []
        self.kept: list[Event] = []

    def whisper(self, seat: int, what: Whisper) -> None:
        """Tell one seat alone. The GM reads the log instead."""
        if seat != DEALER:
            self.private.append((seat, what))

    def step(self, state: BaldurState) -> Step[BaldurState]:
        return Step(state, tuple(self.public), tuple(self.private), tuple(self.kept))


def pot_won(events: Iterable[Event]) -> int:
    """Return the chips that were won at the end."""
    return sum(win.amount for event in events if isinstance(event, Ended) for win in event.result.wins)


def bettors(events: Iterable[Event]) -> frozenset[int]:
    """Return the seats that paid an ante at least; where people look first, not everyone does."""
    return frozenset(seat for event in events if isinstance(event, Ended) for seat in event.result.paid)
