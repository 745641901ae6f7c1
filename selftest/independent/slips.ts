/** Wrong servers that the suite does not catch, and why. */

import {
  alterRequests,
  type Build,
  done,
  isCancel,
  putInto,
  queryOf,
  refusal,
  retarget,
} from "../broken/broken-server.ts";
import { answers, instead } from "../broken/steps.ts";

export interface Slip {
  readonly id: string;
  readonly why: string;
  readonly build: Build;
}
const slip = (id: string, why: string, build: Build): Slip => ({ id, why, build });

export const slips: readonly Slip[] = [
  slip(
    "first-cancel-with-query-does-nothing",
    "Not asked: the first cancel of an order with a query, which a server may refuse.",
    instead("pending", ({ request }) => (request.target.includes("?") ? done : undefined)),
  ),
  slip(
    "first-cancel-200-on-prefer",
    "Not asked: the first cancel of an order with a preference, which a server may heed.",
    answers("pending", ({ request }) => (request.headers.prefer ? refusal(200) : undefined)),
  ),
  slip(
    "path-below-an-order-cancels",
    "Not asked: operations there may be, and are not shown.",
    alterRequests((request) => {
      const [, id] = /^\/v1\/store\/orders\/(\d+)\/./.exec(request.target) ?? [];
      return isCancel(request) && id !== undefined ? retarget(request, id) : request;
    }),
  ),
  slip(
    "query-names-the-order",
    "Not asked: an id in the query that names another.",
    alterRequests((request) => {
      const id = queryOf(request).get("orderId");
      return isCancel(request) && id !== null ? retarget(request, id) : request;
    }),
  ),
  slip(
    "number-1-is-the-first-order",
    "Not asked: the number 1, which may be somebody's order.",
    alterRequests((request, mock) => {
      const [first] = mock.control.orders();
      return isCancel(request) && /\/1$/.test(request.target) ? retarget(request, first!.id) : request;
    }),
  ),
  slip(
    "second-cancel-ships",
    "From outside, an order that ships after it was cancelled is refused as before.",
    answers("again", ({ mock, order }) => void putInto(mock, "shipped", [order])),
  ),
  slip(
    "cancel-completes-others",
    "How complete changes is not shown, but that nobody named these orders.",
    answers("pending", ({ mock }) => {
      for (const order of mock.control.orders()) mock.control.put({ ...order, complete: true });
      return undefined;
    }),
  ),
];
