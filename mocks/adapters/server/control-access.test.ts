import { createServer, request as httpRequest } from "node:http";
import { networkInterfaces } from "node:os";
import { expect, onTestFinished, test } from "vitest";
import { startServer } from "../../../conformance/testing/raw-server.ts";
import { exchangeBytes, writeRequest } from "../../testing/raw-socket.ts";
import { type MockServer, type MockServerOptions, startMockServer } from "./mock-server.ts";

/** Access to the control plane by address, Host and token, and health for load balancers. */

const call = async (port: number, line: string, headers: Record<string, string> = {}, address?: string) =>
  (await exchangeBytes(port, writeRequest(line, { authorization: undefined, ...headers }), address)).status;

/** Passes each request to the next replica, under the replicas' common name. */
function startRoundRobin(replicas: readonly MockServer[]): Promise<number> {
  let next = 0;
  const balancer = createServer((request, response) => {
    const { port } = replicas[next++ % replicas.length]!;
    const headers = { ...request.headers, host: "store-orders.internal:8080", "x-forwarded-for": "10.0.0.7" };
    const { method, url: path } = request;
    const passed = httpRequest({ host: "127.0.0.1", port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    request.pipe(passed);
  });
  return startServer(balancer);
}

test.each([{}, { controlToken: "t" }, { host: "0.0.0.0" }, { host: "0.0.0.0", controlToken: "t" }])(
  "a load balancer may only ask three replicas whether they are healthy: %j",
  async (options) => {
    const replicas = await Promise.all([1, 2, 3].map(() => startMockServer(options)));
    onTestFinished(() => void Promise.all(replicas.map((each) => each.close())));
    const port = await startRoundRobin(replicas);
    const ask = (line: string) => Promise.all(replicas.map(() => call(port, line)));
    expect(await ask("GET /_mock/health")).toEqual([200, 200, 200]);
    expect(await ask("HEAD /_mock/health?ready")).toEqual([200, 200, 200]);
    for (const line of ["GET /_mock/orders", "GET /_mock/openapi.yaml", "POST /_mock/reset"])
      expect(await ask(line)).toEqual([403, 403, 403]);
    replicas[1]!.mock.drain();
    expect((await ask("GET /_mock/health?ready")).toSorted()).toEqual([200, 200, 503]);
    expect(await ask("GET /_mock/health")).toEqual([200, 200, 200]);
  },
);

const host = "0.0.0.0";
const token = { "x-mock-control-token": "t" };
test.each<[MockServerOptions, Record<string, string>, number]>([
  [{ host }, { host: "localhost:4010", origin: "http://localhost:5173" }, 200],
  [{ host }, { host: "mock.example" }, 403],
  // A proxy on this machine sends for clients of other machines.
  [{ host }, { "x-forwarded-for": "10.0.0.7" }, 403],
  [{ host }, { forwarded: "for=10.0.0.7" }, 403],
  [{ host, controlToken: "t" }, {}, 403],
  [{ host, controlToken: "t" }, token, 200],
  [{}, { origin: "https://shop.test" }, 403],
])(
  "a mock started with %j answers a client of this machine that sends %j with %i",
  async (options, headers, status) => {
    await using server = await startMockServer(options);
    expect(await call(server.port, "POST /_mock/reset", headers)).toBe(status);
  },
);

const ownAddress = Object.values(networkInterfaces())
  .flat()
  .find((entry) => entry?.family === "IPv4" && !entry.internal)?.address;

test.skipIf(ownAddress === undefined)(
  "a client by a network address is refused whatever Host it names (skipped only without a network)",
  async () => {
    await using server = await startMockServer({ host: "0.0.0.0" });
    const ask = (line: string) => call(server.port, line, {}, ownAddress);
    expect(await ask("POST /_mock/reset")).toBe(403);
    expect(await ask("GET /_mock/health?ready")).toBe(200);
  },
);
