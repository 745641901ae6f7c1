/** Servers that answer or do something before they look at the key. */

import type { MockRequest } from "../../mocks/http/reply.ts";
import type { OrderStatus } from "../../spec/wire.ts";
import { alterRequests, isCancel, letIn, putInto, replyOf, type WrongRow, wrong } from "./broken-server.ts";
import { cancelWithoutKey, slips } from "./keys.ts";
import { type Ask, alterList, answers, answersInstead } from "./steps.ts";

const before = (state: string) => `authentication/before-${state}`;

/** A cancel without the key is told so, in place of a 401. */
const tells = (id: string, what: string, caughtBy: string, status: number, isMeant: (ask: Ask) => boolean) =>
  answersInstead(
    `${id}-before-key`,
    `${what} before anyone asks for a key.`,
    caughtBy,
    "refused cancel",
    (ask) => replyOf(isMeant(ask) ? status : undefined),
  );
const isIn =
  (status: OrderStatus) =>
  ({ order }: Ask) =>
    order?.status === status;

const tellers: readonly WrongRow[] = [
  tells(
    "existence",
    "An unknown order is a 404",
    cancelWithoutKey,
    404,
    (ask) => !ask.order && /^-?\d{1,18}$/.test(ask.id),
  ),
  tells("id-format", "A malformed id is a 400", before("id-format"), 400, ({ id }) => !/^-?\d+$/.test(id)),
  tells("id-range", "An id beyond int64 is a 500", before("id-format"), 500, ({ id }) =>
    /^\d{19,}$/.test(id),
  ),
  tells("shipped", "A shipped order is a 409", before("shipped-state"), 409, isIn("shipped")),
  tells("cancelled", "A cancelled order is a 404", before("cancelled-state"), 404, isIn("cancelled")),
  tells("pending", "A pending order is a 204, and stays so,", before("pending-state"), 204, isIn("pending")),
];

const hasNoEffect = "authentication/refused-cancel-has-no-effect";
/** What is refused for its key, and does something all the same. */
const acts = (id: string, what: string, act: (ask: Ask) => unknown, caughtBy = hasNoEffect) =>
  wrong(
    id,
    `A cancel without a valid key ${what}.`,
    caughtBy,
    answers("refused cancel", (ask) => void act(ask)),
  );
const cancels = ({ mock, order }: Ask) => order?.status === "pending" && putInto(mock, "cancelled", [order]);

/** It is carried out so much later. */
export function actsLater(ms: number): WrongRow {
  return acts(`refused-cancels-after-${ms}`, `is refused, and carried out ${ms} ms later`, (ask) =>
    setTimeout(cancels, ms, ask),
  );
}

/** Where this holds. */
const cancelsWhere = (id: string, how: string, isMeant: (ask: Ask) => boolean) =>
  acts(`refused-cancels-${id}`, `is refused, and carried out ${how}`, (ask) => isMeant(ask) && cancels(ask));
/** It puts the order into a state, out of another. */
const moves = (id: string, what: string, from: OrderStatus, to: OrderStatus, caughtBy: string) =>
  acts(id, what, (ask) => isIn(from)(ask) && putInto(ask.mock, to, [ask.order]), caughtBy);

const actors: readonly WrongRow[] = [
  ...slips.map(([id, , , takes]) =>
    cancelsWhere(id, `as by who lets in ${id}`, ({ request, mock }) => takes(request, mock)),
  ),
  cancelsWhere("third", "each third time", ({ nth }) => nth % 3 === 0),
  cancelsWhere("fourth-order", "for one order of four", ({ order }) => (order?.id ?? 1n) % 4n === 0n),
  acts("refused-counts", "is refused, and adds a unit to the order", ({ mock, order }) =>
    order ? mock.control.put({ ...order, quantity: (order.quantity ?? 0n) + 1n }) : undefined,
  ),
  moves(
    "refused-ships",
    "is refused, and ships the order",
    "pending",
    "shipped",
    "cancel-order/no-other-effect",
  ),
  moves(
    "refused-cancels-shipped",
    "is refused, and cancels a shipped order",
    "shipped",
    "cancelled",
    "cancel-order/shipped-unchanged",
  ),
  ...["pending", "shipped"].map((state) =>
    wrong(
      `refused-hides-${state}`,
      `A refused cancel takes a ${state} order off the list, and no more.`,
      state === "pending" ? "list-orders/all-orders" : "cancel-order/shipped-unchanged",
      alterList((orders, { mock, times }) => {
        const hidden = mock.control
          .orders()
          .filter(({ id, status }) => status === state && times("refused cancel", String(id)) > 0);
        return orders.filter(({ id }) => !hidden.some((order) => order.id === id));
      }),
    ),
  ),
];

const encoded = (path: string) =>
  path.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
/** Other spellings of a path, which no gate looks at, and what the router makes of them. */
const spellings: readonly (readonly [id: string, what: string, read: (path: string) => string])[] = [
  ["trailing-slash", "a slash behind it", (path) => path.replace(/\/$/, "")],
  ["double-slash", "two slashes in it", (path) => path.replace(/\/{2,}/g, "/")],
  ["letter-case", "capitals in it", (path) => path.toLowerCase()],
  ["percent-encoded", "encoded letters in it", encoded],
  ["dots", "a point between slashes", (path) => path.replace(/\/\.(?=\/)/g, "")],
  ["parameter", "a parameter behind it", (path) => path.replace(/;[^/]*/g, "")],
  ["suffix", "a suffix behind it", (path) => path.replace(/\.json$/, "")],
];
const otherSpelling = (request: MockRequest, read: (path: string) => string) => {
  const [path = "", ...query] = request.target.split(/(?=\?)/);
  const target = [read(path), ...query].join("");
  const isOther = target !== request.target && /^\/v1\/store\/orders(?:\/|$|\?)/.test(target);
  return isOther ? { ...request, target } : undefined;
};
const other = "authentication/other-spelling-";

/** Requests that are served as others, whatever their key. */
const taken = (
  id: string,
  what: string,
  caughtBy: string,
  read: (request: MockRequest) => MockRequest | undefined,
) =>
  wrong(
    id,
    `${what} without a key.`,
    caughtBy,
    alterRequests((request) => {
      const meant = read(request);
      return meant ? letIn(meant) : request;
    }),
  );

const free: readonly WrongRow[] = [
  ...spellings.map(([id, what, read]) =>
    taken(`free-${id}`, `A path with ${what} is served`, `${other}gives-no-orders`, (request) =>
      otherSpelling(request, read),
    ),
  ),
  taken("free-method-override", "A POST that is to be a DELETE is one", `${other}has-no-effect`, (request) =>
    request.method === "POST" && /delete/i.test(String(request.headers["x-http-method-override"]))
      ? { ...request, method: "DELETE" }
      : undefined,
  ),
  taken("free-padded-id", "An id with leading zeros is cancelled", before("id-format"), (request) => {
    const target = request.target.replace(/\/0+(?=[1-9]\d*$)/, "/");
    return isCancel(request) && target !== request.target ? { ...request, target } : undefined;
  }),
  taken("free-one-order", "GET of one order shows it", `${other}gives-no-orders`, (request) =>
    request.method === "GET" && /^\/v1\/store\/orders\/\d+$/.test(request.target)
      ? { ...request, target: "/v1/store/orders" }
      : undefined,
  ),
];

export const beforeKeyRows: readonly WrongRow[] = [...tellers, ...actors, ...free];
