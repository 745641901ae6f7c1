/** Plays the fault rules of a world. */

import { createSeededChance } from "../../base/seeded-chance.ts";
import type { OperationId } from "../../spec/wire.ts";
import type { MockReply } from "../http/reply.ts";
import type { ApiCall, World } from "../http/world.ts";
import { because, type FaultCall, faultPlays } from "./fault-kinds.ts";
import { cancelFaults, type FaultRule, sideFaults } from "./fault-rule.ts";
import { createLaggingLists, type LaggingList, type LaggingLists } from "./lagging-lists.ts";

/** The state of a rule in a world, as a JSON value. */
interface ActiveRule {
  readonly rule: FaultRule;
  /** Number of the rule, for its own draws, which do not depend on other rules. */
  readonly stream: number;
  /** Number of matches that were answered as usual, before those of the rule. */
  passed: number;
  played: number;
  drawn: number;
}

/** The rules of a world and their states, as a JSON value. */
export interface SavedFaults {
  readonly seed: number;
  /** Milliseconds of the clock. */
  readonly setAt: number;
  readonly rules: readonly ActiveRule[];
  readonly lagging?: readonly LaggingList[];
}

/** The facts of a request that rules need. */
interface CallFacts {
  readonly operation: OperationId | undefined;
  /** The id of the order that a cancel names. */
  readonly id: bigint | undefined;
  readonly isPending: boolean;
}

/** A class, since separate functions for each of many worlds would take most of their memory. */
export class FaultPlayer {
  readonly #start: readonly FaultRule[];
  readonly #now: () => number;
  #seed: number;
  #rules: readonly ActiveRule[];
  #setAt: number;
  #lagging: LaggingLists | undefined;
  /** Whether there may be rules, or lists that lag. */
  isActive: boolean;

  /** @param now milliseconds of the clock */
  constructor(start: readonly FaultRule[], seed: number, now: () => number) {
    this.#start = start;
    this.#now = now;
    this.#seed = seed;
    this.#rules = activate(start);
    this.#setAt = now();
    this.isActive = start.length > 0;
  }

