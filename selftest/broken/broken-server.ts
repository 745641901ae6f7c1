/** A named wrong server: a right mock with one thing broken. Each proves that a requirement can fail. */

import { formatJson, type Json, parseJson } from "../../base/json.ts";
import { emptyReply, type MockReply, type MockRequest } from "../../mocks/http/reply.ts";
import type { Mock } from "../../mocks/mock.ts";
import type { OrderStatus } from "../../spec/wire.ts";

export type Handle = (request: MockRequest) => MockReply;

export interface BrokenServer {
  readonly id: string;
  /** What is wrong, as one would tell a colleague. */
  readonly description: string;
  /** Requirements that fail or warn on it for certain, whatever calls a run draws. Others may see the same. */
  readonly caughtBy: readonly string[];
  readonly build: (mock: Mock) => Handle;
}

const badKeys = [
  "without-key",
  "wrong-key",
  "key-cut-short",
  "key-lengthened",
  "empty-key",
  "key-without-scheme",
  "basic-scheme",
  "other-scheme",
];
/** The requirements about an operation without the key: one for each way to have none that is right. */
export const withoutKey = (operation: "list" | "cancel"): readonly string[] =>
  badKeys.map((word) => `authentication/${operation}-${word}`);

/** Requests as their breakers tell them apart. */
export const isList = ({ method, target }: MockRequest): boolean =>
  method === "GET" && /^\/v1\/store\/orders(?:\?|$)/.test(target);
export const isCancel = ({ method }: MockRequest): boolean => method === "DELETE";

/** The id a cancel names, as text. */
export function cancelledId({ target }: MockRequest): string {
  return target.slice(target.lastIndexOf("/") + 1);
}

/** A right server whose replies are changed on the way out; returning nothing leaves one as it is. */
export function alterReplies(
  change: (reply: MockReply, request: MockRequest) => MockReply | undefined,
): BrokenServer["build"] {
  return (mock) => (request) => {
    const reply = mock.handle(request);
    return change(reply, request) ?? reply;
  };
}

/** A right server that gets other requests than were sent. */
export function alterRequests(change: (request: MockRequest) => MockRequest): BrokenServer["build"] {
  return (mock) => (request) => mock.handle(change(request));
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

/** A list whose orders are changed one by one. */
export function alterOrders(
  change: (order: Record<string, Json>, index: number) => unknown,
): BrokenServer["build"] {
  return alterReplies((reply, request) =>
    isList(request) && reply.status === 200
      ? withJson(reply, (orders: Record<string, Json>[]) => orders.map(change))
      : undefined,
  );
}

/** What a server says that takes any cancel for done. */
export const done: MockReply = emptyReply(204, "done");

/** The state of an order, whoever asks. */
export function statusOf(mock: Mock, id: string): OrderStatus | undefined {
  return mock.control.orders().find((order) => String(order.id) === id)?.status;
}

/** The request as a cancel of another order. */
export function retarget(request: MockRequest, id: bigint | string): MockRequest {
  return { ...request, target: `/v1/store/orders/${id}` };
}

/** Whether the request carries a valid key. */
export function isLetIn(mock: Mock, request: MockRequest): boolean {
  return mock.handle({ ...request, method: "HEAD", target: "/v1/store/orders" }).status !== 401;
}

/** A server that treats some cancels with a valid key in its own way. */
export function onCancel(change: (id: string, mock: Mock) => MockReply | undefined): BrokenServer["build"] {
  return (mock) => (request) => {
    if (!isCancel(request) || !isLetIn(mock, request)) return mock.handle(request);
    return change(cancelledId(request), mock) ?? mock.handle(request);
  };
}

export type ListedOrders = Record<string, Json>[];

/** A list changed as a whole. */
export const alterList = (
  change: (orders: ListedOrders, query: URLSearchParams) => unknown,
): BrokenServer["build"] =>
  alterReplies((reply, request) =>
    isList(request) && reply.status === 200
      ? withJson(reply, (orders: ListedOrders) =>
          change(orders, new URL(request.target, "http://mock").searchParams),
        )
      : undefined,
  );
