/** Servers that read one id as another. */

import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import {
  type Build,
  cancelledId,
  isCancel,
  isLetIn,
  orderOf,
  ordersIn,
  putInto,
  retarget,
  statusOf,
  type WrongRow,
  wrong,
} from "./broken-server.ts";
import { type Ask, answers, instead } from "./steps.ts";

const resembling = "order-id/resembling";
const malformed = "order-id/malformed";
type Found = bigint | string | FixtureOrder | undefined;

/** Ids of no order by which an order is found and cancelled. */
const reads = (id: string, how: string, read: (text: string, ask: Ask) => Found, caughtBy = resembling) =>
  wrong(`ids-${id}`, `Ids are read ${how}.`, caughtBy, readsAs(read));
function readsAs(read: (text: string, ask: Ask) => Found): Build {
  return (mock) =>
    instead(["unknown", "malformed"], (ask) => {
      const found = read(ask.id, ask);
      if (found === undefined) return undefined;
      return mock.handle(retarget(ask.request, typeof found === "object" ? found.id : found));
    })(mock);
}
/** The part of a text that a pattern puts in brackets. */
const part = (id: string, how: string, pattern: RegExp) => reads(id, how, (text) => pattern.exec(text)?.[1]);
const isDigits = (text: string) => /^-?\d+$/.test(text);
/** An order whose id is found by comparing. */
const compared = (id: string, how: string, is: (id: string, text: string) => boolean, caughtBy?: string) =>
  reads(
    id,
    how,
    (text, { mock }) =>
      isDigits(text) ? mock.control.orders().find((order) => is(String(order.id), text)) : undefined,
    caughtBy,
  );
const unknownId = "cancel-order/unknown";
const number = (id: string, how: string, read: (value: bigint) => bigint) =>
  reads(id, how, (text) => (isDigits(text) ? read(BigInt(text)) : undefined));
const pendingOf = ({ mock }: Ask) => ordersIn(mock, "pending");
const word = (id: string, how: string, pattern: RegExp, pick: (pending: readonly FixtureOrder[]) => Found) =>
  reads(id, how, (text, ask) => (pattern.test(text) ? pick(pendingOf(ask)) : undefined), malformed);

const readers: readonly WrongRow[] = [
  part("cut-at-letter", "as far as their digits go", /^(\d+)\D/),
  part("cut-at-point", "as far as a point", /^(\d+)\.\d+$/),
  part("cut-at-comma", "as far as a comma", /^(\d+),/),
  part("cut-at-nul", "as far as a zero byte", /^(\d+)\0/),
  part("cut-at-blank", "as far as a blank", /^(\d+) +\S/),
  part("last-digits", "by their last digits", /(\d+)$/),
  compared("by-beginning", "by their beginning", (id, text) => id.startsWith(text), unknownId),
  compared("that-begin", "by what begins them", (id, text) => text.startsWith(id), unknownId),
  compared(
    "as-floats",
    "as floats of 32 bits",
    (id, text) => Math.fround(Number(id)) === Math.fround(Number(text)),
    "cancel-order/no-other-effect",
  ),
  number("in-32-bits-beyond", "in 32 bits more than there are", (value) => value - 2n ** 32n),
  number("in-64-bits", "in 64 bits", (value) => BigInt.asIntN(64, value)),
  number("without-sign", "without their sign", (value) => (value < 0n ? -value : value)),
  word("null", "as a word for none", /^(?:null|undefined|NaN)$/, (pending) => pending[0]),
  reads(
    "default",
    "as the newest order's where they are unknown",
    (_, ask) => pendingOf(ask).at(-1),
    "cancel-order/unknown",
  ),
];

/** Ids that are refused, and take effect. */
const effects: readonly WrongRow[] = [
  wrong(
    "refuses-and-cancels",
    "`12abc` is refused, but order 12 is cancelled.",
    "order-id/resembling-has-no-effect",
    answers("malformed", ({ mock, id }) => {
      const order = orderOf(mock, /^(\d+)abc$/.exec(id)?.[1] ?? "");
      if (order?.status === "pending") putInto(mock, "cancelled", [order]);
      return undefined;
    }),
  ),
  wrong(
    "empty-cancels-all",
    "An empty id is refused, and cancels all.",
    "cancel-order/no-other-effect",
    (mock) => (request) => {
      if (isCancel(request) && cancelledId(request) === "" && isLetIn(mock, request))
        putInto(mock, "cancelled", ordersIn(mock, "pending"));
      return mock.handle(request);
    },
  ),
  wrong(
    "unknown-is-made",
    "A cancel of an unknown order is a 404, and makes it.",
    "cancel-order/unknown",
    answers("unknown", ({ mock, id }) => {
      mock.control.put({
        id: BigInt(id),
        petId: 0n,
        quantity: 0n,
        shipDate: "2026-11-01T00:00:00Z",
        complete: false,
      });
      return undefined;
    }),
  ),
  wrong(
    "ids-in-doubles",
    "Ids are read as doubles, so beyond 2^53 a neighbour is meant.",
    "cancel-order/shipped",
    (mock) => (request) => {
      const id = cancelledId(request);
      const isMeant = isCancel(request) && /^\d+$/.test(id) && statusOf(mock, id) !== undefined;
      return mock.handle(isMeant ? retarget(request, BigInt(Number(id))) : request);
    },
  ),
];

/** An id that begins with an order's is refused, and cancels that order this much later. */
export function readsBeginning(ms: number): WrongRow {
  return wrong(
    `reads-beginning-after-${ms}`,
    `An id that begins with an order's is refused, and that order is cancelled ${ms} ms later.`,
    "order-id/resembling-has-no-effect",
    answers("malformed", ({ mock, id }) => {
      const digits = /^\d+/.exec(id)?.[0];
      const found = mock.control
        .orders()
        .filter((order) => String(order.id) === digits && order.status === "pending");
      setTimeout(putInto, ms, mock, "cancelled", found);
      return undefined;
    }),
  );
}

/** Rows that only show with other orders, after a longer wait, or in a whole run. */
export const otherOrderIdRows: readonly WrongRow[] = [
  part("cut-at-dash", "as far as a dash", /^(\d+)-/),
  reads("like-patterns", "as patterns of SQL", (text, { mock }) =>
    mock.control.orders().find(({ id }) =>
      new RegExp(
        `^${text
          .replace(/[^\d_%]/g, "x")
          .replaceAll("_", ".")
          .replaceAll("%", ".*")}$`,
      ).test(String(id)),
    ),
  ),
  word("latest", "as a word for one", /^(?:latest|last|first)$/, (pending) => pending.at(-1)),
  compared("as-doubles", "as doubles", (id, text) => Number(id) === Number(text)),
  readsBeginning(100),
];
export const orderIdRows: readonly WrongRow[] = [...readers, ...effects];
