"""What people read: every state and event can be told, in bounds, and no name acts as markup."""

import pickle
import re
from typing import Any

from bot.engine.drawings import Box, Label
from bot.engine.drawings.boards import MOST_ALT, WIDTH
from bot.engine.game import DEALER
from bot.engine.money import DND
from bot.engine.options import options_of
from bot.engine.words import Panel, Voice
from tests.laws.hands import Hand
from tests.laws.sittings import name_of

MOST_TEXT = 4000
"""Characters of text in one message of components."""
A_FEW = 60
"""How many pages of seats are read in a hand."""
LOOKS = 200
"""How often a hand is looked at while it goes on: at some seats of some states, where it is long and crowded."""
MOST_LINE = 1500
"""Characters of one thing that happened, so that a few fit on a message."""

MOST_HEIGHT, LEAST_TEXT = 1800, 23
"""Pixels of a board, and of its text, which a phone shows at less than half of that; marks on chips may be smaller."""
_ESCAPED = re.compile(r"\\.")
_RAW = re.compile("@everyone|@here|<[@#t:/]|]\\(|[*_|`~]qx|qx[*_|`~]|[\u202e\u200b]")
"""Markup that only a name brings."""


def everything_can_be_told(hand: Hand) -> None:
    """No state is too odd for the panel, no event too odd for a sentence; what few are told included."""
    voice = voice_of(hand)
    names = sum(len(voice.name(seat)) for seat in hand.seats)
    for step in hand.steps:
        events = (*step.events, *(event for _, event in step.private), *step.kept)
        for line in hand.spec.words.tell(events, voice):
            _is_told(line)
            assert len(line) <= MOST_LINE
    for state, seats in hand.looks(LOOKS):
        for view in {hand.game.view(state, seat) for seat in (None, *seats)}:
            _panel_is_told(hand, state, hand.spec.words.panel(view, voice), names)
    for state, seats in hand.looks(A_FEW):
        for seat in seats:
            _page_is_told(hand, state, seat)
    seals = (seal for seat in (None, *hand.seats) for seal in hand.game.seals(hand.states[-1], seat))
    for card in {seal.card for seal in seals if seal.card is not None}:
        _is_told(hand.spec.card_name(card, hand.deal.rules) or card)
    assert hand.spec.card_name("?", hand.deal.rules) is None, "the log may be made to show what is no card"


def every_board_can_be_drawn(hand: Hand) -> None:
    """A board is made of the public view, travels to another process, and stays within its edges."""
    if hand.spec.board is None:
        return
    voice, states = voice_of(hand), [state for state, _ in hand.looks(A_FEW)]
    boards = {hand.spec.board(hand.game.view(state, None), voice) for state in states}
    for board in (board for board in boards if board is not None):
        assert 0 < len(board.alt) <= MOST_ALT
        assert pickle.loads(pickle.dumps(board)) == board
        height, shapes = board.drawing()
        assert 100 < height <= MOST_HEIGHT
        for shape in shapes:
            match shape:
                case Label(text=text, x=x, y=y, size=size):
                    assert size >= LEAST_TEXT or len(text) <= 3
                    left_or_right = (0 <= x <= WIDTH, size / 2 <= y <= height - size / 2)
                    assert left_or_right == (True, True), shape
                case Box():
                    assert 0 <= shape.left < shape.right <= WIDTH
                    assert 0 <= shape.top < shape.bottom <= height
                case _:
                    pass


def nobody_acts_unseen(hand: Hand) -> None:
    """Of every action something is told, or the table looks different. What is done on the side is told to the GM."""
    voice = voice_of(hand)
    for turn in hand.turns:
        if hand.is_crooked and turn.step.kept:
            assert hand.spec.words.tell(turn.step.kept, voice)
            continue
        told = hand.spec.words.tell(turn.step.events, voice)
        assert told or hand.spec.panel(turn.before, None, voice) != hand.spec.panel(turn.step.state, None, voice)


def the_rules_can_be_read(hand: Hand) -> None:
    pages = hand.spec.rulebook(hand.deal.rules, voice_of(hand))
    assert pages
    for page in pages:
        assert 0 < len(page.title) <= 45
        assert 0 < len(page.text) <= MOST_TEXT - 200
        assert "!" not in page.text
    _is_told(hand.spec.words.stakes(hand.deal.rules, voice_of(hand)))
    note = hand.game.rules_note(hand.deal.rules)
    assert note is None or 0 < len(note) <= 400
    for option in options_of(hand.game.HouseRules):
        assert option.told(getattr(hand.deal.rules, option.name))


def voice_of(hand: Hand) -> Voice:
    return Voice(names={player.seat: name_of(player.seat) for player in hand.deal.players}, currency=DND)


def _panel_is_told(hand: Hand, state: Any, panel: Panel, names: int) -> None:
    seats = [text for line in panel.seats for text in (line.cards, line.text) if text]
    texts = [panel.title or hand.game.title, panel.heading, *panel.status, *seats, panel.result or "The end."]
    for text in texts:
        _is_told(text)
    assert sum(map(len, texts)) + names <= MOST_TEXT
    assert [line.seat for line in panel.seats] == list(hand.seats)
    assert (panel.result is not None) == (hand.game.outcome(state) is not None)


def _page_is_told(hand: Hand, state: Any, seat: int) -> None:
    """Check the private page of one seat, and of the GM where the GM has a seat."""
    is_read = seat in hand.seats or (seat == DEALER and hand.game.has_dealer)
    if not (hand.spec.has_hands and is_read):
        return
    page = hand.spec.hand(state, seat, voice_of(hand))
    assert 0 < len(page.title) <= 45
    assert 0 < len(page.text) <= MOST_TEXT - 500
    for line in filter(None, page.text.split("\n")):
        _is_told(line)


def _is_told(text: str) -> None:
    assert text.strip()
    assert "\n" not in text
    assert "!" not in text
    assert _RAW.search(_ESCAPED.sub(".", text)) is None, text
