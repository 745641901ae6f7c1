/** Signals that a control changes. */

import type { Signal } from "@preact/signals";

/** As in `onPress={() => set(isOpen, true)}`. */
export function set<Value>(to: Signal<Value>, value: Value): void {
  to.value = value;
}

/** What a control needs to show a signal and to change it, as in `<Field label="Name" {...bound(name)} />`. */
export function bound<Value>(to: Signal<Value>) {
  return { value: to.value, onInput: (value: Value) => set(to, value) };
}
