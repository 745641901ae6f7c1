/** Servers that answer or do something before they look at the key. */

import type { MockRequest } from "../../mocks/http/reply.ts";
import type { OrderStatus } from "../../spec/wire.ts";
import { alterRequests, letIn, putInto, replyOf, type WrongRow, wrong } from "./broken-server.ts";
import { cancelWithoutKey } from "./keys.ts";
import { type Ask, answers, instead } from "./steps.ts";

const before = (state: string) => `authentication/before-${state}`;

/** An answer to a cancel without the key, in place of a 401. */
const answersBefore = (
  id: string,
  what: string,
  caughtBy: string,
  status: number,
  isMeant: (ask: Ask) => boolean,
) =>
  wrong(
    `${id}-before-key`,
    `${what} before the key is checked.`,
    caughtBy,
    instead("refused cancel", (ask) => replyOf(isMeant(ask) ? status : undefined)),
  );
const isIn =
  (status: OrderStatus) =>
  ({ order }: Ask) =>
    order?.status === status;

const tellers: readonly WrongRow[] = [
  answersBefore(
    "existence",
    "An unknown order is a 404",
    cancelWithoutKey,
    404,
    (ask) => !ask.order && /^-?\d{1,18}$/.test(ask.id),
  ),
  answersBefore(
    "id-format",
    "A malformed id is a 400",
    before("id-format"),
    400,
    ({ id }) => !/^-?\d+$/.test(id),
  ),
  answersBefore("shipped", "A shipped order is a 409", before("shipped-state"), 409, isIn("shipped")),
  answersBefore("cancelled", "A cancelled order is a 404", before("cancelled-state"), 404, isIn("cancelled")),
  answersBefore(
    "pending",
    "A pending order is a 204, and stays so,",
    before("pending-state"),
    204,
    isIn("pending"),
  ),
];

const hasNoEffect = "authentication/refused-cancel-has-no-effect";
/** Calls that are refused for their key, and take effect. */
const acts = (id: string, what: string, act: (ask: Ask) => unknown, caughtBy = hasNoEffect) =>
  wrong(
    id,
    `A cancel without a valid key ${what}.`,
    caughtBy,
    answers("refused cancel", (ask) => void act(ask)),
  );
const cancels = ({ mock, order }: Ask) => order?.status === "pending" && putInto(mock, "cancelled", [order]);

/** A refused cancel is carried out this much later. */
export function actsLater(ms: number): WrongRow {
  return acts(`refused-cancels-after-${ms}`, `is refused, and carried out ${ms} ms later`, (ask) =>
    setTimeout(cancels, ms, ask),
  );
}

/** A refused cancel moves the order from one state to another. */
const moves = (id: string, what: string, from: OrderStatus, to: OrderStatus, caughtBy: string) =>
  acts(id, what, (ask) => isIn(from)(ask) && putInto(ask.mock, to, [ask.order]), caughtBy);

const actors: readonly WrongRow[] = [
  acts("refused-cancels", "is refused, and carried out", cancels),
  acts(
    "refused-cancels-third",
    "is refused, and carried out each third time",
    (ask) => ask.nth % 3 === 0 && cancels(ask),
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
];

const encoded = (path: string) =>
  path.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
/** Other spellings of a path that the router reads and the check of keys does not. */
const spellings: readonly (readonly [id: string, what: string, read: (path: string) => string])[] = [
  ["trailing-slash", "a slash behind it", (path) => path.replace(/\/$/, "")],
  ["letter-case", "capitals in it", (path) => path.toLowerCase()],
  ["percent-encoded", "encoded letters in it", encoded],
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

/** Requests that are served as others, with any key. */
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
  taken(
    "free-method-override",
    "A POST with a method override is a DELETE",
    `${other}has-no-effect`,
    (request) =>
      request.method === "POST" && /delete/i.test(String(request.headers["x-http-method-override"]))
        ? { ...request, method: "DELETE" }
        : undefined,
  ),
];

export const beforeKeyRows: readonly WrongRow[] = [...tellers, ...actors, ...free];
