"""The bot's cogs: one folder a game, and the folders of commands that are not games."""
