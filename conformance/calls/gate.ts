/**
 * Refuses requests that a run may not send. Enforced in the transport, so that no step can bypass it: no order may be
 * lost that the run was not given.
 */

import { type Exchange, notSent, type OutgoingRequest } from "../evidence/exchange.ts";
import type { GivenOrders } from "../evidence/given-orders.ts";
import { mayAct, readRequest } from "../evidence/read-call.ts";
import type { SendOptions } from "../targets/target.ts";
import type { Transport } from "../targets/transport.ts";
import { IdGuard, type IdGuardOptions } from "./id-guard.ts";
import { isOwnCancel } from "./order-guard.ts";

export interface Limits {
  /** Send nothing but GET and HEAD. Orders are not asked for either. */
  readonly readOnly?: boolean | undefined;
  /** Maximum number of orders that the server may cancel, including orders of other clients. */
  readonly maxCancels?: number | undefined;
  /** Maximum number of requests of the run, repeats included. */
  readonly maxRequests?: number | undefined;
  /** Any order may be lost, including orders of other clients: every call is made. */
  readonly disposable?: boolean | undefined;
  /** Called with each call that was made. */
  readonly onExchange?: ((exchange: Exchange) => void) | undefined;
}

/**
 * read: GET or HEAD. refused: a request that a right server refuses (no valid key,
 * no such order, a shipped one). cancels: a DELETE that uses an order up.
 */
export type Risk = "read" | "refused" | "cancels";

export function riskOf(request: OutgoingRequest, given: GivenOrders, apiKey: string): Risk {
  if (!mayAct(request)) return "read";
  return isOwnCancel(readRequest(request, apiKey), given) ? "cancels" : "refused";
}

export function limitCalls(transport: Transport, limits: Limits, options: IdGuardOptions): Transport {
  const { readOnly = false, disposable = false, onExchange } = limits;
  const { maxRequests = Number.POSITIVE_INFINITY } = limits;
  const { given, apiKey, guard } = options;
  const idGuard = new IdGuard(options);

  async function sendNow(request: OutgoingRequest, settings?: SendOptions): Promise<Exchange> {
    if (transport.sent >= maxRequests)
      return notSent(request, `the run may send ${maxRequests} requests at the most`);
    const exchange = await transport.send(request, settings);
    if (!exchange.notSent) onExchange?.(exchange);
    return exchange;
  }

  return {
    get sent() {
      return transport.sent;
    },
    async send(request, settings) {
      if (readOnly && riskOf(request, given(), apiKey) !== "read")
        return notSent(request, "the run is read-only");
      const send = () => sendNow(request, settings);
      if (disposable) return send();
      const sendGuarded = async () => {
        const passed = guard ? await guard.pass(request, send) : await send();
        return typeof passed === "string" ? notSent(request, passed) : passed;
      };
      return mayAct(request) ? idGuard.pass(request, sendGuarded) : sendGuarded();
    },
  };
}
