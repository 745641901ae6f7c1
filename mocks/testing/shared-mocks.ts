/** Mocks of every kind of state, to be asked in the same way. */

import { join } from "node:path";
import type { MockReply, MockRequest } from "../http/reply.ts";
import { createMock, type Mock } from "../mock.ts";
import { type MockOptions, readMockOptions, startFrom } from "../mock-options.ts";
import { readRedisAddress } from "../state/redis/redis-address.ts";
import { openRedisState } from "../state/redis/redis-state.ts";
import { openStateFile } from "../state/state-file.ts";
import { createScratchFolder } from "./scratch-folder.ts";

export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers: MockReply["headers"];
}

export interface AskedMock extends Disposable {
  readonly mock: Mock;
  /** @param line method and target, as on a request line */
  ask(line: string, more?: { readonly key?: string; readonly body?: unknown }): Promise<Answer>;
}

export async function ask(
  mock: Mock,
  line: string,
  { key = "mock-key", body }: { readonly key?: string; readonly body?: unknown } = {},
): Promise<Answer> {
  const [method = "", target = ""] = line.split(" ");
  const request: MockRequest = {
    method,
    target,
    headers: { authorization: `Bearer ${key}` },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  };
  const reply = await (mock.answer ?? mock.handle)(request);
  const decoder = new TextDecoder();
  return {
    status: reply.status,
    body: reply.body.map((piece) => decoder.decode(piece)).join(""),
    headers: reply.headers,
  };
}

const asked = (mock: Mock, dispose: () => void = () => undefined): AskedMock => ({
  mock,
  ask: (line, more) => ask(mock, line, more),
  [Symbol.dispose]: dispose,
});

export async function openMemoryMock(options: MockOptions = {}): Promise<AskedMock> {
  return asked(createMock(options));
}

export async function openFileMock(options: MockOptions = {}): Promise<AskedMock> {
  const stateStorage = await openStateFile(join(createScratchFolder(), "shop.db"));
  return asked(createMock({ ...options, stateStorage }), () => stateStorage[Symbol.dispose]());
}

export interface RedisMockOptions {
  readonly prefix?: string;
  readonly waitMs?: number;
}

/** @param url of a database */
export async function openRedisMock(
  url: string,
  options: MockOptions = {},
  more: RedisMockOptions = {},
): Promise<AskedMock> {
  const stateStorage = await openRedisState({ address: readRedisAddress(url, "--state"), ...more });
  await stateStorage.begin(() => startFrom(readMockOptions(options)));
  return asked(createMock({ ...options, stateStorage }), () => stateStorage[Symbol.dispose]());
}

/** Several mocks on one Redis, asked in turns. */
export async function openReplicas(
  count: number,
  url: string,
  options: MockOptions = {},
  more: RedisMockOptions = {},
): Promise<AskedMock> {
  const replicas: AskedMock[] = [];
  for (let number = 0; number < count; number++) replicas.push(await openRedisMock(url, options, more));
  let turn = 0;
  return {
    mock: replicas[0]!.mock,
    ask: (line, call) => replicas[turn++ % count]!.ask(line, call),
    [Symbol.dispose]() {
      for (const each of replicas) each[Symbol.dispose]();
    },
  };
}
