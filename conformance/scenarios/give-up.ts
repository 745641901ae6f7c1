/** Stops asking what a server never answers: a run ends, however many calls of a kind it would still make. */

import type { Exchange, OutgoingRequest } from "../history/exchange.ts";
import type { GivenOrders } from "../history/given-orders.ts";
import { readRequest } from "../history/read-call.ts";
import { isBad } from "../history/read-credential.ts";
import type { Transport } from "../targets/transport.ts";

/** Fewer than are under way at once: of those that were sent together, each had its chance. */
const mostInVain = 4;

/**
 * Of each kind of call so many in a row may time out; the others of that kind are not sent. A cancel of a pending
 * order is: there are few, and each is asked for by name.
 */
export function giveUpAfterTimeouts(
  transport: Transport,
  given: () => GivenOrders,
  apiKey: string,
): Transport {
  const inVain = new Map<string, number>();
  return {
    get sent() {
      return transport.sent;
    },
    async send(request, settings) {
      const kinds = kindsOf(request, given(), apiKey);
      const count = Math.max(...kinds.map((kind) => inVain.get(kind) ?? 0));
      if (count >= mostInVain && (settings?.repeatable ?? request.method !== "DELETE")) {
        const failure = `${count} calls of this kind in a row were not answered in time`;
        const now = performance.now();
        return { request, failure, notSent: true, ms: 0, sentAt: now, endedAt: now };
      }
      const exchange = await transport.send(request, settings);
      for (const kind of kinds) inVain.set(kind, isTimeout(exchange) ? (inVain.get(kind) ?? 0) + 1 : 0);
      return exchange;
    },
  };
}

const isTimeout = ({ answer, failure }: Exchange): boolean =>
  !answer && failure?.startsWith("timeout") === true;

/**
 * Calls that a server may treat alike: by operation, by whether the key is valid, by whether the order is known. And
 * among those: by whether there is a query, by what the id is to a reader of numbers.
 */
function kindsOf(
  request: OutgoingRequest,
  { pending, shipped }: GivenOrders,
  apiKey: string,
): readonly [string, string] {
  const { operation, credential, isPlain, id, query } = readRequest(request, apiKey);
  const isGiven = id?.value !== undefined && [...pending, ...shipped].includes(id.value);
  const kind = [operation, isBad(credential), isPlain, isGiven].join();
  const isLarge = id?.value !== undefined && BigInt.asIntN(54, id.value) !== id.value;
  return [kind, [kind, query !== undefined, id?.kind, isLarge].join()];
}
