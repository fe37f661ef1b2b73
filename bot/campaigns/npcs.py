"""NPCs from a template: how good they are at every role, and how much they carry."""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import count

from bot.campaigns.model import CampaignSettings
from bot.campaigns.names import looks
from bot.engine.money import MAX_AMOUNT
from bot.engine.skills import ROLES, Bonus, DiceFamily, Pool, Ranks, Rating, Sheet, Skill
from bot.errors import NotFound


@dataclass(frozen=True, slots=True)
class Template:
    """`ratings` are those of every skill that a role names; `purse` is in percent of the campaign's starting purse."""

    key: str
    title: str
    ratings: dict[DiceFamily, Rating]
    characteristic: int
    purse: int


TEMPLATES: dict[str, Template] = {
    template.key: template
    for template in (
        Template("novice", "Novice", {"d6": Pool(dice=3), "d20": Bonus(bonus=1), "narrative": Ranks(ranks=1)}, 2, 50),
        Template(
            "regular", "Regular", {"d6": Pool(dice=5), "d20": Bonus(bonus=4), "narrative": Ranks(ranks=2)}, 3, 100
        ),
        Template("shark", "Shark", {"d6": Pool(dice=8), "d20": Bonus(bonus=9), "narrative": Ranks(ranks=4)}, 4, 300),
    )
}
_NAMES = (
    "Ansa", "Borrik", "Cela", "Dorn", "Esk", "Fenna", "Garro", "Hask", "Ilva", "Jorum", "Kett", "Lorn", "Mirra", "Nax",
    "Orla", "Pello", "Quill", "Ravik", "Senna", "Tarsk", "Ulm", "Vesk", "Wyla", "Xan", "Yorrin", "Zeb",
)  # fmt: skip


def template(key: str) -> Template:
    """Return the template of that key; NotFound otherwise."""
    if key not in TEMPLATES:
        raise NotFound("There is no such kind of NPC.")
    return TEMPLATES[key]


def sheet_of(made_from: Template, settings: CampaignSettings) -> Sheet:
    """Return a sheet with the first skill of every role in the campaign's dice.

    In the narrative system it has the skill's characteristic too.
    """
    family = settings.system.family
    skills: dict[str, Rating] = {}
    for role in ROLES:
        row = settings.roles.row(settings.system, role)
        skills.setdefault(row.skills[0], made_from.ratings[family])
        if family == "narrative" and row.fallback:
            skills.setdefault(row.fallback, Ranks(ranks=made_from.characteristic))
    return Sheet(skills=tuple(Skill(name=name, rating=rating) for name, rating in skills.items()))


def purse_of(made_from: Template, settings: CampaignSettings) -> int:
    """Return the starting purse of an NPC from that template, in smallest coins."""
    return min(settings.starting_purse * made_from.purse // 100, MAX_AMOUNT)


def free_name(taken: AbstractSet[str], first: int = 0) -> str:
    """Return a name that looks like none of the `taken`, from the `first` of the list on: "Kett", then "Kett 2"."""
    for number in count(1):
        for at in range(len(_NAMES)):
            name = _NAMES[(first + at) % len(_NAMES)] + (f" {number}" if number > 1 else "")
            if looks(name).isdisjoint(taken):
                return name
    raise AssertionError("numbers never end")
