/** Draws random histories: usual calls often, other rows of the input model sometimes. */

import { createSeededChance } from "../../base/seeded-chance.ts";
import { dimensions, type ModelRow } from "../calls/input-model.ts";
import { canBePlayed, type Move, type Program, plainRow } from "./move.ts";

/** Number of calls of a history, without its first and last ones. */
const length = { min: 3, max: 16 } as const;
/** Number of orders: few, so that several calls name the same order. */
const maxPending = 3;
/** Calls that are sent at once. */
const atOnce = { min: 2, max: 4 } as const;

/** Shares of the kinds of calls; the rest is any row of the model. */
const shares = { ownCancel: 0.35, list: 0.25, shippedCancel: 0.1 } as const;
/** Share of calls that are repeated unchanged: some servers count calls. */
const repeatShare = 0.2;
/** Share of plain values of a dimension in other calls: combinations of two unusual values find most faults. */
const plainShare = 0.6;

/**
 * @param number index of the history for the seed; each is drawn independently of the others
 * @param readOnly whether only GET and HEAD may be sent
 * @returns a history whose first and last calls are lists. Before the last one a pending order is cancelled that no other
 *   call names: otherwise a refusal would say nothing about earlier calls, since cancels may not work at all.
 */
export function drawHistory(seed: number, number: number, readOnly: boolean): Program {
  const chance = createSeededChance(seed, number);
  const draw = createDraw(chance);
  const isConcurrent = number % 2 === 1;
  const pending = 1 + draw.below(maxPending);
  const wanted = length.min + draw.below(length.max - length.min + 1);
  const moves: Move[] = [{ ...draft(plainRow), group: 0 }];
  let group = 1;
  while (moves.length <= wanted) {
    const last = moves.at(-1)!;
    if (draw.happens(repeatShare)) moves.push({ ...last, group: group++ });
    else if (isConcurrent && draw.happens(0.4))
      moves.push(...drawConcurrent(draw, group++, pending, readOnly));
    else moves.push({ ...drawMove(draw, pending, readOnly), group: group++ });
  }
  if (readOnly) return { moves, orders: { pending: 0, shipped: 0 } };
  moves.push({ ...ownCancel(pending), group: group++ }, { ...draft(plainRow), group });
  return { moves, orders: { pending: pending + 1, shipped: 1 } };
}

type Draw = ReturnType<typeof createDraw>;

function createDraw(chance: () => number) {
  const below = (count: number) => Math.floor(chance() * count);
  return {
    below,
    happens: (share: number) => chance() < share,
    pick: <T>(values: readonly T[]): T => values[below(values.length)]!,
  };
}

/** A call before it is known with which others it is sent. */
type Draft = Omit<Move, "group">;
const draft = (row: ModelRow, slot = 0, form = 0): Draft => ({ row, slot, form });

const cancel = (values: Partial<ModelRow>): ModelRow => ({
  ...plainRow,
  operation: "cancel",
  id: "exact",
  ...values,
});
const ownCancel = (slot: number): Draft => draft(cancel({ state: "pending" }), slot);

function drawMove(draw: Draw, pending: number, readOnly: boolean): Draft {
  const kind = draw.below(1000) / 1000;
  const loose = { accept: draw.pick(dimensions.accept) };
  const form = draw.below(100);
  const slot = draw.below(pending);
  if (kind < shares.list) return draft({ ...plainRow, ...loose }, 0, form);
  if (readOnly) return draft(drawRow(draw, draw.pick(["list", "head"])), 0, form);
  if (kind < shares.list + shares.ownCancel) return draft(cancel({ state: "pending", ...loose }), slot, form);
  if (kind < shares.list + shares.ownCancel + shares.shippedCancel)
    return draft(cancel({ state: "shipped", ...loose }), 0, form);
  const row = drawRow(draw);
  return draft(row, row.state === "pending" ? slot : 0, form);
}

/** Calls at once; in half of the cases cancels of one order. */
function drawConcurrent(draw: Draw, group: number, pending: number, readOnly: boolean): readonly Move[] {
  const size = atOnce.min + draw.below(atOnce.max - atOnce.min + 1);
  const race = !readOnly && draw.happens(0.5) ? ownCancel(draw.below(pending)) : undefined;
  return Array.from({ length: size }, () => ({ ...(race ?? drawMove(draw, pending, readOnly)), group }));
}

function drawRow(draw: Draw, operation = drawOperation(draw)): ModelRow {
  for (;;) {
    const drawn = Object.entries(dimensions).map(([name, values]) => [
      name,
      draw.happens(plainShare) ? plainRow[name as keyof ModelRow] : draw.pick<string>(values),
    ]);
    const row: ModelRow = { ...Object.fromEntries(drawn), ...drawOrder(draw, operation), phase: "early" };
    if (canBePlayed(row)) return row;
  }
}

function drawOperation(draw: Draw): ModelRow["operation"] {
  if (draw.happens(0.5)) return "cancel";
  return draw.happens(0.8) ? "list" : "head";
}

/** Draws an exact id as often as all other kinds together. */
function drawOrder(
  draw: Draw,
  operation: ModelRow["operation"],
): Pick<ModelRow, "operation" | "id" | "state"> {
  if (operation !== "cancel") return { operation, id: "none", state: "none" };
  const id = draw.happens(0.5) ? "exact" : draw.pick(dimensions.id);
  const state = draw.pick(["pending", "pending", "shipped"] as const);
  return { operation, id, state: id === "unknown" || id === "garbage" || id === "beyond" ? "none" : state };
}
