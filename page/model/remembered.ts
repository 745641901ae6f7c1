/** Small settings that outlive a reload: in the browser's storage where it allows that, else for the page's life. */

import { effect, type Signal, signal } from "@preact/signals";

/** @param isUsable whether what was stored is a value of now */
export function remembered<Value extends string | number | boolean>(
  name: string,
  usual: Value,
  isUsable: (value: unknown) => boolean = (value) => typeof value === typeof usual,
): Signal<Value> {
  const key = `store-orders-kit page ${name}`;
  const stored = readStored(key);
  const value = signal<Value>(isUsable(stored) ? (stored as Value) : usual);
  effect(() => writeStored(key, value.value));
  return value;
}

export function readStored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

export function writeStored(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that stores nothing: the setting lasts as long as the page.
  }
}
