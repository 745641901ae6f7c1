/** The worlds of the mock, and what each was started from. */

import { type ReadonlySignal, signal } from "@preact/signals";
import { parseFixtures } from "../../fixtures/parse-fixtures.ts";
import type { Notices } from "../model/notices.ts";
import type { WorldSummary } from "../model/page-control.ts";
import type { Session } from "../model/session.ts";

export interface WorldsModel {
  readonly list: ReadonlySignal<readonly WorldSummary[]>;
  read(): Promise<void>;
  reset(world: string): Promise<unknown>;
  drop(world: string): Promise<unknown>;
  /** The world that is shown, from other orders. */
  startFromSeed(seed: number, count: number): Promise<unknown>;
  startFromScenario(name: string): Promise<unknown>;
  startFromFile(text: string, name: string): Promise<unknown>;
  /** Opens a snapshot in a world of its own, so that nobody's orders are lost. */
  openState(state: string): Promise<unknown>;
}

export function createWorldsModel(session: Session, { attempt, say }: Notices): WorldsModel {
  const list = signal<readonly WorldSummary[]>([]);

  async function read(): Promise<void> {
    const told = await Promise.resolve(session.control().worlds()).catch(() => undefined);
    if (told) list.value = told;
  }
  const startFrom = (source: object, what: string) =>
    attempt(async () => {
      await session.control().reset(source);
      say(`World ${session.world.value} starts from ${what}.`);
      await read();
    });

  session.onFresh(() => void read());

  return {
    list,
    read,
    reset: (world) =>
      attempt(async () => {
        await session.controlOf(world).reset();
        say(`World ${world} is back at its start.`);
        await read();
      }),
    drop: (world) =>
      attempt(async () => {
        // A dropped world that is looked at would be made anew.
        if (session.world.value === world) session.switchWorld("default");
        await session.control().dropWorld(world);
        say(`World ${world} is gone.`);
        await read();
      }),
    startFromSeed: (seed, count) => startFrom({ seed, orders: count, fixtures: undefined }, `seed ${seed}`),
    startFromScenario: (name) => startFrom({ fixtures: name }, `scenario ${name}`),
    startFromFile: (text, name) =>
      attempt(async () => {
        const fixtures = parseFixtures(text, name);
        await session.control().reset({ fixtures });
        say(`World ${session.world.value} starts from ${name}.`);
        await read();
      }),
    openState: (text) =>
      attempt(async () => {
        const state = /#state=(.+)$/s.exec(text)?.[1] ?? text;
        const world = `shared-${shortHash(state)}`;
        await session.controlOf(world).restore(decodeURIComponent(state.trim()));
        session.switchWorld(world);
        say(`The state is open in world ${world}.`);
        await read();
      }),
  };
}

/** The same state comes to the same world. */
function shortHash(text: string): string {
  let hash = 0;
  for (const character of text) hash = (Math.imul(hash, 31) + character.codePointAt(0)!) >>> 0;
  return hash.toString(36);
}
