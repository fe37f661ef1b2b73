"""The playground: a local Discord with a demo world, scripted people and a web page."""
