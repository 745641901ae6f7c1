import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { makeRuntimesTable, withTable } from "./runtimes-table.ts";

test("the table of runtimes says what the packed kit does on each", async () => {
  const page = readFileSync(fileURLToPath(new URL("../../docs/runtimes.md", import.meta.url)), "utf8");
  const table = await makeRuntimesTable();
  process.stdout.write(`${table}\n`);
  // `npm run runtimes` writes it anew.
  expect(page).toBe(withTable(page, table));
}, 900_000);
