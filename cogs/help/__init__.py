"""Help: first steps, all commands, and the permissions that the bot lacks."""
