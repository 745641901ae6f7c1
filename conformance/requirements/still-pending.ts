/** Whether an order that something was tried on is pending still: only a later 204 proves it. */

import type { Exchange } from "../history/exchange.ts";
import { isLost, type Judge } from "../history/judge.ts";
import { findOrder, listOf } from "../rules/listed-orders.ts";

interface Later {
  readonly cancelled: { readonly id: bigint; readonly cancel: Exchange };
  readonly proofs: ReadonlyMap<bigint, Exchange>;
  readonly race: { readonly id: bigint; readonly calls: readonly Exchange[] };
}

const isDone = (exchange: Exchange) => exchange.answer?.status === 204;

/** The calls that later tried to cancel an order with the key, whichever part it played. */
function laterCancelsOf(id: bigint, { cancelled, proofs, race }: Later): readonly Exchange[] {
  const proof = proofs.get(id);
  if (proof) return [proof];
  if (id === cancelled.id) return [cancelled.cancel];
  return id === race.id ? race.calls : [];
}

/** Whether any pending order was cancelled at all: if none, a missing 204 says nothing about this one. */
export function anyCancelled({ cancelled, proofs, race }: Later): boolean {
  return [cancelled.cancel, ...proofs.values(), ...race.calls].some(isDone);
}

export interface Attack {
  readonly id: bigint;
  readonly before: Exchange;
  readonly after: Exchange;
}

export function expectStillPending({ id, before, after }: Attack, later: Later, judge: Judge): void {
  const listedBefore = listOf(before);
  const listedAfter = listOf(after);
  if (listedBefore && listedAfter && findOrder(listedBefore, id) && !findOrder(listedAfter, id)) {
    judge.answer(before);
    judge.unmet(`order ${id} still listed`, "a list without it", after);
  }
  const cancels = laterCancelsOf(id, later);
  if (cancels.some(isDone)) {
    for (const exchange of cancels.filter(isDone)) judge.answer(exchange);
    return;
  }
  if (cancels.some(isLost))
    judge.untestable("The answer that would show whether it stayed pending got lost.");
  const [attempt] = cancels;
  if (!attempt || !anyCancelled(later)) {
    judge.untestable(
      "No cancel of a pending order is answered 204, so nothing shows whether this one stayed pending.",
    );
  }
  judge.unmet(
    `204 for a cancel of order ${id}, which had to stay pending`,
    String(judge.answer(attempt).status),
    attempt,
  );
}
