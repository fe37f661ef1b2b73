"""What only the GM does: NPCs, and money that is given and taken."""
