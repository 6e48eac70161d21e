"""Against the Darkmaster: the open-ended D100, its optional combat rules and its Martial Moves."""
