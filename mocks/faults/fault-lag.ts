/** Lists that lag behind: after a cancel, some reads still get what the list was before it. */

import type { ListBytes } from "../http/list-bytes.ts";

export interface LaggingList {
  readonly list: ListBytes;
  /** Names the rule behind it. */
  readonly label: string;
  /** Reads after which it is shown no more. */
  left: number;
  /** Milliseconds of the clock at which its rule heals. */
  readonly healsAt: number;
}

export interface ListLag {
  isEmpty(now: number): boolean;
  /** Whether a list kept now would ever be shown: an older one that is shown as long stands before it. */
  wants(reads: number, now: number): boolean;
  keep(lagging: LaggingList): void;
  /** The list that this read gets; undefined for the one there is. Counts the read. */
  read(now: number): LaggingList | undefined;
}

export function createListLag(): ListLag {
  /** Oldest first. Each is shown longer than those before it, so there are no more than a rule's reads. */
  let lists: LaggingList[] = [];
  const drop = (now: number) => {
    lists = lists.filter(({ left, healsAt }) => left > 0 && healsAt > now);
  };
  return {
    isEmpty(now) {
      drop(now);
      return lists.length === 0;
    },
    wants(reads, now) {
      drop(now);
      return lists.every(({ left }) => left < reads);
    },
    keep(lagging) {
      lists.push(lagging);
    },
    read(now) {
      drop(now);
      for (const each of lists) each.left--;
      return lists[0];
    },
  };
}
