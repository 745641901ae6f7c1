import { onTestFinished } from "vitest";

/** The next error that nothing catches, which vitest would otherwise count as a failure of the run. */
export function nextUncaught(): Promise<unknown> {
  const listeners = process.listeners("uncaughtException");
  process.removeAllListeners("uncaughtException");
  onTestFinished(() => {
    for (const listener of listeners) process.on("uncaughtException", listener);
  });
  return new Promise((resolve) => process.once("uncaughtException", resolve));
}
