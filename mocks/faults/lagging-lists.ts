/** Outdated lists: after a cancel, some reads still get the list from before it. */

import { joinPieces, listReply } from "../http/list-orders.ts";
import type { MockReply } from "../http/reply.ts";

/** The state as a JSON value. */
export interface LaggingList {
  readonly text: string;
  readonly orders: number;
  /** The name of its rule. */
  readonly label: string;
  /** Number of reads for which it is shown. */
  left: number;
  /** Milliseconds of the clock at which its rule ends; null in JSON for never. */
  readonly healsAt: number | null;
}

/** Maximum number of characters of a saved list: a longer one is only in this process. */
const maxSaved = 1024 * 1024;

export type LaggingLists = ReturnType<typeof createLaggingLists>;

export function createLaggingLists(now: () => number, saved: readonly LaggingList[] = []) {
  /** The oldest first. Each is shown longer than those before it, so that there are no more than a rule has reads. */
  let lists = saved.map((list) => ({ ...list }));
  const current = () => {
    const at = now();
    lists = lists.filter(({ left, healsAt }) => left > 0 && (healsAt ?? Number.POSITIVE_INFINITY) > at);
    return lists;
  };
  return {
    isEmpty: () => current().length === 0,
    /** Whether a list kept now would be shown: not if an older one is shown for as many reads. */
    wants: (reads: number) => current().every(({ left }) => left < reads),
    keep({ body, orders = 0 }: MockReply, rule: Pick<LaggingList, "label" | "left" | "healsAt">): void {
      lists.push({ text: new TextDecoder().decode(joinPieces(body)), orders, ...rule });
    },
    /** The outdated list for this read, and its rule; undefined for the current list. Counts the read. */
    read(): { readonly list: MockReply; readonly rule: string } | undefined {
      const [oldest] = current();
      for (const each of lists) each.left--;
      if (!oldest) return undefined;
      const list = listReply([new TextEncoder().encode(oldest.text)], oldest.orders);
      return { list, rule: `${oldest.label}, ${oldest.left} more` };
    },
    save: (): readonly LaggingList[] => lists.filter(({ text }) => text.length <= maxSaved),
  };
}
