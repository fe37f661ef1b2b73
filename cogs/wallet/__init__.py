"""What is in the wallets, and what people pay each other."""
