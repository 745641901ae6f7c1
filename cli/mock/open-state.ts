/** Where a mock keeps its state, as `--state` says. What only some mocks need is loaded for those alone. */

import { BadInput } from "../../base/bad-input.ts";
import { hideAddress } from "../../base/secrets.ts";
import type { MockServerOptions } from "../../mocks/adapters/server/mock-server.ts";
import type { StateStorage } from "../../mocks/core/order-storage.ts";
import { readMockOptions, startFrom } from "../../mocks/mock-options.ts";
import type { CommandLine } from "../command-line.ts";

export interface OpenState extends Disposable {
  readonly stateStorage: StateStorage;
  /** Whether it holds orders of an earlier run, or of other mocks. */
  readonly isOld: boolean;
  /** As a person may see it. */
  readonly shown: string;
  readonly secrets: readonly string[];
  /** How to start over. */
  readonly startOver: string;
  /** To be called with the options that are known, before the mock is made. */
  begin(options: MockServerOptions): Promise<void>;
}

/** @returns undefined where orders are kept in memory @throws {BadInput} for a place that cannot be used */
export async function openState(line: CommandLine): Promise<OpenState | undefined> {
  const place = stateOf(line);
  if (place === undefined) return undefined;
  if (isShared(line)) return openShared(line, place);
  const { openStateFile } = await import("../../mocks/state/state-file.ts");
  const file = await openStateFile(place);
  return {
    stateStorage: file,
    isOld: file.isOld,
    shown: place,
    secrets: [],
    startOver: "Delete the file to start over.",
    begin: async () => undefined,
    [Symbol.dispose]: () => file[Symbol.dispose](),
  };
}

async function openShared(line: CommandLine, place: string): Promise<OpenState> {
  const { readRedisAddress } = await import("../../mocks/state/redis/redis-address.ts");
  const { openRedisState } = await import("../../mocks/state/redis/redis-state.ts");
  const address = readRedisAddress(place, line.blamed("state"));
  // A password given as an argument would stand in the process list while the connection is made.
  if (address.secrets.length > 0) process.title = "store-orders mock";
  const state = await openRedisState({ address, prefix: line.text("state-prefix") });
  return {
    stateStorage: state,
    isOld: state.isOld,
    shown: address.shown,
    secrets: address.secrets,
    startOver: "Name another --state-prefix to start over.",
    begin({ orders, seed, fixtures, dates, profile, faults, shipAfter }) {
      const options = { orders, seed, fixtures, dates, profile, faults, shipAfter };
      return state.begin(() => startFrom(readMockOptions(options)));
    },
    [Symbol.dispose]: () => state[Symbol.dispose](),
  };
}

/** Undefined where orders are kept in memory. */
function stateOf(line: CommandLine): string | undefined {
  const state = line.text("state");
  return state === "memory" ? undefined : state;
}

/** Where the state is kept, as a person may see it. */
export function shownState(line: CommandLine): string | undefined {
  const state = stateOf(line);
  return state && hideAddress(state);
}

/** Whether other mocks may have the same state. */
export function isShared(line: CommandLine): boolean {
  return /^(?:redis|valkey)s?:/i.test(stateOf(line) ?? "");
}

/** @throws {BadInput} for options that make no sense beside a state that is kept */
export function checkState(line: CommandLine): void {
  if (stateOf(line) !== undefined && line.flag("watch")) {
    throw new BadInput(
      "Cannot use --watch with --state: a change of the fixtures would replace the orders in the state file. Leave one of them out.",
    );
  }
  if (!isShared(line)) return;
  if (line.text("broken") === undefined) return;
  throw new BadInput(
    "Cannot use --broken with a shared --state: a broken mock would change the state of the others. Leave one of them out.",
  );
}
