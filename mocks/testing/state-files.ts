/** State files after a stop and after a crash, and their use. */

import { copyFileSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { createMock } from "../mock.ts";
import { openStateFile } from "../state/state-file.ts";
import { callMock } from "./call-mock.ts";

/** Everything in a folder, byte for byte. */
export const bytesIn = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => [name, readFileSync(join(folder, name), "hex")]),
  );

/** The files after a crash: the database and its log. */
export const stateParts = ["", "-wal"] as const;

/** A file with changes in two worlds after a stop; `crashed` also has its log. */
export async function createStateFiles(folder: string) {
  const paths = { stopped: join(folder, "stopped.db"), crashed: join(folder, "crashed.db") };
  using stateStorage = await openStateFile(paths.stopped);
  const mock = createMock({ stateStorage, orders: 60 });
  for (let id = 1001; id < 1040; id++) {
    callMock(mock, `DELETE /v1/store/orders/${id}`);
    callMock(mock, `DELETE /v1/store/orders/${id + 5}`, { key: "mock-key~anna" });
  }
  mock.control.world("ben").reset({ fixtures: "magic" });
  for (const end of stateParts) copyFileSync(paths.stopped + end, paths.crashed + end);
  return paths;
}

/** The contents of a file's worlds, or why it was refused. */
export async function readStateFile(path: string): Promise<unknown> {
  try {
    using stateStorage = await openStateFile(path);
    const { control } = createMock({ stateStorage });
    return control.worlds().map(({ name }) => [name, control.world(name).orders()]);
  } catch (error) {
    return error;
  }
}

export async function expectRefusal(path: string, folder: string, fact: string | RegExp): Promise<void> {
  const before = bytesIn(folder);
  const error = (await readStateFile(path)) as Error;
  expect(error).toMatchObject({ name: "BadInput", message: expect.stringMatching(fact) });
  expect(error.message).toMatch(/^Cannot use state file [^\n]+\.$/);
  expect(bytesIn(folder)).toEqual(before);
}