  /** The rules with the remaining matches of each. */
  rules(): readonly FaultRule[] {
    return this.#current().map(({ rule: { after = 0, ...rule }, passed, played }) => ({
      ...rule,
      ...(after > passed && { after: after - passed }),
      // From the next step on, so that a shown rule can be set again.
      ...(rule.fault === "sequence" && { steps: turned(rule.steps, played) }),
      ...(timesOf(rule) !== undefined && { times: timesOf(rule)! - played }),
      ...(rule.seconds !== undefined && {
        secondsLeft: Math.ceil(this.#healsAt(rule) - this.#now()) / 1000,
      }),
      ...(played > 0 && { played }),
    }));
  }

  /** Replaces all rules; their chances start again. */
  setRules(rules: readonly FaultRule[]): void {
    this.#rules = activate(rules);
    this.#setAt = this.#now();
    this.#lagging = undefined;
    this.isActive = rules.length > 0;
  }

  /** Resets the rules to those of the mock's start, with the first draw of their chances. */
  restart(seed: number): void {
    this.#seed = seed;
    this.setRules(this.#start);
  }

  /** The rules and their states, as a JSON value; undefined where neither the start nor anything later has set one. */
  save(): SavedFaults | undefined {
    const rules = this.#current();
    if (rules.length === 0 && this.#start.length === 0 && !this.#lagging) return undefined;
    const lagging = this.#lagging?.save() ?? [];
    return { seed: this.#seed, setAt: this.#setAt, rules, ...(lagging.length > 0 && { lagging }) };
  }

  load({ seed, setAt, rules, lagging }: SavedFaults): void {
    this.#seed = seed;
    this.#rules = rules.map((saved) => ({ ...saved }));
    this.#setAt = setAt;
    this.#lagging = lagging && createLaggingLists(this.#now, lagging);
    this.isActive = true;
  }

  /** The answer as the rules change it. Need not be called where the player is not active. */
  play(world: World, call: ApiCall, answer: () => MockReply): MockReply {
    const facts = readFacts(world, call);
    let next = () => this.#withLag(facts, answer);
    for (const active of this.#fitting(facts)) {
      const inner = next;
      next = () => this.#playRule(active, world, facts, inner);
    }
    return next();
  }

  /** The rules with matches and time left. */
  #current(): readonly ActiveRule[] {
    if (this.#lagging?.isEmpty()) this.#lagging = undefined;
    const at = this.#now();
    this.#rules = this.#rules.filter(
      ({ rule, played }) => timesOf(rule) !== played && this.#healsAt(rule) > at,
    );
    return this.#rules;
  }

  #healsAt({ seconds }: FaultRule): number {
    return seconds === undefined ? Number.POSITIVE_INFINITY : this.#setAt + seconds * 1000;
  }

  #draw(active: ActiveRule): number {
    return createSeededChance(this.#seed, active.stream, active.drawn++)();
  }

  /**
   * The rules that play for this call, the innermost first: the one that decides the answer, then
   * those alongside, the last before the first.
   */
  #fitting(facts: CallFacts): readonly ActiveRule[] {
    let isDecided = false;
    const fitting = this.#current().filter((each) => {
      const isDecider = !isSide(each);
      if ((isDecider && isDecided) || !this.#fits(each, facts)) return false;
      isDecided ||= isDecider;
      return true;
    });
    return [...fitting.filter((each) => !isSide(each)), ...fitting.filter(isSide).reverse()];
  }

  #playRule(active: ActiveRule, world: World, { id }: CallFacts, inner: () => MockReply): MockReply {
    const { rule } = active;
    let given: MockReply | undefined;
    const answer = () => (given ??= inner());
    const call: FaultCall = {
      world,
      id,
      draw: () => this.#draw(active),
      played: active.played,
      healsAt: this.#healsAt(rule),
      lagging: () => (this.#lagging ??= createLaggingLists(this.#now)),
      label: (what) => (rule.name === undefined ? `fault ${what}` : `fault ${rule.name} (${what})`),
    };
    const reply = faultPlays[rule.fault](rule as never, call, answer);
    if (!reply) return answer();
    active.played++;
    return reply;
  }

  /** Whether the rule plays for this call. Its chance is drawn last, hence only for calls that fit otherwise. */
  #fits(active: ActiveRule, facts: CallFacts): boolean {
    const { operation, order, probability, after = 0 } = active.rule;
    if (operation !== undefined && operation !== facts.operation) return false;
    if (order !== undefined && (facts.id === undefined || BigInt(order) !== facts.id)) return false;
    if (cancelFaults.has(active.rule.fault) && !facts.isPending) return false;
    if (active.passed < after) {
      active.passed++;
      return false;
    }
    return probability === undefined || this.#draw(active) < probability;
  }

  /** The API's own answer, except for an outdated list after a cancel. */
  #withLag({ operation }: CallFacts, answer: () => MockReply): MockReply {
    const reply = answer();
    if (operation !== "listOrders" || reply.status !== 200) return reply;
    const old = this.#lagging?.read();
    return old ? because(old.rule, old.list) : reply;
  }
}

const activate = (rules: readonly FaultRule[]): readonly ActiveRule[] =>
  rules.map((rule, stream) => ({ rule, stream, passed: 0, played: 0, drawn: 0 }));

/** Number of times that a rule plays; undefined for no end. */
const timesOf = (rule: FaultRule): number | undefined =>
  rule.times ?? (rule.fault === "sequence" ? rule.steps.length : undefined);

function turned(steps: readonly number[], played: number): readonly number[] {
  const first = played % steps.length;
  return [...steps.slice(first), ...steps.slice(0, first)];
}

function readFacts({ store }: World, { operation, orderId }: ApiCall): CallFacts {
  const id = operation === "cancelOrder" && typeof orderId === "bigint" ? orderId : undefined;
  return { operation, id, isPending: id !== undefined && store.find(id)?.status === "pending" };
}

const isSide = ({ rule }: ActiveRule) => sideFaults.has(rule.fault);
