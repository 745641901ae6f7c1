/** Histories of a few calls, told by hand: no clock and no server. */

import { createRecorder } from "../evidence/history.ts";

/** An order as lists show it. */
export const listed = (id: number) => ({
  id,
  petId: 7,
  quantity: 1,
  shipDate: "2026-11-20T08:00:00Z",
  complete: false,
  status: "placed",
});

/** When a call is sent, and how long it takes, in ms; by itself a number is when, and it takes one. */
type When = number | { readonly at: number; readonly takes: number };

/** A history with times of its own, in ms. Orders 101 to 104 are pending unless others are, 105 is shipped. */
export function tellHistory(pending: readonly bigint[] = [101n, 102n, 103n, 104n]) {
  const { history, record, give } = createRecorder("key");
  const bearer = (key: string | undefined) =>
    key === undefined ? [] : [["authorization", `Bearer ${key}`] as const];
  /**
   * @param status undefined where no answer came
   * @param json what becomes the body, or its bytes
   */
  const call = (
    when: When,
    method: string,
    path: string,
    status: number | undefined,
    json?: object,
    key?: string,
  ) => {
    const { at: sentAt, takes } = typeof when === "number" ? { at: when, takes: 1 } : when;
    const headers = json ? [["content-type", "application/json"] as const] : [];
    const isBytes = json instanceof Uint8Array;
    const body = isBytes ? json : new TextEncoder().encode(json ? JSON.stringify(json) : "");
    return record({
      request: { method, path: `/store/orders${path}`, headers: bearer(key) },
      ...(status === undefined
        ? { failure: "timeout after 5000 ms" }
        : { answer: { status, headers, body } }),
      ms: takes,
      sentAt,
      endedAt: sentAt + takes,
    });
  };
  give({ pending, shipped: [105n] }, 0);
  return {
    history,
    call,
    /** @param orders by their ids, or as they are shown */
    list: (when: When, ...orders: (number | object)[]) => {
      const shown = orders.map((order) => (typeof order === "number" ? listed(order) : order));
      return call(when, "GET", "", 200, shown, "key");
    },
    cancel: (when: When, id: number | string, status: number, key: string | undefined = "key") =>
      call(when, "DELETE", `/${id}`, status, status === 204 ? undefined : { error: "No" }, key),
  };
}
