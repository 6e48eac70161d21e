export { Dice, DiceRoll, NumberGenerator, Results } from "@dice-roller/rpg-dice-roller";
