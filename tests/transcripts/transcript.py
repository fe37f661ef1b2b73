"""A playthrough as people read it: for each action who did what, what was told, and the table as plain text."""

from collections.abc import Iterator
from typing import Any

from bot.engine.game import DEALER
from bot.engine.options import options_of
from bot.engine.skills import show_sheet
from bot.engine.words import Voice, plain
from tests.transcripts.script import Played, PlayedHand, Script


def transcript(script: Script) -> str:
    """Return the whole text, with a newline at its end."""
    lines = [*([script.title, "=" * len(script.title), ""] if script.title else []), *_table(script)]
    for number, hand in enumerate(script.played(), start=1):
        lines += ["", *([] if script.is_brief else [f"Hand {number}", "------"])]
        for turn in hand.turns:
            lines += (
                [f"> {turn.who} {turn.what}: {script.voice.fill(turn.refusal.told(script.chips.show))}"]
                if turn.refusal
                else [*([] if script.is_brief else [""]), *_turn(script, hand, turn)]
            )
        lines += ["", *_pages(script, hand), *_settled(script, hand)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _voice(script: Script) -> Voice:
    return script.voice


def _table(script: Script) -> Iterator[str]:
    for player in script.players:
        sheet = show_sheet(player.sheet, script.system)
        wager = ", ".join(script.spec.game.goods[good.kind] for good in player.wager)
        wagers = f"wagers {wager}" if wager else ""
        yield " · ".join(filter(None, (script.names[player.seat], script.chips.show(player.stack), wagers, sheet)))
    yield plain(script.spec.words.stakes(script.rules, _voice(script)))
    for option in options_of(type(script.rules)):
        if option.name in script.options:
            yield f"{option.title}: {option.told(script.options[option.name], script.currency.show)}"


def _turn(script: Script, hand: PlayedHand, turn: Played) -> Iterator[str]:
    dice = f"   [{' '.join(turn.dice)}]" if turn.dice else ""
    yield f"> {turn.who or 'The hand begins'} {turn.what}".rstrip() + dice
    for line in script.spec.words.tell(turn.step.events, _voice(script)):
        yield f"  {plain(line)}"
    for seat, event in turn.step.private:
        for line in script.spec.words.tell((event,), _voice(script)):
            yield f"  (to {script.names[seat]}) {plain(line)}"
    for line in script.spec.words.tell(turn.step.kept, _voice(script)):
        yield f"  (kept for the GM) {plain(line)}"
    if not script.is_brief or turn.step is hand.turns[-1].step:
        yield ""
        yield from (f"    {line}" for line in _panel(script, turn.step.state))


def _panel(script: Script, state: Any) -> Iterator[str]:
    panel = script.spec.panel(state, None, _voice(script))
    waiting = script.spec.game.to_act(state)
    yield plain(" · ".join(filter(None, (panel.title, panel.heading))))
    yield from map(plain, panel.status)
    for line in panel.seats:
        sign = "▸" if line.seat in waiting else " "
        name = plain(" ".join(filter(None, (_voice(script).plain_name(line.seat), line.cards))))
        yield f"{sign} {name} · {plain(line.text)}"
        yield from (f"    {plain(below)}" for below in line.below)
    if DEALER in waiting:
        yield f"▸ {script.names[DEALER]}"
    if panel.result:
        yield plain(panel.result)
    if panel.middle:
        yield from plain(panel.middle).split("\n")


def _pages(script: Script, hand: PlayedHand) -> Iterator[str]:
    """Yield what each seat reads in private at the end."""
    for player in hand.deal.players if script.spec.has_hands else ():
        page = script.spec.hand(hand.turns[-1].step.state, player.seat, _voice(script))
        yield f"({script.names[player.seat]}) {page.title}: {' / '.join(plain(page.text).splitlines())}"


def _settled(script: Script, hand: PlayedHand) -> Iterator[str]:
    end = script.spec.game.outcome(hand.turns[-1].step.state)
    if end is None:
        return
    for player in hand.deal.players:
        stack = dict(end.stacks)[player.seat]
        net = script.chips.show_net(stack - player.stack)
        yield f"{script.names[player.seat]} {net}, now {script.chips.show(stack)}"
    wagered = {good.id: script.spec.game.goods[good.kind] for player in hand.deal.players for good in player.wager}
    for award in end.goods:
        yield f"{script.names[award.seat]} takes {wagered[award.good]}"
    for prize in end.prizes:
        yield f"{script.names[prize.seat]} gets {script.currency.show(prize.amount)} of the prize"
    if end.house:
        yield f"The house {script.currency.show_net(end.house)}"
    if end.bank:
        where = "bank" if script.spec.game.is_banked else "middle"
        yield f"In the {where} {script.currency.show(end.bank)}"
