/** Keeps requests from being sent that a run is not allowed: held at the transport, whatever a scene asks for. */

import type { Cast } from "../history/cast.ts";
import type { Exchange } from "../history/exchange.ts";
import type { Transport } from "../targets/transport.ts";
import { cancelledOrder, riskOf } from "./call-risk.ts";

export interface Limits {
  /** Send nothing but GET and HEAD. Orders are not asked for either. */
  readonly readOnly?: boolean | undefined;
  /** How many orders the run may cancel. */
  readonly maxCancels?: number | undefined;
  /** Told of each call that was made. */
  readonly onExchange?: ((exchange: Exchange) => void) | undefined;
}

export function withhold(transport: Transport, limits: Limits, cast: Cast, apiKey: string): Transport {
  const { readOnly = false, maxCancels = Number.POSITIVE_INFINITY, onExchange } = limits;
  const cancelled = new Set<bigint>();
  return {
    get sent() {
      return transport.sent;
    },
    async send(request, settings) {
      const hold = (why: string) => ({ request, failure: why, withheld: true, ms: 0 });
      if (readOnly && riskOf(request, cast, apiKey) !== "read") return hold("the run is read-only");
      const order = cancelledOrder(request, cast, apiKey);
      if (order !== undefined) {
        if (!cancelled.has(order) && cancelled.size >= maxCancels)
          return hold(
            `the run may cancel ${maxCancels} ${maxCancels === 1 ? "order" : "orders"} at the most`,
          );
        cancelled.add(order);
      }
      const exchange = await transport.send(request, settings);
      onExchange?.(exchange);
      return exchange;
    },
  };
}
