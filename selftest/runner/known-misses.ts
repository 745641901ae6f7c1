/** Wrong servers that the judge does not catch, and why. */

import {
  alterRequests,
  done,
  isCancel,
  putInto,
  readRows,
  refusal,
  retarget,
} from "../broken/broken-server.ts";
import { answers, instead } from "../broken/steps.ts";

/** Wrong servers, each with why it is missed. */
export const knownMisses = readRows({
  "first-cancel-with-query-does-nothing: Not asked: the first cancel of an order with a query, which a server may refuse.":
    instead("pending", ({ request }) => (request.target.includes("?") ? done : undefined)),
  "first-cancel-200-on-prefer: Not asked: the first cancel of an order with a preference, which a server may heed.":
    answers("pending", ({ request }) => (request.headers.prefer ? refusal(200) : undefined)),
  "path-below-an-order-cancels: Not asked: operations that the document does not show.": alterRequests(
    (request) => {
      const [, id] = /^\/v1\/store\/orders\/(\d+)\/./.exec(request.target) ?? [];
      return isCancel(request) && id !== undefined ? retarget(request, id) : request;
    },
  ),
  "number-1-is-the-first-order: Not asked: the number 1, which may be another client's order.": alterRequests(
    (request, mock) => {
      const [first] = mock.control.orders();
      return isCancel(request) && /\/1$/.test(request.target) ? retarget(request, first!.id) : request;
    },
  ),
  "second-cancel-ships: From outside, an order that ships after it was cancelled is refused as before.":
    answers("again", ({ mock, order }) => void putInto(mock, "shipped", [order])),
  "cancel-completes-others: The document does not say when an order becomes complete.": answers(
    "pending",
    ({ mock }) => {
      for (const order of mock.control.orders()) mock.control.put({ ...order, complete: true });
      return undefined;
    },
  ),
});
