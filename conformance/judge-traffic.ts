/** Judges exchanges that somebody else makes, one by one as they end, by the requirements of the suite. */

import { createCleaners } from "../base/secrets.ts";
import { questionIds } from "../spec/open-questions.ts";
import type { Exchange } from "./evidence/exchange.ts";
import type { GivenOrders } from "./evidence/given-orders.ts";
import type { History } from "./evidence/history.ts";
import { createKeyRing, type KeyRing } from "./evidence/key-ring.ts";
import { createTrafficHistory } from "./evidence/traffic-history.ts";
import type { View } from "./evidence/views.ts";
import type { Contradiction } from "./model/contradiction.ts";
import { createReport } from "./report/create-report.ts";
import { type Cleaners, createTrafficSecrets } from "./report/hide-secrets.ts";
import { brokenFacts, factsOf, observeQuestion } from "./report/judge-evidence.ts";
import type { Evidence, Report, Result } from "./report/report.ts";
import { reportEvidence } from "./report/report-exchange.ts";
import { usualRequirements } from "./requirements/all-requirements.ts";
import { kindOf } from "./requirements/call-kind.ts";
import type { Requirement } from "./requirements/requirement.ts";

export interface TrafficOptions {
  /** As reports show it. */
  readonly baseUrl: string;
  /** Keys that are valid. Default: those that the server let in. */
  readonly apiKeys?: readonly string[];
  /** In place of those keys. */
  readonly keys?: KeyRing;
  /** Default: all but the opt-in ones. */
  readonly requirements?: readonly Requirement[];
  /** Whether nobody else uses the server: then what no call explains is a violation. */
  readonly isAllTraffic?: boolean;
  /** Orders in states that are known when the traffic begins. */
  readonly given?: GivenOrders;
  /** Take secrets out of what is reported. Default: those that the exchanges carry. */
  readonly cleaners?: Cleaners;
  /** Told of each violation. */
  readonly onViolation?: (violation: Violation) => void;
}

export interface Violation {
  readonly requirement: Requirement;
  /** How often it was seen by now. */
  readonly count: number;
  /** `DELETE /store/orders/7: expected status 204, got 200` */
  readonly message: string;
}

export type TrafficJudge = ReturnType<typeof createTrafficJudge>;

interface Found {
  count: number;
  readonly expected: string;
  readonly received: string;
  readonly message: string;
  readonly evidence: Evidence;
}

/** Kinds of calls that are remembered as judged before. */
const mostKinds = 20_000;

