/** Adapters, each with its own mock: the function, its fetch, MSW in Node, undici, a port, a port with TLS. */

import { Agent, type Dispatcher, fetch as undiciFetch } from "undici";
import { createCertificate } from "../../base/testing/certificate.ts";
import { createHandlers } from "../adapters/msw.ts";
import { type MockServerOptions, startMockServer } from "../adapters/server/mock-server.ts";
import { createInterceptor } from "../adapters/undici/undici-interceptor.ts";
import { createMock, type Mock } from "../mock.ts";
import type { MockOptions } from "../mock-options.ts";
import type { AdapterAnswer, AdapterRequest } from "./adapter-requests.ts";
import { listenMsw } from "./listen-msw.ts";

export interface Adapter extends AsyncDisposable {
  readonly mock: Mock;
  /** Calls the mock as an application does. */
  fetch(target: string, init?: RequestInit): Promise<Response>;
  /** Sends the very bytes of the target, where the adapter can. */
  send(request: AdapterRequest): Promise<AdapterAnswer>;
}

const origin = "https://shop.test";
/** Written by node:http for the connection's sake. */
const transportHeaders = new Set(["date", "connection", "keep-alive"]);

const readable = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");

async function openFunction(options: MockOptions): Promise<Adapter> {
  const adapter = await openFetch(options);
  return {
    ...adapter,
    async send(request) {
      const { status, headers, body } = adapter.mock.handle({ headers: {}, ...request });
      return { status, headers, body: readable(Buffer.concat(body)) };
    },
  };
}

const byFetch = (mock: Mock, call: Adapter["fetch"], dispose: () => void = () => undefined): Adapter => ({
  mock,
  fetch: call,
  async send({ target, ...init }) {
    const response = await call(target, init);
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: readable(await response.bytes()),
    };
  },
  async [Symbol.asyncDispose]() {
    dispose();
  },
});

async function openFetch(options: MockOptions): Promise<Adapter> {
  const mock = createMock(options);
  return byFetch(mock, async (target, init) => {
    const response = await mock.fetch(new Request(origin + target, init));
    // A lost connection is an error of fetch.
    if (response.type === "error") throw init?.signal?.reason ?? new TypeError("no connection");
    return response;
  });
}

async function openMsw(options: MockOptions): Promise<Adapter> {
  const mock = createMock(options);
  const server = listenMsw(...createHandlers({ mock }));
  return byFetch(
    mock,
    (target, init) => fetch(origin + target, init),
    () => server.close(),
  );
}

/** The dispatcher's own request, since the one with a URL would normalize the path. */
const sendBy =
  (dispatcher: Dispatcher, to: string): Adapter["send"] =>
  async ({ method, target, headers = {} }) => {
    const call = { origin: to, path: target, method: method as Dispatcher.HttpMethod, headers };
    const answer = await dispatcher.request(call);
    const received = Object.entries(answer.headers).filter(([name]) => !transportHeaders.has(name));
    return {
      status: answer.statusCode,
      headers: Object.fromEntries(received.map(([name, value]) => [name, String(value)])),
      body: readable(new Uint8Array(await answer.body.arrayBuffer())),
    };
  };

async function openUndici(options: MockOptions): Promise<Adapter> {
  const mock = createMock(options);
  const dispatcher = new Agent().compose(createInterceptor({ mock, baseUrl: `${origin}/v1` }));
  return {
    mock,
    fetch: (target, init) => undiciFetch(origin + target, { ...init, dispatcher } as never) as never,
    send: sendBy(dispatcher, origin),
    async [Symbol.asyncDispose]() {},
  };
}

async function openPort(options: MockServerOptions): Promise<Adapter> {
  const server = await startMockServer(options);
  const dispatcher = new Agent(options.tls ? { connect: { ca: String(options.tls.cert) } } : {});
  const at = new URL(server.baseUrl).origin;
  return {
    mock: server.mock,
    fetch: (target, init) => undiciFetch(at + target, { ...init, dispatcher } as never) as never,
    send: sendBy(dispatcher, at),
    async [Symbol.asyncDispose]() {
      await dispatcher.destroy();
      await server.close();
    },
  };
}

let tls: MockServerOptions["tls"];

function openTlsPort(options: MockOptions): Promise<Adapter> {
  if (!tls) {
    using certificate = createCertificate();
    ({ tls } = certificate);
  }
  return openPort({ ...options, tls });
}

export const adapters = {
  "the function": openFunction,
  "mock.fetch": openFetch,
  "msw/node": openMsw,
  undici: openUndici,
  "a port": openPort,
  "a port with TLS": openTlsPort,
} as const satisfies Record<string, (options: MockOptions) => Promise<Adapter>>;
export type AdapterName = keyof typeof adapters;
export const adapterNames = Object.keys(adapters) as readonly AdapterName[];
