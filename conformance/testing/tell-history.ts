/** Histories of a few calls, told by hand: no clock and no server. */

import { createRecorder } from "../history/history.ts";

/** An order as lists show it. */
export const listed = (id: number) => ({
  id,
  petId: 7,
  quantity: 1,
  shipDate: "2026-11-20T08:00:00Z",
  complete: false,
  status: "placed",
});

/** A history with times of its own, in ms: each call takes one. Orders 101 to 104 are pending unless others are, 105 is shipped. */
export function tellHistory(pending: readonly bigint[] = [101n, 102n, 103n, 104n]) {
  const { history, record, give } = createRecorder("key");
  const bearer = (key: string | undefined) =>
    key === undefined ? [] : [["authorization", `Bearer ${key}`] as const];
  const call = (sentAt: number, method: string, path: string, status: number, json?: object, key?: string) =>
    record({
      request: { method, path: `/store/orders${path}`, headers: bearer(key) },
      answer: {
        status,
        headers: json ? [["content-type", "application/json"]] : [],
        body: new TextEncoder().encode(json ? JSON.stringify(json) : ""),
      },
      ms: 1,
      sentAt,
      endedAt: sentAt + 1,
    });
  give({ pending, shipped: [105n] }, 0);
  return {
    history,
    call,
    /** @param orders by their ids, or as they are shown */
    list: (sentAt: number, ...orders: (number | object)[]) => {
      const shown = orders.map((order) => (typeof order === "number" ? listed(order) : order));
      return call(sentAt, "GET", "", 200, shown, "key");
    },
    cancel: (sentAt: number, id: number | string, status: number, key: string | undefined = "key") =>
      call(sentAt, "DELETE", `/${id}`, status, status === 204 ? undefined : { error: "No" }, key),
  };
}
