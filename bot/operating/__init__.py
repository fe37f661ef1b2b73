"""For the person who runs the bot: backups and their schedule, the restore drill, blocks and notices, and the port for
measures and health.
"""
