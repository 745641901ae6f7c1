/** `store-orders verify` in the process of a test, with its report read. */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Report } from "../../conformance/report/report.ts";
import type { ForeignOptions } from "../../conformance/testing/foreign-server.ts";
import { fiveOrders, foreignKey, namingFive, startForeign } from "../../conformance/testing/verify.ts";
import { createScratchFolder } from "../../mocks/testing/scratch-folder.ts";
import type { Environment } from "../command-line.ts";
import { runHere } from "./run-here.ts";

/** The JSON report as text and parsed; undefined where none was written. */
export async function verifyHere(args: readonly string[], env: Environment = {}) {
  const file = join(createScratchFolder(), "report.json");
  const end = await runHere(["verify", ...args, `--reporter=json=${file}`], {
    STORE_ORDERS_API_KEY: foreignKey,
    ...env,
  });
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  return { ...end, text, report: text === "" ? undefined : (JSON.parse(text) as Report) };
}

/** Judges a server of five pending orders and a shipped one, which are named. */
export async function judge(options: ForeignOptions, ...args: readonly string[]) {
  const server = await startForeign({ ...fiveOrders, ...options });
  return { server, ...(await verifyHere([server.baseUrl, ...namingFive, ...args])) };
}
