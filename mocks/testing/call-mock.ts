/** Calls a mock's own function, and reads its answer. */

import { type Json, parseJson } from "../../base/json.ts";
import type { MockReply, MockRequest } from "../http/reply.ts";
import type { Mock } from "../mock.ts";
import { defaultApiKey } from "../mock-options.ts";

export interface CallOptions {
  /** Default: the mock's own; null for none. */
  readonly key?: string | null;
  readonly headers?: MockRequest["headers"];
  /** A text, or a value for JSON. */
  readonly body?: unknown;
}

export interface ReadReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The parsed JSON of the text. Throws for other text. */
  readonly json: Json;
}

/** @param line method and target, as in `GET /v1/store/orders` */
export function callMock(mock: Mock, line: string, options?: CallOptions): ReadReply {
  return readReply(mock.handle(requestOf(line, options)));
}

/** The same for a mock whose state takes its time. */
export async function askMock(mock: Mock, line: string, options?: CallOptions): Promise<ReadReply> {
  return readReply(await (mock.answer ?? mock.handle)(requestOf(line, options)));
}

/** Calls the control plane, which needs no key. */
export function callControl(mock: Mock, line: string, body?: unknown): ReadReply {
  return callMock(mock, line, { key: null, body });
}

function requestOf(line: string, { key = defaultApiKey, headers, body }: CallOptions = {}): MockRequest {
  const space = line.indexOf(" ");
  return {
    method: line.slice(0, space),
    target: line.slice(space + 1),
    headers: { ...(key !== null && { authorization: `Bearer ${key}` }), ...headers },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  };
}

function readReply({ status, headers, body }: MockReply): ReadReply {
  const text = Buffer.concat(body).toString();
  return {
    status,
    headers,
    text,
    get json() {
      return parseJson(text);
    },
  };
}

/** The shape of an answer with an Error object, for `toMatchObject`. */
export function errorAnswer(status: number, code?: string) {
  return { status, json: { status: BigInt(status), ...(code !== undefined && { code }) } };
}
