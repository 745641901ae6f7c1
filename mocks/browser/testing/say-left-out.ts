/** For vitest's globalSetup: on a machine without a browser, one line about the tests that do not run, and the reason. */

import { explainMissing, findChromium, isBrowserRequired } from "./find-chromium.ts";

export function setup(): void {
  if (findChromium() !== undefined || isBrowserRequired()) return;
  process.stdout.write(`browser tests left out: ${explainMissing()}\n`);
}
