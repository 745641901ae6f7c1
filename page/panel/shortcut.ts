/** A combination of keys by name, as in `Alt+Shift+O`. */

export function isShortcut(event: KeyboardEvent, shortcut: string): boolean {
  const names = shortcut.toLowerCase().split("+");
  const key = names.pop()!;
  return (
    event.altKey === names.includes("alt") &&
    event.shiftKey === names.includes("shift") &&
    event.ctrlKey === names.includes("ctrl") &&
    event.metaKey === names.includes("meta") &&
    // With Alt, some systems write another character: the place on the keyboard counts as well.
    (event.key.toLowerCase() === key || event.code.toLowerCase() === `key${key}`)
  );
}
