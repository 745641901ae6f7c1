/** The requests that a run would send, found by playing its steps without a server. */

import type { OutgoingRequest } from "../evidence/exchange.ts";
import type { GivenOrders } from "../evidence/given-orders.ts";
import { Recorder } from "../evidence/history.ts";
import { isBad, mayAct, readRequest } from "../evidence/read-call.ts";
import type { Transport } from "../targets/transport.ts";
import { createCaller } from "./caller.ts";
import { createRun, type RunOptions } from "./create-run.ts";
import { createGate, type Limits, type Risk, riskOf } from "./gate.ts";
import { IdGuard } from "./id-guard.ts";
import { OrderGuard } from "./order-guard.ts";
import { createLateWait } from "./run.ts";
import { createSafeIds } from "./safe-ids.ts";
import { type Phases, playRun } from "./schedule.ts";

/** The requests of a phase. */
export interface PlannedPhase {
  /** Names of its steps, a line each. */
  readonly name: string;
  readonly requests: readonly PlannedRequest[];
}

interface PlannedRequest extends Pick<OutgoingRequest, "method" | "path" | "target"> {
  readonly risk: Risk;
}

export interface PlannedRun {
  readonly steps: readonly PlannedPhase[];
  /** Number of times in a row that a run waits for answers, at the given concurrency. */
  readonly rounds: number;
}

/** @param limits limits of the run; requests that they forbid are not in the plan */
export async function planRun(
  phases: Phases,
  given: GivenOrders,
  apiKey: string,
  limits: PlanLimits = {},
): Promise<PlannedRun> {
  let sent: OutgoingRequest[] = [];
  const cancelled = new Set<bigint | undefined>();
  const { concurrency = 8, maxCancels = Number.POSITIVE_INFINITY } = limits;
  const rounds = createRounds(concurrency);
  const unsent: Transport = {
    sent: 0,
    async send(request) {
      if (mayAct(request) && cancelled.size >= maxCancels)
        return { request, failure: "not allowed", notSent: true, ms: 0, sentAt: 0, endedAt: 0 };
      sent.push(request);
      await rounds.pass();
      // A cancel is carried out once, if a right server would; everything else is refused.
      const { id, credential } = readRequest(request, apiKey);
      const order = id?.value;
      const isOwn = riskOf(request, given, apiKey) === "cancels";
      const refusal = isBad(credential) ? 401 : isOwn ? 409 : 404;
      const status = isOwn && !cancelled.has(order) ? 204 : refusal;
      if (isOwn) cancelled.add(order);
      const answer = { status, headers: [], body: new Uint8Array() };
      return { request, answer, ms: 0, sentAt: 0, endedAt: 0 };
    },
  };
  const recorder = new Recorder(apiKey);
  const { history } = recorder;
  const safeIds = createSafeIds(history, { isDisposable: limits.disposable, knowsAllIds: () => true });
  const shared = { given: () => given, history };
  const orderGuard = new OrderGuard(shared);
  const guards = limits.disposable ? [] : [new IdGuard({ ...shared, safeIds, orderGuard }), orderGuard];
  const transport = createGate({ ...limits, transport: unsent, apiKey, guards });
  const caller = createCaller({
    transport,
    recorder,
    apiKey,
    safeIds,
    baseUrl: limits.baseUrl ?? "http://localhost/v1",
  });
  const planned: PlannedPhase[] = [];
  const keep = (name: string) => {
    const requests = sent.map((request) => ({ ...request, risk: riskOf(request, given, apiKey) }));
    if (requests.length > 0) planned.push({ name, requests });
    sent = [];
  };
  await caller.list();
  keep("ask for the list once");
  recorder.give(given, 0);
  const run = createRun(caller, given, { ...limits, lateWait: createLateWait(0) });
  for (const steps of phases) {
    await playRun([steps], run);
    keep(steps.map(([, name]) => name).join(";\n"));
  }
  return { steps: planned, rounds: rounds.count() };
}

/** Lets calls continue in rounds, with a limited number in each. */
function createRounds(atOnce: number) {
  const waiting: (() => void)[] = [];
  let count = 0;
  function next(): void {
    count++;
    for (const go of waiting.splice(0, atOnce)) go();
    if (waiting.length > 0) setTimeout(next, 0);
  }
  return {
    count: () => count,
    pass: () =>
      new Promise<void>((resolve) => {
        if (waiting.push(resolve) === 1) setTimeout(next, 0);
      }),
  };
}

const risks: Readonly<Record<Risk, string>> = {
  read: "reads",
  refused: "must be refused",
  cancels: "uses an order up",
};

export interface PlanLimits extends Limits, Pick<RunOptions, "seed" | "thorough"> {
  /** Calls under way at once. Default: 8. */
  readonly concurrency?: number;
  /** Address of the API, for request targets that hold it. */
  readonly baseUrl?: string | undefined;
}

export function formatPlan(planned: readonly PlannedPhase[]): string {
  const lines = planned.flatMap(({ name, requests }) => [
    "",
    name,
    ...requests.map(({ method, path, target, risk }) => {
      const what = target === undefined ? path : `target ${target}`;
      return `  ${method.padEnd(8)} ${what.padEnd(48)}  ${risks[risk]}`;
    }),
  ]);
  const { all, read, refused, cancels } = countRisks(planned);
  const total = `${all} requests: ${read} read, ${refused} must be refused, ${cancels} use an order up. Nothing was sent.`;
  return `${[...lines.slice(1), "", total].join("\n")}\n`;
}

export function countRisks(planned: readonly PlannedPhase[]) {
  const all = planned.flatMap(({ requests }) => requests);
  const count = (risk: Risk) => all.filter((request) => request.risk === risk).length;
  return { all: all.length, read: count("read"), refused: count("refused"), cancels: count("cancels") };
}
