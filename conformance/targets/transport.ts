/**
 * Sends the calls of a run: a limited number at a time, repeatable ones again where the network failed, and after a 429 or
 * 503 again at the requested time. A server that answers 429 or 503, or too slowly, gets fewer calls at once, and no further
 * connections; one that asks for a longer wait than the run has gets no more calls.
 */

import type { Exchange, OutgoingRequest } from "../evidence/exchange.ts";
import { shareTries, type TransportOptions } from "./share-tries.ts";
import type { SendOptions, Target } from "./target.ts";
import { Tries } from "./tries.ts";

export interface Transport {
  send(request: OutgoingRequest, settings?: SendOptions): Promise<Exchange>;
  /** Requests sent so far, repeats included. */
  readonly sent: number;
  /** The reason why no more calls with the key are sent: the server asks for a longer wait than the run has. */
  readonly ended?: string | undefined;
}

export function createTransport(target: Target, options: TransportOptions = {}): Transport {
  const shared = shareTries(target, options);
  return {
    send: (request, settings) => new Tries(shared, request, settings).send(),
    get sent() {
      return shared.sent;
    },
    get ended() {
      return shared.throttle.endedWithKey();
    },
  };
}
