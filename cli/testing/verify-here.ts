/** `store-orders verify` in the process of a test, with its report read. */

import { existsSync, readFileSync } from "node:fs";
import type { Report } from "../../conformance/report/report.ts";
import type { ForeignOptions } from "../../conformance/testing/foreign-server.ts";
import { fiveOrders, foreignKey, namingFive, startForeign } from "../../conformance/testing/verify.ts";
import type { Environment } from "../command-line.ts";
import { runHere } from "./run-here.ts";
import { pathOf } from "./scratch-files.ts";
/** Fails errors/404-code or errors/401-code, and nothing else. */
export const failCode = (code: 401 | 404): ForeignOptions => ({
  error: (status) => [
    "application/json",
    JSON.stringify({ code: status === code ? status : "x", message: "m", status }),
  ],
});

/** Warns of cancel-order/no-content-length and of nothing else. */
export const withLength: ForeignOptions = {
  deliver(response, { status, headers, body }) {
    response.writeHead(status, { ...headers, ...(status === 204 && { "content-length": "0" }) }).end(body);
  },
};

/** The JSON report as text and parsed; undefined where none was written. */
export async function verifyHere(args: readonly string[], env: Environment = {}) {
  const file = pathOf("report.json");
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
  return { server, ...(await verifyHere([server.baseUrl, ...namingFive, "--settle=0", ...args])) };
}

/** The verdict, and the outcome of each requirement. */
export const outcomesOf = ({ verdict, results }: Report): readonly string[] => [
  verdict,
  ...results.map(({ id, outcome }) => `${id} ${outcome}`),
];
