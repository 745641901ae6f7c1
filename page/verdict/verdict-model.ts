/** A run of the suite: what it is about, how far it is, what it found. */

import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Report, Result } from "../../conformance/report/report.ts";
import type { Profile } from "../../spec/open-questions.ts";
import type { Notices } from "../model/notices.ts";
import type { Session } from "../model/session.ts";
import type { VerdictProgress } from "./run-verdict.ts";

export interface OtherServer {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Ids, apart by commas or spaces. */
  readonly pending: string;
  readonly shipped: string;
}

export interface Run {
  readonly done: number;
  readonly total: number;
  readonly calls: number;
  /** The newest first, a few of them. */
  readonly newest: readonly string[];
  /** As they stand, in the order in which they came. */
  readonly results: readonly Result[];
}

export interface VerdictModel {
  readonly run: ReadonlySignal<Run | undefined>;
  readonly report: ReadonlySignal<Report | undefined>;
  readonly problem: ReadonlySignal<string | undefined>;
  readonly other: Signal<OtherServer>;
  judgeMock(): Promise<void>;
  judgeOther(): Promise<void>;
}

const shownCalls = 6;

export function createVerdictModel(session: Session, notices: Notices): VerdictModel {
  const run = signal<Run>();
  const report = signal<Report>();
  const problem = signal<string>();
  const other = signal<OtherServer>({ baseUrl: "", apiKey: "", pending: "", shipped: "" });

  async function judge(work: (progress: VerdictProgress) => Promise<Report>): Promise<void> {
    if (run.value) return;
    let now: Run = { done: 0, total: 0, calls: 0, newest: [], results: [] };
    let isDrawn = true;
    run.value = now;
    report.value = undefined;
    problem.value = undefined;
    // Hundreds of calls a second are drawn once a frame.
    const tell = (change: Partial<Run>) => {
      now = { ...now, ...change };
      if (!isDrawn) return;
      isDrawn = false;
      setTimeout(() => {
        isDrawn = true;
        if (run.value) run.value = now;
      }, 16);
    };
    try {
      report.value = await work({
        onProgress: (done, total) => tell({ done, total }),
        onCall: (line, status) =>
          tell({
            calls: now.calls + 1,
            newest: [`${line} ${status ?? "no answer"}`, ...now.newest].slice(0, shownCalls),
          }),
        onResult: (result) => tell({ results: withResult(now.results, result) }),
        onTrouble: notices.say,
      });
    } catch (error) {
      problem.value = (error as Error).message;
    } finally {
      run.value = undefined;
    }
  }

  return {
    run,
    report,
    problem,
    other,
    judgeMock: () =>
      judge(async (progress) => {
        const { judgeMock } = await import("./run-verdict.ts");
        const world = `verdict-${crypto.getRandomValues(new Uint32Array(1))[0]!.toString(36)}`;
        const control = session.controlOf(world);
        // It plays the answers of the world that is shown, in fair weather.
        await control.setProfile(await session.control().profile());
        await control.setFaults([]);
        try {
          return await judgeMock(
            { baseUrl: session.baseUrl, apiKey: session.keyOf(world), ...progress },
            control,
          );
        } finally {
          await Promise.resolve(control.dropWorld(world)).catch(() => undefined);
        }
      }),
    judgeOther: () =>
      judge(async (progress) => {
        const { judgeServer } = await import("./run-verdict.ts");
        const { baseUrl, apiKey, pending, shipped } = other.value;
        const orders = { pending: idsOf(pending), shipped: idsOf(shipped) };
        return judgeServer({ baseUrl: addressOf(baseUrl), apiKey, ...progress }, orders);
      }),
  };
}

function withResult(results: readonly Result[], result: Result): readonly Result[] {
  const place = results.findIndex(({ id }) => id === result.id);
  return place < 0 ? [...results, result] : results.with(place, result);
}

/** What the run saw of the open questions, as a profile that a mock can play. */
export function seenProfile(report: Report): Partial<Profile> {
  const seen = report.observations.filter(({ answer }) => answer !== null);
  return Object.fromEntries(seen.map(({ question, answer }) => [question, answer]));
}

function addressOf(text: string): string {
  const address = text.trim().replace(/\/+$/, "");
  if (!/^https?:\/\//.test(address) || !URL.canParse(address)) {
    throw new Error(
      `Cannot judge "${text}": it is no http address. Give a base URL such as https://staging.test/v1.`,
    );
  }
  return address;
}

function idsOf(text: string): readonly bigint[] {
  return text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map((id) => {
      if (!/^-?\d{1,19}$/.test(id)) throw new Error(`Cannot use the order ${id}: an id is an integer.`);
      return BigInt(id);
    });
}
