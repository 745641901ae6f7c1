/** Histories of a few calls, written by hand: no clock and no server. */

import type { Answer, HeaderList } from "../evidence/exchange.ts";
import { Recorder } from "../evidence/history.ts";

/** An order as lists show it. */
export const listed = (id: number) => ({
  id,
  petId: 7,
  quantity: 1,
  shipDate: "2026-11-20T08:00:00Z",
  complete: false,
  status: "placed",
});

/** @param body an object or an array becomes JSON with its media type; text and bytes are sent unchanged */
export function answer(status: number, body?: object | string, headers: HeaderList = []): Answer {
  const isBytes = body instanceof Uint8Array;
  const text = typeof body === "object" ? JSON.stringify(body) : (body ?? "");
  const isTyped = typeof body !== "object" || headers.some(([name]) => name === "content-type");
  return {
    status,
    headers: isTyped ? headers : [["content-type", "application/json"], ...headers],
    body: isBytes ? body : new TextEncoder().encode(text),
  };
}

/** The time at which a call is sent, and its duration, in ms; with a single number the duration is 1. */
type When = number | { readonly at: number; readonly takes: number };

export type HistoryWriter = ReturnType<typeof writeHistory>;

/** A history with given times, in ms. By default orders 101 to 104 are pending, and 105 is shipped. */
export function writeHistory(pending: readonly bigint[] = [101n, 102n, 103n, 104n]) {
  const recorder = new Recorder("key");
  const { history } = recorder;
  /** @param given undefined where no answer came */
  const send = (
    when: When,
    line: string,
    headers: HeaderList,
    given: Answer | undefined,
    hasAddedHeaders = false,
  ) => {
    const { at: sentAt, takes } = typeof when === "number" ? { at: when, takes: 1 } : when;
    const [method = "", path = ""] = line.split(" ");
    const came = given ? { answer: given } : { failure: "timeout after 5000 ms" };
    return recorder.record({
      request: { method, path, headers, hasAddedHeaders },
      ...came,
      ms: takes,
      sentAt,
      endedAt: sentAt + takes,
    });
  };
  /** @param status undefined where no answer came */
  const call = (
    when: When,
    method: string,
    path: string,
    status: number | undefined,
    body?: object,
    key?: string,
  ) => {
    const headers: HeaderList = key === undefined ? [] : [["authorization", `Bearer ${key}`]];
    const given = status === undefined ? undefined : answer(status, body);
    return send(when, `${method} /store/orders${path}`, headers, given);
  };
  recorder.give({ pending, shipped: [105n] }, 0);
  return {
    history,
    send,
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
