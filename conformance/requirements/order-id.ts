/** Section 4.2: orderId is an int64, every one of them, and each names one order. */

import { cancelledPending, lastingProofs, mangledPending, racedPending } from "../scenarios/given-orders.ts";
import { malformedCancels, malformedIds, unknownIdFloors, unknownOrders } from "../scenarios/look.ts";
import { expectNotDone } from "./cancel-answers.ts";
import { type Requirement, requirement } from "./requirement.ts";
import { expectStillPending } from "./still-pending.ts";

const later = { cancelled: cancelledPending, proofs: lastingProofs, race: racedPending };

export const orderIdRequirements: readonly Requirement[] = [
  requirement({
    id: "order-id/unknown-large",
    title: "Every int64 is understood as an id: unknown ones beyond 2^31, 2^32 and 2^53 answer 404",
    clause: "cancel-order-id",
    scenes: { unknown: unknownOrders },
    check({ unknown: { plain, large } }, judge) {
      if (plain.withheld) judge.answer(plain);
      if (plain.answer?.status !== 404) judge.untestable("An unknown order is not answered 404 at all.");
      judge.answer(plain);
      Object.keys(unknownIdFloors).forEach((range, index) => {
        const exchange = large[index]!;
        const { status } = judge.answer(exchange);
        if (status !== 404) judge.unmet(`404 for an unknown id ${range}`, String(status), exchange);
      });
    },
  }),
  requirement({
    id: "order-id/malformed",
    title: "An id that is no int64 is refused with a 4xx",
    clause: "cancel-order-id",
    scenes: { malformed: malformedCancels },
    check({ malformed: { withKey } }, judge) {
      withKey.forEach((exchange, index) => {
        const { status } = judge.answer(exchange);
        if (status < 400 || status >= 500)
          judge.unmet(`a 4xx for the id ${malformedIds[index]}`, String(status), exchange);
      });
    },
  }),
  requirement({
    id: "order-id/resembling",
    title: "An id that only resembles a pending order's is refused",
    clause: "cancel-order-id",
    scenes: { mangled: mangledPending },
    check({ mangled: { calls } }, judge) {
      for (const exchange of calls) {
        expectNotDone(exchange, `the id ${exchange.request.path.split("/").at(-1)}`, judge);
        const { status } = judge.answer(exchange);
        if (status >= 500) judge.unmet("an answer below 500", String(status), exchange);
      }
    },
  }),
  requirement({
    id: "order-id/resembling-has-no-effect",
    title: "An id that only resembles a pending order's leaves that order pending",
    clause: "cancel-order-id",
    scenes: { mangled: mangledPending, ...later },
    check({ mangled, ...rest }, judge) {
      // A 2xx is another requirement's to report; this one finds the effect behind a refusal.
      if (mangled.calls.some((exchange) => (exchange.answer?.status ?? 0) < 300)) {
        judge.untestable("Such an id is not refused in the first place.");
      }
      expectStillPending(mangled, rest, judge);
    },
  }),
];
