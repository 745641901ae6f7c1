/** Requirements and a target make a Report. */

import { questionIds } from "../spec/open-questions.ts";
import { createCaller } from "./calls/caller.ts";
import { checkOrdersAreThere } from "./calls/check-orders.ts";
import { createLateWait, createRun } from "./calls/create-run.ts";
import { namedPool, type OrderPool, renewableOrders, shareOrders } from "./calls/exploration/order-pool.ts";
import { checkFirstCall } from "./calls/first-call.ts";
import { giveUpAfterTimeouts } from "./calls/give-up.ts";
import { type Limits, limitCalls } from "./calls/limits.ts";
import { type OnProgress, playRun, stepsOf } from "./calls/play-run.ts";
import { createSafeIds } from "./calls/safe-ids.ts";
import { bytesOfBody, type Exchange, type HeaderList } from "./evidence/exchange.ts";
import { checkGivenOrders, type GivenOrders } from "./evidence/given-orders.ts";
import { createRecorder, type History, usualLateMs } from "./evidence/history.ts";
import type { Part } from "./evidence/parts.ts";
import { observations } from "./observations/observations.ts";
import { createReport } from "./report/create-report.ts";
import { createReportSecrets } from "./report/hide-secrets.ts";
import {
  causesOf,
  judgeRequirement,
  lockOut,
  observeQuestion,
  type Reporting,
  warningsOf,
} from "./report/judge-evidence.ts";
import type { Report, Result } from "./report/report.ts";
import { reportCauses } from "./report/report-causes.ts";
import { reportEvidence } from "./report/report-exchange.ts";
import { usualRequirements } from "./requirements/all-requirements.ts";
import type { Requirement } from "./requirements/requirement.ts";
import type { Arrangement, Target } from "./targets/target.ts";
import { createTransport, pause, type Transport, type TransportOptions } from "./targets/transport.ts";

export interface SuiteOptions extends TransportOptions, Limits {
  /** Default: all but the opt-in ones. */
  readonly requirements?: readonly Requirement[];
  /** Whether to observe the open questions, too. Default: only where no requirements are picked. */
  readonly observe?: boolean;
  /** Sent with each call. Their values appear in no report. */
  readonly headers?: HeaderList;
  /** How long to wait for effects that come late, in ms. Default: 500. */
  readonly settleMs?: number | undefined;
  /** Every combination of the input model, however many calls that takes. Default: the 350 that find most. */
  readonly thorough?: boolean | undefined;
  /** Another seed draws other calls with the same coverage, and other histories. Default: 1; of histories, any. */
  readonly seed?: number | undefined;
  /** How many random histories to play after the run's own calls. Default: none. */
  readonly explore?: number | undefined;
  readonly onProgress?: OnProgress | undefined;
  /** Told of each call that was made. */
  readonly onExchange?: ((exchange: Exchange) => void) | undefined;
  /** Told what went wrong without touching a verdict: orders that could not be given back. */
  readonly onTrouble?: (message: string) => void;
}

/**
 * Judges a target.
 * @throws {BadInput} when the run cannot start: nothing answers, or the key is rejected
 */
