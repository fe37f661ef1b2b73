"""Images of dice and cards: drawings, files, and their upload to Discord."""
