"""/wallet split: the party votes on its money, or the GM decides, and no coin is lost."""

import pytest

from bot.campaigns import PartyPurse
from bot.campaigns.splits import LASTS
from bot.ledger import audit
from bot.services import Services
from playground.discord.server import LocalDiscord
from playground.discord.world import Channel, Guild
from playground.people import Player, Seen
from tests.manual_clock import ManualClock
from tests.ui.conftest import Cast, Settle

pytestmark = pytest.mark.usefixtures("bot")


class Party:
    """Three players with a character each, and 100 coins in their wallet."""

    def __init__(self, services: Services, cast: Cast, gm: Player, channel: Channel, players: list[Player]) -> None:
        self.services, self.cast, self.gm, self.channel, self.players = services, cast, gm, channel, players

    async def begin(self) -> None:
        self.characters = [await self.cast.pc(player, f"Pc {at}") for at, player in enumerate(self.players)]
        campaign = await self.cast.campaign()
        await self.services.wallet.grant(
            campaign, self.cast.person(self.gm), [PartyPurse(campaign.id)], 100, key="loot", reason="loot"
        )

    async def proposes(self, who: Player, **options: object) -> Seen:
        return (await who.slash(self.channel, "wallet split", options=options)).shown

    async def money(self) -> list[int]:
        """Return the balance of the party's wallet, then of each character's beyond the starting money."""
        campaign = await self.cast.campaign()
        assert (await audit(self.services.db, campaign.id)).problems == ()
        own = [await self.cast.purse(one) - campaign.settings.starting_purse for one in self.characters]
        return [await self.services.wallet.balance(PartyPurse(campaign.id)), *own]


@pytest.fixture
async def party(
    services: Services,
    cast: Cast,
    local: LocalDiscord,
    guild: Guild,
    gm: Player,
    han: Player,
    lando: Player,
    channel: Channel,
) -> Party:
    chewie = Player(local, local.world.add_member(guild, "Chewie"))
    party = Party(services, cast, gm, channel, [han, lando, chewie])
    await party.begin()
    return party


async def test_a_majority_pays_and_the_remainder_stays(party: Party):
    han, lando, chewie = party.players
    proposal = await party.proposes(han)
    assert "33 cr each" in proposal.text
    assert "1 cr stays there" in proposal.text
    assert "2 of the party's 3 players" in proposal.text
    await lando.click(proposal, "No")
    await lando.click(proposal, "Yes")
    await lando.click(proposal, "Yes")
    assert "1 yes · 0 no" in proposal.text
    assert await party.money() == [100, 0, 0, 0]
    before = proposal.frozen()
    await chewie.click(proposal, "Yes")
    assert "it is paid" in proposal.text
    assert proposal.buttons == []
    assert await party.money() == [1, 33, 33, 33]
    for label in ("Yes", "No"):
        assert (await han.click(before, label, unchecked=True)).text == "This proposal is decided already."
    assert await party.money() == [1, 33, 33, 33]


async def test_the_party_refuses_once_no_majority_is_possible(party: Party):
    han, lando, _chewie = party.players
    proposal = await party.proposes(han, amount="30")
    await han.click(proposal, "No")
    await lando.click(proposal, "No")
    assert "The party has refused" in proposal.text
    assert await party.money() == [100, 0, 0, 0]


async def test_a_gm_pays_at_once_and_has_no_vote(party: Party):
    han, lando, _chewie = party.players
    proposal = await party.proposes(party.gm, amount="30")
    assert "Only players whose character" in (await party.gm.click(proposal, "Yes")).text
    assert (await lando.click(proposal, "Pay now (GM)")).text == "Only the GM can do that."
    assert (await han.click(proposal, f"{proposal.buttons[0].custom_id}:x", unchecked=True)).text
    await party.gm.click(proposal, "Pay now (GM)")
    assert "The GM pays it" in proposal.text
    assert await party.money() == [70, 10, 10, 10]


async def test_proposals_that_cannot_be_paid_are_refused(
    party: Party, local: LocalDiscord, guild: Guild, settle: Settle, clock: ManualClock
):
    stranger = Player(local, local.world.add_member(guild, "Greedo"))
    han, lando, chewie = party.players
    assert "Only players with a character" in (await party.proposes(stranger)).text
    assert "has only 100 cr" in (await party.proposes(han, amount="101")).text
    assert "too little to split among 3" in (await party.proposes(han, amount="2")).text
    proposal = await party.proposes(han)
    assert "Only players whose character" in (await stranger.click(proposal, "Yes")).text
    campaign = await party.cast.campaign()
    await party.services.wallet.take(
        campaign, party.cast.person(party.gm), [PartyPurse(campaign.id)], 50, key="tax", reason="tax"
    )
    await lando.click(proposal, "Yes")
    assert "The party has less than 100 cr" in (await chewie.click(proposal, "Yes")).text
    assert "1 yes" in proposal.text
    assert await party.money() == [50, 0, 0, 0]
    clock._now += LASTS
    assert "expired" in (await lando.click(proposal, "No")).text


async def test_a_proposal_goes_with_a_voter_who_is_forgotten(party: Party):
    han, lando, _chewie = party.players
    proposal = await party.proposes(han)
    await lando.click(proposal, "Yes")
    campaign = await party.cast.campaign()
    await party.services.maintenance.forget_user(lando.id, campaign.guild_id)
    assert await party.services.db.fetch("SELECT 1 FROM offers") == []
    assert "expired" in (await han.click(proposal, "Yes")).text
