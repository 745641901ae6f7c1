/** A temporary folder, which is removed when the test ends. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

export function createScratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "store-orders-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
