/** For vitest's globalSetup: on a machine without a browser, one line that says what does not run, and why. */

import { explainMissing, findChromium, isBrowserRequired } from "./find-chromium.ts";

export function setup(): void {
  if (findChromium() !== undefined || isBrowserRequired()) return;
  process.stdout.write(`browser tests left out: ${explainMissing()}\n`);
}
