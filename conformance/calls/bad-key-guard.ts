/** Sends the first request without a valid key that may act alone: a list shows its effect before the others follow. */

import { isBad, mayAct } from "../evidence/read-call.ts";
import type { Guard } from "./gate.ts";

/** @param readList reads the list */
export function createBadKeyGuard(readList: () => Promise<unknown>): Guard {
  /** Resolves when a list has been read after the first one. */
  let shown: Promise<unknown> | undefined;
  return {
    async admit({ request, read }) {
      if (!mayAct(request) || !isBad(read.credential)) return {};
      while (shown) {
        const awaited = shown;
        await awaited;
        if (awaited === shown) return {};
      }
      const { promise: answered, resolve: end } = Promise.withResolvers<void>();
      shown = answered.then(readList);
      return {
        settle(exchange) {
          // The next one is the first, then.
          if (exchange.notSent) shown = undefined;
          end();
        },
      };
    },
  };
}
