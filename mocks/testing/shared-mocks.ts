/** Mocks with any kind of state and a common interface. */

import { createMock, type Mock } from "../mock.ts";
import { type MockOptions, readMockOptions, startFrom } from "../mock-options.ts";
import { readRedisAddress } from "../state/redis/redis-address.ts";
import { openRedisState, type RedisState } from "../state/redis/redis-state.ts";
import type { StateFile } from "../state/state-file.ts";
import { askMock, type CallOptions, type ReadReply } from "./call-mock.ts";

export interface AskedMock extends Disposable {
  readonly mock: Mock;
  /** @param line method and target, as on a request line */
  ask(line: string, more?: CallOptions): Promise<ReadReply>;
}

/** @param storage where the state is kept, in place of memory; it is closed with the mock */
export function askedMock(options: MockOptions, storage?: StateFile | RedisState): AskedMock {
  const mock = createMock({ ...options, stateStorage: storage });
  return {
    mock,
    ask: (line, more) => askMock(mock, line, more),
    [Symbol.dispose]: () => storage?.[Symbol.dispose](),
  };
}

export interface RedisMockOptions {
  readonly prefix?: string;
  readonly waitMs?: number;
}

/** State in a Redis, begun with the orders of the options. */
export function openRedisStorage(url: string, more: RedisMockOptions, options: MockOptions = {}) {
  const makeStart = () => startFrom(readMockOptions(options));
  return openRedisState({ address: readRedisAddress(url, "--state"), makeStart, ...more });
}

/** @param url of a database */
export async function openRedisMock(url: string, options: MockOptions = {}, more: RedisMockOptions = {}) {
  return askedMock(options, await openRedisStorage(url, more, options));
}
