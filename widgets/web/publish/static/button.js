// A button in a line of text, as the site has them.

/** It does what its words say. */
export function button(act, words = "Try again") {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "rb-again";
  made.textContent = words;
  made.addEventListener("click", act);
  return made;
}
