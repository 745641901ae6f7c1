/** Mocks with every kind of state and a common interface. */

import { join } from "node:path";
import type { MockReply } from "../http/reply.ts";
import { createMock, type Mock } from "../mock.ts";
import type { MockOptions } from "../mock-options.ts";
import { openStateFile } from "../state/state-file.ts";
import { askMock, type CallOptions } from "./call-mock.ts";
import { openRedisStorage, type RedisMockOptions } from "./redis-storage.ts";
import { createScratchFolder } from "./scratch-folder.ts";

export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers: MockReply["headers"];
}

export interface AskedMock extends Disposable {
  readonly mock: Mock;
  /** @param line method and target, as on a request line */
  ask(line: string, more?: CallOptions): Promise<Answer>;
}

const asked = (mock: Mock, dispose: () => void = () => undefined): AskedMock => ({
  mock,
  async ask(line, more) {
    const { status, headers, text } = await askMock(mock, line, more);
    return { status, headers, body: text };
  },
  [Symbol.dispose]: dispose,
});

export async function openMemoryMock(options: MockOptions = {}): Promise<AskedMock> {
  return asked(createMock(options));
}

export async function openFileMock(options: MockOptions = {}): Promise<AskedMock> {
  const stateStorage = await openStateFile(join(createScratchFolder(), "shop.db"));
  return asked(createMock({ ...options, stateStorage }), () => stateStorage[Symbol.dispose]());
}

/** @param url of a database */
export async function openRedisMock(
  url: string,
  options: MockOptions = {},
  more: RedisMockOptions = {},
): Promise<AskedMock> {
  const stateStorage = await openRedisStorage(url, more, options);
  return asked(createMock({ ...options, stateStorage }), () => stateStorage[Symbol.dispose]());
}

/** Several mocks on one Redis, which are asked in alternation. */
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