export async function runSuite(target: Target, options: SuiteOptions = {}): Promise<Report> {
  const {
    requirements = usualRequirements,
    headers = [],
    onProgress,
    onTrouble,
    settleMs = usualLateMs,
  } = options;
  const { observe = options.requirements === undefined } = options;
  const { apiKey } = target;
  const startedAt = new Date();
  const started = performance.now();
  const secrets = createReportSecrets(apiKey, headers);
  const { hide } = secrets;
  const transport = createTransport(target, options);
  // Who does not wait for late effects meets them all the same.
  const recorder = createRecorder(apiKey, { lateMs: Math.max(settleMs, usualLateMs) });
  const { history } = recorder;
  let latest: GivenOrders | undefined;
  const givenNow = () => latest ?? history.given;
  let knowsSmallLettersAlone = false;
  const named: Transport = {
    get sent() {
      return transport.sent;
    },
    send: (request, settings) =>
      transport.send(knowsSmallLettersAlone ? { ...request, keepsCase: true } : request, settings),
  };
  const patient = giveUpAfterTimeouts(named, givenNow, apiKey);
  const safeIds = createSafeIds(history, { isDisposable: options.disposable, given: givenNow });
  const readLater = async () => {
    await pause(settleMs, options.signal);
    return caller.list();
  };
  const limitOptions = { given: givenNow, apiKey, history, safeIds, readLater };
  const caller = createCaller({
    safeIds,
    baseUrl: target.sendsTargets ? target.baseUrl : undefined,
    transport: limitCalls(patient, options, limitOptions),
    recorder,
    apiKey,
    headers,
    pause: (ms) => pause(ms, options.signal),
  });
  let first = await caller.list();
  // As some clients write names of headers, and some servers look for them.
  if (target.sendsTargets && first.status === 401) {
    const inSmallLetters = await caller.list({ nameCase: "lower" });
    knowsSmallLettersAlone = inSmallLetters.status === 200;
    if (knowsSmallLettersAlone) first = inSmallLetters;
  }
  const { signal } = options;
  if (!signal?.aborted) checkFirstCall(first, target.baseUrl);
  const arrangement: Arrangement = (!options.readOnly && !signal?.aborted && (await target.arrange?.())) || {
    pending: [],
    shipped: [],
  };
  try {
    checkGivenOrders(arrangement);
    const isExploring = options.explore !== undefined && options.explore > 0;
    const { run: given, rest } = shareOrders(arrangement, isExploring);
    recorder.give(given, performance.now());
    // A first call may take long because it is the first.
    const second = first.exchange.ms > slowMs ? await caller.list() : first;
    const canAsk = !signal?.aborted && options.maxCancels !== 0;
    const asked = canAsk ? await checkOrdersAreThere(caller, history) : undefined;
    const { run, coverage } = createRun(caller, withoutOrder(given, asked), {
      ...options,
      isThorough: options.thorough,
      answerMs: Math.min(first.exchange.ms, second.exchange.ms),
      firstBytes: first.exchange.answer ? bytesOfBody(first.exchange.answer) : 0,
      lateWait: createLateWait(settleMs, signal),
    });
    const { baseUrl } = target;
    const report: Reporting = {
      evidence: (exchanges, decisive) => reportEvidence(exchanges, decisive, baseUrl, secrets),
      hide: (text, exchange) => (exchange ? secrets.cleanerOf(exchange) : secrets).hide(text),
    };
    const sayReadOnly = <T extends { evidence: Result["evidence"] }>(found: T): T =>
      options.readOnly && found.evidence.count === 0
        ? { ...found, reason: "Not sent: the run is read-only." }
        : found;
    await playRun(stepsOf(partsOf(requirements, observe)), run, onProgress);
    await target.quiet?.();
    const results = requirements.map((requirement) => {
      const result = judgeRequirement(requirement, history, report);
      return result.outcome === "untested" ? sayReadOnly(result) : result;
    });
    const pool = arrangement.isRenewable ? renewableOrders(target.arrange!) : namedPool(rest);
    // Loaded where it is asked for alone: a twentieth of all that a run loads.
    const load = () => Promise.all([import("./exploration/explore.ts"), import("./report/exploration.ts")]);
    const exploration = isExploring ? await load() : undefined;
    const explored = exploration
      ? await exploration[0].explore({
          ...options,
          count: options.explore!,
          seed: options.seed ?? randomSeed(),
          pool,
          transport: limitCalls(patient, options, { ...limitOptions, isRepeating: true }),
          onOrders: (orders) => {
            latest = orders;
          },
          apiKey,
          headers,
          requirements,
          results,
          report,
          earlier: history,
          whyEnd: () => whyEnd(options, transport, history),
        })
      : undefined;
    return createReport({
      target: { baseUrl: hide(baseUrl) },
      startedAt: startedAt.toISOString(),
      durationMs: Math.round(performance.now() - started),
      requests: transport.sent,
      results: results.map((result) => explored?.results.get(result.id) ?? result),
      observations: questionIds.map((question) => {
        const observed = observeQuestion(question, history, report);
        return observed.answer === null ? sayReadOnly(observed) : observed;
      }),
      coverage: { ...coverage, seed: options.seed ?? 1 },
      leftOut: usualRequirements.filter((requirement) => !requirements.includes(requirement)).length,
      causes: reportCauses(causesOf(requirements, results, history, apiKey), baseUrl, secrets),
      orders: usedOrders(history, pool),
      warnings: warningsOf(history).map(hide),
      ...(exploration &&
        explored && { exploration: exploration[1].reportExploration(explored, baseUrl, secrets) }),
    });
  } finally {
    // The orders are used up by now: whatever happens here, the report must not be lost.
    await arrangement.release?.().catch((error: unknown) => onTrouble?.(String((error as Error).message)));
  }
}

/** What is left for a run once an order was asked for. */
const withoutOrder = ({ pending, shipped }: GivenOrders, order: bigint | undefined): GivenOrders => ({
  pending: pending.filter((id) => id !== order),
  shipped,
});

/** Why there are to be no more histories. */
function whyEnd(
  { signal, maxRequests }: SuiteOptions,
  { sent }: Transport,
  history: History,
): string | undefined {
  if (signal?.aborted) return "The run was stopped.";
  if (maxRequests !== undefined && sent >= maxRequests)
    return `The run may send ${maxRequests} requests at the most.`;
  const status = lockOut(history);
  if (status === undefined) return undefined;
  return `The server locks out after bad keys: it refuses the valid key with ${status}.`;
}

/** A first list that takes longer may say more of the start than of the server. */
const slowMs = 40;

const randomSeed = () => crypto.getRandomValues(new Uint32Array(1))[0]! >>> 1;

/** Orders that some call named. */
function usedOrders({ calls, given }: History, pool: OrderPool) {
  const named = new Set(calls.map(({ id }) => id?.value));
  const all = [...given.pending, ...given.shipped];
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
