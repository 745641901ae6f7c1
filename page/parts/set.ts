/** Signals that a control changes. */

import type { Signal } from "@preact/signals";

/** Sets a signal, as in `onPress={() => set(isOpen, true)}`. */
export function set<Value>(to: Signal<Value>, value: Value): void {
  to.value = value;
}

/** The properties of a control that shows and changes a signal, as in `<Field label="Name" {...bound(name)} />`. */
export function bound<Value>(to: Signal<Value>) {
  return { value: to.value, onInput: (value: Value) => set(to, value) };
}
