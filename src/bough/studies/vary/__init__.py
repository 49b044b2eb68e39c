"""What varies: names of numbers, plans, tables."""
