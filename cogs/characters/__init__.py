"""Characters of the players: made, shown, changed, played, retired."""
