"""Who is played at the playground's tables: their names, and their sheets in each kind of dice."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.engine.skills import EXAMPLES, DiceFamily
from playground.people import Form

NAME, SKILLS = "name", "skills"
"""The fields of every form in which a character is made."""


@dataclass(frozen=True, slots=True)
class Persona:
    """A character before it is made: `sheets` are written as people type them."""

    name: str
    sheets: Mapping[DiceFamily, str]

    @property
    def names(self) -> tuple[str, ...]:
        """What they may be called, the best first: somebody may have taken a name."""
        return self.name, f"{self.name} the Younger", f"{self.name} the Third"

    def answers(self, form: Form, name: str) -> dict[str, str]:
        """Name and skills for a form that asks for them; the hint in it shows which dice the campaign plays with."""
        asked = {field.custom_id: field for field in form.fields}
        answers = {NAME: name} if NAME in asked else {}
        if SKILLS in asked:
            hint = asked[SKILLS].component.get("placeholder")
            fitting = (sheet for family, sheet in self.sheets.items() if EXAMPLES[family] == hint)
            answers[SKILLS] = next(fitting, "")
        return answers


PERSONAS = (
    Persona(
        "Roark",
        {
            "d6": "Gambling 4D+1, Intimidation 6D, Search 5D, Perception 3D+2, Knowledge 3D, Dexterity 3D",
            "d20": "Dice Set +3, Intimidation +7, Perception +6, Insight +2, Sleight of Hand +0, Wisdom +2",
            "narrative": "Coercion 3, Vigilance 2, Skulduggery 1, Discipline 1, Cunning 2, Willpower 3, Agility 2",
        },
    ),
    Persona(
        "Lando",
        {
            "d6": "Gambling 7D, Con 6D+1, Persuasion 6D, Sleight of Hand 5D+2, Perception 4D, Dexterity 3D+1",
            "d20": "Playing Card Set +8, Deception +7, Persuasion +8, Sleight of Hand +5, Insight +4, Charisma +4",
            "narrative": "Charm 3, Deception 3, Skulduggery 2, Perception 1, Cunning 3, Presence 4, Agility 2",
        },
    ),
    Persona(
        "Han",
        {
            "d6": "Gambling 5D+2, Con 5D, Sleight of Hand 4D, Search 4D, Perception 3D+1, Dexterity 4D",
            "d20": "Dice Set +6, Deception +5, Sleight of Hand +6, Perception +3, Insight +1, Dexterity +4",
            "narrative": "Skulduggery 3, Deception 2, Vigilance 2, Discipline 1, Cunning 3, Willpower 2, Agility 3",
        },
    ),
    Persona(
        "Qi'ra",
        {
            "d6": "Gambling 5D, Con 5D+1, Persuasion 5D, Investigation 5D, Search 5D+1, Perception 4D+2",
            "d20": "Playing Card Set +5, Deception +6, Insight +7, Investigation +5, Sleight of Hand +4, Perception +5",
            "narrative": "Deception 2, Charm 2, Perception 3, Skulduggery 1, Vigilance 2, Cunning 3, Presence 3",
        },
    ),
)


def persona_of(name: str) -> Persona:
    """Whom the person of that name plays; somebody else than the four brings no skills that are written down."""
    return next((one for one in PERSONAS if one.name == name), Persona(name, {}))
