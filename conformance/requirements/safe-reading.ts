/** GET is safe (RFC 9110, 9.2.1): a given order looks the same while lists alone are read. */

import { describeJson } from "../evidence/describe-json.ts";
import type { History } from "../evidence/history.ts";
import type { Contradiction } from "../model/contradiction.ts";
import { isQuiet, plainLists, shown } from "../model/listed-orders.ts";

export function readingsThatDiffer(history: History): readonly Contradiction[] {
  const lists = plainLists(history);
  const ids = [...history.given.pending, ...history.given.shipped];
  return lists.flatMap((after, index): readonly Contradiction[] => {
    const before = lists[index - 1];
    if (!before || before.list === after.list || !isQuiet(history, before, after)) return [];
    return ids.flatMap((id) => {
      const [one, other] = [shown(before, id), shown(after, id)];
      if (!one || !other) return [];
      const changed = Object.keys(one).filter(
        (name) => describeJson(one[name]) !== describeJson(other[name]),
      );
      if (changed.length === 0) return [];
      const received = `another value of ${changed.join(" and ")}`;
      return [
        {
          expected: `order ${id} as it was`,
          received,
          exchange: after.call.exchange,
          witnesses: [before.call.exchange],
        },
      ];
    });
  });
}
