/** Scenes that are played on the orders a run was given. */

import type { Exchange } from "../history/exchange.ts";
import { findOrder, listOf } from "../rules/listed-orders.ts";
import { callWithEach } from "./look.ts";
import { defineScene, type Stage } from "./scene.ts";

/** Two readings with nothing in between: a field that differs changes by itself. */
export type TwoLists = readonly [Exchange, Exchange];

const listTwice = async (stage: Pick<Stage, "list">): Promise<TwoLists> => [
  await stage.list(),
  await stage.list(),
];

/** Cancels without a valid key must not reach a pending order. */
export const refusedPending = defineScene({
  name: "cancel a pending order without a valid key",
  phase: "provoke",
  needs: ["refused"],
  async play(stage) {
    const { refused } = stage.cast;
    const before = await stage.list();
    const calls = await callWithEach(stage, (as) => stage.attempt(refused, { as }));
    return { id: refused, before, calls, after: await stage.list() };
  },
});

/** Texts and numbers that a careless reader takes for the id they are made of. */
export function mangledIds(id: bigint): readonly string[] {
  const hex = id < 0n ? `-0x${(-id).toString(16)}` : `0x${id.toString(16)}`;
  return [`${id}abc`, `${id}.0`, `${id}.5`, hex, String(id + 2n ** 32n), String(id + 2n ** 64n)];
}

/** An id that only resembles a pending order's must not cancel it. */
export const mangledPending = defineScene({
  name: "cancel by ids that resemble a pending order's",
  phase: "provoke",
  needs: ["mangled"],
  async play(stage) {
    const { mangled } = stage.cast;
    const before = await stage.list();
    const listed = listOf(before) ?? [];
    // The neighbour at 2^32 may be an order of somebody else's, which a cancel would rightly take.
    const ids = mangledIds(mangled).filter((id) => !/^-?\d+$/.test(id) || !findOrder(listed, BigInt(id)));
    const calls = await Promise.all(ids.map((id) => stage.attempt(id)));
    return { id: mangled, before, calls, after: await stage.list() };
  },
});

/** A shipped order stays as it is, whatever is tried. */
export const shippedOrder = defineScene({
  name: "cancel a shipped order",
  phase: "provoke",
  needs: ["shipped"],
  async play(stage) {
    const { shipped } = stage.cast;
    const before = await listTwice(stage);
    const refused = await callWithEach(stage, (as) => stage.attempt(shipped, { as }), ["none", "wrongKey"]);
    const first = await stage.attempt(shipped);
    const after = await stage.list();
    const again = [await stage.attempt(shipped), await stage.attempt(shipped)];
    return { id: shipped, before, refused, first, after, again, atLast: await listTwice(stage) };
  },
});

/** Leading zeros, tried where they can do no harm: on a shipped order. */
export const paddedShipped = defineScene({
  name: "cancel a shipped order by its id with leading zeros",
  phase: "provoke",
  needs: ["shipped"],
  async play(stage) {
    const { shipped } = stage.cast;
    return stage.attempt(shipped < 0n ? `-00${-shipped}` : `00${shipped}`);
  },
});

/** The cancel the document promises, watched on the wire, then tried again. */
export const cancelledPending = defineScene({
  name: "cancel a pending order",
  phase: "cancel",
  needs: ["cancelled", "bystander"],
  async play(stage) {
    const { cancelled, bystander, ...parts } = stage.cast;
    const others = [...new Set(Object.values(parts))].filter((id) => id !== cancelled && id !== bystander);
    const before = await listTwice(stage);
    const cancel = await stage.cancel(cancelled, { onWire: true });
    const after = await stage.list();
    const again = [await stage.attempt(cancelled), await stage.attempt(cancelled)];
    return { id: cancelled, bystander, others, before, cancel, after, again, atLast: await listTwice(stage) };
  },
});

/**
 * Orders that were attacked or only stood by are cancelled at last: a 204 proves
 * that they were still pending. Where one order plays several parts, the scene
 * that uses it up proves it instead.
 */
export const lastingProofs = defineScene({
  name: "cancel the orders that had to stay pending",
  phase: "prove",
  needs: ["cancelled", "raced"],
  async play(stage) {
    const { cancelled, raced, ...others } = stage.cast;
    const ids = [others.refused, others.mangled, others.bystander].filter(
      (id): id is bigint => id !== undefined && id !== cancelled && id !== raced,
    );
    const proofs = [...new Set(ids)].map(async (id) => [id, await stage.cancel(id)] as const);
    return new Map(await Promise.all(proofs));
  },
});

/** More calls than any client sends at once, fewer than a rate limit would mind. */
const racers = 5;

export const racedPending = defineScene({
  name: "cancel a pending order several times at once",
  phase: "race",
  needs: ["raced"],
  async play(stage) {
    const { raced } = stage.cast;
    const calls = await Promise.all(Array.from({ length: racers }, () => stage.cancel(raced)));
    return { id: raced, calls, after: await stage.list() };
  },
});
