/** Servers whose list goes wrong, or whose order gives in, once an order is cancelled. */

import { errorReply, type MockReply } from "../../mocks/http/reply.ts";
import { alterList, type BrokenServer, cancelledId, done, isCancel, statusOf } from "./broken-server.ts";

/** The list, changed once something was cancelled. */
const listAfterCancel =
  (
    change: (orders: Record<string, unknown>[], cancelled: ReadonlySet<bigint>) => unknown,
  ): BrokenServer["build"] =>
  (mock) => {
    const cancelled = new Set<bigint>();
    const list = alterList((orders) => (cancelled.size > 0 ? change(orders, cancelled) : orders))(mock);
    return (request) => {
      const reply = list(request);
      if (isCancel(request) && reply.status === 204) cancelled.add(BigInt(cancelledId(request)));
      return reply;
    };
  };

export const brokenAfterCancel: readonly BrokenServer[] = [
  {
    id: "second-cancel-204-at-once",
    description: "The second cancel of an order is a 204 again, the third is not.",
    caughtBy: ["cancel-order/second-cancel", "cancel-order/one-winner"],
    build: repeated((count) => (count === 1 ? done : undefined)),
  },
  {
    id: "third-cancel-204",
    description: "The third cancel of an order is a 204 again.",
    caughtBy: ["cancel-order/second-cancel", "cancel-order/one-winner"],
    build: repeated((count) => (count === 2 ? done : undefined)),
  },
  {
    id: "fifth-cancel-204",
    description: "The fifth cancel of an order is a 204 again.",
    caughtBy: ["cancel-order/one-winner"],
    build: repeated((count) => (count === 4 ? done : undefined)),
  },
  {
    id: "second-cancel-200",
    description: "A second cancel is a 200 with a note.",
    caughtBy: ["cancel-order/second-cancel", "cancel-order/one-winner"],
    build: repeated(() => errorReply(200, "already", "Cancelled already.")),
  },
  {
    id: "second-cancel-202",
    description: "A second cancel is accepted for later.",
    caughtBy: ["cancel-order/second-cancel", "cancel-order/one-winner"],
    build: repeated(() => errorReply(202, "already", "Cancelled already.")),
  },
  ...[301, 400, 401, 403, 405, 412, 422, 423, 501].map((status) => ({
    id: `second-cancel-${status}`,
    description: `A second cancel is a ${status}.`,
    caughtBy: ["cancel-order/second-cancel-status", "cancel-order/race-statuses"],
    build: repeated(() => errorReply(status, "odd", "An odd status.")),
  })),
  {
    id: "cancel-hides-the-newest",
    description: "After a cancel the list lacks its newest order.",
    caughtBy: ["cancel-order/only-that-order"],
    build: listAfterCancel((orders) =>
      orders.toSorted((a, b) => Number((a.id as bigint) - (b.id as bigint))).slice(0, -1),
    ),
  },
  {
    id: "cancel-empties-the-list",
    description: "After a cancel the list is empty.",
    caughtBy: ["list-orders/all-orders"],
    build: listAfterCancel(() => []),
  },
  {
    id: "cancel-wraps-the-list",
    description: "After a cancel the list is wrapped in an object.",
    caughtBy: ["cancel-order/list-stays-valid"],
    build: listAfterCancel((orders) => ({ orders })),
  },
  {
    id: "cancel-leaves-null",
    description: "A cancelled order leaves null in the list.",
    caughtBy: ["cancel-order/list-stays-valid"],
    build: listAfterCancel((orders) => [...orders, null]),
  },
  {
    id: "cancel-leaves-bad-quantity",
    description: 'A cancelled order is listed with the quantity "none".',
    caughtBy: ["cancel-order/list-stays-valid"],
    build: listAfterCancel((orders, cancelled) => [
      ...orders,
      ...[...cancelled].map((id) => ({ id, quantity: "none" })),
    ]),
  },
  {
    id: "cancel-leaves-empty-date",
    description: "A cancelled order is listed with an empty shipDate.",
    caughtBy: ["cancel-order/list-stays-valid"],
    build: listAfterCancel((orders, cancelled) => [
      ...orders,
      ...[...cancelled].map((id) => ({ id, shipDate: "" })),
    ]),
  },
  {
    id: "cancel-repeats-an-order",
    description: "After a cancel the oldest order is listed twice.",
    caughtBy: ["cancel-order/list-stays-valid"],
    build: listAfterCancel((orders) => [...orders, orders[0]]),
  },
  {
    id: "cancelled-listed-twice",
    description: "A cancelled order is listed as it was and as it is.",
    caughtBy: ["cancel-order/list-stays-valid"],
    build: listAfterCancel((orders, cancelled) => [
      ...orders,
      ...[...cancelled].flatMap((id) => [
        { id, complete: false },
        { id, complete: true },
      ]),
    ]),
  },
  {
    id: "cancel-changes-all-quantities",
    description: "After a cancel every other order is listed with the quantity 0.",
    caughtBy: ["cancel-order/only-that-order"],
    build: listAfterCancel((orders) => orders.map((order) => ({ ...order, quantity: 0n }))),
  },
];

/** What a cancel of a cancelled order gets, by how many there were before. */
function repeated(answer: (count: number) => MockReply | undefined): BrokenServer["build"] {
  return (mock) => {
    const counts = new Map<string, number>();
    return (request) => {
      const id = cancelledId(request);
      const wasCancelled = isCancel(request) && statusOf(mock, id) === "cancelled";
      const reply = mock.handle(request);
      if (!wasCancelled || reply.status === 401) {
        if (isCancel(request) && reply.status === 204) counts.set(id, 1);
        return reply;
      }
      const count = counts.get(id) ?? 1;
      counts.set(id, count + 1);
      return answer(count) ?? reply;
    };
  };
}
