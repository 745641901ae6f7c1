/** Judges exchanges that other programs make, by the requirements of the suite. */

import { createCleaners, hideInData } from "../base/secrets.ts";
import { questionIds } from "../spec/open-questions.ts";
import type { Contradiction } from "./diagnosis/contradiction.ts";
import { type Exchange, isGatewayError, type OutgoingRequest } from "./evidence/exchange.ts";
import type { GivenOrders } from "./evidence/given-orders.ts";
import type { History } from "./evidence/history.ts";
import { createKeyRing, type KeyRing } from "./evidence/key-ring.ts";
import { type Call, mayAct } from "./evidence/read-call.ts";
import { TrafficHistory } from "./evidence/traffic-history.ts";
import { sampleOf } from "./evidence/traffic-views.ts";
import { createReport } from "./report/create-report.ts";
import { type Cleaners, createTrafficSecrets } from "./report/hide-secrets.ts";
import { brokenFacts, factsOf, observeQuestion } from "./report/judge-evidence.ts";
import type { Evidence, Report, Result } from "./report/report.ts";
import { createReporting, type Reporting } from "./report/report-exchange.ts";
import { SeenStatuses } from "./report/seen-statuses.ts";
import { defaultRequirements } from "./requirements/all-requirements.ts";
import { kindOf } from "./requirements/call-kind.ts";
import type { Requirement } from "./requirements/requirement.ts";

export interface TrafficOptions {
  /** The base address, as reports show it. */
  readonly baseUrl: string;
  /** Keys that are valid. Default: those that the server accepted. */
  readonly apiKeys?: readonly string[];
  /** Reads the credential of a request, in place of those keys. */
  readonly keys?: KeyRing;
  /** Default: all but the opt-in ones. */
  readonly requirements?: readonly Requirement[];
  /** Whether no other client uses the server: then a change that no call explains is a violation. */
  readonly isAllTraffic?: boolean;
  /** Orders in states that are known when the traffic begins. */
  readonly given?: GivenOrders;
  /** Functions that remove secrets from reports. Default: they remove the secrets in the exchanges. */
  readonly cleaners?: Cleaners;
  /** Called with each violation. */
  readonly onViolation?: (violation: Violation) => void;
}

export interface Violation {
  readonly requirement: Requirement;
  /** Number of times that it was seen so far. */
  readonly count: number;
  /** `DELETE /store/orders/7: expected status 204, got 200` */
  readonly message: string;
}

interface Found {
  count: number;
  readonly expected: string;
  readonly received: string;
  readonly message: string;
  readonly evidence: Evidence;
}

/** Maximum number of kinds of calls that are remembered as judged. */
const maxKinds = 20_000;
/** Requirements that the head of an answer can break. */
const ofHeads = /^authentication\/|^list-orders\/status$|^cancel-order\/pending$/;

export class TrafficJudge {
  readonly #options: TrafficOptions;
  readonly #requirements: readonly Requirement[];
  readonly #reporting: Reporting;
  readonly #keys: KeyRing;
  readonly #history: TrafficHistory;
  readonly #startedAt = new Date();
  readonly #started = performance.now();
  readonly #found = new Map<Requirement, Found>();
  readonly #covered = new Map<Requirement, Evidence>();
  /** The requirements that calls of a kind broke, so that the next one like them need not be judged again. */
  readonly #kinds = new Map<string, readonly Requirement[]>();
  /** The requirements that each exchange is known to break: histories overlap. */
  readonly #reported = new WeakMap<Exchange, Set<Requirement>>();
  readonly #statuses = new SeenStatuses();
  #count = 0;

  constructor(options: TrafficOptions) {
    const { apiKeys = [], isAllTraffic = false, requirements = defaultRequirements } = options;
    this.#options = options;
    this.#requirements = requirements;
    const secrets = createTrafficSecrets(options.cleaners ?? createCleaners(apiKeys));
    this.#reporting = createReporting(options.baseUrl, secrets);
    this.#keys = options.keys ?? createKeyRing(apiKeys);
    this.#history = new TrafficHistory(this.#keys, isAllTraffic, options.given);
  }

  /** Number of judged exchanges. */
  get count(): number {
    return this.#count;
  }

  /**
   * Announces a call that was sent, in ms on the clock of the exchanges, so that calls that overlap it are judged when it
   * has ended. @returns a handle for `judge`
   */
  begin(sentAt: number, request: OutgoingRequest): Call {
    return this.#history.begin(sentAt, request);
  }