export function createTrafficJudge(options: TrafficOptions) {
  const { baseUrl, apiKeys = [], isAllTraffic = false, onViolation } = options;
  const secrets = createTrafficSecrets(options.cleaners ?? createCleaners(apiKeys));
  const { requirements = usualRequirements } = options;
  const timelineRequirements = requirements.filter(({ scope }) => scope === "order");
  const startedAt = new Date();
  const started = performance.now();
  const keys = options.keys ?? createKeyRing(apiKeys);
  const history = createTrafficHistory(keys, isAllTraffic, options.given);
  const found = new Map<Requirement, Found>();
  const covered = new Map<Requirement, Evidence>();
  /** What calls of a kind broke, so that the next one like them need not be judged anew. */
  const kinds = new Map<string, readonly Requirement[]>();
  /** What was said of an exchange already: histories overlap. */
  const told = new WeakMap<Exchange, Set<Requirement>>();
  let count = 0;

  const evidenceOf = (exchanges: Iterable<Exchange>, decisive?: Exchange) =>
    reportEvidence(exchanges, decisive, baseUrl, secrets);
  function judgeView({ kind, history: view }: View): Requirement[] {
    const broken: Requirement[] = [];
    for (const requirement of kind === "alone" ? requirements : timelineRequirements) {
      const breaks = requirement.breaks(view).filter(({ exchange }) => mayBeBlamed(requirement.id, exchange));
      const fresh = breaks.filter((each) => isFresh(requirement, each.exchange));
      for (const each of fresh) tell(requirement, each, view);
      if (fresh.length > 0) broken.push(requirement);
      if (breaks.length === 0 && !covered.has(requirement)) {
        const calls = requirement.covers(view);
        if (calls.length > 0) covered.set(requirement, evidenceOf(calls.map(({ exchange }) => exchange)));
      }
    }
    return broken;
  }

  function isFresh(requirement: Requirement, exchange: Exchange): boolean {
    const said = told.get(exchange) ?? new Set();
    told.set(exchange, said);
    if (said.has(requirement)) return false;
    said.add(requirement);
    return true;
  }

  function tell(requirement: Requirement, contradiction: Contradiction, view: History): void {
    const { expected, received, exchange, witnesses = [] } = contradiction;
    const { method, path } = exchange.request;
    const { hide } = secrets.cleanerOf(exchange);
    const message = hide(`${method} ${path}: expected ${expected}, got ${received}`);
    let known = found.get(requirement);
    if (!known) {
      const others = view.calls.map((call) => call.exchange);
      const evidence = evidenceOf([...new Set([exchange, ...witnesses, ...others])], exchange);
      known = { count: 0, expected: hide(expected), received: hide(received), message, evidence };
      found.set(requirement, known);
    }
    tellAgain(requirement, known, message);
  }

  function tellAgain(requirement: Requirement, known: Found, message = known.message): void {
    known.count++;
    onViolation?.({ requirement, count: known.count, message });
  }

  /** What an exchange shows by itself. */
  const viewOf = (exchange: Exchange): History =>
    createTrafficHistory(keys, false).take(exchange).views()[0]!.history;

  return {
    /** Exchanges that were judged. */
    get count() {
      return count;
    },
    /** @returns the requirements that it broke, or that it showed to be broken */
    judge(exchange: Exchange): readonly Requirement[] {
      if (!isEvidence(exchange)) return [];
      count++;
      const taken = history.take(exchange);
      const [alone, ...timelines] = taken.views();
      const kind = kindOf(taken, alone!.history);
      const known = kind === undefined ? undefined : kinds.get(kind);
      const broken = known ?? judgeView(alone!);
      if (known) for (const requirement of known) tellAgain(requirement, found.get(requirement)!);
      else if (kind !== undefined && kinds.size < mostKinds) kinds.set(kind, broken);
      return [...new Set([...broken, ...timelines.flatMap(judgeView)])];
    },
    /** More came behind an answer that was judged already. */
    addStray(exchange: Exchange) {
      const view = viewOf(exchange);
      for (const requirement of requirements.filter(({ id }) => id === "cancel-order/no-body")) {
        for (const each of requirement.breaks(view)) tell(requirement, each, view);
      }
    },
    /** What can be said of an answer by its head alone; nothing of it is kept. */
    preview(exchange: Exchange): readonly Requirement[] {
      const headOnly = { ...viewOf(exchange), lists: [] };
      return requirements
        .filter(({ id }) => /^authentication\/|^list-orders\/status$|^cancel-order\/pending$/.test(id))
        .filter((requirement) =>
          requirement.breaks(headOnly).some((each) => mayBeBlamed(requirement.id, each.exchange)),
        );
    },
    report(): Report {
      const whole = history.sample();
      return createReport({
        target: { baseUrl: secrets.hide(baseUrl) },
        startedAt: startedAt.toISOString(),
        durationMs: Math.round(performance.now() - started),
        requests: count,
        results: requirements.map((requirement) => resultOf(requirement)),
        observations: questionIds.map((question) => {
          const seen = observeQuestion(question, whole, { evidence: evidenceOf, hide: secrets.hide });
          if (seen.answer !== null) return seen;
          return { ...seen, reason: "The traffic did not show it." };
        }),
      });
    },
  };

  function resultOf(requirement: Requirement): Result {
    const facts = factsOf(requirement);
    const broken = found.get(requirement);
    if (broken) {
      const times = broken.count === 1 ? "" : ` (seen ${broken.count} times)`;
      const { expected, received, evidence } = broken;
      return { ...brokenFacts(requirement, expected, received + times), evidence };
    }
    const evidence = covered.get(requirement);
    if (evidence) return { ...facts, outcome: "passed", evidence };
    const reason = "The traffic did not exercise it.";
    return { ...facts, outcome: "untested", reason, evidence: evidenceOf([]) };
  }
}

/** A client that broke off, or a network that did, says nothing of the server; a lost cancel may have been done. */
function isEvidence({ failure, request }: Exchange): boolean {
  return failure === undefined || request.method === "DELETE";
}

/**
 * Answers that the document does not know and that right servers give all the same: of a gateway on the way, to a
 * request that asks for less than all, or that is too large.
 */
function mayBeBlamed(id: string, { request, answer }: Exchange): boolean {
  if (!answer) return false;
  // A key in the usual form may be refused because nobody knows it.
  const isUsual = request.headers.some(
    ([name, value]) => /^authorization$/i.test(name) && /^Bearer /.test(value),
  );
  if (id === "authentication/scheme-in-any-case" && isUsual) return false;
  const has = (pattern: RegExp) => request.headers.some(([name]) => pattern.test(name));
  if ([408, 413, 414, 429, 431, 502, 503, 504].includes(answer.status)) return false;
  if (answer.status === 304 || answer.status === 412) return !has(/^if-/i);
  if (answer.status === 206 || answer.status === 416) return !has(/^range$/i);
  return answer.status !== 406 || !has(/^accept/i);
}
