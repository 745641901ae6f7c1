/** Keys that work everywhere, and the dialog that lists them. */

import { type Model, sectionNames, useModel } from "../model/model.ts";
import { Dialog } from "../parts/dialog.tsx";
import { set } from "../parts/set.ts";
import { Terms } from "../parts/text.tsx";

const keys: readonly (readonly [key: string, what: string])[] = [
  ["1 to 6", "go to a section"],
  ["/", "search"],
  ["?", "this sheet"],
  ["Tab", "go on to the next control"],
  ["↑ ↓ Page Home End", "move between the rows of a table"],
  ["← →", "move between the actions of a row"],
  ["Return", "open a row"],
  ["Space", "select an order"],
  ["Delete", "remove an order"],
  ["Escape", "close, or back to the row"],
];

export function ShortcutSheet() {
  const { dialog } = useModel();
  return (
    <Dialog title="Keyboard" onClose={() => set(dialog, undefined)}>
      <Terms terms={keys} ofWords />
    </Dialog>
  );
}

export function focusSection(root: HTMLElement): void {
  root.querySelector<HTMLElement>(".section")?.focus();
}

/** @param root the root element of the page or the panel */
export function onShortcut(event: KeyboardEvent, root: HTMLElement, { section, dialog }: Model): void {
  const target = event.composedPath()[0] as HTMLElement;
  const isTyping = target.matches("input:not([type=checkbox], [type=radio]), textarea, select");
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey || target.closest("dialog")) return;
  const findSearch = () => root.querySelector<HTMLElement>(".section input[type=search]");
  const name = sectionNames[Number(event.key) - 1];
  if (name) {
    section.value = name;
    // The section is rendered by then.
    setTimeout(focusSection, 0, root);
  } else if (event.key === "?") dialog.value = "keys";
  else if (event.key === "/") {
    if (!findSearch()) section.value = "orders";
    setTimeout(() => findSearch()?.focus());
  } else return;
  event.preventDefault();
}
