/** Looks whether the given orders are there, before anything is cancelled. */

import { BadInput } from "../../base/bad-input.ts";
import type { History } from "../evidence/history.ts";
import type { Caller } from "./caller.ts";

/**
 * An order that no list so far shows is asked for by its own cancel: it may be the list that is wrong.
 * @returns the order that was asked for, which is used up by that
 * @throws {BadInput} when the order is not there
 */
export async function checkOrdersAreThere(caller: Caller, history: History): Promise<bigint | undefined> {
  const { pending, shipped } = history.given;
  const missing = () => {
    const last = history.lists.findLast(({ call }) => call.query === undefined)?.list;
    if (!last || last.fault || !last.allHaveIds) return [];
    const listed = new Set(last.ids);
    return [...shipped, ...pending].filter((id) => !listed.has(id));
  };
  // They may have been made since the last list.
  if (missing().length > 0) await caller.list();
  const [asked, ...others] = missing();
  if (asked === undefined) return undefined;
  const { status } = await caller.cancel(asked);
  if (status !== 404) return asked;
  const named =
    others.length === 0 ? `Order ${asked} is` : `Orders ${[asked, ...others].slice(0, 5).join(", ")} are`;
  throw new BadInput(
    `Cannot judge with these orders: ${named} not in the list; an earlier run may have used them up. Give other orders, or let --provision make them.`,
  );
}
