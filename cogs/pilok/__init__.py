"""Three Street Pi'Lok and Long Pi'Lok."""
