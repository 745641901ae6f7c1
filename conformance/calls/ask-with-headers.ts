/** Calls with many headers at once, and with each group alone where that makes a difference. */

import type { HeaderList } from "../evidence/exchange.ts";
import type { Call } from "../evidence/read-call.ts";
import { headersOfRefusedCancels, originHeaders } from "../misreadings/client-headers.ts";

/**
 * Sends all headers in one call, and each group alone if that call was not answered as usual. An unknown Origin may be
 * refused, so it is sent in a call of its own.
 * @param isUsual whether a call is answered as one without these headers
 */
export async function askWithHeaders(
  isUsual: (call: Call) => boolean,
  kinds: readonly HeaderList[],
  ask: (headers: HeaderList) => Promise<Call>,
): Promise<void> {
  const [all] = await Promise.all([ask([...new Map(kinds.flat())]), ask(originHeaders)]);
  if (!isUsual(all)) await Promise.all(kinds.map(ask));
}

/** Sends cancels that must be refused with this status, with all groups of headers. */
export const cancelWithHeaders = (
  status: number | undefined,
  ask: (headers: HeaderList) => Promise<Call>,
): Promise<void> => askWithHeaders((call) => call.status === status, headersOfRefusedCancels, ask);
