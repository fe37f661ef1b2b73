"""The beginning of a hand: who plays, who deals, the antes, and the NPCs' four secret dice."""

from bot.engine.banked.limits import means
from bot.engine.betting.betting import BettingRound, Bettor, Limits
from bot.engine.clockwise import passed_on
from bot.engine.game import DEALER
from bot.engine.rng import Chance
from cogs.baldur.events import Dealt, Ended
from cogs.baldur.hands import SIDES
from cogs.baldur.hidden import Hidden
from cogs.baldur.options import PRICES, BaldurRules
from cogs.baldur.state import NPC_DICE, BaldurCarry, BaldurDeal, BaldurState, Hole, Result, lasting
from cogs.baldur.suspecting import voided
from cogs.baldur.telling import Log


def begun(deal: BaldurDeal, chance: Chance, log: Log) -> BaldurState:
    """Antes are paid, unless people look first. Where nobody is there to play against, the hand is over at once."""
    rules, players = deal.rules, tuple([player.seat for player in deal.players if not player.is_npc])
    named = tuple([player.seat for player in deal.players if player.is_npc])
    nameless = affordable(deal, len(named))
    has_npcs = bool(nameless or named)
    bettors = (
        *[Bettor(seat=player.seat, stack=player.stack) for player in deal.players],
        *[Bettor(seat=-npc, stack=_plenty(rules)) for npc in range(1, nameless + 1)],
    )
    ante = 0 if rules.look_first else rules.ante
    state = BaldurState(
        deal=deal,
        dealer=_dealer(deal, players),
        holes=tuple([Hole(seat=seat) for seat in players]),
        betting=BettingRound(
            bettors=tuple([bettor.post(ante) for bettor in bettors]),
            limits=Limits(smallest=rules.ante),
            full_raise=rules.ante,
            waiting=(),
        ),
        nameless=nameless,
        effects=lasting(deal),
        hidden=Hidden(npc_dice=chance.dice(NPC_DICE, SIDES) if has_npcs and players else ()),
    )
    if not players or len(players) + has_npcs < 2:
        log.public.append(Ended(result=Result(how="alone")))
        return voided(state, alone=True)
    fewer = nameless < rules.npcs
    log.public.append(Dealt(dealer=state.dealer, ante=ante, pot=state.pot, nameless=nameless, named=named, fewer=fewer))
    return state


def affordable(deal: BaldurDeal, named: int) -> int:
    """How many nameless NPCs sit down: as many as the bank can see through to the end of the hand."""
    bank, wanted = means(deal), deal.rules.npcs
    return next(count for count in range(wanted, -1, -1) if deal.rules.due(count, named) <= bank)


def carried(state: BaldurState) -> BaldurCarry:
    """What the next hand takes over, but for effects."""
    return BaldurCarry(dealer=state.dealer, order=tuple([hole.seat for hole in state.holes]))


def _dealer(deal: BaldurDeal, players: tuple[int, ...]) -> int:
    """The GM, or the players in turn, clockwise from who sat down first (rules 7.21)."""
    if deal.rules.dealer == "gm" or not players:
        return DEALER
    before = deal.carry
    if before is None or before.dealer == DEALER:
        return players[0]
    return passed_on(before.dealer, before.order, players)


def _plenty(rules: BaldurRules) -> int:
    """More than an NPC can come to owe: it plays from the bank, which holds enough, and is never all in."""
    return 1 + rules.ante * sum(PRICES) * (1 + rules.raises)
