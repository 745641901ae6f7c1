/** The steps of a run in their order, and how they are played. */

import type { Part } from "../evidence/parts.ts";
import {
  badKeysOnOrdersStep,
  extraOrdersStep,
  lateOrderSteps,
  otherIdsOfAnotherStep,
  otherIdsOfFirstStep,
  otherPathsStep,
  readOrderStep,
  shippedAtLastStep,
  shippedStep,
} from "./attack-steps.ts";
import {
  badKeysStep,
  exposedKeyStep,
  headWithoutKeyStep,
  lateBadKeysStep,
  petStep,
  unusualKeysStep,
} from "./bad-key-steps.ts";
import {
  againStep,
  beginLateWaitStep,
  cancelAttackedStep,
  firstCancelStep,
  lastStep,
  lateEffectsStep,
} from "./cancel-steps.ts";
import {
  headStep,
  lateReadingSteps,
  listStep,
  malformedStep,
  queriesStep,
  unknownStep,
} from "./reading-steps.ts";
import type { Run, Step } from "./run.ts";

const steps: readonly Step[] = [
  listStep,
  queriesStep,
  headStep,
  // Before anything is tried on that order: what comes late of it is no effect of a read.
  readOrderStep,
  unknownStep,
  malformedStep,
  shippedStep,
  otherIdsOfFirstStep,
  firstCancelStep,
  beginLateWaitStep,
  ...lateReadingSteps,
  headWithoutKeyStep,
  petStep,
  unusualKeysStep,
  badKeysStep,
  exposedKeyStep,
  lateEffectsStep,
  otherIdsOfAnotherStep,
  badKeysOnOrdersStep,
  otherPathsStep,
  extraOrdersStep,
  beginLateWaitStep,
  lateBadKeysStep,
  cancelAttackedStep,
  ...lateOrderSteps,
  lastStep,
  shippedAtLastStep,
  againStep,
];

/** The steps that make the calls of these parts. */
export function stepsOf(wanted: ReadonlySet<Part>): readonly Step[] {
  return steps.filter(({ part }) => wanted.has(part));
}

/** Told before each step: how many are done, how many there are. */
export type OnProgress = (done: number, total: number, step: string) => void;

export async function playRun(all: readonly Step[], run: Run, onProgress?: OnProgress): Promise<void> {
  for (let done = 0; done < all.length; ) {
    const end = all.findIndex((step, index) => index > done && !(step.isAside && all[done]!.isAside));
    const together = all.slice(done, end < 0 ? all.length : end);
    for (const [index, { name }] of together.entries()) onProgress?.(done + index, all.length, name);
    done += together.length;
    await Promise.all(together.map((step) => step.play(run)));
  }
}
