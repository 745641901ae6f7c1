import { expect, test } from "vitest";
import { openInBrowser } from "./mock-command.ts";

test("a browser's command is run", async () => {
  expect(await openInBrowser("http://127.0.0.1:4010/", "echo")).toBeUndefined();
});

test("a machine without such a command gives the reason, and no error", async () => {
  expect(await openInBrowser("http://127.0.0.1:4010/", "no-such-command-here")).toContain("ENOENT");
});
