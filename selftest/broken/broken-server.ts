/** A named wrong server: a right mock with one thing broken. Each proves that a requirement can fail. */

import { formatJson, parseJson } from "../../base/json.ts";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import {
  emptyReply,
  errorReply,
  headerOf,
  type MockReply,
  type MockRequest,
  textReply,
} from "../../mocks/http/reply.ts";
import type { Mock } from "../../mocks/mock.ts";
import { defaultApiKey } from "../../mocks/mock-options.ts";
import type { OrderStatus } from "../../spec/wire.ts";

export type Handle = (request: MockRequest) => MockReply;
/** A server on top of another one, which it asks through `mock.handle`. */
export type Build = (mock: Mock) => Handle;

export interface BrokenServer {
  readonly id: string;
  /** The mistake, in one sentence. */
  readonly description: string;
  /** Requirements that fail or warn on it for certain, whatever calls a run draws. Others may see the same. */
  readonly caughtBy: readonly string[];
  /** Requirements that may fail because of its mistake: any other failure is a wrong blame. */
  readonly blames: RegExp;
  readonly build: Build;
}

/** Servers by their id, each with its mistake in a sentence. */
export type NamedRows<Row = Build> = Readonly<Record<`${string}: ${string}`, Row>>;
/** Rows under the requirements that catch them, separated by blanks. */
export type WrongTable<Row = Build> = Readonly<Record<string, NamedRows<Row>>>;

/** The rows of a table, whose servers may fail these requirements and no other. */
export const readTable = <Row>(blames: RegExp, table: WrongTable<Row>) =>
  Object.entries(table).flatMap(([requirements, rows]) =>
    readRows(rows).map((row) => ({ ...row, caughtBy: requirements.split(" "), blames })),
  );

export const serversOf = (blames: RegExp, table: WrongTable): readonly BrokenServer[] =>
  readTable(blames, table).map(({ row: build, ...named }) => ({ ...named, build }));

/** Reads names such as `list-empty: The list is always empty.` */
export const readRows = <Row>(rows: NamedRows<Row>) =>
  Object.entries<Row>(rows).map(([name, row]) => {
    const [, id = "", description = ""] = /^(\S+): (.*)$/.exec(name) ?? [];
    return { id, description, row };
  });

export const isList = ({ method, target }: MockRequest): boolean =>
  method === "GET" && /^\/v1\/store\/orders(?:\?|$)/.test(target);
export const isCancel = ({ method }: MockRequest): boolean => method === "DELETE";
export const authorizationOf = ({ headers }: MockRequest): string => headerOf(headers, "authorization") ?? "";
export const tokenOf = (request: MockRequest): string | undefined =>
  /^bearer +(.*)$/i.exec(authorizationOf(request))?.[1];
export const hasHeader = ({ headers }: MockRequest, name: string, value = /./): boolean =>
  value.test(headerOf(headers, name) ?? "");
export const queryOf = ({ target }: MockRequest) => new URL(target, "http://mock").searchParams;

/** The id a cancel names, as text, its percent-encoding undone. */
export function cancelledId({ target }: MockRequest): string {
  const path = target.split("?", 1)[0]!;
  const text = path.slice(path.lastIndexOf("/") + 1);
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Whether the request carries a valid key. */
export function isLetIn(mock: Mock, request: MockRequest): boolean {
  const token = tokenOf(request);
  return token !== undefined && mock.control.acceptsKey(token);
}

export const orderOf = (mock: Mock, id: string): FixtureOrder | undefined =>
  mock.control.orders().find((order) => String(order.id) === id);

/** The state of an order. */
export const statusOf = (mock: Mock, id: string): OrderStatus | undefined => orderOf(mock, id)?.status;

export const ordersIn = (mock: Mock, status: OrderStatus): readonly FixtureOrder[] =>
  mock.control.orders().filter((order) => order.status === status);

/** Puts these orders into a state, without a call. */
export function putInto(
  mock: Mock,
  status: OrderStatus,
  orders: readonly (FixtureOrder | undefined)[],
): void {
  for (const order of orders) if (order) mock.control.put({ ...order, status });
}

/** A right server whose replies are changed; undefined leaves one as it is. */
export function alterReplies(
  change: (reply: MockReply, request: MockRequest) => MockReply | undefined,
): Build {
  return (mock) => (request) => {
    const reply = mock.handle(request);
    return change(reply, request) ?? reply;
  };
}

/** A right server that gets other requests than those sent. */
export function alterRequests(change: (request: MockRequest, mock: Mock) => MockRequest): Build {
  return (mock) => (request) => mock.handle(change(request, mock));
}

const encoder = new TextEncoder();

export function textOf(reply: MockReply): string {
  const decoder = new TextDecoder();
  return reply.body.map((piece) => decoder.decode(piece, { stream: true })).join("");
}

/** The reply with another body, its length set right. */
export function withText(reply: MockReply, text: string, headers: Record<string, string> = {}): MockReply {
  const bytes = encoder.encode(text);
  return {
    ...reply,
    headers: { ...reply.headers, "content-length": String(bytes.length), ...headers },
    body: bytes.length === 0 ? [] : [bytes],
  };
}

/** The reply with its JSON body changed. */
export function withJson(reply: MockReply, change: (json: never) => unknown): MockReply {
  return withText(reply, formatJson(change(parseJson(textOf(reply)) as never)));
}

export const withHeaders = (reply: MockReply, headers: Readonly<Record<string, string>>): MockReply => ({
  ...reply,
  headers: { ...reply.headers, ...headers },
});

export function withoutHeaders(reply: MockReply, ...names: readonly string[]): MockReply {
  const left = Object.entries(reply.headers).filter(([name]) => !names.includes(name));
  return { ...reply, headers: Object.fromEntries(left) };
}

/** The answer of a server that always reports success. */
export const done: MockReply = emptyReply(204, "done");
/** An Error of this status. */
export const refusal = (status: number, message = "An odd answer."): MockReply =>
  errorReply(status, "odd_status", message);
/** An Error of a status, or a 204. */
export const replyOf = (status: number): MockReply => (status === 204 ? done : refusal(status));
export const page = (status: number, text = "<h1>No</h1>"): MockReply =>
  textReply(status, "text/html", text, "a page");
/** A redirect to the list. */
export const toList = (status: number): MockReply =>
  emptyReply(status, "elsewhere", { location: "/v1/store/orders" });

/** The request with its path read in another way. */
export function respell(request: MockRequest, read: (path: string) => string): MockRequest {
  const [path = "", ...query] = request.target.split(/(?=\?)/);
  return { ...request, target: [read(path), ...query].join("") };
}
/** The request with the method that a POST asks for in a header. */
export const overrideMethod = (request: MockRequest): MockRequest => ({
  ...request,
  method:
    (request.method === "POST" && headerOf(request.headers, "x-http-method-override")) || request.method,
});

/** The request as a cancel of another order. */
export const retarget = (request: MockRequest, id: bigint | string): MockRequest => ({
  ...request,
  target: `/v1/store/orders/${id}`,
});

/** The request with the key. */
export const letIn = (request: MockRequest): MockRequest => ({
  ...request,
  headers: { ...request.headers, authorization: `Bearer ${defaultApiKey}` },
});
