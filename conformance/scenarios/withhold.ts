/** Keeps requests from being sent that a run is not allowed: held at the transport, whatever a scenario asks for. */

import type { Exchange, OutgoingRequest } from "../history/exchange.ts";
import type { GivenOrders } from "../history/given-orders.ts";
import { readRequest } from "../history/read-call.ts";
import { isBad } from "../history/read-credential.ts";
import type { Transport } from "../targets/transport.ts";

export interface Limits {
  /** Send nothing but GET and HEAD. Orders are not asked for either. */
  readonly readOnly?: boolean | undefined;
  /** How many orders the run may cancel. */
  readonly maxCancels?: number | undefined;
  /** How many requests the run may send, repeats included. */
  readonly maxRequests?: number | undefined;
  /** Told of each call that was made. */
  readonly onExchange?: ((exchange: Exchange) => void) | undefined;
}

/**
 * read: GET or HEAD. refused: a request that a right server refuses (no valid key,
 * no such order, a shipped one). cancels: a DELETE that uses an order up.
 */
export type Risk = "read" | "refused" | "cancels";

export function riskOf(request: OutgoingRequest, given: GivenOrders, apiKey: string): Risk {
  if (request.method === "GET" || request.method === "HEAD") return "read";
  return cancelledOrder(request, given, apiKey) === undefined ? "refused" : "cancels";
}

/** The pending order that a request may cancel on a right server. */
function cancelledOrder(request: OutgoingRequest, given: GivenOrders, apiKey: string): bigint | undefined {
  const { operation, credential, id } = readRequest(request, apiKey);
  const mayCancel = operation === "cancel" && !isBad(credential) && id?.value !== undefined;
  return mayCancel && given.pending.includes(id.value) ? id.value : undefined;
}

/** Requests before the last that is allowed. */
const reserve = 20;

export function withhold(
  transport: Transport,
  limits: Limits,
  given: () => GivenOrders,
  apiKey: string,
): Transport {
  const { readOnly = false, maxCancels = Number.POSITIVE_INFINITY, onExchange } = limits;
  const { maxRequests = Number.POSITIVE_INFINITY } = limits;
  let lastGiven: GivenOrders | undefined;
  /** Of the orders given last; those before them may have had the same ids. */
  const cancelled = new Set<bigint>();
  let cancels = 0;
  return {
    get sent() {
      return transport.sent;
    },
    async send(request, settings) {
      const hold = (why: string): Exchange => {
        const now = performance.now();
        return { request, failure: why, withheld: true, ms: 0, sentAt: now, endedAt: now };
      };
      if (readOnly && riskOf(request, given(), apiKey) !== "read") return hold("the run is read-only");
      if (transport.sent >= maxRequests) return hold(`the run may send ${maxRequests} requests at the most`);
      const order = cancelledOrder(request, given(), apiKey);
      if (order !== undefined) {
        if (given() !== lastGiven) cancelled.clear();
        lastGiven = given();
        if (!cancelled.has(order) && cancels >= maxCancels)
          return hold(
            `the run may cancel ${maxCancels} ${maxCancels === 1 ? "order" : "orders"} at the most`,
          );
        if (!cancelled.has(order)) cancels++;
        cancelled.add(order);
      }
      // What is not needed is left out where the run comes to its end.
      const isNearEnd = maxRequests - transport.sent < reserve;
      const exchange = await transport.send(request, isNearEnd ? { ...settings, isWarm: false } : settings);
      onExchange?.(exchange);
      return exchange;
    },
  };
}
