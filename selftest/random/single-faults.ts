/** One random fault on top of a right server: some answers are sometimes not as the document says. */

import fc from "fast-check";
import { formatJson, type Json, parseJson } from "../../base/json.ts";
import { emptyReply, type MockReply, type MockRequest } from "../../mocks/http/reply.ts";
import type { Mock } from "../../mocks/mock.ts";
import {
  type Build,
  cancelledId,
  letIn,
  statusOf,
  textOf,
  withHeaders,
  withText,
} from "../broken/broken-server.ts";
import { wrongErrorValues, wrongOrderValues, wrongStatuses, wrongTexts } from "../broken/forms.ts";
import { type Asked, answers } from "../broken/steps.ts";

/** The kind of request that the fault concerns; lists with a query are a separate kind. */
type RequestClass = Asked | "query";

export interface SingleFault {
  readonly where: RequestClass;
  /** The kind of fault, for the statistics. */
  readonly kind: string;
  /** The fault affects every nth request of the class. */
  readonly every: number;
  /** Number of requests of the class before the first affected one. */
  readonly after: number;
  /** The wrong answer; undefined where nothing can be made wrong. */
  readonly breaks: (reply: MockReply, context: FaultContext) => MockReply | undefined;
}

export interface FaultContext {
  readonly mock: Mock;
  readonly request: MockRequest;
  /** Orders of the run: only these certainly belong in the list. */
  readonly given: readonly bigint[];
}

const isQuery = ({ target }: MockRequest) => target.includes("?");

/** The server with the fault, and whether an answer was wrong so far. */
export function withFault(
  { where, every, after, breaks }: SingleFault,
  given: readonly bigint[],
): { build: Build; wasBroken: () => boolean } {
  let count = -after;
  let broken = 0;
  const build = answers(where === "query" ? "list" : where, ({ mock, request }, reply) => {
    if (isQuery(request) ? where === "list" : where === "query") return undefined;
    // The first call of a run only shows whether it can start.
    if (given.length === 0 || ++count % every !== 0 || count < 0) return undefined;
    const wrong = breaks(reply, { mock, request, given });
    if (wrong) broken++;
    return wrong;
  });
  return { build, wasBroken: () => broken > 0 };
}

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

const texts = fc.constantFrom(...Object.entries(wrongTexts));
/** A field with a wrong value, or without any. */
const fieldOf = (values: typeof wrongOrderValues) =>
  fc
    .constantFrom(...Object.entries(values))
    .chain(([field, wrong]) => fc.constantFrom(...Object.values(wrong)).map((value) => ({ field, value })));
const errors = fc.constantFrom<RequestClass[]>("refused list", "refused cancel", "unknown");

const errorText = fc.tuple(errors, texts).map(([where, [form, change]]) =>
  fault(where, `error, ${form}`, (reply) => {
    const text = textOf(reply);
    return change(text) === text ? undefined : withText(reply, change(text));
  }),
);

const errorField = fc
  .tuple(errors, fieldOf(wrongErrorValues), fc.boolean())
  .map(([where, { field, value }, isGone]) =>
    fault(where, "error field", (reply) => {
      const { [field]: _, ...rest } = parseJson(textOf(reply)) as Record<string, Json>;
      return withText(reply, formatJson(isGone ? rest : { ...rest, [field]: value }));
    }),
  );

const errorType = errors.map((where) =>
  fault(where, "error media type", (reply) => withHeaders(reply, { "content-type": "text/html" })),
);

/** A list changed, where an order of the run's own is in it. */
const listFault = (kind: string, change: (text: string, own: readonly bigint[]) => string | undefined) =>
  fault("list", kind, (reply, { given }) => {
    const text = textOf(reply);
    const isThere = text.length > 4 && given.some((id) => text.includes(String(id)));
    const changed = isThere ? change(text, given) : undefined;
    return changed === undefined || changed === text ? undefined : withText(reply, changed);
  });
const listText = texts.map(([form, change]) => listFault(`list, ${form}`, change));

const listOrders = fc
  .record({
    place: fc.nat(),
    wrong: fieldOf(wrongOrderValues),
    shape: fc.constantFrom("field", "field", "field", "lost", "twice", "null", "all lost"),
  })
  .map(({ place, wrong: { field, value }, shape }) =>
    listFault(`list, ${shape}`, (text, own) => {
      const orders = parseJson(text) as Record<string, Json>[];
      const at = place % orders.length;
      const given = orders.findIndex(({ id }) => own.includes(id as bigint));
      if (shape === "all lost") return "[]";
      // An order without an id may be the one that is lost.
      const isMissed = given >= 0 && orders.every(({ id }) => id !== undefined);
      if (shape === "lost") return isMissed ? formatJson(orders.toSpliced(given, 1)) : undefined;
      if (shape === "twice") return formatJson([...orders, orders[given] ?? null]);
      if (shape === "null") return formatJson(orders.toSpliced(at, 0, null as never));
      return formatJson(orders.with(at, { ...orders[at], [field]: value }));
    }),
  );

const pendingOf = (mock: Mock, given: readonly bigint[]) =>
  given.find((id) => statusOf(mock, String(id)) === "pending");

const effect = fc.constantFrom(
  fault("refused cancel", "is carried out", (reply, { mock, request }) => {
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
    fault: fc.oneof(
      status,
      status,
      errorText,
      errorField,
      errorType,
      listText,
      listOrders,
      listOrders,
      effect,
    ),
    every: fc.constantFrom(1, 1, 1, 2, 3),
    after: fc.nat({ max: 2 }),
  })
  .map(({ fault, every, after }) => ({ ...fault, every, after: every === 1 ? 0 : after }));
