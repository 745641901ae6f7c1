/** A mock or a proxy on a free port, started by its command, which ends with its test. */

import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { AddressInfo, Server } from "node:net";
import { onTestFinished } from "vitest";
import type { Environment } from "../command-line.ts";
import { startHere } from "./run-here.ts";
import { type CliOptions, type RunningCommand, startCli } from "./start-cli.ts";

/** In the process of the test. */
export const startMock = (args: readonly string[] = [], env: Environment = {}) =>
  readStart(startHere(["mock", "--port=0", ...args], env));

/** In a process of its own. */
export function startMockProcess(args: readonly string[] = [], options: CliOptions = {}) {
  const mock = startCli(["mock", "--port=0", ...args], options);
  onTestFinished(() => mock[Symbol.asyncDispose]());
  return readStart(mock);
}

/** Waits for the banner, or for the first line of a log in JSON. */
async function readStart<Mock extends RunningCommand>(mock: Mock) {
  const [banner] = await mock.printed(/^\{[^\n]*\n|^.*Ctrl-C stops it\..*\n\n$/s);
  const [baseUrl] = /https?:[^\s"]+\/v1/.exec(banner)!;
  const send = (method: string, path = "", key = "mock-key") =>
    fetch(`${baseUrl}/store/orders${path}`, { method, headers: { authorization: `Bearer ${key}` } });
  return {
    mock,
    banner,
    baseUrl,
    origin: new URL(baseUrl).origin,
    /** Address of the control plane. */
    control: baseUrl.replace(/v1$/, "_mock"),
    send,
    cancel: async (id: number | string, key?: string) => (await send("DELETE", `/${id}`, key)).status,
    list: async (key?: string) => (await send("GET", "", key)).text(),
  };
}

/** A mock in the process of the test that may print nothing, and its port. */
export async function startQuietMock(args: readonly string[]) {
  const name = "tracing:net.server.listen:asyncEnd";
  const { promise, resolve } = Promise.withResolvers<Server>();
  const hear = (message: unknown) => resolve((message as { server: Server }).server);
  subscribe(name, hear);
  const mock = startHere(["mock", "--port=0", ...args]);
  const { port } = (await promise).address() as AddressInfo;
  unsubscribe(name, hear);
  return { mock, port };
}

/** In the process of the test. */
export async function startProxy(target: string, args: readonly string[] = [], env: Environment = {}) {
  const proxy = startHere(["proxy", target, "--port=0", ...args], env);
  const [, address = ""] = await proxy.warned(/Passing (http:\S+) through/);
  return { proxy, address };
}

/** The lines of a log in JSON. */
export const eventsOf = (stdout: string): readonly Record<string, unknown>[] =>
  stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
