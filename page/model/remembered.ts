/**
 * Small settings that are kept over a reload: in the browser's storage where that is allowed, otherwise as long as the page.
 */

import { effect, type Signal, signal } from "@preact/signals";

/** @param isUsable whether a stored value is still valid */
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
    // In a browser without storage the setting is kept as long as the page.
  }
}
