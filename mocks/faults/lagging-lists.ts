/** Lists that lag behind: after a cancel, some reads still get what the list was before it. */

import { joinPieces, listReply } from "../http/list-orders.ts";
import type { MockReply } from "../http/reply.ts";

/** As JSON can carry it. */
export interface LaggingList {
  readonly text: string;
  readonly orders: number;
  /** Names the rule behind it. */
  readonly label: string;
  /** Reads after which it is shown no more. */
  left: number;
  /** Milliseconds of the clock at which its rule heals; JSON has null where that is never. */
  readonly healsAt: number | null;
}

/** A longer list (characters) is not saved: it lags in this process alone. */
const maxSaved = 1024 * 1024;

export type LaggingLists = ReturnType<typeof createLaggingLists>;

export function createLaggingLists(now: () => number, saved: readonly LaggingList[] = []) {
  /** Oldest first. Each is shown longer than those before it, so there are no more than a rule's reads. */
  let lists = saved.map((list) => ({ ...list }));
  const current = () => {
    const at = now();
    lists = lists.filter(({ left, healsAt }) => left > 0 && (healsAt ?? Number.POSITIVE_INFINITY) > at);
    return lists;
  };
  return {
    isEmpty: () => current().length === 0,
    /** Whether a list kept now would ever be shown: not if an older one is shown for as long. */
    wants: (reads: number) => current().every(({ left }) => left < reads),
    keep({ body, orders = 0 }: MockReply, rule: Pick<LaggingList, "label" | "left" | "healsAt">): void {
      lists.push({ text: new TextDecoder().decode(joinPieces(body)), orders, ...rule });
    },
    /** The list that this read gets, and the rule behind it; undefined for the list there is. Counts the read. */
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
