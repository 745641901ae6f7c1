/** Changes a signal from a control: `onInput={(value) => set(text, value)}`. */

import type { Signal } from "@preact/signals";

export function set<Value>(to: Signal<Value>, value: Value): void {
  to.value = value;
}
