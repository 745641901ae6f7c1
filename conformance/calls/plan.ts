/** The requests that a run would send, found by playing its steps on a right server in this process. */

import type { Answer, OutgoingRequest } from "../evidence/exchange.ts";
import { type GivenOrders, givenIds } from "../evidence/given-orders.ts";
import { isBad, mayAct, readRequest } from "../evidence/read-call.ts";
import type { Target } from "../targets/target.ts";
import type { TransportOptions } from "../targets/throttle.ts";
import { isOwnCancel, type Limits } from "./gate.ts";
import { createLateWait, createRun, type RunOptions } from "./run.ts";
import { createRunCalls } from "./run-calls.ts";
import { playRun, type Schedule, stepNames } from "./schedule.ts";

/**
 * read: GET or HEAD. refused: a request that a right server refuses (no valid key,
 * an unknown order, a shipped one). cancels: a DELETE that cancels a given order.
 */
type Risk = "read" | "refused" | "cancels";

function riskOf(request: OutgoingRequest, given: GivenOrders, apiKey: string): Risk {
  if (!mayAct(request)) return "read";
  return isOwnCancel(readRequest(request, apiKey), given) ? "cancels" : "refused";
}

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
  readonly phases: readonly PlannedPhase[];
  /** Number of times in a row that a run waits for answers, at the given concurrency. */
  readonly rounds: number;
}

/** @param limits limits of the run; requests that they forbid are not in the plan */
export async function planRun(
  phases: readonly Schedule[],
  given: GivenOrders,
  apiKey: string,
  limits: PlanLimits = {},
): Promise<PlannedRun> {
  let sent: OutgoingRequest[] = [];
  const rounds = createRounds();
  const answer = createRightServer(given, apiKey);
  const target: Target = {
    apiKey,
    baseUrl: limits.baseUrl ?? "http://localhost/v1",
    sendsTargets: true,
    async send(request) {
      sent.push(request);
      await rounds.pass();
      return answer(request);
    },
  };
  const { concurrency, maxCancels, maxRequests, disposable, readOnly } = limits;
  const calls = createRunCalls(target, {
    ...{ maxCancels, maxRequests, disposable, readOnly, settleMs: 0 },
    ...(concurrency !== undefined && { concurrency }),
  });
  const planned: PlannedPhase[] = [];
  const keep = (name: string) => {
    const requests = sent.map((request) => ({ ...request, risk: riskOf(request, given, apiKey) }));
    if (requests.length > 0) planned.push({ name, requests });
    sent = [];
  };
  await calls.caller.list();
  keep("ask for the list once");
  calls.give(given);
  const run = createRun(calls.caller, given, { ...limits, lateWait: createLateWait(0) });
  for (const phase of phases) {
    await playRun([phase], run);
    keep(stepNames(phase).join(";\n"));
  }
  return { phases: planned, rounds: rounds.count() };
}

/** A server that answers as the document says. A cancelled order stays listed. */
function createRightServer(given: GivenOrders, apiKey: string): (request: OutgoingRequest) => Answer {
  const cancelled = new Set<bigint>();
  const list = new TextEncoder().encode(`[${givenIds(given).map((id) => `{"id":${id}}`)}]`);
  const statusOf = (request: OutgoingRequest): number => {
    const { operation, credential, id } = readRequest(request, apiKey);
    if (isBad(credential)) return 401;
    if (operation === "list" || operation === "head") return 200;
    if (operation !== "cancel" || id?.value === undefined || !givenIds(given).includes(id.value)) return 404;
    if (!given.pending.includes(id.value) || cancelled.has(id.value)) return 409;
    cancelled.add(id.value);
    return 204;
  };
  return (request) => {
    const status = statusOf(request);
    const hasBody = status === 200 && request.method === "GET";
    return { status, headers: [], body: hasBody ? list : new Uint8Array() };
  };
}

/** Lets all calls under way continue together, and counts these rounds. */
function createRounds() {
  let waiting: (() => void)[] = [];
  let count = 0;
  function next(): void {
    count++;
    const going = waiting;
    waiting = [];
    for (const go of going) go();
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

export interface PlanLimits
  extends Limits,
    Pick<RunOptions, "seed" | "thorough" | "answerMs">,
    Pick<TransportOptions, "concurrency"> {
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
