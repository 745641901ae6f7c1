/** Servers that answer or act before they check the key. */

import type { OrderStatus } from "../../spec/wire.ts";
import {
  alterRequests,
  done,
  letIn,
  type NamedRows,
  overrideMethod,
  putInto,
  replyOf,
  respell,
  type WrongTable,
} from "./broken-server.ts";
import { cancelWithoutKey } from "./keys.ts";
import { type Ask, acts, answersWith, type Condition } from "./steps.ts";

/** An answer to a cancel without the key, in place of a 401. */
const early = (status: number, condition: Condition) =>
  answersWith("refused cancel", replyOf(status), condition);
const isIn =
  (status: OrderStatus) =>
  ({ order }: Ask) =>
    order?.status === status;
const isMalformed: Condition = ({ id }) => !/^-?\d+$/.test(id);
const isUnknown = ({ id, order }: Ask) => !order && /^-?\d{1,18}$/.test(id);
const isCached = ({ times, id }: Ask) => times("pending", id) > 0;

/** Cancels an order in this state. */
const cancels =
  (status: OrderStatus) =>
  ({ mock, order }: Ask) =>
    order?.status === status && putInto(mock, "cancelled", [order]);

/** A refused cancel is carried out this much later. */
export const actsLater = (ms: number): NamedRows => ({
  [`refused-cancels-after-${ms}: A refused cancel is carried out ${ms} ms later.`]: acts(
    "refused cancel",
    (ask) => setTimeout(cancels("pending"), ms, ask),
  ),
});

/** Serves another spelling of a path with any key, as the router reads it. */
const opensTo = (read: (path: string) => string) =>
  alterRequests((request) => {
    const respelled = respell(request, read);
    const isOther = respelled.target !== request.target && /^\/v1\/store\/orders\b/.test(respelled.target);
    return isOther ? letIn(respelled) : request;
  });
const withLettersDecoded = (path: string) =>
  path.replace(/%([4-7][0-9a-f])/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
const overridden = alterRequests((request) => {
  const other = overrideMethod(request);
  return other.method === "DELETE" && request.method === "POST" ? letIn(other) : request;
});

const freeMethod = alterRequests((request) =>
  /^(?:GET|HEAD|DELETE|OPTIONS|POST)$/.test(request.method) ? request : letIn({ ...request, method: "GET" }),
);

const states = ["id-format", "pending-state", "cancelled-state", "shipped-state"];
const ofStates = states.map((state) => `authentication/before-${state}`).join(" ");

export const beforeKeys: WrongTable = {
  [cancelWithoutKey]: {
    "existence-before-key: An unknown order is a 404 to everyone.": early(404, isUnknown),
  },
  [`${cancelWithoutKey} ${ofStates}`]: {
    "cancel-unauthorized-204: A cancel without a key is a 204.": answersWith("refused cancel", done),
  },
  "authentication/before-id-format": {
    "id-format-before-key: A malformed id is a 400 to everyone.": early(400, isMalformed),
  },
  "authentication/before-shipped-state": {
    "shipped-before-key: A shipped order is a 409 to everyone.": early(409, isIn("shipped")),
  },
  "authentication/before-cancelled-state": {
    "cancelled-before-key: A cancelled order is a 404 to everyone.": early(404, isIn("cancelled")),
    "cancels-kept-by-path: A 204 is cached by its path, for everyone.": early(204, isCached),
  },
  "authentication/before-pending-state": {
    "pending-before-key: A pending order is a 204 to everyone, and stays so.": early(204, isIn("pending")),
  },
  "authentication/refused-cancel-has-no-effect": {
    "refused-cancels: A refused cancel is carried out.": acts("refused cancel", cancels("pending")),
  },
  "cancel-order/shipped-unchanged": {
    "refused-cancels-shipped: A refused cancel cancels a shipped order.": acts(
      "refused cancel",
      cancels("shipped"),
    ),
  },
  "authentication/other-spelling-gives-no-orders": {
    "free-trailing-slash: A slash behind a path avoids the key.": opensTo((path) => path.replace(/\/$/, "")),
    "free-letter-case: Capitals in a path avoid the key.": opensTo((path) => path.toLowerCase()),
    "free-percent-encoded: Encoded letters in a path avoid the key.": opensTo(withLettersDecoded),
    "free-parameter: A parameter of a path avoids the key.": opensTo((path) => path.replace(/;[^/]*/g, "")),
    "free-method: A method that is not shown avoids the key.": freeMethod,
    "free-suffix: A suffix of a path avoids the key.": opensTo((path) => path.replace(/\.json$/, "")),
  },
  "authentication/other-spelling-has-no-effect": {
    "free-method-override: A POST that overrides its method avoids the key.": overridden,
  },
};
