"""The chance to win the match: this set is played on as `outlook` takes it, those that follow are anybody's."""

from bot.engine.rng import Chance
from bot.engine.win_chance import Chances, counted_out
from cogs.pazaak.cards import numbered
from cogs.pazaak.options import PazaakRules
from cogs.pazaak.outlook import LOSS, WIN, Outlook, lucks, outlook, set_won
from cogs.pazaak.state import PazaakView

_SET = 8
"""How much of the budget a set takes."""
_OPPONENTS = 1

Question = tuple[Outlook, int, int]
"""The set, and what is won already by the seat and by the other."""


def note(rules: PazaakRules) -> str:
    """What is taken of this set and of those that follow."""
    later = "; the sets after this one are anybody's" if rules.sets > 1 else ""
    return f"Both are taken to play sensibly from here on{later}."


def question(view: PazaakView) -> Question | None:
    """None before the first set, once the match is over, and for who doesn't play in it."""
    now = outlook(view)
    if now is None or view.own is None:
        return None
    mine = view.seat(view.own.seat)
    theirs = next(one for one in view.seats if one.seat != mine.seat)
    return now, mine.sets, theirs.sets


def estimate(view: PazaakView, rules: PazaakRules, rng: Chance, budget: int) -> Chances:
    """The chances of a seat that plays in the match. Raises ValueError where there is no question."""
    asked = question(view)
    if asked is None:
        raise ValueError("nothing is to be won or lost from here")
    now, *sets = asked
    now = now._replace(rules=rules)
    topped = [0, 0]
    for luck in lucks(now, rng, max(budget // _SET, 1)):
        won = {WIN: 0, LOSS: 1}.get(set_won(now, luck))
        topped[1 - _match_won_by(won, sets, rules.sets, rng)] += 1
    return counted_out(f"{numbered(now.mine.total)} on the table", _OPPONENTS, topped).evolve(has_pot=False)


def _match_won_by(won: int | None, sets: list[int], goal: int, rng: Chance) -> int:
    """Who wins the match in the end, 0 or 1, once this set is won by that one, or tied and played again."""
    score = list(sets)
    winner = rng.below(2) if won is None else won
    while True:
        score[winner] += 1
        if score[winner] >= goal:
            return winner
        winner = rng.below(2)
