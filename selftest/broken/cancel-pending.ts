/** Servers that cancel too much, too little, or say so wrongly. */

import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import { errorReply, type MockRequest } from "../../mocks/http/reply.ts";
import {
  alterReplies,
  type BrokenServer,
  cancelledId,
  done,
  isCancel,
  isLetIn,
  isList,
  onCancel,
  retarget,
  statusOf,
  withJson,
  withText,
} from "./broken-server.ts";

export const brokenPendingCancels: readonly BrokenServer[] = [
  {
    id: "cancel-500",
    description: "Every cancel of a pending order breaks the server.",
    caughtBy: ["cancel-order/pending", "cancel-order/race-statuses"],
    build: onCancel((id, mock) =>
      statusOf(mock, id) === "pending" ? errorReply(500, "oops", "Oops.") : undefined,
    ),
  },
  {
    id: "cancel-with-body",
    description: "The 204 is followed by a body.",
    caughtBy: ["cancel-order/no-body", "cancel-order/no-content-length"],
    build: alterReplies((reply) => (reply.status === 204 ? withText(reply, "{}") : undefined)),
  },
  {
    id: "cancel-with-length",
    description: "The 204 carries Content-Length: 0.",
    caughtBy: ["cancel-order/no-content-length"],
    build: alterReplies((reply) => (reply.status === 204 ? withText(reply, "") : undefined)),
  },
  {
    id: "cancel-is-idempotent",
    description: "Cancelling a cancelled order is a 204 again.",
    caughtBy: ["cancel-order/second-cancel", "cancel-order/one-winner"],
    build: onCancel((id, mock) => (statusOf(mock, id) === "cancelled" ? done : undefined)),
  },
  {
    id: "cancel-does-nothing",
    description: "A cancel is answered 204 and forgotten.",
    caughtBy: ["cancel-order/second-cancel", "cancel-order/one-winner"],
    build: onCancel((id, mock) => (statusOf(mock, id) === "pending" ? done : undefined)),
  },
  {
    id: "second-cancel-410",
    description: "A cancelled order is 410 Gone.",
    caughtBy: ["cancel-order/second-cancel-status", "cancel-order/race-statuses"],
    build: onCancel((id, mock) =>
      statusOf(mock, id) === "cancelled" ? errorReply(410, "gone", "Gone.") : undefined,
    ),
  },
  {
    id: "second-cancel-500",
    description: "A second cancel breaks the server.",
    caughtBy: ["cancel-order/second-cancel-status", "cancel-order/race-statuses"],
    build: onCancel((id, mock) =>
      statusOf(mock, id) === "cancelled" ? errorReply(500, "oops", "Oops.") : undefined,
    ),
  },
  {
    id: "cancel-takes-effect-late",
    description: "A cancel takes effect when the list is next read.",
    caughtBy: ["cancel-order/one-winner"],
    build: (mock) => {
      let waiting: MockRequest[] = [];
      return (request) => {
        if (
          isCancel(request) &&
          statusOf(mock, cancelledId(request)) === "pending" &&
          isLetIn(mock, request)
        ) {
          waiting.push(request);
          return done;
        }
        if (isList(request)) {
          waiting.forEach(mock.handle);
          waiting = [];
        }
        return mock.handle(request);
      };
    },
  },
  {
    id: "losers-of-a-race-500",
    description: "Several cancels of one order at once break the server.",
    caughtBy: ["cancel-order/race-statuses"],
    build: (mock) => {
      const sinceRead = new Map<string, number>();
      return (request) => {
        if (isList(request)) sinceRead.clear();
        const reply = mock.handle(request);
        if (!isCancel(request) || reply.status === 401) return reply;
        const count = (sinceRead.get(request.target) ?? 0) + 1;
        sinceRead.set(request.target, count);
        return count > 2 ? errorReply(500, "deadlock", "Deadlock.") : reply;
      };
    },
  },
  {
    id: "cancel-hits-the-newest-too",
    description: "A cancel also cancels the newest pending order.",
    caughtBy: ["cancel-order/only-that-order"],
    build: (mock) => (request) => {
      const reply = mock.handle(request);
      const newest = mock.control
        .orders()
        .filter(({ status }) => status === "pending")
        .at(-1);
      if (reply.status === 204 && newest) mock.handle(retarget(request, newest.id));
      return reply;
    },
  },
  {
    id: "cancel-changes-another",
    description: "A cancel gives its quantity to every other order.",
    caughtBy: ["cancel-order/only-that-order"],
    build: (mock) => {
      let cancels = 0n;
      return (request) => {
        const reply = mock.handle(request);
        if (reply.status === 204) cancels++;
        return isList(request) && reply.status === 200 && cancels > 0n
          ? withJson(reply, (orders: FixtureOrder[]) =>
              orders.map((order) => ({ ...order, quantity: (order.quantity ?? 0n) + cancels })),
            )
          : reply;
      };
    },
  },
  {
    id: "cancelled-listed-badly",
    description: "A cancelled order stays listed with `complete` null.",
    caughtBy: ["cancel-order/list-stays-valid"],
    build: (mock) => {
      mock.control.setProfile({
        ...mock.control.profile(),
        cancelledInList: "unchanged",
        statusField: "shown",
      });
      return alterReplies((reply, request) =>
        isList(request) && reply.status === 200
          ? withJson(reply, (orders: FixtureOrder[]) =>
              orders.map((order) => (order.status === "cancelled" ? { ...order, complete: null } : order)),
            )
          : undefined,
      )(mock);
    },
  },
  {
    id: "list-breaks-after-cancel",
    description: "Once an order is cancelled the list is a 500.",
    caughtBy: ["cancel-order/list-stays-valid"],
    build: (mock) => {
      let isBroken = false;
      return (request) => {
        const reply = mock.handle(request);
        if (isCancel(request) && reply.status === 204) isBroken = true;
        return isBroken && isList(request) ? errorReply(500, "oops", "Oops.") : reply;
      };
    },
  },
];
