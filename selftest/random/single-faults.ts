/** One random fault on top of a right server: some answer, some of the time, is not what the document says. */

import fc from "fast-check";
import { formatJson, type Json, parseJson } from "../../base/json.ts";
import { emptyReply, type MockReply, type MockRequest } from "../../mocks/http/reply.ts";
import type { Mock } from "../../mocks/mock.ts";
import { cancelledId, type Handle, letIn, statusOf, textOf, withText } from "../broken/broken-server.ts";
import { type Asked, askedOf } from "../broken/steps.ts";

/** What a request asks for; a list with a query by itself. */
type RequestClass = Asked | "query";

export interface SingleFault {
  readonly where: RequestClass;
  /** What kind of fault, for the statistics. */
  readonly kind: string;
  /** Every how many requests of the class. */
  readonly every: number;
  /** And how many of the class come before the first. */
  readonly after: number;
  /** The answer as it should not be; nothing where there is nothing to break. */
  readonly breaks: (reply: MockReply, scene: FaultScene) => MockReply | undefined;
}

export interface FaultScene {
  readonly mock: Mock;
  readonly request: MockRequest;
  /** Orders of the run's own: only they are sure to belong in the list. */
  readonly given: readonly bigint[];
}

/** The server with the fault in it, and whether anything was broken yet. */
export function withFault(
  { mock, handle, given }: { mock: Mock; handle: Handle; given: readonly bigint[] },
  { where, every, after, breaks }: SingleFault,
): { handle: Handle; wasBroken: () => boolean } {
  let count = -after;
  let broken = 0;
  const faulty: Handle = (request) => {
    const asked = askedOf(mock, request);
    const what = asked === "list" && request.target.includes("?") ? "query" : asked;
    const reply = handle(request);
    // What a query other than a list gets is the server's own business.
    if (what !== where || (where === "query" && reply.status !== 200)) return reply;
    // The first call of a run only tells whether it can start.
    if (given.length === 0 || ++count % every !== 0 || count < 0) return reply;
    const wrong = breaks(reply, { mock, request, given });
    if (wrong) broken++;
    return wrong ?? reply;
  };
  return { handle: faulty, wasBroken: () => broken > 0 };
}

/** Statuses that are wrong in each class. */
const wrongStatuses: Readonly<Record<RequestClass, readonly number[]>> = {
  list: [201, 204, 206, 404, 500],
  query: [500, 502],
  "refused list": [200, 400, 403, 404, 500],
  "refused cancel": [200, 204, 400, 403, 404, 409, 500],
  pending: [200, 202, 205, 400, 404, 409, 500],
  again: [200, 204, 400, 410, 500],
  shipped: [200, 204, 400, 404, 410, 423, 500],
  unknown: [200, 204, 400, 403, 409, 410, 500],
  malformed: [200, 204, 302, 500],
};

type Breaks = SingleFault["breaks"];
const fault = (where: RequestClass, kind: string, breaks: Breaks): Omit<SingleFault, "every" | "after"> => ({
  where,
  kind: `${where}: ${kind}`,
  breaks,
});

const status = fc
  .constantFrom(...(Object.keys(wrongStatuses) as RequestClass[]))
  .chain((where) =>
    fc
      .constantFrom(...wrongStatuses[where])
      .map((wrong) => fault(where, "status", (reply) => ({ ...reply, status: wrong }))),
  );

const errorBody = fc
  .record({
    where: fc.constantFrom<RequestClass[]>("refused list", "refused cancel", "unknown"),
    field: fc.constantFrom("code", "message", "status"),
    value: fc.constantFrom<Json[]>(null, true, 0.5, [], {}, "" as never, 7n),
    shape: fc.constantFrom("field", "field", "no field", "cut", "empty", "array", "html"),
  })
  .map(({ where, field, value, shape }) => {
    const wrong = value === "" || value === 7n ? (field === "status" ? "401" : 7n) : value;
    const change = (text: string): string => {
      if (shape === "cut") return text.trimEnd().slice(0, -1);
      if (shape === "empty") return "";
      if (shape === "html") return "<p>No.</p>";
      const { [field]: _, ...rest } = parseJson(text) as Record<string, Json>;
      if (shape === "array") return formatJson([rest]);
      return formatJson(shape === "no field" ? rest : { ...rest, [field]: wrong });
    };
    return fault(where, "error body", (reply) => withText(reply, change(textOf(reply))));
  });

