// For chapters with widgets of other kinds: a touch offers the same chapter in Voilà's own, larger front end.

import { againButton, ask } from "./live.js";

const OFFER = "This part needs a larger page, of about five megabytes. ";
const OPEN = "Open it";

/** Offer the larger page at the slot that was touched; it opens only when the reader says so. */
export function offer(address, slot) {
  const note = slot.parentElement.querySelector(".rb-note");
  if (note.childElementCount) return;
  const open = () =>
    ask(address)
      .then((reply) => location.assign(reply.address))
      .catch((error) => note.replaceChildren(`${error.message} `, againButton(open)));
  note.replaceChildren(OFFER, againButton(open, OPEN));
}
