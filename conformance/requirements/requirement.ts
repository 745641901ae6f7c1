/** A requirement: one rule of the document (must) or of HTTP (should) for a server, and the calls that test it. */

import { clauses, type TestableClauseId } from "../../spec/clauses.ts";
import { type Contradiction, inconclusiveReason } from "../diagnosis/contradiction.ts";
import type { Exchange } from "../evidence/exchange.ts";
import type { History } from "../evidence/history.ts";
import type { Part } from "../evidence/parts.ts";
import type { Call } from "../evidence/read-call.ts";

export interface Requirement {
  /** `file/behaviour`; never changes once released. */
  readonly id: string;
  readonly title: string;
  readonly clause: TestableClauseId;
  readonly level: "must" | "should";
  /** The option that a run needs to test it. */
  readonly optIn?: "expose-key";
  /** Parts of a run that make the calls it is about. */
  readonly parts: readonly Part[];
  /** The state of the given order that it is about. */
  readonly needs?: "pending" | "shipped";
  /** The evidence for it: single answers and lists, or the history of an order. */
  readonly scope?: "answer" | "order";
  /** The calls that test it. With none it is untested. */
  readonly covers: (history: History) => readonly Call[];
  /** Contradictions to it, the worst first. */
  readonly breaks: (history: History) => readonly Contradiction[];
  /** Returns the reason why it is untested although calls were made for it. */
  readonly spoils?: (history: History) => string | undefined;
}

type Declared = "id" | "title" | "clause" | "level";
export type Rule = Pick<Requirement, "covers" | "breaks" | "spoils">;

/** Declares the requirements of a file; the level of each is its clause's. */
export const rulesOf =
  (file: string) =>
  (
    behaviour: string,
    title: string,
    clause: TestableClauseId,
    rest: Omit<Requirement, Declared>,
  ): Requirement => ({
    id: `${file}/${behaviour}`,
    title,
    clause,
    level: clauses[clause].level,
    ...rest,
  });

/** A requirement that is judged for each call alone. */
export function ofEach(
  covers: Rule["covers"],
  expect: (call: Call, history: History) => Contradiction | undefined,
): Rule {
  return { covers, breaks: (history) => covers(history).flatMap((call) => expect(call, history) ?? []) };
}

/** The same, for all calls with a common property. */
export const ofEvery = (isOne: (call: Call) => boolean, expect: (call: Call) => Contradiction | undefined) =>
  ofEach(({ calls }) => calls.filter(isOne), expect);

/** A fault that belongs to the requirements that name its kind. */
export interface Fault<K extends string> {
  readonly kind: K;
  readonly found: Contradiction;
}

/** A requirement that is broken by faults of some kinds. */
export function without<K extends string>(
  findFaults: (history: History) => readonly Fault<K>[],
  kinds: readonly NoInfer<K>[],
  covers: Rule["covers"],
): Rule {
  const found = (history: History) => findFaults(history).filter(({ kind }) => kinds.includes(kind));
  return { covers, breaks: (history) => found(history).map((fault) => fault.found) };
}

export interface Judgement {
  readonly contradiction?: Contradiction;
  readonly untested?: string;
  readonly evidence: readonly Exchange[];
}

export function judge(requirement: Requirement, history: History): Judgement {
  const called = requirement.covers(history);
  const covered = called.filter((call) => inconclusiveReason(call) === undefined);
  const evidence = covered.map(({ exchange }) => exchange);
  const found = requirement.breaks(history);
  const contradiction = plainest(found);
  if (contradiction) {
    const others = [...(contradiction.witnesses ?? []), ...found.map(({ exchange }) => exchange)];
    return { contradiction, evidence: [...new Set([contradiction.exchange, ...others, ...evidence])] };
  }
  const spoiled = requirement.spoils?.(history);
  if (spoiled !== undefined) return { untested: spoiled, evidence };
  if (covered.length > 0) return { evidence };
  const silent = called.map(inconclusiveReason).find((reason) => reason !== undefined);
  return { untested: silent ?? lackOf(requirement, history), evidence };
}

/**
 * Of the calls that fail in the same way as the first one, the shortest: what it lacks has no part in the failure.
 */
export function plainest(found: readonly Contradiction[]): Contradiction | undefined {
  const [first] = found;
  const sizeOf = ({ exchange: { request } }: Contradiction) =>
    [request.path, ...request.headers.flat()].join("").length;
  return found
    .filter(
      ({ expected, received, exchange }) =>
        expected === first!.expected &&
        received === first!.received &&
        exchange.request.method === first!.exchange.request.method,
    )
    .toSorted((one, other) => sizeOf(one) - sizeOf(other))[0];
}

function lackOf({ needs }: Requirement, { given, calls }: History): string {
  if (needs === "shipped" && given.shipped.length === 0)
    return "It needs a shipped order: name one with --shipped-order.";
  if (needs === "pending" && given.pending.length < 2)
    return "It needs two pending orders that may be cancelled for good: name them with --pending-order.";
  const isAnyCancelled = calls.some(({ status, operation }) => operation === "cancel" && status === 204);
  if (needs === "pending" && isAnyCancelled)
    return "The calls that test it were not sent, or no given pending order was left for them.";
  if (needs === "pending")
    return "No cancel of a pending order is answered 204, so nothing shows what became of the others.";
  return "The run made no call that tests it.";
}
