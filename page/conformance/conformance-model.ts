/** A run of the suite: its target, its progress, its findings. */

import { signal } from "@preact/signals";
import type { Report } from "../../conformance/report/report.ts";
import type { Notices } from "../model/notices.ts";
import { newWorldName, type Session } from "../model/session.ts";

export function createConformanceModel(session: Session, notices: Notices) {
  const run = signal<{ readonly done: number; readonly total: number }>();
  const report = signal<Report>();

  async function judge(): Promise<void> {
    if (run.value) return;
    run.value = { done: 0, total: 0 };
    report.value = undefined;
    const world = newWorldName("conformance");
    const control = session.controlOf(world);
    const judged = { baseUrl: session.address, apiKey: session.keyOf(world) };
    await notices.attempt(async () => {
      const suite = await import("./run-suite-here.ts");
      // The judged world answers like the shown one, without faults.
      await control.setProfile(await session.control().profile());
      await control.setFaults([]);
      report.value = await suite.judgeMock(judged, control, {
        onProgress(done, total) {
          run.value = { done, total };
        },
        onTrouble: notices.say,
      });
    });
    run.value = undefined;
    await notices.attempt(() => control.dropWorld(world));
  }

  return { run, report, judge };
}
