/** The worlds of the mock, and the start of each. */

import { type ReadonlySignal, signal } from "@preact/signals";
import { parseFixtures } from "../../fixtures/parse-fixtures.ts";
import type { WorldSummary } from "../../spec/control-protocol.ts";
import { asSet } from "../faults/faults-model.ts";
import type { Notices } from "../model/notices.ts";
import type { PageControl } from "../model/page-control.ts";
import { newWorldName, type Session, startWorld } from "../model/session.ts";

type ResetSource = NonNullable<Parameters<PageControl["reset"]>[0]>;

export function createWorldsModel(session: Session, { attempt, say }: Notices) {
  const list = signal<readonly WorldSummary[]>([]);

  async function read(): Promise<void> {
    list.value = (await session.ask((control) => control.worlds())) ?? list.value;
  }
  /** Returns an undo of the next change of a world: its orders, its answers and its faults come back. */
  async function rememberWorld(name: string): Promise<() => Promise<void>> {
    const control = session.controlOf(name);
    const [state, faults] = await Promise.all([control.snapshot(), control.faults()]);
    return async () => {
      await control.restore(state);
      await control.setFaults(faults.map(asSet));
      await read();
    };
  }
  /** Resets the shown world to its start, or to other orders. @param name of these orders, such as `seed 3` */
  const reset = (source: ResetSource, name?: string) =>
    attempt(async () => {
      const world = session.world.value;
      const undo = await rememberWorld(world);
      await session.controlOf(world).reset(source);
      say(`World ${world} is reset${name === undefined ? "" : ` to ${name}`}.`, undo);
      await read();
    });

  session.onFresh(() => void read());

  return {
    list: list as ReadonlySignal<readonly WorldSummary[]>,
    read,
    drop: (world: string) =>
      attempt(async () => {
        const undo = await rememberWorld(world);
        // Reading a dropped world would create it again.
        if (session.world.value === world) session.switchWorld(startWorld);
        await session.control().dropWorld(world);
        say(`World ${world} is deleted.`, undo);
        await read();
      }),
    reset,
    /** Resets the world to the orders of a fixtures file. */
    resetToFile: (text: string, name: string) =>
      attempt(() => reset({ fixtures: parseFixtures(text, name) }, name)),
    /** Opens a snapshot in a new world, so that no orders are lost. */
    async openState(text: string) {
      // An address has blanks and line ends as %20, %0A and %0D.
      const state = (/#state=(.+)$/s.exec(text)?.[1] ?? text).replace(/\s|%(?:20|0[AD])/gi, "");
      const world = newWorldName("shared");
      const opened = await attempt(() => session.controlOf(world).restore(state));
      // The mock may have made the world before it refused the state, as one of other first orders.
      if (!opened) return void session.ask((control) => control.dropWorld(world));
      session.switchWorld(world);
      say(`The state is open in world ${world}.`);
      await read();
    },
  };
}
