/** `npm run runtimes`: tries the packed kit on each runtime, and writes the table of docs/runtimes.md. */

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { makeRuntimesTable, withTable } from "./runtimes-table.ts";

const page = fileURLToPath(new URL("../../docs/runtimes.md", import.meta.url));
const table = await makeRuntimesTable();
writeFileSync(page, withTable(readFileSync(page, "utf8"), table));
process.stdout.write(`${table}\n`);
