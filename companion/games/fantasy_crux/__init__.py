"""Fantasy Crux 2.0: D100 under a skill, bonus and penalty dice, Reactions and the combat result matrix."""
