/** The schedule of a run: its phases one after the other, and the steps of each. */

import type { Part } from "../evidence/parts.ts";
import * as attacks from "./attack-steps.ts";
import * as badKeys from "./bad-key-steps.ts";
import * as cancels from "./cancel-steps.ts";
import { late, playRows, type Selection, withKey } from "./play-rows.ts";
import * as reading from "./reading-steps.ts";
import type { Roles } from "./roles.ts";
import type { Run } from "./run.ts";

/**
 * A few calls of a run. Steps only send requests; judging happens elsewhere. A step with a condition is played only if the
 * roles of the orders meet it.
 */
interface Step {
  readonly part: Part;
  readonly name: string;
  readonly play: (run: Run) => Promise<unknown>;
  readonly isPlayed?: ((roles: Roles) => boolean) | undefined;
}

/** Steps and groups of them, played one after the other or all at once. */
interface Group {
  readonly order: "in turn" | "at once";
  readonly of: readonly Schedule[];
}
export type Schedule = Step | Group;

const step = (part: Part, name: string, play: Step["play"], isPlayed?: (roles: Roles) => boolean): Step => ({
  part,
  name,
  play,
  isPlayed,
});
const inTurn = (...of: readonly Schedule[]): Group => ({ order: "in turn", of });
const atOnce = (...of: readonly Schedule[]): Group => ({ order: "at once", of });

/** Plays late rows alone, after orders were cancelled. */
const lateRows =
  (...selections: readonly Selection[]): Step["play"] =>
  (run) =>
    playRows(run, [late, ...selections]);

const listOrders = (part: Part): Schedule => step(part, "list the orders", ({ caller }) => caller.list());
const cancelOneShipped = (isPlayed: (roles: Roles) => boolean): Schedule =>
  step("shipped", "cancel a shipped order", attacks.cancelOneShipped, isPlayed);
const cancelShipped = (isPlayed: (roles: Roles) => boolean): Schedule =>
  step("shipped", "cancel shipped orders", attacks.cancelShipped, isPlayed);
const cancelByOtherIds = (isPlayed: (roles: Roles) => boolean): Schedule =>
  step("otherIds", "cancel by ids like a pending order's", attacks.cancelByOtherIds, isPlayed);

/**
 * The phases of a run, one after the other. Calls on given orders that must be refused have a list behind each kind of them;
 * calls on no order fill the time in which a run would wait for these lists. Lists with queries and headers share no phase
 * with cancels that act: they are compared with plain lists only while no order changes.
 */
