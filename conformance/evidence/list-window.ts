/** The latest lists of unlimited traffic: those that differ from the previous one, as many as memory allows. */

import { digestOf } from "./bytes.ts";
import type { Exchange } from "./exchange.ts";
import type { ListCall } from "./history.ts";
import { ListReader } from "./list-reader.ts";
import type { ListReading } from "./list-reading.ts";
import type { Call } from "./read-call.ts";

const maxReadings = 24;
/** Ids in all readings together: 8 bytes each. */
const maxIds = 2_000_000;
/** Maximum number of orders of one list that are kept with their data. */
const maxWatched = 200;

export function createListWindow() {
  const kept: { digest: string; list: ListReading; first: Call; last: Call }[] = [];
  const digests = new WeakMap<ListReading, string>();

  return {
    /** The reading of a list; the same one for the same bytes. */
    read(exchange: Exchange): ListReading {
      const { body } = exchange.answer!;
      const digest = digestOf(body);
      const known = kept.find((each) => each.digest === digest);
      if (known) return known.list;
      let watchedLeft = maxWatched;
      const list = new ListReader(() => watchedLeft-- > 0).read(body);
      digests.set(list, digest);
      return list;
    },
    /** @returns the previous list, where this one differs from it */
    add(call: Call, list: ListReading): ListCall | undefined {
      const before = kept.at(-1);
      if (before?.list === list) {
        before.last = call;
        return undefined;
      }
      kept.push({ digest: digests.get(list) ?? "", list, first: call, last: call });
      let ids = kept.reduce((sum, each) => sum + each.list.count, 0);
      while (kept.length > maxReadings || (ids > maxIds && kept.length > 2)) {
        ids -= kept.shift()!.list.count;
      }
      return before && { call: before.last, list: before.list };
    },
    /** The oldest first; each reading by its first call and its last. */
    get lists(): readonly ListCall[] {
      return kept.flatMap(({ list, first, last }) =>
        [...new Set([first, last])].map((call) => ({ call, list })),
      );
    },
    get latest(): ListCall | undefined {
      const last = kept.at(-1);
      return last && { call: last.last, list: last.list };
    },
  };
}
