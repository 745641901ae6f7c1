/** Stops asking what a server never answers: a run ends, however many calls of a kind it would still make. */

import { isKeptWaiting, type OutgoingRequest } from "../evidence/exchange.ts";
import type { GivenOrders } from "../evidence/given-orders.ts";
import { readRequest } from "../evidence/read-call.ts";
import { isBad } from "../evidence/read-credential.ts";
import type { Transport } from "../targets/transport.ts";

/** Fewer than are under way at once: of those that were sent together, each had its chance. */
const mostInVain = 4;
/** Of all that come without a valid key, whatever they ask for. */
const mostWithoutKey = 6;

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
      const isRepeatable = settings?.repeatable ?? request.method !== "DELETE";
      const whyNot = () => {
        const vain = kinds.find(({ name, most }) => isRepeatable && (inVain.get(name) ?? 0) >= most);
        return vain && `${vain.most} calls of this kind in a row were not answered in time`;
      };
      const exchange = await transport.send(request, { ...settings, whyNot });
      if (exchange.notSent) return exchange;
      for (const { name } of kinds)
        inVain.set(name, isKeptWaiting(exchange) ? (inVain.get(name) ?? 0) + 1 : 0);
      return exchange;
    },
  };
}

/** A kind of calls, and how many of them may time out in a row. */
interface Kind {
  readonly name: string;
  readonly most: number;
}

/**
 * Calls that a server may treat alike: by operation, by whether the key is valid, by whether the order is known. And
 * among those: by whether there is a query, by what the id is to a reader of numbers. And all that have no valid key.
 */
function kindsOf(
  request: OutgoingRequest,
  { pending, shipped }: GivenOrders,
  apiKey: string,
): readonly Kind[] {
  const { operation, credential, isPlain, id, query } = readRequest(request, apiKey);
  const isGiven = id?.value !== undefined && [...pending, ...shipped].includes(id.value);
  const kind = [operation, isBad(credential), isPlain, isGiven].join();
  const isLarge = id?.value !== undefined && BigInt.asIntN(54, id.value) !== id.value;
  const finer = [kind, query !== undefined, id?.kind, isLarge].join();
  return [
    { name: kind, most: mostInVain },
    { name: finer, most: mostInVain },
    ...(isBad(credential) ? [{ name: "without a valid key", most: mostWithoutKey }] : []),
  ];
}
