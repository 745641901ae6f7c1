/**
 * Sends the calls of a run: a limited number at a time, repeatable ones again where the network failed, and put-off ones
 * once the server is ready for them. A server that puts off or keeps waiting too long is asked by fewer calls at once,
 * over no more connections; one that asks for a longer wait than the run may spend is asked no more.
 */

import type { Exchange, OutgoingRequest } from "../evidence/exchange.ts";
import { shareTries, type TransportOptions } from "./share-tries.ts";
import type { SendOptions, Target } from "./target.ts";
import { Tries } from "./tries.ts";

export interface Transport {
  send(request: OutgoingRequest, settings?: SendOptions): Promise<Exchange>;
  /** Requests sent so far, repeats included. */
  readonly sent: number;
  /** Why nothing more is sent with the key: the server asks for a longer wait than the run may spend. */
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