const phases: readonly Schedule[] = [
  // A server that cancels some order at every call costs one order: a list shows it before the next call.
  step("unknown", "cancel an order that does not exist", reading.cancelOneUnknown),
  atOnce(
    inTurn(
      listOrders("unknown"),
      atOnce(
        step("unknown", "cancel orders that do not exist", reading.cancelUnknown),
        inTurn(
          step("malformed", "cancel by an id that is no number", reading.cancelOneMalformed),
          // Later, if the pending order's id shows with less risk how a server reads ids.
          cancelOneShipped(({ isPendingFirst }) => !isPendingFirst),
          atOnce(
            step("malformed", "cancel by ids that are no int64", reading.cancelMalformed),
            cancelShipped(({ isPendingFirst }) => !isPendingFirst),
          ),
        ),
      ),
      // On the order that is cancelled first, before its cancel; on another one, after the late effects of that cancel.
      cancelByOtherIds(({ otherIds, first }) => otherIds === first),
    ),
    step("lists", "list the orders in every form", reading.listInForms),
    step("queries", "the list with query parameters and with headers", reading.listWithQueries),
    step("head", "HEAD of the list", reading.headOfList),
  ),
  step("cancels", "cancel a pending order twice", cancels.cancelFirst),
  atOnce(
    inTurn(
      listOrders("cancels"),
      // Before other calls name the order, so that their late effects are not attributed to a read.
      step("otherPaths", "read a pending order's own path", attacks.readOrder),
      // Before ids like an order's, since they show how a server reads ids.
      cancelOneShipped(({ isPendingFirst }) => isPendingFirst),
      cancelShipped(({ isPendingFirst }) => isPendingFirst),
      step("cancels", "wait for late effects of the cancel", cancels.awaitLateEffects),
      step("badKeysOnOrders", "try forbidden cancels of each remaining order", attacks.attackExtraOrders),
      cancelByOtherIds(({ otherIds, first }) => otherIds !== first),
      step("badKeysOnOrders", "cancel given orders without a valid key", attacks.cancelWithBadKeys),
      step("otherPaths", "cancel by other paths, without a key", attacks.cancelByOtherPaths),
      step("cancels", "begin to wait for late effects", cancels.beginLateWait),
      // With enough orders, on others than the calls before, whose late effects may come meanwhile.
      atOnce(
        step("otherIds", "cancel by ids like a pending order's once more", attacks.cancelByOtherIdsLate),
        step("badKeysOnOrders", "cancel given orders without a key once more", attacks.cancelWithBadKeysLate),
        step("unknown", "cancel orders that do not exist once more", lateRows(withKey, reading.isUnknown)),
        step("malformed", "cancel by other texts once more", lateRows(withKey, reading.isMalformed)),
        step("shipped", "cancel shipped orders once more", lateRows(withKey, attacks.isShipped)),
        step("cancels", "cancel a cancelled order once more", attacks.cancelCancelledLate),
      ),
    ),
    step("lists", "list the orders once more", lateRows(withKey, reading.isPlainList)),
    inTurn(
      // The first calls without a valid key: if a server locks out later, their answers show those without a lock-out.
      atOnce(
        step("badKeys", "list without a valid key", badKeys.listWithoutKey),
        step("head", "HEAD of the list without a key", badKeys.headWithoutKey),
        step("pet", "ask for a pet without a key", badKeys.askForPet),
      ),
      atOnce(
        step("lists", "list with unusual keys", badKeys.listWithUnusualKeys),
        step("badKeys", "try calls without a valid key", badKeys.useBadKeys),
        step("exposedKey", "list with the key in the wrong place", badKeys.exposeKey),
        step("otherPaths", "list by other paths, without a key", attacks.listByOtherPaths),
      ),
    ),
  ),
  step("cancels", "wait for late effects of forbidden calls", cancels.awaitLateEffects),
  atOnce(
    step("cancels", "cancel an order twice on one connection", cancels.cancelOnOneConnection),
    inTurn(
      step("cancels", "cancel an order twice at once, beside a shipped one", cancels.cancelBesideShipped),
      atOnce(
        step("cancels", "cancel orders while lists are read", cancels.cancelWhileListing),
        step("cancels", "cancel the remaining orders, the last one in a race", cancels.cancelRemaining),
      ),
    ),
  ),
  atOnce(
    step("cancels", "list the orders after all cancels", cancels.listAfterCancels),
    step("shipped", "cancel shipped orders after all others", attacks.cancelShippedAtLast),
  ),
  atOnce(
    step("cancels", "wait for late effects of all cancels", cancels.cancelAgain),
    step("shipped", "name a shipped order in a query", attacks.nameShippedInQuery),
  ),
];

const stepsOf = (schedule: Schedule): readonly Step[] =>
  "of" in schedule ? schedule.of.flatMap(stepsOf) : [schedule];

/** The names of the steps of a phase. */
export const stepNames = (phase: Schedule): readonly string[] => stepsOf(phase).map(({ name }) => name);

function withParts(schedule: Schedule, wanted: ReadonlySet<Part>): Schedule {
  if ("of" in schedule) return { ...schedule, of: schedule.of.map((each) => withParts(each, wanted)) };
  return wanted.has(schedule.part) ? schedule : atOnce();
}

/** The phases, with only the steps of these parts. */
export const phasesOf = (wanted: ReadonlySet<Part>): readonly Schedule[] =>
  phases.map((phase) => withParts(phase, wanted)).filter((phase) => stepsOf(phase).length > 0);

/** Called before each step with the number of steps begun and in all. */
export type OnProgress = (begun: number, total: number, step: string) => void;

export async function playRun(
  schedules: readonly Schedule[],
  run: Run,
  onProgress?: OnProgress,
): Promise<void> {
  const total = schedules.flatMap(stepsOf).length;
  let begun = 0;
  async function play(schedule: Schedule): Promise<void> {
    if ("of" in schedule) {
      if (schedule.order === "at once") await Promise.all(schedule.of.map(play));
      else for (const each of schedule.of) await play(each);
      return;
    }
    onProgress?.(begun++, total, schedule.name);
    if (schedule.isPlayed?.(run.roles) ?? true) await schedule.play(run);
  }
  for (const schedule of schedules) await play(schedule);
}
