/** Servers whose list is right at one reading and wrong at another. */

import { errorReply } from "../../mocks/http/reply.ts";
import type { Mock } from "../../mocks/mock.ts";
import {
  alterList,
  alterReplies,
  type BrokenServer,
  isList,
  type ListedOrders,
  textOf,
  withText,
} from "./broken-server.ts";

/** A list that is changed at every n-th reading. */
const everyNth =
  (n: number, change: (orders: ListedOrders) => unknown): BrokenServer["build"] =>
  (mock) => {
    let readings = 0;
    return alterList((orders) => (++readings % n === 0 ? change(orders) : orders))(mock);
  };

const withBad = (field: string, value: unknown) => (orders: ListedOrders) =>
  orders.map((order, index) => (index === 7 ? { ...order, [field]: value } : order));

const withoutLast = (orders: ListedOrders) => orders.slice(0, -1);

/** The list as it was some time ago. */
function remembering(
  isStale: (readings: number) => boolean,
): (mock: Mock) => ReturnType<BrokenServer["build"]> {
  return (mock) => {
    let readings = 0;
    let kept: string | undefined;
    return alterReplies((reply, request) => {
      if (!isList(request) || reply.status !== 200) return undefined;
      if (kept === undefined || !isStale(readings++)) kept = textOf(reply);
      return withText(reply, kept);
    })(mock);
  };
}

export const brokenListsOverTime: readonly BrokenServer[] = [
  {
    id: "list-hides-last-every-second-time",
    description: "Every second reading lacks the newest order.",
    caughtBy: ["list-orders/all-orders"],
    build: everyNth(2, withoutLast),
  },
  {
    id: "list-hides-last-every-third-time",
    description: "One replica of three lacks the newest order.",
    caughtBy: ["list-orders/all-orders"],
    build: everyNth(3, withoutLast),
  },
  {
    id: "list-bad-id-every-second-time",
    description: "Every second reading has an id in quotes.",
    caughtBy: ["order/id"],
    build: everyNth(2, withBad("id", "1008")),
  },
  {
    id: "list-bad-complete-every-third-time",
    description: "Every third reading has a `complete` in quotes.",
    caughtBy: ["order/complete"],
    build: everyNth(3, withBad("complete", "true")),
  },
  {
    id: "list-in-envelope-every-second-time",
    description: "Every second reading is wrapped in an object.",
    caughtBy: ["list-orders/json-array"],
    build: everyNth(2, (orders) => ({ orders })),
  },
  {
    id: "list-500-every-third-time",
    description: "Every third reading is a 500.",
    caughtBy: ["list-orders/status", "list-orders/no-filter"],
    build: (mock) => {
      let readings = 0;
      return alterReplies((reply, request) =>
        isList(request) && reply.status === 200 && ++readings % 3 === 0
          ? errorReply(500, "oops", "Oops.")
          : undefined,
      )(mock);
    },
  },
  {
    id: "list-frozen-at-the-first-reading",
    description: "The list is cached at its first reading for good.",
    caughtBy: ["list-orders/all-orders"],
    build: remembering(() => true),
  },
  {
    id: "list-cached-for-ten-readings",
    description: "The list is cached and made anew at every tenth reading.",
    caughtBy: ["list-orders/all-orders"],
    build: remembering((readings) => readings % 10 !== 9),
  },
  {
    id: "list-shuffles-fields",
    description: "At each reading petId and quantity have changed places.",
    caughtBy: ["list-orders/reading-changes-nothing"],
    build: everyNth(2, (orders) =>
      orders.map(({ petId, quantity, ...order }) => ({
        ...order,
        petId: quantity as bigint,
        quantity: (petId as bigint) + 1n,
      })),
    ),
  },
  {
    id: "list-repeats-at-the-end",
    description: "The first order is listed again at the end, with other data.",
    caughtBy: ["order/id-unique"],
    build: alterList((orders) => [...orders, { ...orders[0], petId: 99n }]),
  },
  {
    id: "list-gives-one-id-to-all",
    description: "Every order has the id 1.",
    caughtBy: ["order/id-unique", "list-orders/all-orders"],
    build: alterList((orders) => orders.map((order) => ({ ...order, id: 1n }))),
  },
  {
    id: "list-ids-by-position",
    description: "Ids are positions in the list.",
    caughtBy: ["list-orders/all-orders"],
    build: alterList((orders) => orders.map((order, index) => ({ ...order, id: BigInt(index) }))),
  },
  {
    id: "list-ids-in-32-bits",
    description: "Ids are listed with their low 32 bits alone.",
    caughtBy: ["list-orders/all-orders"],
    build: alterList((orders) =>
      orders.map((order) => ({ ...order, id: BigInt.asIntN(32, order.id as bigint) })),
    ),
  },
  {
    id: "errors-bad-every-second-time",
    description: "Every second 401 is a page for people.",
    caughtBy: ["errors/401-object"],
    build: sometimesBad(401, 2, () => "<h1>Unauthorized</h1>"),
  },
  {
    id: "errors-without-message-every-third-time",
    description: "Every third 401 has no message.",
    caughtBy: ["errors/401-message"],
    build: sometimesBad(401, 3, () => '{"code":"unauthorized","status":401}'),
  },
  {
    id: "errors-of-404-bad-every-second-time",
    description: "Every second 404 has its status in quotes.",
    caughtBy: ["errors/404-status"],
    build: sometimesBad(404, 2, () => '{"code":"gone","message":"Gone.","status":"404"}'),
  },
];

function sometimesBad(status: number, n: number, body: () => string): BrokenServer["build"] {
  return (mock) => {
    let times = 0;
    return alterReplies((reply) =>
      reply.status === status && reply.body.length > 0 && ++times % n === 0
        ? withText(reply, body())
        : undefined,
    )(mock);
  };
}
