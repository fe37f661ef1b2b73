"""Scripted people: what they see, and what their client lets them do."""

from playground.people.choosing import ClientRefused
from playground.people.forms import Answer, Form
from playground.people.person import Player
from playground.people.seen import Button, Seen, Select

__all__ = ["Answer", "Button", "ClientRefused", "Form", "Player", "Seen", "Select"]
