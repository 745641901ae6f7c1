/**
 * Faults and answers that were set on a mock inside of the page, which forgets them when the page is loaded
 * anew: kept in the browser, and set again.
 */

import { asSet } from "../faults/faults-model.ts";
import type { FaultRule, PageControl } from "../model/page-control.ts";
import { readStored, writeStored } from "../model/remembered.ts";
import type { Session } from "../model/session.ts";

interface Switched {
  readonly faults: readonly FaultRule[];
  readonly profile: Parameters<PageControl["setProfile"]>[0];
}

const keyOf = (baseUrl: string) => `store-orders-kit panel ${baseUrl}`;

/** Puts back what was set before the reload, world by world. */
export function restoreSwitched(control: PageControl, baseUrl: string): void {
  const worlds = readStored(keyOf(baseUrl));
  if (typeof worlds !== "object" || worlds === null) return;
  for (const [name, switched] of Object.entries(worlds as Record<string, Switched>)) {
    try {
      const world = control.world(name);
      world.setFaults(switched.faults.map(asSet));
      world.setProfile(switched.profile);
    } catch {
      // Of an older kit: what it cannot read is left out.
    }
  }
}

/** Keeps what is set from now on. */
export function keepSwitched(session: Session): void {
  session.onEvent(async ({ event, world }) => {
    if (event !== "faults" && event !== "profile" && event !== "reset" && event !== "restored") return;
    const control = session.controlOf(world);
    const stored = readStored(keyOf(session.baseUrl));
    const switched = { faults: await control.faults(), profile: await control.profile() };
    writeStored(keyOf(session.baseUrl), { ...(stored as object | null), [world]: switched });
  });
}
