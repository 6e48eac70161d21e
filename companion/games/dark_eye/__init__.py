"""The Dark Eye: roll under attack and defence, halve and double on a 1, and a check with three dice."""
