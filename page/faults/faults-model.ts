/** The fault rules, and a person's changes of them. */

import { type ReadonlySignal, signal } from "@preact/signals";
import type { Notices } from "../model/notices.ts";
import type { FaultRule } from "../model/page-control.ts";
import type { Session } from "../model/session.ts";
import { type FaultName, newRule } from "./fault-words.ts";

/** Minimum time in ms between two readings of active rules, which show their matches. */
const readMs = 100;

export function createFaultsModel(session: Session, notices: Notices) {
  const rules = signal<readonly FaultRule[]>([]);
  const drafts = signal<Readonly<Partial<Record<FaultName, FaultRule>>>>({});
  let reading: ReturnType<typeof setTimeout> | undefined;
  /** The last change, while it is not answered. */
  let writing: readonly FaultRule[] | undefined;

  async function read(): Promise<void> {
    reading = undefined;
    const answered = await session.ask((control) => control.faults());
    // Values that a person is changing are newer than the event.
    if (!answered || writing !== undefined) return;
    rules.value = answered;
    if (answered.some(({ seconds }) => seconds !== undefined)) readSoon(1000);
  }
  const readSoon = (ms: number) => {
    if (reading === undefined) reading = setTimeout(read, ms);
  };

  async function set(next: readonly FaultRule[]): Promise<void> {
    rules.value = next;
    writing = next;
    const sent = await notices.attempt(() => session.control().setFaults(next.map(asSet)));
    // Changed again while the answer was on its way: that change is newer.
    if (writing !== next) return;
    writing = undefined;
    if (sent) rules.value = sent;
    else await read();
  }

  /** The first rule of a fault; undefined while there is none. */
  const ruleOf = (fault: FaultName) => rules.value.find((rule) => rule.fault === fault);
  /** The rule that turning a fault on adds. */
  const settingsOf = (fault: FaultName): FaultRule => ruleOf(fault) ?? drafts.value[fault] ?? newRule(fault);

  session.onFresh(() => void read());
  session.onEvent((event) => {
    if (event.event === "faults" || event.event === "reset") void read();
    else if (event.event === "exchange" && rules.value.length > 0) readSoon(readMs);
  });

  return {
    rules: rules as ReadonlySignal<readonly FaultRule[]>,
    ruleOf,
    settingsOf,
    turn(fault: FaultName, on: boolean) {
      const present = ruleOf(fault);
      if (present) drafts.value = { ...drafts.value, [fault]: asSet(present) };
      void set(on ? [...rules.value, settingsOf(fault)] : rules.value.filter((rule) => rule.fault !== fault));
    },
    /** Changes the present rule, or the next one. */
    change(fault: FaultName, change: Readonly<Record<string, unknown>>) {
      const present = ruleOf(fault);
      const changed = { ...settingsOf(fault), ...change } as FaultRule;
      if (present) void set(rules.value.map((rule) => (rule === present ? changed : rule)));
      else drafts.value = { ...drafts.value, [fault]: changed };
    },
    remove: (gone: FaultRule) => set(rules.value.filter((rule) => rule !== gone)),
    /** Replaces all rules by those of a preset. */
    preset: (name: string) =>
      notices.attempt(async () => {
        rules.value = await session.control().setFaults(name as never);
      }),
    turnAllOff: () => set([]),
    /** Puts a rule before all present ones: a rule that was just used up must not come back. */
    async add(rule: FaultRule) {
      const before = writing;
      await read();
      // A change that was made meanwhile is newer.
      if (writing === undefined || writing === before) void set([rule, ...rules.value]);
    },
  };
}

/** A rule that can be sent again, with its remaining time. */
export function asSet({ secondsLeft, ...rule }: FaultRule): FaultRule {
  return secondsLeft === undefined ? rule : { ...rule, seconds: Math.max(0.001, secondsLeft) };
}