  /** Takes a call that has ended. @returns the requirements that it broke, or that it showed to be broken */
  judge(exchange: Exchange, open?: Call): readonly Requirement[] {
    if (!isEvidence(exchange)) return this.drop(open);
    this.#count++;
    const alone = this.#history.take(exchange, open);
    this.#statuses.add(alone.calls[0]!);
    const kind = kindOf(alone);
    const known = kind === undefined ? undefined : this.#kinds.get(kind);
    const broken = known ?? this.#judgeHistory(alone, this.#requirements);
    if (known)
      for (const requirement of known) this.#countViolation(requirement, this.#found.get(requirement)!);
    else if (kind !== undefined && this.#kinds.size < maxKinds) this.#kinds.set(kind, broken);
    return [...new Set([...broken, ...this.#judgeDue()])];
  }

  /**
   * Takes a call that has ended with an answer that cannot be judged.
   * @returns the requirements that calls broke whose checks waited for it
   */
  drop(open?: Call): readonly Requirement[] {
    this.#history.drop(open);
    return this.#judgeDue();
  }

  /** Takes bytes that followed an answer after it was judged. */
  addStray(exchange: Exchange): void {
    const view = this.#viewOf(exchange);
    for (const requirement of this.#requirements.filter(({ id }) => id === "cancel-order/no-body"))
      for (const each of requirement.breaks(view)) this.#addViolation(requirement, each, view);
  }

  /** Finds the requirements that an answer breaks by its head alone, without keeping the answer. */
  preview(exchange: Exchange): readonly Requirement[] {
    const headOnly = { ...this.#viewOf(exchange), lists: [] };
    return this.#requirements.filter(
      ({ id, breaks }) => ofHeads.test(id) && breaks(headOnly).some(isOfServer),
    );
  }

  report(): Report {
    this.#judgeDue(true);
    const whole = sampleOf(this.#history.window);
    const report = createReport({
      target: { baseUrl: this.#options.baseUrl },
      startedAt: this.#startedAt.toISOString(),
      durationMs: Math.round(performance.now() - this.#started),
      requests: this.#count,
      results: this.#requirements.map((requirement) => this.#resultOf(requirement)),
      observations: questionIds.map((question) => {
        const seen = observeQuestion(question, whole, this.#reporting);
        return seen.answer === null ? { ...seen, reason: "The traffic did not show it." } : seen;
      }),
      statuses: this.#statuses.report(),
    });
    return hideInData(report, this.#reporting.secrets);
  }

  /** Judges the calls that no longer wait for others to end. */
  #judgeDue(isForced = false): readonly Requirement[] {
    const ofOrders = this.#requirements.filter(({ scope }) => scope === "order");
    return [...this.#history.dueViews(isForced)].flatMap((view) => this.#judgeHistory(view, ofOrders));
  }

  /** A history of this exchange only. */
  #viewOf(exchange: Exchange): History {
    return new TrafficHistory(this.#keys, false).take(exchange);
  }

  #judgeHistory(view: History, requirements: readonly Requirement[]): Requirement[] {
    const broken: Requirement[] = [];
    for (const requirement of requirements) {
      const breaks = requirement.breaks(view).filter(isOfServer);
      const fresh = breaks.filter((each) => this.#isFresh(requirement, each.exchange));
      for (const each of fresh) this.#addViolation(requirement, each, view);
      if (fresh.length > 0) broken.push(requirement);
      if (breaks.length > 0 || this.#covered.has(requirement)) continue;
      const calls = requirement.covers(view);
      if (calls.length > 0)
        this.#covered.set(requirement, this.#reporting.evidence(calls.map(({ exchange }) => exchange)));
    }
    return broken;
  }

  #isFresh(requirement: Requirement, exchange: Exchange): boolean {
    const reported = this.#reported.get(exchange) ?? new Set();
    this.#reported.set(exchange, reported);
    if (reported.has(requirement)) return false;
    reported.add(requirement);
    return true;
  }

  #addViolation(requirement: Requirement, contradiction: Contradiction, view: History): void {
    const { expected, received, exchange, witnesses = [] } = contradiction;
    const { method, path } = exchange.request;
    const hide = (text: string) => this.#reporting.hide(text, exchange);
    const message = hide(`${method} ${path}: expected ${expected}, got ${received}`);
    let known = this.#found.get(requirement);
    if (!known) {
      const others = view.calls.map((call) => call.exchange);
      const evidence = this.#reporting.evidence([...new Set([exchange, ...witnesses, ...others])], exchange);
      known = { count: 0, expected: hide(expected), received: hide(received), message, evidence };
      this.#found.set(requirement, known);
    }
    this.#countViolation(requirement, known, message);
  }

  #countViolation(requirement: Requirement, known: Found, message = known.message): void {
    known.count++;
    this.#options.onViolation?.({ requirement, count: known.count, message });
  }

  #resultOf(requirement: Requirement): Result {
    const facts = factsOf(requirement);
    const broken = this.#found.get(requirement);
    if (broken) {
      const times = broken.count === 1 ? "" : ` (seen ${broken.count} times)`;
      const { expected, received, evidence } = broken;
      return { ...brokenFacts(requirement, expected, received + times), evidence };
    }
    const evidence = this.#covered.get(requirement);
    if (evidence) return { ...facts, outcome: "passed", evidence };
    const reason = "The traffic did not exercise it.";
    return { ...facts, outcome: "untested", reason, evidence: this.#reporting.evidence([]) };
  }
}

/** Whether an exchange is evidence: a read without an answer is not, but another call may have been carried out. */
function isEvidence({ failure, request }: Exchange): boolean {
  return failure === undefined || mayAct(request);
}

/** Statuses for a busy server, and for a request that is too large or too slow. */
const unrelatedStatuses: readonly number[] = [408, 413, 414, 429, 431, 503];

/** Whether a contradiction is in the server's own answer to the request. */
const isOfServer = ({ exchange: { answer } }: Contradiction): boolean =>
  answer !== undefined && !unrelatedStatuses.includes(answer.status) && !isGatewayError(answer.status);
