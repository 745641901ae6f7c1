import { networkInterfaces } from "node:os";
import { expect, test } from "vitest";
import { exchangeBytes, writeRequest } from "../../testing/raw-socket.ts";
import { type MockServerOptions, startMockServer } from "./mock-server.ts";

/** Access to the control plane by address, Host and token, and health for load balancers. */

/** The statuses of a reset and of a health check. */
async function ask(options: MockServerOptions, headers: Record<string, string>, address?: string) {
  await using server = await startMockServer(options);
  const call = (line: string) =>
    exchangeBytes(server.port, writeRequest(line, { authorization: undefined, ...headers }), address);
  return [(await call("POST /_mock/reset")).status, (await call("GET /_mock/health?ready")).status];
}

const host = "0.0.0.0";
const token = { "x-mock-control-token": "t" };
/** Headers from a load balancer, which has a name of its own for its replicas. */
const balanced = { host: "store-orders.internal:8080", "x-forwarded-for": "10.0.0.7" };

test.each<[MockServerOptions, Record<string, string>, number]>([
  [{ host }, { host: "localhost:4010", origin: "http://localhost:5173" }, 200],
  [{ host }, { host: "mock.example" }, 403],
  // A proxy on this machine sends for clients of other machines.
  [{ host }, { "x-forwarded-for": "10.0.0.7" }, 403],
  [{ host }, { forwarded: "for=10.0.0.7" }, 403],
  [{ host, controlToken: "t" }, {}, 403],
  [{ host, controlToken: "t" }, { ...balanced, ...token }, 200],
  [{}, { origin: "https://shop.test" }, 403],
  ...[{}, { controlToken: "t" }, { host }, { host, controlToken: "t" }].map(
    (options): [MockServerOptions, Record<string, string>, number] => [options, balanced, 403],
  ),
])(
  "a mock started with %j answers a reset by a client of this machine that sends %j with %i, and any health check with 200",
  async (options, headers, status) => {
    expect(await ask(options, headers)).toEqual([status, 200]);
  },
);

const ownAddress = Object.values(networkInterfaces())
  .flat()
  .find((entry) => entry?.family === "IPv4" && !entry.internal)?.address;

test.skipIf(ownAddress === undefined)(
  "a client by a network address is refused whatever Host it names (skipped only without a network)",
  async () => {
    expect(await ask({ host }, {}, ownAddress)).toEqual([403, 200]);
  },
);
