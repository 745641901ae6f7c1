/** Calls of each method of a mock's control for a test. */

import { providerStates } from "../../../spec/control-protocol.ts";
import { defaultProfile, namedProfiles } from "../../../spec/profile.ts";
import type { MockEvent } from "../../worlds/events.ts";
import type { ControlClient } from "../control-client.ts";

const biggest = 2n ** 63n - 1n;

/** The common interface of both sides; in process the results are not promises. */
export type Step = (control: ControlClient) => unknown;

export const controlSteps: Readonly<Record<keyof ControlClient, readonly Step[]>> = {
  health: [(control) => control.health()],
  orders: [(control) => control.orders()],
  ship: [
    (control) => control.ship(biggest),
    (control) => control.ship(4n),
    (control) => control.ship(biggest),
  ],
  order: [(control) => control.order(4n)],
  remove: [(control) => control.remove(4), (control) => control.remove("4")],
  searchOrders: [(control) => control.searchOrders({ state: "pending", sort: "-id", offset: 1, limit: 2 })],
  add: [
    (control) => control.add({ id: 77n, status: "shipped" }),
    (control) => control.add({ id: 77n, status: "pending" }),
  ],
  acceptsKey: [
    (control) => control.acceptsKey("mock-key~ann"),
    (control) => control.acceptsKey("another"),
    (control) => control.acceptsKey(""),
  ],
  put: [
    (control) => control.put({ id: -(2n ** 63n), status: "pending", petId: biggest, note: "☃" }),
    (control) => control.put({ id: 5n, status: "shipped" }),
  ],
  providerState: [
    (control) => control.providerState({ state: providerStates.pending, params: { count: 3 } }),
    (control) => control.providerState({ state: providerStates.pending, action: "teardown" }),
    (control) => control.providerState({ state: "no such state" }),
  ],
  profile: [(control) => control.profile()],
  setProfile: [
    (control) => control.setProfile(namedProfiles.talkative!),
    (control) => control.setProfile({ ...defaultProfile, statusField: "shown" }),
  ],
  snapshot: [(control) => control.snapshot()],
  restore: [
    async (control) => {
      const text = await control.snapshot();
      await control.reset({ seed: 8, fixtures: undefined });
      return control.restore(text);
    },
    (control) => control.restore("eyJzZWVkIjoxfQ"),
  ],
  faults: [(control) => control.faults()],
  setFaults: [
    (control) => control.setFaults([{ fault: "status", status: 503, order: biggest, times: 2 }]),
    (control) => control.setFaults([{ fault: "delay", ms: -1 }]),
    (control) => control.setFaults([]),
  ],
  journal: [(control) => control.journal(), (control) => control.journal(1)],
  journalAs: [
    (control) => control.journalAs("curl"),
    (control) => control.journalAs("har", 1),
    (control) => control.journalAs("vitest"),
    (control) => control.journalAs("playwright"),
    (control) => control.journalAs("http"),
  ],
  clearJournal: [(control) => control.clearJournal()],
  onEvent: [
    async (control) => {
      const events: MockEvent[] = [];
      let arrived = () => {};
      const both = new Promise<void>((resolve) => {
        arrived = resolve;
      });
      const stop = await control.onEvent((event) => {
        events.push(event);
        if (events.length === 2) arrived();
      });
      await control.put({ id: 77n, status: "pending" });
      await control.setFaults([]);
      await both;
      stop();
      await control.ship(77n);
      await control.health();
      return events;
    },
  ],
  reset: [
    (control) => control.reset(),
    (control) => control.reset({ seed: 3, orders: 4, fixtures: undefined }),
    (control) => control.reset({ fixtures: [{ id: biggest, status: "shipped" }] }),
    (control) => control.reset({ fixtures: "magik" as "magic" }),
  ],
  world: [
    (control) => control.world("ann").health(),
    async (control) => (await control.world("ann").world("bob").put({ id: 1n, status: "pending" })).id,
    (control) => control.world("bob").health(),
  ],
  worlds: [(control) => control.worlds()],
  dropWorld: [
    (control) => control.dropWorld("ann"),
    (control) => control.dropWorld("unknown"),
    (control) => control.dropWorld("default"),
  ],
  dropIdleWorlds: [(control) => control.dropIdleWorlds(1000), (control) => control.dropIdleWorlds(0)],
  resetAll: [
    (control) => control.resetAll({ seed: 5, orders: 6, fixtures: undefined }),
    (control) => control.world("new").resetAll(),
  ],
};
