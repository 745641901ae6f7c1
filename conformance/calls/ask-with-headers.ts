/** Calls with many headers at once, then with each group and each header alone where the answer differs. */

import type { HeaderList } from "../evidence/exchange.ts";
import type { Call } from "../evidence/read-call.ts";
import { isOtherRefusal } from "../evidence/special-headers.ts";
import { headersOfRefusedCancels, originHeaders } from "../misreadings/client-headers.ts";

/**
 * Sends all headers in as few calls as their names allow. If one is not answered as usual, they are sent in smaller groups,
 * down to one, so that one shows the header that matters. An unknown Origin may be refused, so it is sent in a call of its own.
 * @param isUsual whether a call is answered as one without these headers
 * @param maxAlone maximum number of headers that are sent alone
 */
export async function askWithHeaders(
  isUsual: (call: Call) => boolean,
  kinds: readonly HeaderList[],
  ask: (headers: HeaderList) => Promise<Call>,
  maxAlone = Number.POSITIVE_INFINITY,
): Promise<void> {
  const [origin, ...together] = await Promise.all([originHeaders, ...joinKinds(kinds)].map(ask));
  const groups = together.every(isUsual) ? [] : kinds;
  const calls = await Promise.all(groups.map(ask));
  // Whichever header a strict server refuses, its refusal is right.
  const isOdd = (call: Call) => !isUsual(call) && !isOtherRefusal(call.status ?? 0);
  const odd = groups.filter((_, index) => isOdd(calls[index]!));
  const headers = [...(isOdd(origin!) ? [originHeaders] : []), ...odd].flat();
  await Promise.all(headers.slice(0, maxAlone).map((header) => ask([header])));
}

/** Joins headers into few lists, each with one value for a name. */
function joinKinds(kinds: readonly HeaderList[]): readonly HeaderList[] {
  const joined: Map<string, string>[] = [];
  for (const kind of kinds) {
    const free = joined.find((values) =>
      kind.every(([name, value]) => (values.get(name) ?? value) === value),
    );
    const values = free ?? new Map<string, string>();
    if (!free) joined.push(values);
    for (const [name, value] of kind) values.set(name, value);
  }
  return joined.map((values) => [...values]);
}

/** Sends cancels that must be refused with this status, with all groups of headers. */
export const cancelWithHeaders = (
  status: number | undefined,
  ask: (headers: HeaderList) => Promise<Call>,
): Promise<void> => askWithHeaders((call) => call.status === status, headersOfRefusedCancels, ask);
