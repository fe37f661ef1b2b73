"""What Discord refuses by itself, before anybody's rights matter: forms that are too long, too many or too mixed."""
