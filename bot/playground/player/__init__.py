"""Scripted people: what they see, and what their client lets them do."""

from bot.playground.player.answer import Answer
from bot.playground.player.client_rules import ClientRefused
from bot.playground.player.forms import Form
from bot.playground.player.person import Player
from bot.playground.player.seen import Button, Seen, Select

__all__ = ["Answer", "Button", "ClientRefused", "Form", "Player", "Seen", "Select"]
