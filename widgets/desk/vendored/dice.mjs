export { DiceRoll, NumberGenerator } from "@dice-roller/rpg-dice-roller";
