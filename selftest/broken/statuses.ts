/** Servers whose status is near the right one. */

import { emptyReply, errorReply, type MockReply, type MockRequest } from "../../mocks/http/reply.ts";
import type { Mock } from "../../mocks/mock.ts";
import {
  alterReplies,
  type BrokenServer,
  cancelledId,
  isCancel,
  isList,
  statusOf,
  withoutKey,
} from "./broken-server.ts";

/** The answers of one kind given another status; an Error names the new one. */
interface Case {
  readonly id: string;
  readonly description: string;
  readonly caughtBy: (status: number) => readonly string[];
  readonly statuses: readonly number[];
  readonly isMeant: (reply: MockReply, request: MockRequest, mock: Mock) => boolean;
}

const isUnknown = (mock: Mock, request: MockRequest) =>
  /^\d+$/.test(cancelledId(request)) && statusOf(mock, cancelledId(request)) === undefined;

const cases: readonly Case[] = [
  {
    id: "cancel",
    description: "A cancel of a pending order is answered",
    statuses: [200, 201, 202, 203, 205, 206, 301, 302, 304, 400, 404, 409, 410, 501],
    caughtBy: (status) => [
      "cancel-order/pending",
      // The order is cancelled all the same, so the losers of a race are refused rightly; its winner is not.
      ...(status >= 300 && status !== 404 && status !== 409 ? ["cancel-order/race-statuses"] : []),
    ],
    isMeant: ({ status }) => status === 204,
  },
  {
    id: "list",
    description: "The list is answered",
    statuses: [201, 202, 203, 204, 206, 207, 226, 500, 501],
    caughtBy: () => ["list-orders/status", "list-orders/head", "authentication/scheme-in-any-case"],
    isMeant: (reply, { method }) => reply.status === 200 && (method === "GET" || method === "HEAD"),
  },
  {
    id: "list-unauthorized",
    description: "Listing without a valid key is answered",
    statuses: [302, 400, 403, 404, 407, 419, 422, 500],
    caughtBy: (status) => [
      ...withoutKey("list"),
      // A query may be refused so before anybody looks for a key.
      ...(status >= 400 && status < 500 && status !== 404 ? [] : ["exposed-key/in-query"]),
      "exposed-key/in-other-header",
    ],
    isMeant: ({ status }, request) => status === 401 && isList(request),
  },
  {
    id: "cancel-unauthorized",
    description: "A cancel without a valid key is answered",
    statuses: [200, 204, 302, 400, 403, 404, 407, 409, 500],
    caughtBy: () => [
      ...withoutKey("cancel"),
      "authentication/before-id-format",
      "authentication/before-pending-state",
      "authentication/before-cancelled-state",
      "authentication/before-shipped-state",
    ],
    isMeant: ({ status }, request) => status === 401 && isCancel(request),
  },
  {
    id: "unknown",
    description: "A cancel of an unknown order is answered",
    statuses: [200, 202, 204, 400, 403, 405, 409, 410, 412, 422, 500, 501],
    caughtBy: (status) => [
      "cancel-order/unknown",
      // Numbers that resemble an id and numbers beyond int64 name no order either.
      ...(status < 300 || status >= 500 ? ["order-id/resembling", "order-id/malformed"] : []),
    ],
    isMeant: ({ status }, request, mock) => status === 404 && isUnknown(mock, request),
  },
  {
    id: "shipped",
    description: "A cancel of a shipped order is answered",
    statuses: [200, 202, 204, 400, 403, 404, 405, 410, 412, 422, 423, 428, 500],
    caughtBy: () => ["cancel-order/shipped"],
    isMeant: ({ status }) => status === 409,
  },
];

function answerWith(status: number, { method }: MockRequest): MockReply {
  if (status === 204 || status === 205 || status === 304 || method === "HEAD")
    return emptyReply(status, "odd");
  const location: Record<string, string> =
    status === 301 || status === 302 ? { location: "/v1/store/orders" } : {};
  return errorReply(status, "odd_status", "An odd status.", "json", location);
}

/** A list keeps its orders: only its status is wrong. */
const withStatus = (reply: MockReply, request: MockRequest, status: number): MockReply =>
  reply.status === 200 && status < 300 && status !== 204 ? { ...reply, status } : answerWith(status, request);

export const brokenStatuses: readonly BrokenServer[] = cases.flatMap(
  ({ id, description, statuses, caughtBy, isMeant }) =>
    statuses.map((status) => ({
      id: `${id}-${status}`,
      description: `${description} ${status}.`,
      caughtBy: caughtBy(status),
      build: (mock: Mock) =>
        alterReplies((reply, request) =>
          isMeant(reply, request, mock) ? withStatus(reply, request, status) : undefined,
        )(mock),
    })),
);
