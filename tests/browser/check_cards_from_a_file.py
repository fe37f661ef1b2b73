"""A GM loads a file of cards at the page, and somebody else has it as a file."""

from pathlib import Path

from playwright.async_api import FilePayload, expect

from cogs.klingon.card_file import STANDARD, read_deck, write_deck
from tests.browser.conftest import OpenTab

FRIENDS = STANDARD.evolve(title="Old friends")


async def test_cards_are_loaded_and_given_out_as_files(tab: OpenTab, tmp_path: Path):
    gm = await tab("Lady Proxima")
    file: FilePayload = {"name": "friends.toml", "mimeType": "", "buffer": write_deck(FRIENDS).encode()}
    await gm.composer.fill("/klingon deck import file:")
    async with gm.page.expect_file_chooser() as asked:
        await gm.page.keyboard.press("Enter")
        await gm.page.get_by_role("button", name="file: choose a file").press("Enter")
    await (await asked.value).set_files([file])
    await expect(gm.page.get_by_role("button", name="file: friends.toml")).to_be_visible()
    await gm.page.keyboard.press("Enter")
    await gm.shows("Loaded: 36 ships, 60 action cards, 3 carriers.")
    await gm.click("Show the cards")
    await gm.shows("Federation frigate (size 5): 1 Phaser, 1 Photon")

    han = await tab("Han")
    await han.command("/klingon deck export")
    link = han.log.get_by_role("link", name="klingon-cards.toml")
    async with han.page.expect_download() as downloading:
        await link.click()
    saved = tmp_path / "saved.toml"
    await (await downloading.value).save_as(saved)
    assert read_deck(saved.read_bytes()) == FRIENDS
