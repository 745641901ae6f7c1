/** Calls a mock's own function the short way, and reads its answer. */

import { type Json, parseJson } from "../../base/json.ts";
import type { MockRequest } from "../http/reply.ts";
import type { Mock } from "../mock.ts";
import { defaultApiKey } from "../mock-options.ts";

export interface CallOptions {
  /** Default: the mock's own; null for none. */
  readonly key?: string | null;
  readonly headers?: MockRequest["headers"];
  readonly body?: string;
}

export interface ReadReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The text as JSON; throws when it is none. */
  readonly json: Json;
}

/** @param line method and target, as in `GET /v1/store/orders` */
export function callMock(mock: Mock, line: string, options: CallOptions = {}): ReadReply {
  const { key = defaultApiKey, headers = {}, body } = options;
  const space = line.indexOf(" ");
  const reply = mock.handle({
    method: line.slice(0, space),
    target: line.slice(space + 1),
    headers: { ...(key !== null && { authorization: `Bearer ${key}` }), ...headers },
    ...(body !== undefined && { body }),
  });
  const text = Buffer.concat(reply.body).toString();
  return {
    status: reply.status,
    headers: reply.headers,
    text,
    get json() {
      return parseJson(text);
    },
  };
}

/** What an answer must look like where it is an Error object; to be met by `toMatchObject`. */
export function errorAnswer(status: number, code?: string) {
  return { status, json: { status: BigInt(status), ...(code !== undefined && { code }) } };
}
