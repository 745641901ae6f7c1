/** The mock behind the undici package, whose requests msw/node does not intercept: an interceptor for its dispatchers. */

import { randomUUID } from "node:crypto";
import type { RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
// By its file: Bun has a module of its own for the bare name, which lacks half of it.
import { Agent, buildConnector, Dispatcher1Wrapper } from "undici/index.js";
import { required } from "../../core/field.ts";
import { createMock, type Mock } from "../../mock.ts";
import { takeMockOptions } from "../../mock-options.ts";
import { apiAddress, createTargetReader, isControl, type MountOptions, mountReaders } from "../mount.ts";
import { createHttpServer } from "../server/http-server.ts";
import { listenOn } from "../server/listen-on.ts";
import { sendReply } from "../server/serve-request.ts";

export interface InterceptorOptions extends MountOptions {
  /** The base address that the application calls; other requests are passed to the dispatcher. */
  readonly baseUrl: string;
}

const readers = { baseUrl: required(apiAddress), ...mountReaders };

interface DispatchOptions {
  readonly origin?: string | URL;
  readonly path: string;
  readonly dispatcher?: unknown;
}

/** An interceptor for undici's `compose`, of any version, each of which has its own types. */
// biome-ignore lint/suspicious/noExplicitAny: see above
type Dispatch = (options: any, handler: any) => boolean;

/**
 * For `new Agent().compose(createInterceptor({ baseUrl }))`, a Pool or a Client.
 * @throws {BadInput} for a base address that is not absolute, or options that cannot be used
 */
export function createInterceptor(options: InterceptorOptions): (dispatch: Dispatch) => Dispatch {
  const mockOptions = takeMockOptions(options, readers);
  const { baseUrl, mock = createMock(mockOptions) } = options;
  const prefix = `/${randomUUID()}`;
  const targetOf = createTargetReader(baseUrl, options);
  // Undici 6 and the fetch of Node up to 24 have handlers with an older interface.
  const mocked = new Dispatcher1Wrapper(createAgent(mock, new URL(baseUrl).protocol === "https:", prefix));

  return (dispatch) => (request: DispatchOptions, handler) => {
    const url = urlOf(request);
    const target = url && targetOf(url);
    if (target === undefined) return dispatch(request, handler);
    // Undici 6 and 7 leave it in, which undici 8 refuses.
    const { dispatcher: _dispatcher, ...rest } = request;
    return mocked.dispatch({ ...rest, path: prefix + target } as never, handler);
  };
}

/** The parts of a request's URL, with the path unchanged: a dispatcher does not normalize it. */
function urlOf({ origin, path }: DispatchOptions) {
  if (origin === undefined || !path.startsWith("/") || !URL.canParse(String(origin))) return undefined;
  const mark = path.search(/\?|$/);
  return { origin: new URL(String(origin)).origin, pathname: path.slice(0, mark), search: path.slice(mark) };
}

/**
 * Sends requests for any origin to the mock, which listens on a free port of this machine from the first request on. So
 * undici itself handles timeouts, aborts, pauses and lost connections. Neither keeps the process running.
 * @param prefix of every path, a secret of this process
 */
function createAgent(mock: Mock, secure: boolean, prefix: string): Agent {
  const listener: RequestListener = async (request, response) => {
    const { method = "GET", url = "", headers } = request;
    if (!url.startsWith(prefix)) return void request.socket.destroy();
    const target = url.slice(prefix.length);
    const body = await text(request).catch(() => undefined);
    // The client gave up.
    if (body === undefined) return;
    const anyOrigin = isControl(target);
    await sendReply(response, mock.handle({ method, target, headers, secure, body, anyOrigin }));
  };
  // node:http would show only the first of two keys.
  const { server } = createHttpServer(listener, { joinDuplicateHeaders: true });
  server.unref().on("connection", (socket) => socket.unref());
  const connect = buildConnector({});
  let listening: Promise<void> | undefined;
  return new Agent({
    headersTimeout: 0,
    bodyTimeout: 0,
    connect(options, callback) {
      listening ??= listenOn(server, 0, "127.0.0.1");
      listening.then(
        () => {
          const { port } = server.address() as AddressInfo;
          connect({ ...options, protocol: "http:", hostname: "127.0.0.1", port: String(port) }, callback);
        },
        (error) => callback(error, null),
      );
    },
  });
}
