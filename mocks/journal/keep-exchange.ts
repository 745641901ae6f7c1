/**
 * What the journal keeps of an exchange. It is made for every request, so here it is only picked up,
 * and worked out when somebody reads it; and it is small, whatever the request and its answer are.
 */

import { controlTokenHeader } from "../../spec/control-protocol.ts";
import type { MockReply, MockRequest, RequestHeaders } from "../http/reply.ts";
import { countOrders } from "./count-orders.ts";
import type { ExchangeReader } from "./read-exchange.ts";

export interface KeptExchange {
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly method: string;
  readonly target: string;
  readonly headers: KeptHeaders;
  /** Whether a secret is known to have been in what was not kept. */
  readonly holdsSecret: boolean;
  readonly status: number;
  readonly why: string;
  readonly responseHeaders: MockReply["headers"];
  /** Left out when it is large, or not sent. */
  readonly body: Uint8Array | undefined;
  readonly bodySize: number;
  /** In a list whose body is not kept; undefined where they were too many to count in passing. */
  readonly orders: number | undefined;
  readonly delivery: MockReply["delivery"];
}

export type KeptHeaders = Readonly<Record<string, string | undefined>>;

/** Longer bodies are not kept, only their size (bytes). */
const mostBodyBytes = 2048;
/** Longer addresses and header values are not kept whole. */
const mostCharacters = 2048;

export function keepExchange(
  id: number,
  at: number,
  request: MockRequest,
  reply: MockReply,
  reader: ExchangeReader,
): KeptExchange {
  const { method, headers } = request;
  const { body, bodySize, orders } = method === "HEAD" ? noBody : bodyFacts(reply.body);
  const isLong = isAnyLong(request);
  const hidden = isLong ? reader.hideTarget(request) : request.target;
  return {
    id,
    at,
    method,
    target: isLong ? beginning(hidden) : hidden,
    headers: {
      host: short(headers.host),
      "user-agent": short(headers["user-agent"]),
      accept: short(headers.accept),
      "content-type": short(headers["content-type"]),
      origin: short(headers.origin),
      prefer: short(headers.prefer),
      authorization: short(headers.authorization),
      // Never shown, so never kept.
      cookie: headers.cookie === undefined ? undefined : "***",
      [controlTokenHeader]: headers[controlTokenHeader] === undefined ? undefined : "***",
    },
    holdsSecret: isLong && hidden !== request.target,
    status: reply.status,
    why: reply.why,
    responseHeaders: isLong ? {} : reply.headers,
    body,
    bodySize,
    orders,
    delivery: reply.delivery,
  };
}

/** Whether a secret may be lost in the shortening, or a long value come back in the answer. */
function isAnyLong({ target, headers: { authorization = "", origin = "" } }: MockRequest): boolean {
  return (
    target.length > mostCharacters || authorization.length > mostCharacters || origin.length > mostCharacters
  );
}

function short(value: RequestHeaders[string]): string | undefined {
  if (value === undefined) return undefined;
  const text = typeof value === "string" ? value : value.join(", ");
  return text.length <= mostCharacters ? text : `(${text.length} characters)`;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Made anew from bytes: a slice would hold on to the whole text. */
function beginning(text: string): string {
  if (text.length <= mostCharacters) return text;
  return `${decoder.decode(encoder.encode(text.slice(0, mostCharacters)))}...`;
}

type BodyFacts = Pick<KeptExchange, "body" | "bodySize" | "orders">;
const noBody: BodyFacts = { body: undefined, bodySize: 0, orders: undefined };

/** Of the bodies that are shared between answers, as long as they are. */
const largeBodies = new WeakMap<MockReply["body"], BodyFacts>();

function bodyFacts(body: MockReply["body"]): BodyFacts {
  const [piece] = body;
  if (!piece) return noBody;
  if (body.length === 1 && piece.length <= mostBodyBytes) {
    // A part of something larger would hold on to the whole.
    const own = piece.length === piece.buffer.byteLength ? piece : piece.slice();
    return { body: own, bodySize: own.length, orders: undefined };
  }
  const known = largeBodies.get(body);
  if (known) return known;
  const bodySize = body.reduce((sum, { length }) => sum + length, 0);
  const facts: BodyFacts = { body: undefined, bodySize, orders: countOrders(body, bodySize) };
  largeBodies.set(body, facts);
  return facts;
}
