import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

test("the ways through the kit are no longer than their bounds", async () => {
  const tool = fileURLToPath(new URL("walks.ts", import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [tool]);
  process.stdout.write(stdout);
  expect(stdout.trim().split("\n")).toHaveLength(7);
});
