/** The first call of a run. */

import { BadInput } from "../../base/bad-input.ts";
import { ordersPath } from "../../spec/wire.ts";
import type { HeaderList } from "../history/exchange.ts";
import { listOf, ordersIn } from "../rules/listed-orders.ts";
import type { Target } from "../targets/target.ts";
import type { Transport } from "../targets/transport.ts";
import { authorization } from "./stage.ts";

/**
 * Asks for the list once: without an answer, or without being let in, no verdict
 * means anything. Gives the ids it shows.
 * @throws {BadInput} with what keeps the run from starting
 */
export async function knock(
  target: Target,
  transport: Transport,
  headers: HeaderList,
  redact: (text: string) => string,
): Promise<readonly bigint[]> {
  const request = {
    method: "GET",
    path: ordersPath,
    headers: [...authorization("key", target.apiKey), ...headers],
  };
  const exchange = await transport.send(request);
  const where = redact(target.baseUrl + ordersPath);
  if (!exchange.answer) {
    throw new BadInput(
      `Cannot reach ${where}: ${redact(exchange.failure ?? "")}. Is the server running, and the base URL right?`,
    );
  }
  const { status } = exchange.answer;
  if (status === 401 || status === 403) {
    throw new BadInput(
      `Cannot judge ${where}: it rejects the API key with ${status}. Give a valid one in STORE_ORDERS_API_KEY or with --api-key.`,
    );
  }
  if (status >= 300 && status < 400) {
    throw new BadInput(
      `Cannot judge ${where}: it redirects with ${status}, as a login page or a wrong address does. Check the base URL.`,
    );
  }
  if (status === 404) {
    throw new BadInput(
      `Cannot judge ${where}: it answers 404. A base URL ends with the version prefix, as in https://host/v1.`,
    );
  }
  return ordersIn(listOf(exchange) ?? []).flatMap(({ id }) => (typeof id === "bigint" ? [id] : []));
}
