/** One line on standard error and the documented exit code for any error. */

import type { BadInput } from "../base/bad-input.ts";
import { hideAddress } from "../base/secrets.ts";
import type { Terminal } from "./terminal.ts";

/** @returns the exit code */
export function explainError(error: unknown, { warn }: Terminal): number {
  const message = hideAddress(error instanceof Error ? error.message : String(error));
  const name = error instanceof Error ? error.name : "";
  if (name === "BadInput") {
    const { details } = error as BadInput;
    warn(message, details.map(hideAddress));
    return 2;
  }
  warn(`A fault of the kit, please report it: ${name}: ${message}`);
  return 70;
}
