/** The wait for effects that come late. What has no effect of its own is done meanwhile. */

import { pause } from "../targets/transport.ts";
import type { Settling } from "./run.ts";

export function createLateWait(ms: number, signal: AbortSignal | undefined): Settling {
  let until = 0;
  return {
    begin() {
      until = performance.now() + ms;
    },
    async end() {
      const left = until - performance.now();
      if (left > 0) await pause(left, signal);
    },
  };
}
