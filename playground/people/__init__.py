"""Scripted people: what they see, and what their client lets them do."""

from playground.people.answer import Answer
from playground.people.client_rules import ClientRefused
from playground.people.forms import Form
from playground.people.person import Player
from playground.people.seen import Button, Seen, Select

__all__ = ["Answer", "Button", "ClientRefused", "Form", "Player", "Seen", "Select"]
