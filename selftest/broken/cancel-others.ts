/** Servers on which a cancel does more, less or something else than it says. */

import { errorReply, type MockReply, type MockRequest } from "../../mocks/http/reply.ts";
import type { Mock } from "../../mocks/mock.ts";
import { type BrokenServer, cancelledId, isCancel, retarget, statusOf } from "./broken-server.ts";

const pendingIds = (mock: Mock) =>
  mock.control.orders().flatMap(({ id, status }) => (status === "pending" ? [id] : []));

/** Cancels that a right server carries out, in another way. */
const onDone =
  (act: (id: bigint, request: MockRequest, mock: Mock) => MockReply | undefined): BrokenServer["build"] =>
  (mock) =>
  (request) => {
    const reply = mock.handle(request);
    if (!isCancel(request) || reply.status !== 204) return reply;
    return act(BigInt(cancelledId(request)), request, mock) ?? reply;
  };

/** After a cancel others are cancelled, too. */
const alsoCancels = (others: (id: bigint, mock: Mock) => readonly bigint[]) =>
  onDone((id, request, mock) => {
    for (const other of others(id, mock)) mock.handle(retarget(request, other));
    return undefined;
  });

/** Another order is cancelled instead. */
const cancelsInstead =
  (other: (id: bigint, mock: Mock) => bigint | undefined): BrokenServer["build"] =>
  (mock) =>
  (request) => {
    const id = cancelledId(request);
    if (!isCancel(request) || statusOf(mock, id) !== "pending") return mock.handle(request);
    return mock.handle(retarget(request, other(BigInt(id), mock) ?? id));
  };

export const brokenCancelEffects: readonly BrokenServer[] = [
  {
    id: "cancel-hits-next-too",
    description: "A cancel also cancels the order with the next id.",
    caughtBy: ["cancel-order/only-that-order"],
    build: alsoCancels((id) => [id + 1n]),
  },
  {
    id: "cancel-hits-previous-too",
    description: "A cancel also cancels the order with the id before.",
    caughtBy: ["cancel-order/only-that-order"],
    build: alsoCancels((id) => [id - 1n]),
  },
  {
    id: "cancel-hits-all-pending",
    description: "A cancel cancels every pending order.",
    caughtBy: ["cancel-order/only-that-order"],
    build: alsoCancels((_, mock) => pendingIds(mock)),
  },
  {
    id: "cancel-hits-same-pet-too",
    description: "A cancel also cancels every order of the same pet.",
    caughtBy: ["cancel-order/only-that-order"],
    build: alsoCancels((id, mock) => {
      const orders = mock.control.orders();
      const petId = orders.find((order) => order.id === id)?.petId;
      return orders.flatMap((order) =>
        order.petId === petId && order.status === "pending" ? [order.id] : [],
      );
    }),
  },
  {
    id: "cancel-hits-next-instead",
    description: "A cancel cancels the order with the next id instead.",
    caughtBy: ["cancel-order/only-that-order"],
    build: cancelsInstead((id) => id + 1n),
  },
  {
    id: "cancel-hits-newest-instead",
    description: "A cancel cancels the newest pending order instead.",
    caughtBy: ["cancel-order/second-cancel", "cancel-order/only-that-order"],
    build: cancelsInstead((_, mock) => pendingIds(mock).at(-1)),
  },
  {
    id: "cancel-hits-oldest-instead",
    description: "A cancel cancels the oldest pending order instead.",
    caughtBy: ["cancel-order/second-cancel"],
    build: cancelsInstead((_, mock) => pendingIds(mock)[0]),
  },
  {
    id: "cancel-ships-the-rest",
    description: "After a cancel every other pending order is shipped.",
    // The next ones are refused as if the server did so of itself.
    caughtBy: ["cancel-order/pending"],
    build: onDone((_id, _request, mock) => void pendingIds(mock).forEach((id) => void mock.control.ship(id))),
  },
  {
    id: "unknown-cancels-newest",
    description: "The first cancel of an unknown order is a 404 and cancels the newest pending one.",
    caughtBy: ["cancel-order/no-other-effect"],
    build: (mock) => {
      let isFirst = true;
      return (request) => {
        const reply = mock.handle(request);
        const newest = pendingIds(mock).at(-1);
        if (isFirst && isCancel(request) && reply.status === 404 && newest !== undefined) {
          isFirst = false;
          mock.handle({ ...request, target: `/v1/store/orders/${newest}` });
        }
        return reply;
      };
    },
  },
  {
    id: "cancel-at-the-second-try",
    description: "The first cancel is a 404, the second a 204.",
    caughtBy: ["cancel-order/pending"],
    build: (mock) => {
      const tried = new Set<string>();
      return (request) => {
        const id = cancelledId(request);
        const isNew = isCancel(request) && statusOf(mock, id) === "pending" && !tried.has(id);
        const isLetIn =
          mock.handle({ ...request, method: "HEAD", target: "/v1/store/orders" }).status !== 401;
        if (!isNew || !isLetIn) return mock.handle(request);
        tried.add(id);
        return errorReply(404, "order_not_found", "Try again.");
      };
    },
  },
  {
    id: "cancel-once-only",
    description: "One order can be cancelled, and then none any more: 409.",
    caughtBy: ["cancel-order/pending"],
    build: (mock) => {
      let cancels = 0;
      return (request) => {
        const isMeant = isCancel(request) && statusOf(mock, cancelledId(request)) === "pending";
        if (isMeant && cancels > 0) {
          const head = mock.handle({ ...request, method: "HEAD", target: "/v1/store/orders" });
          if (head.status !== 401) return errorReply(409, "closed", "No more cancels.");
        }
        const reply = mock.handle(request);
        if (reply.status === 204) cancels++;
        return reply;
      };
    },
  },
];
