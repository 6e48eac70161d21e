// Names that several parts of the screen agree on.

/** Acts with which a log begins anew. */
export const FRESH = new Set(["new", "import"]);

/** Acts that take something away: they are told with a button that brings it back. */
export const TAKES_AWAY = new Set(["remove", "end", "out", "lose"]);

/** What a file of this screen calls itself, and the version that is written. */
export const KIND = "rulebook-companion";
export const VERSION = 1;

/** Whether keys are text for a field just now. */
export const typing = (element) =>
  element?.matches?.("select, textarea, [contenteditable], input:not([type=checkbox], [type=radio], [type=range], [type=button])");
