"""What every button, select and form at a table does. Importing the package declares them all."""

from bot.ui.verbs import coming, house_rules, looking, own_seat, playing, running

__all__ = ["coming", "house_rules", "looking", "own_seat", "playing", "running"]
