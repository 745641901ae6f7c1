/** The place of a mock's state by `--state`. Code that only some places need is loaded only for these. */

import { hideAddress } from "../../base/secrets.ts";
import type { MockServerOptions } from "../../mocks/adapters/server/mock-server.ts";
import { readMockOptions, startFrom } from "../../mocks/mock-options.ts";
import type { MockLog } from "./mock-log.ts";
import { type MockLine, readFixtures } from "./mock-options.ts";

export type OpenState = Awaited<ReturnType<typeof openShared | typeof openFile>>;

/**
 * @param given the options of the mock, for the start of a shared state
 * @returns undefined where orders are kept in memory
 * @throws {BadInput} for a place that cannot be used
 */
export async function openState(
  line: MockLine,
  log: MockLog,
  given: MockServerOptions,
): Promise<OpenState | undefined> {
  const { state: place } = line.values;
  if (place === undefined) return undefined;
  return isShared(line) ? openShared(line, place, log, given) : openFile(place);
}

async function openFile(place: string) {
  const { openStateFile } = await import("../../mocks/state/state-file.ts");
  const stateStorage = await openStateFile(place);
  const startOver = "Delete the file to start over.";
  return { stateStorage, shown: place, secrets: [], startOver, hasOrders: stateStorage.isOld };
}

async function openShared(line: MockLine, place: string, { report }: MockLog, given: MockServerOptions) {
  const { values } = line;
  const { orders, seed, dates, profile, faults, shipAfter } = given;
  const { readRedisAddress } = await import("../../mocks/state/redis/redis-address.ts");
  const { openRedisState } = await import("../../mocks/state/redis/redis-state.ts");
  const address = readRedisAddress(place, "--state");
  const { shown: state } = address;
  const stateStorage = await openRedisState({
    address,
    prefix: values.statePrefix,
    makeStart: () =>
      startFrom(
        readMockOptions({ orders, seed, dates, profile, faults, shipAfter, fixtures: readFixtures(line) }),
      ),
    onLost(error) {
      const reason = hideAddress(error);
      const words = `${state} cannot be reached (${reason}): requests wait, then get 503`;
      report("state-lost", { state, reason }, words, true);
    },
    onBack() {
      report("state-back", { state }, `${state} is back`);
    },
  });
  return {
    stateStorage,
    shown: address.shown,
    secrets: address.secrets,
    startOver: "Name another --state-prefix to start over.",
    hasOrders: true,
  };
}

/** The place of the state, for messages. */
export const shownState = ({ values: { state } }: MockLine) => state && hideAddress(state);

/** Whether other mocks may have the same state. */
export const isShared = ({ values: { state = "" } }: MockLine) => /^(?:redis|valkey)s?:/i.test(state);
