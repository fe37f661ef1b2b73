"""What is in the purses, and what people pay each other."""
