/** Calls with many headers at once, then with each group and each header alone where the answer differs. */

import type { HeaderList } from "../evidence/exchange.ts";
import type { Call } from "../evidence/read-call.ts";
import { isOtherRefusal } from "../evidence/special-headers.ts";
import { headersOfRefusedCancels, originHeaders } from "../misreadings/client-headers.ts";

/**
 * Sends all headers in one call. Headers of a call that was not answered as usual are sent in smaller groups, down to one,
 * so that one shows the header that matters. An unknown Origin may be refused, so it is sent in a call of its own.
 * @param isUsual whether a call is answered as one without these headers
 */
export async function askWithHeaders(
  isUsual: (call: Call) => boolean,
  kinds: readonly HeaderList[],
  ask: (headers: HeaderList) => Promise<Call>,
): Promise<void> {
  const [all, origin] = await Promise.all([ask([...new Map(kinds.flat())]), ask(originHeaders)]);
  const groups = isUsual(all) ? [] : kinds;
  const calls = await Promise.all(groups.map(ask));
  // Whichever header a strict server refuses, its refusal is right.
  const isOdd = (call: Call) => !isUsual(call) && !isOtherRefusal(call.status ?? 0);
  const odd = groups.filter((_, index) => isOdd(calls[index]!));
  const headers = [...odd, ...(isOdd(origin) ? [originHeaders] : [])].flat();
  await Promise.all(headers.map((header) => ask([header])));
}

/** Sends cancels that must be refused with this status, with all groups of headers. */
export const cancelWithHeaders = (
  status: number | undefined,
  ask: (headers: HeaderList) => Promise<Call>,
): Promise<void> => askWithHeaders((call) => call.status === status, headersOfRefusedCancels, ask);
