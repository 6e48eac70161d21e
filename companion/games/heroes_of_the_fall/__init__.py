"""Heroes of the Fall: a d100 that may raise a skill, then three ordered d8 read on a feat table."""
