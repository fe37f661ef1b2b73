"""Discord's limits: commands, components, messages, forms and rates."""
