/** A module for --provision that writes its calls to a file. */

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createScratchFolder } from "../../mocks/testing/scratch-folder.ts";

/** @param source may call `record(...)` */
export function writeModule(source: string): { readonly file: string; calls(): readonly string[] } {
  const folder = createScratchFolder();
  const file = join(folder, "orders.mjs");
  const log = join(folder, "log");
  writeFileSync(
    file,
    `import { appendFileSync } from "node:fs";
     const record = (...what) => appendFileSync(${JSON.stringify(log)}, JSON.stringify(what) + "\\n");
     ${source}`,
  );
  const calls = () => (existsSync(log) ? readFileSync(log, "utf8").split("\n").filter(Boolean) : []);
  return { file, calls };
}
