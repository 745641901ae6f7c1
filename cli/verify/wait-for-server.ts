/** `--wait SECONDS`: waits for a server that has just been started. */

import type { HeaderList } from "../../conformance/evidence/exchange.ts";
import { pause } from "../../conformance/targets/pacing.ts";
import type { Target } from "../../conformance/targets/target.ts";
import { listRequest } from "../connection.ts";

const pollMs = 250;

/**
 * Requests the list until it is answered with a status below 500, or the time is over; then the run reports the error.
 * @param headers of the user's own
 */
export async function waitForServer(
  { apiKey, send }: Pick<Target, "apiKey" | "send">,
  headers: HeaderList,
  seconds: number,
  signal: AbortSignal,
): Promise<void> {
  const deadline = performance.now() + seconds * 1000;
  const request = listRequest(apiKey, headers);
  const isReady = () =>
    send(request).then(
      ({ status }) => status < 500,
      () => false,
    );
  while (!signal.aborted && !(await isReady()) && performance.now() + pollMs < deadline)
    await pause(pollMs, signal);
}
