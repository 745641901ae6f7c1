/** Runs requirements against a target, and returns a report. */

import { BadInput, readSecret, refuseUnknown } from "../base/bad-input.ts";
import { hideInData } from "../base/secrets.ts";
import { questionIds } from "../spec/open-questions.ts";
import { checkFirstCall, checkOrdersAreThere } from "./calls/check-start.ts";
import { createLateWait, createRun, type Run, type RunOptions } from "./calls/run.ts";
import { createRunCalls, type RunCallOptions, type RunCalls } from "./calls/run-calls.ts";
import { type OnProgress, phasesOf, playRun } from "./calls/schedule.ts";
import { bytesOfBody } from "./evidence/exchange.ts";
import { type GivenOrders, givenIds, readGivenOrders } from "./evidence/given-orders.ts";
import { defaultLateMs, type History } from "./evidence/history.ts";
import type { Part } from "./evidence/parts.ts";
import type { Call } from "./evidence/read-call.ts";
import { namedPool, type OrderPool, renewableOrders, shareOrders } from "./exploration/order-pool.ts";
import { observations } from "./observations/observations.ts";
import { createReport } from "./report/create-report.ts";
import { createReportSecrets, type ReportSecrets } from "./report/hide-secrets.ts";
import { judgeRequirement, lockOut, observeQuestion, reportCauses } from "./report/judge-evidence.ts";
import type { Report, ReportedExploration, Result } from "./report/report.ts";
import { createReporting, type Reporting } from "./report/report-exchange.ts";
import { SeenStatuses } from "./report/seen-statuses.ts";
import { warningsOf } from "./report/warnings.ts";
import { defaultRequirements, type Selection, selectRequirements } from "./requirements/all-requirements.ts";
import type { Requirement } from "./requirements/requirement.ts";
import { pause } from "./targets/pacing.ts";
import type { Arrangement, Target } from "./targets/target.ts";
import type { RunTransport } from "./targets/transport.ts";

export interface SuiteOptions extends RunCallOptions, Pick<RunOptions, "thorough">, Selection {
  /** Requirements in place of those that `only` and `skip` choose. */
  readonly requirements?: readonly Requirement[];
  /** Whether to observe the open questions, too. Default: only where no requirements are picked. */
  readonly observe?: boolean;
  /** Seed of calls with the same coverage, and of histories. Default: 1; for histories, a random one. */
  readonly seed?: number | undefined;
  /** Number of random histories to play after the run's own calls. Default: none. */
  readonly explore?: number | undefined;
  readonly onProgress?: OnProgress | undefined;
  /** Called with errors that do not change a verdict: orders that could not be given back. */
  readonly onTrouble?: (message: string) => void;
}

/** The names of all options: one that is missing does not compile. */
const optionNames = {
  ...{ requirements: 1, only: 1, skip: 1, exposeKey: 1, observe: 1, seed: 1, explore: 1, thorough: 1 },
  ...{ concurrency: 1, rate: 1, waitBudgetMs: 1, settleMs: 1, headers: 1, readOnly: 1, maxCancels: 1 },
  ...{ maxRequests: 1, disposable: 1, signal: 1, onExchange: 1, onProgress: 1, onTrouble: 1 },
} satisfies { readonly [Name in keyof SuiteOptions]-?: 1 };

type ReadSuite = SuiteOptions & Required<Pick<SuiteOptions, "requirements" | "observe">>;

/**
 * Judges a target. Neither the report nor an error holds a secret.
 * @throws {BadInput} for options that cannot be used, and when the run cannot start: nothing answers, or the key is rejected
 */
export async function runSuite(target: Target, options: SuiteOptions = {}): Promise<Report> {
  refuseUnknown(options, Object.keys(optionNames), "options");
  const isSelected = options.requirements !== undefined || (options.only ?? []).length > 0;
  const read: ReadSuite = {
    ...options,
    requirements: options.requirements ?? selectRequirements(options),
    observe: options.observe ?? !isSelected,
  };
  const apiKey = readSecret(target.apiKey, "apiKey");
  const secrets = createReportSecrets(apiKey, options.headers ?? [], target.secrets);
  try {
    return hideInData(await judgeTarget(target, read, secrets), secrets);
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    throw new BadInput(secrets.hide(error.message), error.details.map(secrets.hide));
  }
}

async function judgeTarget(target: Target, options: ReadSuite, secrets: ReportSecrets): Promise<Report> {
  const { requirements, observe, onProgress, onTrouble, signal } = options;
  const startedAt = new Date();
  const started = performance.now();
  const calls = createRunCalls(target, options);
  const first = await calls.caller.firstList();
  if (!signal?.aborted) await checkFirstCall(first, target.baseUrl, calls.caller);
  const arrangement: Arrangement = (!options.readOnly && !signal?.aborted && (await target.arrange?.())) || {
    pending: [],
    shipped: [],
  };
  try {
    const orders = { ...arrangement, ...readGivenOrders(arrangement) };
    const { run: given, rest } = shareOrders(orders, isExploring(options));
    calls.give(given);
    const run = await prepareRun(calls, given, first, options);
    await playRun(phasesOf(partsOf(requirements, observe)), run, onProgress);
    await target.quiet?.();
    const pool = arrangement.isRenewable
      ? renewableOrders(target.arrange!)
      : namedPool({ ...rest, shipped: rest.shipped.slice(0, 1).map((order) => calls.caller.standIn(order)) });
    const reporting = createReporting(target.baseUrl, secrets);
    const { results, exploration } = await judge(target, options, calls, pool, reporting);
    const statuses = new SeenStatuses();
    for (const call of calls.history.calls) statuses.add(call);
    return createReport({
      target: { baseUrl: target.baseUrl, ...(target.proxy !== undefined && { proxy: target.proxy }) },
      startedAt: startedAt.toISOString(),
      durationMs: Math.round(performance.now() - started),
      requests: calls.transport.sent,
      results,
      observations: questionIds.map((question) => {
        const observed = observeQuestion(question, calls.history, reporting);
        return observed.answer === null ? withReasonOfReadOnly(observed, options) : observed;
      }),
      statuses: statuses.report(),
      coverage: { ...run.coverage, seed: options.seed ?? 1 },
      leftOut: defaultRequirements.filter((requirement) => !requirements.includes(requirement)).length,
      causes: reportCauses(requirements, results, calls.history, target.apiKey, reporting),
      orders: usedOrders(calls.history, pool),
      warnings: warningsOf(calls.history),
      ...(exploration && { exploration }),
    });
  } finally {
    // An error here must not discard the report: the orders are used up.
    await arrangement.release?.().catch((error: unknown) => onTrouble?.(troubleOf(error)));
  }
}