const errorType = fc.constantFrom<RequestClass[]>("refused list", "refused cancel", "unknown").map((where) =>
  fault(where, "error media type", (reply) => ({
    ...reply,
    headers: { ...reply.headers, "content-type": "text/html" },
  })),
);

const wrongFields: readonly (readonly [string, readonly Json[]])[] = [
  ["id", ["7", 7.5, null, true, [], {}, 2n ** 63n]],
  ["petId", ["7", 7.5, null, true, [], {}, -(2n ** 63n) - 1n]],
  ["quantity", ["7", 7.5, null, true, [], {}]],
  ["shipDate", [7n, 7.5, null, true, [], {}, "tomorrow", "2026-02-30T10:00:00Z"]],
  ["complete", ["true", 0n, 1n, null, [], {}]],
];

const listBody = fc
  .record({
    place: fc.nat(),
    field: fc
      .constantFrom(...wrongFields)
      .chain(([name, values]) => fc.constantFrom(...values).map((value) => [name, value] as const)),
    shape: fc.constantFrom("field", "field", "lost", "twice", "null", "wrapped", "cut", "empty"),
  })
  .map(({ place, field: [name, value], shape }) => {
    const change = (text: string, own: readonly bigint[]): string | undefined => {
      const orders = parseJson(text) as Record<string, Json>[];
      const at = place % orders.length;
      const given = orders.findIndex(({ id }) => own.includes(id as bigint));
      if (shape === "cut") return text.trimEnd().slice(0, -1);
      if (shape === "wrapped") return formatJson({ orders });
      if (shape === "empty") return "[]";
      // Nobody can miss an order that nobody named, nor one that may be among those without an id.
      const isMissed = given >= 0 && orders.every(({ id }) => id !== undefined);
      if (shape === "lost") return isMissed ? formatJson(orders.toSpliced(given, 1)) : undefined;
      if (shape === "twice") return formatJson([...orders, orders[given] ?? null]);
      if (shape === "null") return formatJson(orders.toSpliced(at, 0, null as never));
      return formatJson(orders.with(at, { ...orders[at], [name]: value }));
    };
    const kind = shape === "field" ? "wrong field" : shape;
    return fault("list", kind, (reply, { given }) => {
      // All of the run's own may be cancelled by then, and the list be empty.
      const isThere = textOf(reply).length > 4 && given.some((id) => textOf(reply).includes(String(id)));
      const changed = isThere ? change(textOf(reply), given) : undefined;
      return changed === undefined ? undefined : withText(reply, changed);
    });
  });

const pendingOf = (mock: Mock, given: readonly bigint[]) =>
  given.find((id) => statusOf(mock, String(id)) === "pending");

const effect = fc.constantFrom(
  fault("refused cancel", "cancels all the same", (reply, { mock, request }) => {
    return mock.handle(letIn(request)).status === 204 ? reply : undefined;
  }),
  fault("pending", "cancels another, too", (reply, { mock, request, given }) => {
    const other = pendingOf(mock, given);
    if (other === undefined) return undefined;
    mock.handle({ ...request, target: `/v1/store/orders/${other}` });
    return reply;
  }),
  fault("pending", "has a body", (reply) => withText(reply, "{}")),
  fault("shipped", "gives in", () => emptyReply(204, "gives in")),
  fault("malformed", "cancels what it begins with", (reply, { mock, request }) => {
    const digits = /^-?\d+/.exec(cancelledId(request))?.[0];
    const target = `/v1/store/orders/${digits}`;
    return digits && mock.handle({ ...request, target }).status === 204 ? reply : undefined;
  }),
);

export const singleFault: fc.Arbitrary<SingleFault> = fc
  .record({
    fault: fc.oneof(status, status, errorBody, errorType, listBody, listBody, effect),
    every: fc.constantFrom(1, 1, 1, 2, 3),
    after: fc.nat({ max: 2 }),
  })
  .map(({ fault, every, after }) => ({ ...fault, every, after: every === 1 ? 0 : after }));
