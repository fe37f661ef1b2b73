"""The forms that are open before a person: one in each of their clients."""

from playground.discord.interactions import TOKEN_LASTS, Interaction, Interactions
from playground.discord.world import User
from playground.discord.world.core import WorldCore
from playground.people.client_rules import ClientRefused
from playground.people.forms import Form

FORMS_AT_MOST = 20


class OpenForms:
    """The forms of one person, by the interactions that opened them. `latest` is the one that opened last, if it is
    still open. Each lives as long as the token of what opened it.
    """

    def __init__(self, world: WorldCore, interactions: Interactions, user: User) -> None:
        self.latest: Form | None = None
        self._world, self._interactions, self._user = world, interactions, user
        self._by_id: dict[int, Form] = {}
        interactions.on_modal.append(self._opens)

    def find(self, opened_by: int) -> Form:
        """The form of that interaction. Raises ClientRefused: it was sent or closed, or is too old."""
        self._drop_old()
        found = self._by_id.get(opened_by)
        if found is None:
            raise ClientRefused("That form isn't open any more. Open it once more.")
        return found

    def reopen(self, form: Form) -> None:
        """A form whose sending failed stays open, for what was typed stands in it."""
        self._by_id[form.interaction.id] = form

    def close(self, opened_by: int) -> None:
        """Close a form without sending it; the bot never hears of that."""
        self._by_id.pop(opened_by, None)
        if self.latest is not None and self.latest.interaction.id == opened_by:
            self.latest = None

    def _opens(self, interaction: Interaction) -> None:
        if interaction.user is self._user:
            self.latest = self._by_id[interaction.id] = Form(interaction)
            self._drop_old()

    def _drop_old(self) -> None:
        """What the server has forgotten, or is older than its token, and more than a person can look at."""
        since = self._world.clock.now() - TOKEN_LASTS
        kept = {
            number: form
            for number, form in self._by_id.items()
            if form.interaction.created > since and self._interactions.knows(number)
        }
        self._by_id = dict(list(kept.items())[-FORMS_AT_MOST:])
