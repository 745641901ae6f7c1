/** Servers that look at something else before the key, or take a wrong key for another matter. */

import { errorReply, headerOf, type MockRequest } from "../../mocks/http/reply.ts";
import { defaultApiKey } from "../../mocks/mock-options.ts";
import { alterReplies, type BrokenServer, cancelledId, done, isCancel, withoutKey } from "./broken-server.ts";

const authorizationOf = ({ headers }: MockRequest) => headerOf(headers, "authorization");

/** The request as one with the key would be. */
export const letIn = (request: MockRequest): MockRequest => ({
  ...request,
  headers: { ...request.headers, authorization: `Bearer ${defaultApiKey}` },
});

const wrongKeyCases = ["wrong-key", "key-cut-short", "key-lengthened"]
  .flatMap((word) => [`authentication/list-${word}`, `authentication/cancel-${word}`])
  .concat("authentication/before-pending-state", "authentication/before-shipped-state");

/** A server that finds something out before it looks at the key. */
function looksFirst(finds: (status: number, request: MockRequest) => boolean): BrokenServer["build"] {
  return (mock) => (request) => {
    if (!isCancel(request)) return mock.handle(request);
    const known = mock.control.orders().find((order) => String(order.id) === cancelledId(request));
    // Asked with the key, but only where that cancels nothing.
    if (known?.status === "pending") return mock.handle(request);
    const informed = mock.handle(letIn(request));
    return finds(informed.status, request) ? informed : mock.handle(request);
  };
}

export const brokenOrderOfChecks: readonly BrokenServer[] = [
  {
    id: "existence-before-key",
    description: "An unknown order is a 404 before anyone asks for a key.",
    caughtBy: withoutKey("cancel"),
    build: looksFirst((status, request) => status === 404 && /^-?\d{1,18}$/.test(cancelledId(request))),
  },
  {
    id: "id-format-before-key",
    description: "A malformed id is refused before anyone asks for a key.",
    caughtBy: ["authentication/before-id-format"],
    build: looksFirst((status, request) => status === 404 && !/^-?\d+$/.test(cancelledId(request))),
  },
  {
    id: "id-range-before-key",
    description: "An id beyond int64 is a 404 before anyone asks for a key.",
    caughtBy: ["authentication/before-id-format"],
    build: looksFirst((status, request) => status === 404 && /^\d{19,}$/.test(cancelledId(request))),
  },
  {
    id: "shipped-before-key",
    description: "A shipped order is a 409 before anyone asks for a key.",
    caughtBy: ["authentication/before-shipped-state"],
    build: looksFirst((status) => status === 409),
  },
  {
    id: "pending-before-key",
    description: "A pending order is a 204 without a key, and stays pending.",
    caughtBy: ["authentication/before-pending-state", "authentication/other-spelling-gives-no-orders"],
    build: (mock) => (request) => {
      const reply = mock.handle(request);
      const isPending = mock.control
        .orders()
        .some(({ id, status }) => status === "pending" && String(id) === cancelledId(request));
      return reply.status === 401 && isPending ? done : reply;
    },
  },
  {
    id: "missing-before-wrong-key",
    description: "A missing key is a 401, a wrong one a 403.",
    caughtBy: wrongKeyCases,
    build: alterReplies((reply, request) =>
      reply.status === 401 && authorizationOf(request)?.startsWith("Bearer ")
        ? errorReply(403, "forbidden", "Not yours.")
        : undefined,
    ),
  },
  {
    id: "forbidden-instead-of-unauthorized",
    description: "Whoever tries a real order without a key gets 403.",
    caughtBy: ["authentication/before-pending-state", "authentication/before-shipped-state"],
    build: (mock) => (request) => {
      const reply = mock.handle(request);
      const isReal = mock.control.orders().some((order) => String(order.id) === cancelledId(request));
      return reply.status === 401 && isReal ? errorReply(403, "forbidden", "Not yours.") : reply;
    },
  },
];
