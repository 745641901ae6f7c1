/** Limits the number of cancelled orders, counted by the possible effects of calls with any key and any id. */

import { plural } from "../../base/bad-input.ts";
import { mayHaveActed } from "../evidence/exchange.ts";
import { mayAct } from "../evidence/read-call.ts";
import { nothingListens } from "../targets/target.ts";
import type { Guard } from "./gate.ts";

/** @param most orders that may be cancelled. Requests wait for each other where all of them together could cancel more */
export function createCancelLimit(most: number): Guard {
  const refusal = `the run may cancel at most ${plural(most, "order")}`;
  let acted = 0;
  let underWay = 0;
  let changed = Promise.withResolvers<void>();
  return {
    async admit({ request }) {
      if (!mayAct(request)) return {};
      while (acted < most && acted + underWay >= most) await changed.promise;
      if (acted >= most) return { refusal };
      let own = 1;
      underWay++;
      return {
        // A try after one that may have acted may cancel another order.
        whyNot(hadUnclearTry) {
          if (!hadUnclearTry) return undefined;
          if (acted + underWay >= most) return refusal;
          own++;
          underWay++;
          return undefined;
        },
        settle(exchange) {
          underWay -= own;
          if (!exchange || (mayHaveActed(exchange) && exchange.failure !== nothingListens)) acted += own;
          changed.resolve();
          changed = Promise.withResolvers();
        },
      };
    },
  };
}
