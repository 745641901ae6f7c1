import type { History } from "./history.ts";

/** Finds something in a history once, and anew when calls were added: many requirements ask for the same. */
export function oncePerHistory<Found>(find: (history: History) => Found): (history: History) => Found {
  const known = new WeakMap<History, { readonly calls: number; readonly found: Found }>();
  return (history) => {
    const before = known.get(history);
    if (before?.calls === history.calls.length) return before.found;
    const found = find(history);
    known.set(history, { calls: history.calls.length, found });
    return found;
  };
}
