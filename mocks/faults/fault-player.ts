/** Plays a world's standing rules, and what a request itself asks for by `Prefer`. */

import { listReply } from "../http/list-orders.ts";
import { headerOf, type MockReply, type MockRequest } from "../http/reply.ts";
import type { World } from "../http/world.ts";
import { becauseOf, decidedReply, delivered, statusReply } from "./fault-answers.ts";
import { createListLag, type ListLag } from "./fault-lag.ts";
import { type Lagger, planFaults } from "./fault-plan.ts";
import type { FaultRule } from "./fault-rule.ts";
import {
  type CallFacts,
  labelOf,
  readCall,
  type StandingRule,
  shownRule,
  standRule,
} from "./fault-standing.ts";
import { formatApplied, parsePrefer } from "./prefer.ts";

export interface FaultPlayer {
  /** The rules with what is left of each. */
  rules(): readonly FaultRule[];
  /** These rules in place of those there are; their chances start anew. */
  setRules(rules: readonly FaultRule[]): void;
  /** Back to the rules the mock started with, and to the first draw of their chances. */
  restart(seed: number): void;
  /** Whether `play` could change the answer to this request; quick, as it is asked for each. */
  isPlaying(request: MockRequest): boolean;
  play(world: World, request: MockRequest, answer: () => MockReply): MockReply;
}

const noRules: readonly FaultRule[] = [];

/** @param now milliseconds of the clock */
export function createFaultPlayer(start: readonly FaultRule[], seed: number, now: () => number): FaultPlayer {
  return new Player(start, seed, now);
}

/** A class, for the sake of many worlds: methods of its own would cost each of them more than the rest. */
class Player implements FaultPlayer {
  readonly #start: readonly FaultRule[];
  readonly #now: () => number;
  #seed: number;
  #rules: readonly FaultRule[];
  #setAt: number;
  /** Made when first asked for. */
  #standing: readonly StandingRule[] | undefined;
  #lag: ListLag | undefined;

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
    this.#lag = undefined;
  }

  restart(seed: number): void {
    this.#seed = seed;
    this.setRules(this.#start);
  }

  isPlaying({ headers }: MockRequest): boolean {
    return this.#rules.length > 0 || this.#lag !== undefined || headers.prefer !== undefined;
  }

  play(world: World, request: MockRequest, answer: () => MockReply): MockReply {
    const preferences = parsePrefer(headerOf(request.headers, "prefer") ?? "");
    const { code, wait = 0 } = preferences;
    const call = readCall(world, request);
    const plan = planFaults(this.#current(), call, code !== undefined);
    const answerHere = () => this.#answer(world, call, plan.lagger, answer);

    let reply: MockReply;
    if (code !== undefined) {
      const asked = { status: code, code: "preferred", message: `The request asked for this ${code}.` };
      reply = statusReply(asked, world.profile, `Prefer code=${code}`);
    } else {
      reply = plan.decider ? decidedReply(plan.decider, world, call, answerHere) : answerHere();
    }
    const causes = wait > 0 ? [`Prefer wait=${wait}`, ...plan.delays] : plan.delays;
    if (causes.length > 0) reply = becauseOf(causes.join("; "), reply);
    const delayMs = plan.delayMs + wait * 1000;
    if (delayMs > 0) reply = delivered(reply, { delayMs });
    const applied = formatApplied(preferences);
    if (applied === "") return reply;
    return { ...reply, headers: { ...reply.headers, "preference-applied": applied } };
  }

  /** The rules that are neither spent nor healed. */
  #current(): readonly StandingRule[] {
    const at = this.#now();
    const standing =
      this.#standing ?? this.#rules.map((rule, stream) => standRule(rule, this.#seed, stream, this.#setAt));
    this.#standing = standing.filter(({ left, healsAt }) => left > 0 && healsAt > at);
    if (this.#standing.length === 0) this.#rules = noRules;
    if (this.#lag?.isEmpty(at)) this.#lag = undefined;
    return this.#standing;
  }

  /** The API's own answer, but for a list that lags behind a cancel. */
  #answer(world: World, call: CallFacts, lagger: Lagger | undefined, answer: () => MockReply): MockReply {
    if (call.operation === "listOrders") {
      const reply = answer();
      const old = reply.status === 200 ? this.#lag?.read(this.#now()) : undefined;
      return old ? becauseOf(`${old.label}, ${old.left} more`, listReply(old.list)) : reply;
    }
    // Where ship-first came before it, the cancel is refused and no list lags.
    if (!lagger || world.store.find(call.id!)?.status !== "pending") return answer();
    const { standing, reads } = lagger;
    standing.left--;
    this.#lag ??= createListLag();
    const list = this.#lag.wants(reads, this.#now()) ? world.listBytes() : undefined;
    const reply = answer();
    const label = labelOf(standing.rule, standing.rule.fault);
    if (list) this.#lag.keep({ list, label, left: reads, healsAt: standing.healsAt });
    return reply;
  }
}
