/** The phases of a run, and how their steps are played. */

import type { Part } from "../evidence/parts.ts";
import {
  badKeysOnOrdersStep,
  extraOrdersStep,
  lateBadKeysOnOrdersStep,
  lateOrderSteps,
  namedInQueryStep,
  otherIdsOfAnotherStep,
  otherIdsOfFirstStep,
  otherPathsStep,
  readOrderStep,
  shippedAfterFirstStep,
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
  extraCancelsStep,
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

/**
 * Phases are played one after the other; the steps of a phase at once, since none of them depends on another. Lists with
 * queries and headers share no phase with cancels that act: they are compared with plain lists only while no order changes.
 */
const phases: Phases = [
  // The order is read before other calls name it, so that their late effects are not attributed to a read.
  [unknownStep, malformedStep, listStep, queriesStep, headStep, readOrderStep],
  // Not earlier: a server that cancels some order at every call is noticed by one unknown id, at the cost of one order.
  [shippedStep],
  [otherIdsOfFirstStep],
  [firstCancelStep],
  [beginLateWaitStep],
  [...lateReadingSteps, headWithoutKeyStep, petStep, unusualKeysStep],
  // The longest first: its calls wait for each other.
  [extraOrdersStep, badKeysStep, exposedKeyStep],
  [lateEffectsStep],
  [shippedAfterFirstStep, otherIdsOfAnotherStep],
  [badKeysOnOrdersStep],
  [otherPathsStep],
  [beginLateWaitStep],
  [lateBadKeysStep],
  [cancelAttackedStep],
  [...lateOrderSteps, lateBadKeysOnOrdersStep],
  [extraCancelsStep],
  [lastStep],
  [beginLateWaitStep],
  [shippedAtLastStep],
  [namedInQueryStep],
  [againStep],
];

export type Phases = readonly (readonly Step[])[];

/** The phases, with only the steps of these parts. */
export const phasesOf = (wanted: ReadonlySet<Part>): Phases =>
  phases.map((steps) => steps.filter(({ part }) => wanted.has(part))).filter((steps) => steps.length > 0);

/** Called before each step with the number of steps done and in all. */
export type OnProgress = (done: number, total: number, step: string) => void;

export async function playRun(all: Phases, run: Run, onProgress?: OnProgress): Promise<void> {
  const total = all.flat().length;
  let done = 0;
  for (const steps of all) {
    for (const [index, { name }] of steps.entries()) onProgress?.(done + index, total, name);
    done += steps.length;
    await Promise.all(steps.map((step) => step.play(run)));
  }
}
