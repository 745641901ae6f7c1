/** Plays a world's standing rules, and what a request itself asks for by `Prefer`. */

import type { OperationId } from "../../spec/wire.ts";
import type { ApiCall } from "../http/api-call.ts";
import { headerOf, type MockReply } from "../http/reply.ts";
import type { World } from "../http/world.ts";
import { delayed, statusReply } from "./fault-answers.ts";
import { because, type FaultCall } from "./fault-kinds.ts";
import type { FaultRule } from "./fault-rule.ts";
import { createLaggingLists, type LaggingLists } from "./lagging-lists.ts";
import { formatApplied, formatIgnored, parsePrefer } from "./prefer.ts";
import {
  drawOf,
  loadRule,
  type SavedFaults,
  type StandingRule,
  saveRule,
  shownRule,
  standRule,
} from "./standing-rule.ts";

export interface FaultPlayer {
  /** The rules with what is left of each. */
  rules(): readonly FaultRule[];
  /** These rules in place of those there are; their chances start anew. */
  setRules(rules: readonly FaultRule[]): void;
  /** Back to the rules the mock started with, and to the first draw of their chances. */
  restart(seed: number): void;
  /** The rules and where they stand, as JSON can carry it; undefined for those of the start, untouched. */
  save(): SavedFaults | undefined;
  /** Goes on where another player was. */
  load(saved: SavedFaults): void;
  /** The answer as the rules and the request's own preferences change it. */
  play(world: World, call: ApiCall, answer: () => MockReply): MockReply;
}

/** @param now milliseconds of the clock */
export function createFaultPlayer(start: readonly FaultRule[], seed: number, now: () => number): FaultPlayer {
  return new Player(start, seed, now);
}

/** A request, as far as rules ask about it. */
interface CallFacts {
  readonly operation: OperationId | undefined;
  /** Of the order that a cancel names. */
  readonly id: bigint | undefined;
  /** Whether that order could be cancelled. */
  readonly isPending: boolean;
}

const noRules: readonly FaultRule[] = [];

/** A class, for the sake of many worlds: methods of its own would cost each of them more than the rest. */
class Player implements FaultPlayer {
  readonly #start: readonly FaultRule[];
  readonly #now: () => number;
  #seed: number;
  #rules: readonly FaultRule[];
  #setAt: number;
  /** Made when first asked for. */
  #standing: readonly StandingRule[] | undefined;
  #lagging: LaggingLists | undefined;

  constructor(start: readonly FaultRule[], seed: number, now: () => number) {
    this.#start = start;
    this.#now = now;
    this.#seed = seed;
    this.#rules = start;
    this.#setAt = now();
  }

