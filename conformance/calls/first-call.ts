/** The first call of a run. */

import { BadInput } from "../../base/bad-input.ts";
import { ordersPath } from "../../spec/wire.ts";
import { headerOf } from "../evidence/exchange.ts";
import type { Call } from "../evidence/read-call.ts";

/**
 * Without an answer, or without being let in, no verdict means anything.
 * @param call the list, asked for with the key
 * @throws {BadInput} with what keeps the run from starting
 */
export function checkFirstCall({ exchange, status }: Call, address: string): void {
  const where = address + ordersPath;
  // An answer that cannot be read is a server's all the same, and judged.
  if (exchange.broken) return;
  // Something may well be there: a server that hangs, or that never comes to the end of its answer.
  if (exchange.failure?.startsWith("timeout after")) {
    throw new BadInput(
      `Cannot reach ${where}: no complete answer came (${exchange.failure}). Check the base URL, or give it longer with --timeout.`,
    );
  }
  if (status === undefined) {
    throw new BadInput(
      `Cannot reach ${where}: ${exchange.failure ?? ""}. Is the server running, and is the base URL right?`,
    );
  }
  if (status === 401 || status === 403) {
    throw new BadInput(
      `Cannot judge ${where}: it rejects the API key with ${status}. Give a valid one in STORE_ORDERS_API_KEY or with --api-key.`,
    );
  }
  const to = exchange.answer && headerOf(exchange.answer, "location");
  const location = to === undefined ? "" : ` to ${to.slice(0, 200)}`;
  if (status >= 300 && status < 400) {
    throw new BadInput(`Cannot judge ${where}: it redirects with ${status}${location}${whatToDo(where, to)}`);
  }
  if (status === 404) {
    throw new BadInput(
      `Cannot judge ${where}: it answers 404. A base URL ends with the version prefix, as in https://host/v1.`,
    );
  }
}

/** What a redirect of the list says about the server or its address. */
function whatToDo(where: string, location: string | undefined): string {
  const from = new URL(where);
  const to = location === undefined ? null : URL.parse(location, where);
  if (to?.host === from.host && to.pathname === `${from.pathname}/`)
    return ". The document's path has no slash at its end: let the server answer it there.";
  if (to && to.origin !== from.origin && to.pathname === from.pathname)
    return `. Give the base URL ${(to.origin + to.pathname).slice(0, -ordersPath.length)}.`;
  return ", as a login page or a wrong address does. Check the base URL.";
}
