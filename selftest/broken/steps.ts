/** Changes of a right server, by the operation of a request and the state of its order. */

import type { Json } from "../../base/json.ts";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import type { MockReply, MockRequest } from "../../mocks/http/reply.ts";
import type { Mock } from "../../mocks/mock.ts";
import {
  type Build,
  cancelledId,
  done,
  isCancel,
  isLetIn,
  isList,
  orderOf,
  retarget,
  textOf,
  withHeaders,
  withJson,
  withText,
} from "./broken-server.ts";

/** Kinds of requests, by the state of the order that they name. */
export type Asked =
  | "list"
  | "refused list"
  | "refused cancel"
  | "pending"
  | "again"
  | "shipped"
  | "unknown"
  | "malformed";

/** Statuses that a right server may answer. */
const owed: Readonly<Record<Asked, readonly number[]>> = {
  list: [200],
  "refused list": [401],
  "refused cancel": [401],
  pending: [204],
  again: [404, 409],
  shipped: [409],
  unknown: [404],
  malformed: [400, 404, 405, 422],
};

const stateAsked = { pending: "pending", shipped: "shipped", cancelled: "again" } as const;

/** @param order that the request names */
export function askedOf(
  mock: Mock,
  request: MockRequest,
  order = orderOf(mock, cancelledId(request)),
): Asked | undefined {
  const hasKey = isLetIn(mock, request);
  if (isList(request)) return hasKey ? "list" : "refused list";
  const id = cancelledId(request);
  if (!isCancel(request) || !/^\/v1\/store\/orders\/[^/]*$/.test(request.target)) return undefined;
  if (!hasKey) return "refused cancel";
  if (order) return stateAsked[order.status];
  // With zeros in front it may be the same number.
  if (/^-?0\d/.test(id)) return undefined;
  return /^-?\d+$/.test(id) && BigInt.asIntN(64, BigInt(id)) === BigInt(id) ? "unknown" : "malformed";
}

/** One request that a wrong server answers in its own way. */
export interface Ask {
  readonly mock: Mock;
  readonly request: MockRequest;
  /** The order that is named, as it was before the request. */
  readonly id: string;
  readonly order: FixtureOrder | undefined;
  /** Number of requests of this kind, including the present one: in all, and for this order. */
  readonly nth: number;
  readonly nthOfOrder: number;
  /** Number of earlier requests of a kind, and the milliseconds since the last of them. */
  readonly times: (asked: Asked, id?: string) => number;
  readonly since: (asked: Asked, id?: string) => number;
  /** Orders that were cancelled here. */
  readonly gone: ReadonlySet<bigint>;
}

type Change = (ask: Ask, reply: MockReply) => MockReply | undefined;

/** Changes answers to some requests once a right server has answered; undefined leaves one as it is. */
export const answers = (asked: Asked | readonly Asked[], change: Change): Build =>
  createStep(asked, change, false);
/** Answers some requests in a right server's place; undefined lets it answer. */
export const instead = (
  asked: Asked | readonly Asked[],
  answer: (ask: Ask) => MockReply | undefined,
): Build => createStep(asked, answer, true);

export type Condition = (ask: Ask) => boolean;
/** Gives one answer to some requests once a right server has answered. */
export const answersWith = (
  asked: Asked | readonly Asked[],
  reply: MockReply,
  condition: Condition = () => true,
): Build => answers(asked, (ask) => (condition(ask) ? reply : undefined));

/** Conditions of wrong answers. */
export const isFirst: Condition = ({ nthOfOrder }) => nthOfOrder === 1;
export const isLater: Condition = ({ nthOfOrder }) => nthOfOrder > 1;
export const isAfterCancel: Condition = ({ gone }) => gone.size > 0;
/** Has a further effect once a right server has answered. */
export const acts = (asked: Asked | readonly Asked[], act: (ask: Ask) => unknown): Build =>
  answers(asked, (ask) => {
    act(ask);
    return undefined;
  });

function createStep(asked: Asked | readonly Asked[], change: Change, isInstead: boolean): Build {
  return (mock) => {
    const seen = new Map<string, { count: number; at: number }>();
    const gone = new Set<bigint>();
    const count = (name: string) => seen.get(name)?.count ?? 0;
    const note = (name: string) => seen.set(name, { count: count(name) + 1, at: performance.now() });
    const nameOf = (what: Asked, id?: string) => (id === undefined ? what : `${what} ${id}`);
    return (request) => {
      const id = cancelledId(request);
      const order = isCancel(request) ? orderOf(mock, id) : undefined;
      const what = askedOf(mock, request, order);
      const condition = what !== undefined && [asked].flat().includes(what);
      const ask: Ask = {
        mock,
        request,
        id,
        order,
        nth: count(what ?? "") + 1,
        nthOfOrder: count(`${what} ${id}`) + 1,
        times: (what, id) => count(nameOf(what, id)),
        since: (what, id) => performance.now() - (seen.get(nameOf(what, id))?.at ?? -1e9),
        gone,
      };
      const own = condition && isInstead ? change(ask, done) : undefined;
      const reply = own ?? mock.handle(request);
      const changed =
        condition && !isInstead && owed[what].includes(reply.status) ? change(ask, reply) : undefined;
      if (what) for (const name of [what, `${what} ${id}`]) note(name);
      if (order?.status === "pending" && reply.status === 204) gone.add(order.id);
      return changed ?? reply;
    };
  };
}

export type OrderFields = Record<string, Json>;

/** Changes a list as a whole; with another mistake the body may not be a list. */
export const alterList = (change: (orders: OrderFields[], ask: Ask) => unknown): Build =>
  answers("list", (ask, reply) =>
    withJson(reply, (body: OrderFields[] | null) => (Array.isArray(body) ? change(body, ask) : body)),
  );

/** A list whose orders are changed one by one. */
export const alterOrders = (change: (order: OrderFields, index: number, ask: Ask) => unknown): Build =>
  alterList((orders, ask) => orders.map((order, index) => change(order, index, ask)));

/** The list's headers changed. */
export const alterHeaders = (headers: Readonly<Record<string, string>>): Build =>
  answers("list", (_, reply) => withHeaders(reply, headers));

/** Unknown ids that are read as an order's, which is then cancelled. */
export const readsIds = (read: (text: string, ask: Ask) => bigint | string | undefined): Build =>
  instead(["unknown", "malformed"], (ask) => {
    const found = read(ask.id, ask);
    return found === undefined || found === ask.id
      ? undefined
      : ask.mock.handle(retarget(ask.request, found));
  });

/** The list's JSON text changed. */
export const alterText = (change: (text: string, ask: Ask) => string): Build =>
  answers("list", (ask, reply) => withText(reply, change(textOf(reply), ask)));