  rules(): readonly FaultRule[] {
    if (this.#rules.length === 0) return noRules;
    return this.#current().map((each) => shownRule(each, this.#now()));
  }

  setRules(rules: readonly FaultRule[]): void {
    this.#rules = rules;
    this.#setAt = this.#now();
    this.#standing = undefined;
    this.#lagging = undefined;
  }

  restart(seed: number): void {
    this.#seed = seed;
    this.setRules(this.#start);
  }

  save(): SavedFaults | undefined {
    const isUntouched = this.#rules === this.#start && !this.#standing && this.#lagging === undefined;
    if (isUntouched || (this.#rules.length === 0 && this.#start.length === 0 && !this.#lagging))
      return undefined;
    const standing = this.#rules.length === 0 ? [] : this.#current();
    const lagging = this.#lagging?.save() ?? [];
    return {
      seed: this.#seed,
      setAt: this.#setAt,
      rules: standing.map(saveRule),
      ...(lagging.length > 0 && { lagging }),
    };
  }

  load({ seed, setAt, rules, lagging }: SavedFaults): void {
    this.#seed = seed;
    this.setRules(rules.map(({ rule }) => rule));
    this.#setAt = setAt;
    this.#standing = rules.map((saved) => loadRule(saved, seed, setAt));
    this.#lagging = lagging && createLaggingLists(this.#now, lagging);
  }

  play(world: World, call: ApiCall, answer: () => MockReply): MockReply {
    const prefer = headerOf(call.request.headers, "prefer");
    if (this.#rules.length === 0 && this.#lagging === undefined && prefer === undefined) return answer();
    const preferences = parsePrefer(prefer ?? "");
    const { code, wait = 0 } = preferences;
    const facts = readFacts(world, call);

    let next = () => this.#withLag(facts, answer);
    if (code !== undefined) {
      const asked = { status: code, code: "preferred", message: `The request asked for this ${code}.` };
      next = () => statusReply(asked, world.profile, `Prefer code=${code}`);
    }
    for (const standing of this.#fitting(facts, code !== undefined)) {
      const inner = next;
      next = () => this.#playRule(standing, world, facts, inner);
    }
    let reply = next();
    if (wait > 0) reply = delayed(because(`Prefer wait=${wait}`, reply), wait * 1000);
    const ignored = formatIgnored(prefer ?? "");
    if (ignored !== "") reply = because(ignored, reply);
    const applied = formatApplied(preferences);
    return applied === ""
      ? reply
      : { ...reply, headers: { ...reply.headers, "preference-applied": applied } };
  }

  /** The rules that are neither spent nor healed. */
  #current(): readonly StandingRule[] {
    const at = this.#now();
    const standing =
      this.#standing ?? this.#rules.map((rule, stream) => standRule(rule, this.#seed, stream, this.#setAt));
    this.#standing = standing.filter(({ left, healsAt }) => left > 0 && healsAt > at);
    if (this.#standing.length === 0) this.#rules = noRules;
    if (this.#lagging?.isEmpty()) this.#lagging = undefined;
    return this.#standing;
  }

  /**
   * The rules that play for this call, the innermost first: the one that decides the answer, then
   * those alongside, the last before the first.
   * @param isDecided whether the request itself decides the answer
   */
  #fitting(facts: CallFacts, isDecided: boolean): readonly StandingRule[] {
    let decider: StandingRule | undefined;
    const alongside: StandingRule[] = [];
    for (const each of this.#current()) {
      if (each.kind.isAlongside) {
        if (fits(each, facts)) alongside.unshift(each);
      } else if (!decider && !isDecided && fits(each, facts)) {
        decider = each;
      }
    }
    return decider ? [decider, ...alongside] : alongside;
  }

  #playRule(standing: StandingRule, world: World, { id }: CallFacts, inner: () => MockReply): MockReply {
    const { rule, kind, healsAt } = standing;
    let given: MockReply | undefined;
    const answer = () => (given ??= inner());
    const call: FaultCall = {
      world,
      id,
      draw: () => drawOf(standing),
      healsAt,
      lagging: () => (this.#lagging ??= createLaggingLists(this.#now)),
      label: (what) => (rule.name === undefined ? `fault ${what}` : `fault ${rule.name} (${what})`),
    };
    const reply = kind.play(rule as never, call, answer);
    if (!reply) return answer();
    standing.left--;
    standing.played++;
    return reply;
  }

  /** The API's own answer, but for a list that lags behind a cancel. */
  #withLag({ operation }: CallFacts, answer: () => MockReply): MockReply {
    const reply = answer();
    if (operation !== "listOrders" || reply.status !== 200) return reply;
    const old = this.#lagging?.read();
    return old ? because(`${old.label}, ${old.left} more`, old.list) : reply;
  }
}

function readFacts({ store }: World, { operation, orderId }: ApiCall): CallFacts {
  if (operation !== "cancelOrder" || orderId?.kind !== "id")
    return { operation, id: undefined, isPending: false };
  return { operation, id: orderId.id, isPending: store.find(orderId.id)?.status === "pending" };
}

/** Whether the rule is for this call. Its chance is drawn last, hence only for calls that fit otherwise. */
function fits(standing: StandingRule, facts: CallFacts): boolean {
  const { rule, kind } = standing;
  if (rule.operation !== undefined && rule.operation !== facts.operation) return false;
  if (rule.order !== undefined && (facts.id === undefined || BigInt(rule.order) !== facts.id)) return false;
  if (kind.needsPending && !facts.isPending) return false;
  return rule.probability === undefined || drawOf(standing) < rule.probability;
}
