/**
 * Shrinks a failing history: removes calls, many at a time and then one by one, and simplifies the others (delta
 * debugging: Zeller and Hildebrandt, 2002).
 */

import { canBePlayed, type Move, type Program, plainRow, withNamedOrders } from "./move.ts";

/** Plays a history on unused orders, and returns whether it fails. */
export type Fails = (program: Program) => Promise<boolean>;

/** @returns the smallest failing history: unless the tries ran out, no single call can be removed from it */
export async function shrinkProgram(program: Program, stillFails: Fails): Promise<Program> {
  const tried = new Set<string>();
  const fails: Fails = async (candidate) => {
    const text = JSON.stringify(candidate);
    if (candidate.moves.length === 0 || tried.has(text)) return false;
    tried.add(text);
    return stillFails(candidate);
  };
  for (let best = program; ; ) {
    const smaller = await makePlain(await dropMoves(best, fails), fails);
    const named = withNamedOrders(smaller);
    const next = (await fails(named)) ? named : smaller;
    if (next === best) return best;
    best = next;
  }
}

async function dropMoves(program: Program, fails: Fails): Promise<Program> {
  let best = program;
  for (let size = Math.ceil(program.moves.length / 2); size >= 1; ) {
    const before = best;
    // From the end, since no earlier call depends on a later one.
    for (let end = best.moves.length; end > 0; end -= size) {
      const start = Math.max(0, end - size);
      const fewer = { ...best, moves: best.moves.filter((_, place) => place < start || place >= end) };
      if (await fails(fewer)) best = fewer;
    }
    if (size > 1) size = Math.floor(size / 2);
    else if (best === before) break;
  }
  return best;
}

async function makePlain(program: Program, fails: Fails): Promise<Program> {
  let best = program;
  for (let place = 0; place < program.moves.length; place++) {
    for (let plainer = plainerMoves(best.moves, place); plainer.length > 0; ) {
      const candidate = { ...best, moves: replaced(best.moves, place, plainer.shift()!) };
      if (!(await fails(candidate))) continue;
      best = candidate;
      plainer = plainerMoves(best.moves, place);
    }
  }
  return best;
}

const replaced = (moves: readonly Move[], place: number, move: Move) =>
  moves.map((other, index) => (index === place ? move : other));

/** Dimensions that determine a call; the others vary its form. */
const essence = ["operation", "id", "state", "phase"];

/** The move as a plainer one, the plainest first. */
function plainerMoves(moves: readonly Move[], place: number): Move[] {
  const move = moves[place]!;
  const { row } = move;
  const { operation, id, state } = row;
  const odd = Object.entries(plainRow).filter(
    ([name, value]) => !essence.includes(name) && row[name as keyof typeof row] !== value,
  );
  const rows = [
    ...(odd.length > 0 ? [{ ...plainRow, operation, id, state }] : []),
    ...(operation === "head" ? [plainRow] : []),
    ...(odd.length > 1 ? odd.map(([name, value]) => ({ ...row, [name]: value })) : []),
    ...(operation === "cancel" && id !== "exact" && state !== "none"
      ? [{ ...row, id: "exact" as const }]
      : []),
  ];
  const isConcurrentMove = moves.some((other, index) => index !== place && other.group === move.group);
  return [
    ...rows.filter(canBePlayed).map((each) => ({ ...move, row: each })),
    ...(move.form !== 0 ? [{ ...move, form: 0 }] : []),
    ...(move.slot !== 0 ? [{ ...move, slot: 0 }] : []),
    // A separate group, with an unused number.
    ...(isConcurrentMove ? [{ ...move, group: 1 + Math.max(...moves.map(({ group }) => group)) }] : []),
  ];
}
