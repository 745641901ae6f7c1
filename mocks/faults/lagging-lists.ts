/** Lists that lag behind: after a cancel, some reads still get what the list was before it. */

import { joinPieces, listReply } from "../http/list-orders.ts";
import type { MockReply } from "../http/reply.ts";

export interface LaggingList {
  readonly list: MockReply;
  /** Names the rule behind it. */
  readonly label: string;
  /** Reads after which it is shown no more. */
  left: number;
  /** Milliseconds of the clock at which its rule heals. */
  readonly healsAt: number;
}

/** As JSON can carry it. */
export interface SavedList {
  readonly text: string;
  readonly orders: number;
  readonly label: string;
  readonly left: number;
  /** Left out where its rule never heals. */
  readonly healsAt?: number;
}

/** A longer list (bytes) is not saved: it lags in this process alone. */
const mostSavedBytes = 1024 * 1024;

export type LaggingLists = ReturnType<typeof createLaggingLists>;

export function createLaggingLists(now: () => number, saved: readonly SavedList[] = []) {
  /** Oldest first. Each is shown longer than those before it, so there are no more than a rule's reads. */
  let lists: LaggingList[] = saved.map(readSaved);
  const current = () => {
    const at = now();
    lists = lists.filter(({ left, healsAt }) => left > 0 && healsAt > at);
    return lists;
  };
  return {
    isEmpty: () => current().length === 0,
    /** Whether a list kept now would ever be shown: an older one that is shown as long stands before it. */
    wants: (reads: number) => current().every(({ left }) => left < reads),
    keep: (lagging: LaggingList) => void lists.push(lagging),
    /** The list that this read gets; undefined for the one there is. Counts the read. */
    read(): LaggingList | undefined {
      const [oldest, ...rest] = current();
      for (const each of oldest ? [oldest, ...rest] : []) each.left--;
      return oldest;
    },
    save: (): readonly SavedList[] =>
      lists
        .filter(({ list }) => Number(list.headers["content-length"]) <= mostSavedBytes)
        .map(({ list: { body, orders = 0 }, label, left, healsAt }) => ({
          text: new TextDecoder().decode(joinPieces(body)),
          orders,
          label,
          left,
          ...(Number.isFinite(healsAt) && { healsAt }),
        })),
  };
}

function readSaved({ text, orders, healsAt = Number.POSITIVE_INFINITY, ...rest }: SavedList): LaggingList {
  return { ...rest, healsAt, list: listReply([new TextEncoder().encode(text)], orders) };
}
