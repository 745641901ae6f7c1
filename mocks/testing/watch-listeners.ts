import { onTestFinished, vi } from "vitest";
import type { Mock } from "../mock.ts";

/** Counts the listeners of a mock's events. */
export function watchListeners({ control }: Mock): () => number {
  const { onEvent } = control;
  let count = 0;
  const spy = vi.spyOn(control, "onEvent").mockImplementation((listener) => {
    const stop = onEvent(listener);
    count++;
    return () => {
      count--;
      stop();
    };
  });
  onTestFinished(() => spy.mockRestore());
  return () => count;
}
