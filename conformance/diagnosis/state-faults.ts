/** The contradiction for an order that a deviation explains: the expected and the received value, and the call to blame. */

import type { History } from "../evidence/history.ts";
import { type Call, overlap } from "../evidence/read-call.ts";
import { type Contradiction, isSuccess } from "./contradiction.ts";
import type { Deviation, Use } from "./deviations.ts";
import type { Explanation } from "./explain-order.ts";
import { type EffectKind, isOwnCancel, missingText, plainLists } from "./order-calls.ts";

/**
 * refused: a cancel of a pending order was not answered 204. noWinner: no one of several simultaneous cancels was. again: a
 * cancelled order was cancelled once more. twoWinners: several simultaneous cancels were accepted. shipped: the first cancel
 * of a shipped order was not answered 409; shippedAgain: a later one. missing: an existing order was not listed. lost: a
 * shipped order changed. effect: a call that must not change the order did; unexplained: one of several such calls did.
 */
export interface StateFault {
  readonly kind:
    | "refused"
    | "noWinner"
    | "again"
    | "twoWinners"
    | "shipped"
    | "shippedAgain"
    | "missing"
    | "lost"
    | "effect"
    | "unexplained";
  readonly order: bigint;
  /** The requirement of an effect; where several calls may have had it, those of each call. */
  readonly effectKinds: readonly EffectKind[];
  readonly found: Contradiction;
}

/** The rule that a deviation breaks on an order. */
export function brokenBy(
  { breaks, effectKind, isDenied }: Deviation,
  isShipped: boolean,
): string | undefined {
  if (isShipped && isDenied) return "lost";
  return breaks === "effect" ? `effect ${effectKind}` : breaks;
}

export function stateFault(
  history: History,
  order: bigint,
  isShipped: boolean,
  explanation: Explanation,
  { deviation, call }: Use,
): StateFault {
  const received = call.status === undefined ? (call.exchange.failure ?? "no answer") : String(call.status);
  const fault = (
    kind: StateFault["kind"],
    expected: string,
    got = received,
    witnesses: readonly Call[] = [],
  ): StateFault => ({
    kind,
    order,
    effectKinds: [],
    found: {
      expected,
      received: got,
      exchange: call.exchange,
      witnesses: witnesses.map(({ exchange }) => exchange),
    },
  });
  const { agent, shownBy, uses } = explanation;
  const rule = brokenBy(deviation, isShipped);
  const refused = () => fault("refused", `status 204 for the cancel of order ${order}`);
  switch (rule) {
    case "again": {
      const isRace = agent !== undefined && isOwnCancel(call, order) && overlap(call, agent);
      const winner = agent ? [agent] : [];
      return isRace
        ? fault("twoWinners", "only one 2xx among simultaneous cancels of one order", received, winner)
        : fault("again", "a refusal, since the order was cancelled before", received, winner);
    }
    case "shippedStatus": {
      const wasRefused = history.calls.some(
        (each) => each.status === 409 && each.endedAt <= call.sentAt && isOwnCancel(each, order),
      );
      const isAgain = wasRefused || (isSuccess(call.status) && !isOwnCancel(call, order));
      const expected =
        call.status === undefined ? "an answer" : `status 409 for the cancel of order ${order}`;
      return fault(isAgain ? "shippedAgain" : "shipped", expected);
    }
    case "missing": {
      if (call.operation !== "list") return refused();
      const expected = `order ${order} ${isShipped ? "still listed" : "in the list"}`;
      return fault("missing", expected, missingOrder(history, order, call));
    }
    case "refused": {
      const atOnce = uses.filter((each) => each.deviation.kind === "raceRefused" && overlap(each.call, call));
      // An order whose single cancel is refused, too, is not evidence about simultaneous cancels.
      const isRefusedAlone = uses.some((each) => each.deviation.kind === "refused");
      return atOnce.length > 1 && !isRefusedAlone
        ? fault("noWinner", "one 204 among simultaneous cancels of one order", "none")
        : refused();
    }
    default: {
      const isLost = rule === "lost";
      const [first] = shownBy;
      const isListed = first === undefined || first.operation === "list";
      const changed = fault(
        isLost ? "lost" : "effect",
        `order ${order} still ${isListed ? "listed" : "pending"}`,
        isListed ? missingOrder(history, order, first) : `status ${first.status} for its cancel`,
        shownBy.slice(0, 3),
      );
      return { ...changed, effectKinds: isLost ? [] : [deviation.effectKind!] };
    }
  }
}

function missingOrder(history: History, order: bigint, call: Call | undefined): string {
  const list = plainLists(history).find((each) => each.call === call);
  return list ? missingText([order], list.list) : "another order";
}
