/** The fault rules, and a person's changes of them. */

import { type ReadonlySignal, signal } from "@preact/signals";
import type { Notices } from "../model/notices.ts";
import type { FaultRule, PageControl } from "../model/page-control.ts";
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

  /** The last change of each world is sent after the one before. */
  let newest: { readonly rules: readonly FaultRule[]; readonly control: PageControl } | undefined;
  let sending: Promise<void> = Promise.resolve();
  let adding: Promise<void> = Promise.resolve();

  async function read(): Promise<void> {
    clearTimeout(reading);
    reading = undefined;
    const before = newest;
    const answered = await session.ask((control) => control.faults());
    // Values that a person has changed meanwhile are newer.
    if (!answered || writing !== undefined || newest !== before) return;
    rules.value = answered;
    if (answered.some(({ seconds }) => seconds !== undefined)) readSoon(1000);
  }
  const readSoon = (ms: number) => {
    if (reading === undefined) reading = setTimeout(read, ms);
  };

  function set(next: readonly FaultRule[]): Promise<void> {
    const change = { rules: next, control: session.control() };
    rules.value = next;
    writing = next;
    newest = change;
    sending = sending.then(() => send(change));
    return sending;
  }
  async function send(change: NonNullable<typeof newest>): Promise<void> {
    const { rules: next, control } = change;
    // Replaced before it was sent.
    if (newest !== change && newest?.control === control) return;
    const sent = await notices.attempt(() => control.setFaults(next.map(asSet)));
    // Changed again while the answer was on its way, or another world is shown.
    if (writing !== next || control !== session.control()) return;
    writing = undefined;
    if (sent) rules.value = sent;
    else await read();
  }

  /** The first rule of a fault; undefined while there is none. */
  const ruleOf = (fault: FaultName) => rules.value.find((rule) => rule.fault === fault);
  /** The rule that turning a fault on adds. */
  const settingsOf = (fault: FaultName): FaultRule => ruleOf(fault) ?? drafts.value[fault] ?? newRule(fault);

  session.onFresh(() => {
    writing = undefined;
    void read();
  });
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
    add(rule: FaultRule) {
      // One after the other, so that each finds the rule of the one before.
      adding = adding.then(async () => {
        const control = session.control();
        await read();
        if (control === session.control()) void set([rule, ...rules.value]);
      });
      return adding;
    },
  };
}

/** A rule that can be sent again, with its remaining time. */
export function asSet({ secondsLeft, ...rule }: FaultRule): FaultRule {
  return secondsLeft === undefined ? rule : { ...rule, seconds: Math.max(0.001, secondsLeft) };
}