const isExploring = ({ explore = 0 }: SuiteOptions): boolean => explore > 0;

/** Reads the list, on which the plan of a run depends, and makes the plan. */
async function prepareRun(
  { caller, history, give }: RunCalls,
  given: GivenOrders,
  first: Call,
  options: SuiteOptions,
): Promise<Run> {
  const { settleMs = defaultLateMs, signal } = options;
  // A first call may take long because it is the first.
  const second = first.exchange.ms > slowMs ? await caller.list() : first;
  const canAsk = !signal?.aborted && options.maxCancels !== 0;
  const wait = () => pause(settleMs, signal);
  const asked = canAsk
    ? await checkOrdersAreThere(caller, history, wait, (at) => give(given, at))
    : undefined;
  return createRun(caller, withoutOrder(given, asked), {
    ...options,
    answerMs: Math.min(first.exchange.ms, second.exchange.ms),
    firstBytes: first.exchange.answer ? bytesOfBody(first.exchange.answer) : 0,
    lateWait: createLateWait(settleMs, signal),
  });
}

/** The results of the run's own calls, and of exploration where it is enabled. */
async function judge(
  target: Target,
  options: ReadSuite,
  calls: RunCalls,
  pool: OrderPool,
  report: Reporting,
): Promise<{ readonly results: readonly Result[]; readonly exploration?: ReportedExploration }> {
  const { requirements, headers = [] } = options;
  const { transport, history } = calls;
  const results = requirements.map((requirement) => {
    const result = judgeRequirement(requirement, history, report);
    return result.outcome === "untested" ? withReasonOfReadOnly(result, options) : result;
  });
  if (!isExploring(options)) return { results };
  // Loaded only where it is enabled: a twentieth of the code that a run loads.
  const { explore } = await import("./exploration/explore.ts");
  const { results: judgedAgain, ...exploration } = await explore({
    ...options,
    ...calls.explorer(),
    count: options.explore!,
    seed: options.seed ?? randomSeed(),
    pool,
    apiKey: target.apiKey,
    headers,
    requirements,
    results,
    report,
    earlier: history,
    whyEnd: () => whyEnd(options, transport, history),
  });
  return {
    results: results.map((result) => judgedAgain.get(result.id) ?? result),
    exploration,
  };
}

function withReasonOfReadOnly<T extends Pick<Result, "evidence">>(found: T, { readOnly }: SuiteOptions): T {
  return readOnly && found.evidence.count === 0
    ? { ...found, reason: "Not sent: the run is read-only." }
    : found;
}

/** The message of an error, with the output of the user's command or module. */
const troubleOf = (error: unknown): string =>
  error instanceof BadInput ? [error.message, ...error.details].join("\n") : String((error as Error).message);

/** The given orders without the one that the first check has named. */
const withoutOrder = ({ pending, shipped }: GivenOrders, order: bigint | undefined): GivenOrders => ({
  pending: pending.filter((id) => id !== order),
  shipped,
});

/** The reason why no more histories are played; undefined if there is none. */
function whyEnd(
  { signal, maxRequests }: SuiteOptions,
  { sent, throttle: { ended } }: RunTransport,
  history: History,
): string | undefined {
  if (signal?.aborted) return "The run was stopped.";
  if (maxRequests !== undefined && sent >= maxRequests)
    return `The run may send at most ${maxRequests} requests.`;
  if (ended !== undefined) return `Nothing more is sent: ${ended}.`;
  const status = lockOut(history);
  if (status === undefined) return undefined;
  return `The server locks out after bad keys: it refuses the valid key with ${status}.`;
}

/** Duration in ms above which a first list may be slow because the server has just started. */
const slowMs = 40;

const randomSeed = () => crypto.getRandomValues(new Uint32Array(1))[0]! >>> 1;

/** Numbers of given orders, and of those that some call named. */
function usedOrders({ calls, given }: History, pool: OrderPool) {
  const named = new Set(calls.map(({ id }) => id?.value));
  const all = givenIds(given);
  const used = all.filter((id) => named.has(id)).length;
  return { given: all.length + pool.counts.given, used: used + pool.counts.used };
}

/** The parts of a run that requirements and observations need. */
export function partsOf(requirements: readonly Requirement[], observe: boolean): ReadonlySet<Part> {
  const needed = new Set(requirements.flatMap(({ parts }) => parts));
  // A selection of requirements must not use up orders only to observe.
  if (observe)
    for (const { parts } of Object.values(observations)) for (const part of parts) needed.add(part);
  return needed;
}
