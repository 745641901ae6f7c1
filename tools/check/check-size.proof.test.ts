import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { test } from "vitest";

test("no folder and no way through the kit exceeds its limit", () => {
  const script = fileURLToPath(new URL("check-size.ts", import.meta.url));
  execFileSync(process.execPath, [script], { stdio: ["ignore", "inherit", "inherit"] });
});
