/** The mock behind the undici package, which msw/node does not see: an interceptor for its dispatchers. */

import { stringify } from "node:querystring";
import { BadInput, quoteValue } from "../../../base/bad-input.ts";
import { controlPrefix } from "../../../spec/control-protocol.ts";
import { withoutSite } from "../../control/guard.ts";
import { createTargetReader } from "../../http/mount.ts";
import { headerOf, type RequestHeaders } from "../../http/reply.ts";
import { createMock, type Mock } from "../../mock.ts";
import { flag, type MockOptions, takeMockOptions } from "../../mock-options.ts";
import { createDispatched, type DispatchHandler, modernHandler } from "./dispatch-handler.ts";

export interface InterceptorOptions extends MockOptions {
  /** The base address the application calls; other requests go on to the dispatcher. */
  readonly baseUrl: string;
  /** A mock to answer with instead of one of its own. */
  readonly mock?: Mock;
  /** False leaves out the control plane, `/_mock` at the root of the base address's origin. */
  readonly control?: boolean;
}

const readers = {
  baseUrl: readBase,
  mock: (value: unknown) => value,
  control: flag,
};

function readBase(value: unknown): string {
  if (typeof value === "string" && /^https?:\/\//i.test(value) && URL.canParse(value)) return value;
  throw new BadInput(
    `Cannot intercept requests for ${quoteValue(value)}: it is not an absolute URL. Write it as in https://api.shop.test/v1.`,
  );
}

interface DispatchOptions {
  readonly origin?: string | URL;
  readonly path: string;
  readonly method: string;
  readonly headers?: unknown;
  readonly body?: unknown;
  readonly query?: Record<string, string>;
  readonly headersTimeout?: number | null;
}

/** As undici's `compose` takes it, of any version: each has types of its own for what is passed on. */
// biome-ignore lint/suspicious/noExplicitAny: see above
type Dispatch = (options: any, handler: any) => boolean;

/**
 * For `new Agent().compose(createInterceptor({ baseUrl }))`, a Pool or a Client.
 * @throws {BadInput} for a base address that is not absolute, or options that cannot be used
 */
export function createInterceptor(options: InterceptorOptions): (dispatch: Dispatch) => Dispatch {
  const mockOptions = takeMockOptions(options, readers);
  const { baseUrl, mock = createMock(mockOptions), control = true } = options;
  const targetOf = createTargetReader(baseUrl.replace(/\/+$/, ""));

  return (dispatch) => (request: DispatchOptions, handler: DispatchHandler) => {
    const url = urlOf(request);
    const target = url && targetOf(url);
    if (target === undefined || (!control && target.startsWith(controlPrefix))) {
      return dispatch(request, handler);
    }
    void answer(mock, target, request, modernHandler(handler));
    return true;
  };
}

/** The parts of a request's URL, the path as it is: a dispatcher normalises nothing. */
function urlOf({ origin, path, query }: DispatchOptions) {
  if (origin === undefined || !path.startsWith("/") || !URL.canParse(String(origin))) return undefined;
  const whole = query ? `${path}?${stringify(query)}` : path;
  const mark = whole.search(/\?|$/);
  return {
    origin: new URL(String(origin)).origin,
    pathname: whole.slice(0, mark),
    search: whole.slice(mark),
  };
}

async function answer(
  mock: Mock,
  target: string,
  request: DispatchOptions,
  handler: DispatchHandler,
): Promise<void> {
  const { controller, isOver, fail, play } = createDispatched(handler);
  try {
    handler.onRequestStart?.(controller, null);
    const isControl = target.startsWith(controlPrefix);
    let body = "";
    const decoder = new TextDecoder();
    for await (const chunk of piecesOf(request.body)) {
      if (isOver()) return;
      const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
      handler.onBodySent?.(bytes as Buffer);
      // The API reads no bodies.
      if (isControl) body += decoder.decode(bytes, { stream: true });
    }
    if (isOver()) return;
    handler.onRequestSent?.();
    const { host, protocol } = new URL(String(request.origin));
    const headers = { host, ...readHeaders(request.headers) };
    const plain = { method: request.method, target, headers, secure: protocol === "https:" };
    const reply = mock.handle(isControl ? withoutSite({ ...plain, body }) : plain);
    await play(reply, request.headersTimeout ?? 0);
  } catch (error) {
    // What a handler or the body throws ends the request, as on a socket.
    fail(error instanceof Error ? error : new Error(String(error)));
  }
}

function piecesOf(body: unknown): AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string> {
  if (body === null || body === undefined) return [];
  if (typeof body === "string") return body === "" ? [] : [body];
  if (ArrayBuffer.isView(body)) return [Buffer.from(body.buffer, body.byteOffset, body.byteLength)];
  if (body instanceof ArrayBuffer) return [Buffer.from(body)];
  if (body instanceof Blob) return body.stream();
  // A form: nothing here reads one, and what it yields are no bytes.
  if (typeof body === "object" && "append" in body) return [];
  return body as AsyncIterable<Uint8Array>;
}

/** Headers of a request: an object, pairs, or names and values by turns. Names are given in lower case. */
export function readHeaders(headers: unknown): RequestHeaders {
  const read: Record<string, string | string[]> = {};
  for (const [name, value] of pairsOf(headers)) {
    if (value === undefined) continue;
    const key = String(name).toLowerCase();
    const values = (Array.isArray(value) ? value : [value ?? ""]).map(String);
    const before = read[key];
    read[key] = before === undefined && values.length === 1 ? values[0]! : [before ?? [], values].flat(2);
  }
  // One value by RFC 9110, 5.3, as a server reads it; two keys must not pass as one.
  for (const name of Object.keys(read)) read[name] = headerOf(read, name)!;
  return read;
}

function pairsOf(headers: unknown): Iterable<[unknown, unknown]> {
  if (headers === null || typeof headers !== "object") return [];
  if (Array.isArray(headers) && !Array.isArray(headers[0])) {
    return headers.flatMap((name, index) => (index % 2 === 0 ? [[name, headers[index + 1]]] : []));
  }
  return Symbol.iterator in headers
    ? (headers as Iterable<[unknown, unknown]>)
    : Object.entries(headers as Record<string, unknown>);
}
