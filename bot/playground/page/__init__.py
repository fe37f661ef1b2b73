"""The page in the browser, from the server's side: who is let in, what they see, and what they do."""
