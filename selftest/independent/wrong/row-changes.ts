import type { Row, Shop } from "../shop.ts";

export const moveTo = (row: Row, state: Row["state"]): void => {
  row.state = state;
};
export const drop = (row: Row): void => moveTo(row, "cancelled");
export const pendingOf = (shop: Shop): readonly Row[] => shop.rows.filter(({ state }) => state === "pending");

/** What is said, after what was done. */
export const after = <Said>(_done: unknown, said: Said): Said => said;

export const later = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Counts the calls for each order. */
export const countCalls = () => {
  const counts = new Map<bigint, number>();
  return ({ id }: Row): number => {
    counts.set(id, (counts.get(id) ?? 0) + 1);
    return counts.get(id)!;
  };
};
