/** Adapters of the mock, each opened on orders of its own: the function, MSW in Node, undici, a port. */

import { setupServer } from "msw/node";
import { Agent, type Dispatcher } from "undici";
import { createHandlers } from "../adapters/msw.ts";
import { startMockServer } from "../adapters/server/mock-server.ts";
import { createInterceptor } from "../adapters/undici/undici-interceptor.ts";
import { createMock } from "../mock.ts";
import type { MockOptions } from "../mock-options.ts";
import type { AdapterAnswer, AdapterRequest } from "./adapter.ts";

export interface Adapter extends AsyncDisposable {
  send(request: AdapterRequest): Promise<AdapterAnswer>;
}

/** Written by node:http for the connection's sake. */
const transportHeaders = new Set(["date", "connection", "keep-alive"]);

const readable = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");

async function openFunction(options: MockOptions): Promise<Adapter> {
  const mock = createMock(options);
  return {
    async send({ method, target, headers = {} }) {
      const reply = mock.handle({ method, target, headers });
      return { status: reply.status, headers: reply.headers, body: readable(Buffer.concat(reply.body)) };
    },
    async [Symbol.asyncDispose]() {},
  };
}

async function openMsw(options: MockOptions): Promise<Adapter> {
  const server = setupServer(...createHandlers(options));
  server.listen({ onUnhandledFrame: "error" });
  return {
    async send({ method, target, headers = {} }) {
      const response = await fetch(`https://shop.test${target}`, { method, headers });
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: readable(await response.bytes()),
      };
    },
    async [Symbol.asyncDispose]() {
      server.close();
    },
  };
}

/** The dispatcher's own request: the one that takes a URL would normalise the path. */
async function sendBy(
  dispatcher: Dispatcher,
  origin: string,
  { method, target, headers = {} }: AdapterRequest,
): Promise<AdapterAnswer> {
  const answer = await dispatcher.request({
    origin,
    path: target,
    method: method as Dispatcher.HttpMethod,
    headers,
  });
  const received = Object.entries(answer.headers).filter(([name]) => !transportHeaders.has(name));
  return {
    status: answer.statusCode,
    headers: Object.fromEntries(received.map(([name, value]) => [name, String(value)])),
    body: readable(new Uint8Array(await answer.body.arrayBuffer())),
  };
}

async function openUndici(options: MockOptions): Promise<Adapter> {
  const origin = "https://shop.test";
  const dispatcher = new Agent().compose(createInterceptor({ ...options, baseUrl: `${origin}/v1` }));
  return {
    send: (request) => sendBy(dispatcher, origin, request),
    async [Symbol.asyncDispose]() {},
  };
}

async function openPort(options: MockOptions): Promise<Adapter> {
  const server = await startMockServer(options);
  const dispatcher = new Agent();
  return {
    send: (request) => sendBy(dispatcher, `http://127.0.0.1:${server.port}`, request),
    async [Symbol.asyncDispose]() {
      await dispatcher.destroy();
      await server.close();
    },
  };
}

export const adapters = {
  "the function": openFunction,
  "msw/node": openMsw,
  undici: openUndici,
  "a port": openPort,
} as const satisfies Record<string, (options: MockOptions) => Promise<Adapter>>;
export type AdapterName = keyof typeof adapters;
export const adapterNames = Object.keys(adapters) as readonly AdapterName[];
