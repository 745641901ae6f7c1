/** Servers that answer a cancel without a valid key rightly, with 401, and do something all the same. */

import { headerOf } from "../../mocks/http/reply.ts";
import { defaultApiKey } from "../../mocks/mock-options.ts";
import { letIn } from "./before-key.ts";
import { alterList, type BrokenServer, cancelledId, isCancel, statusOf } from "./broken-server.ts";

/** Which refused cancels are carried out. */
const ways: readonly (readonly [
  id: string,
  description: string,
  isMeant: (authorization?: string) => boolean,
])[] = [
  ["no-header", "without a header", (value) => value === undefined],
  [
    "wrong-key",
    "with a wrong key",
    (value) => /^Bearer ./.test(value ?? "") && !value!.includes(defaultApiKey.slice(0, -1)),
  ],
  ["empty-token", "with an empty token", (value) => value === "Bearer"],
  ["bare-key", "with the key but no scheme", (value) => value === defaultApiKey],
  ["basic", "with the key under the Basic scheme", (value) => value?.startsWith("Basic ") ?? false],
  ["cut-key", "with the key cut short", (value) => value === `Bearer ${defaultApiKey.slice(0, -1)}`],
  ["long-key", "with the key lengthened", (value) => value === `Bearer ${defaultApiKey}x`],
  ["any-scheme", "with the key under another scheme", (value) => value === `Token ${defaultApiKey}`],
];

const cancelledAllTheSame: readonly BrokenServer[] = ways.map(([id, description, isMeant]) => ({
  id: `refused-cancels-${id}`,
  description: `A cancel ${description} is a 401 and cancels the order.`,
  caughtBy: ["authentication/refused-cancel-has-no-effect"],
  build: (mock) => (request) => {
    const reply = mock.handle(request);
    if (isCancel(request) && reply.status === 401 && isMeant(headerOf(request.headers, "authorization")))
      mock.handle(letIn(request));
    return reply;
  },
}));

/** Orders that a refused cancel named, by the state they were in. */
const refusedCancels =
  (
    state: "pending" | "shipped",
    change: (order: Record<string, unknown>) => unknown,
  ): BrokenServer["build"] =>
  (mock) => {
    const named = new Set<string>();
    const list = alterList((orders) =>
      orders.flatMap((order) => (named.has(String(order.id)) ? [change(order) ?? []].flat() : [order])),
    )(mock);
    return (request) => {
      const reply = list(request);
      const id = cancelledId(request);
      if (isCancel(request) && reply.status === 401 && statusOf(mock, id) === state) named.add(id);
      return reply;
    };
  };

export const effectsWithoutKey: readonly BrokenServer[] = [
  ...cancelledAllTheSame,
  {
    id: "refused-hides-pending",
    description: "A refused cancel takes a pending order off the list, and no more.",
    caughtBy: ["list-orders/all-orders"],
    build: refusedCancels("pending", () => undefined),
  },
  {
    id: "refused-hides-shipped",
    description: "A refused cancel takes a shipped order off the list.",
    caughtBy: ["cancel-order/shipped-unchanged"],
    build: refusedCancels("shipped", () => undefined),
  },
  {
    id: "refused-changes-shipped",
    description: "A refused cancel sets a shipped order's quantity to 0.",
    caughtBy: ["cancel-order/shipped-unchanged"],
    build: refusedCancels("shipped", (order) => ({ ...order, quantity: 0n })),
  },
  {
    id: "other-path-cancels",
    description: "A cancel without a key by a path with two slashes in it is a 404 and cancels the order.",
    caughtBy: ["authentication/other-spelling-has-no-effect"],
    build: (mock) => (request) => {
      const target = request.target.replace(/\/{2,}/g, "/");
      if (isCancel(request) && target !== request.target) mock.handle(letIn({ ...request, target }));
      return mock.handle(request);
    },
  },
  {
    id: "refused-ships",
    description: "A refused cancel ships the order.",
    caughtBy: ["cancel-order/pending"],
    build: (mock) => (request) => {
      const reply = mock.handle(request);
      const id = cancelledId(request);
      if (isCancel(request) && reply.status === 401 && statusOf(mock, id) === "pending")
        mock.control.ship(BigInt(id));
      return reply;
    },
  },
];
