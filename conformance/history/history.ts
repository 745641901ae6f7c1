/** The record of a run: every exchange, what it asked for, and what each list showed. */

import { type Exchange, parseBody } from "./exchange.ts";
import type { GivenOrders } from "./given-orders.ts";
import { digestOf, type ListReading, readList, showsId, unreadableList } from "./list-reading.ts";
import { type Call, readCall } from "./read-call.ts";

/** A list that was answered 200, and what it showed. */
export interface ListCall {
  readonly call: Call;
  readonly list: ListReading;
}

export interface History {
  /** In the order of sending. */
  readonly calls: readonly Call[];
  /** Answered 200 with the key, in the order of sending: the plain ones, and those with a query. */
  readonly lists: readonly ListCall[];
  readonly given: GivenOrders;
  /** From when on the given orders were there. */
  readonly givenAt: number;
  /** Whether some list showed an order of this id. */
  wasListed(id: bigint): boolean;
}

export interface Recorder {
  readonly history: History;
  record(exchange: Exchange): Call;
  /** From now on these orders belong in the list. */
  give(orders: GivenOrders, at: number): void;
}

/** As much of a list's body stays as a report shows. */
const keptBytes = 16 * 1024;

function shortened(exchange: Exchange): Exchange {
  const { body, ...answer } = exchange.answer!;
  if (body.length <= keptBytes) return exchange;
  return { ...exchange, answer: { ...answer, body: body.slice(0, keptBytes), bodyBytes: body.length } };
}

/** Orders of other people's that are watched as well: what moves in them, too, moves by itself. */
const watchedStrangers = 64;

export function createRecorder(apiKey: string): Recorder {
  const calls: Call[] = [];
  let isSorted = true;
  const lists: ListCall[] = [];
  let given: GivenOrders = { pending: [], shipped: [] };
  let givenAt = 0;
  const watched = new Set<bigint>();
  let strangersLeft = watchedStrangers;
  const readings = new Map<string, ListReading>();
  const searched = new Map<bigint, { readonly count: number; readonly isThere: boolean }>();

  function readingOf(exchange: Exchange): ListReading {
    const { body } = exchange.answer!;
    const digest = digestOf(body);
    let reading = readings.get(digest);
    if (!reading) {
      // Not kept with the answer: of a long list no more stays than the reading.
      const parsed = parseBody(exchange.answer!);
      reading =
        "json" in parsed
          ? readList(parsed.json, watch)
          : unreadableList("a JSON body", `a body that is not JSON (${parsed.error})`);
      readings.set(digest, reading);
    }
    return reading;
  }

  function watch(id: bigint): boolean {
    if (watched.has(id)) return true;
    if (strangersLeft === 0) return false;
    strangersLeft--;
    watched.add(id);
    return true;
  }

  const history: History = {
    get calls() {
      if (!isSorted) calls.sort((one, other) => one.sentAt - other.sentAt || one.number - other.number);
      isSorted = true;
      return calls;
    },
    get lists() {
      return lists;
    },
    get given() {
      return given;
    },
    get givenAt() {
      return givenAt;
    },
    wasListed(id) {
      // Readings are only added: of those that were searched before, the outcome is known.
      const before = searched.get(id) ?? { count: 0, isThere: false };
      if (before.isThere || before.count === readings.size) return before.isThere;
      const isThere = [...readings.values()].slice(before.count).some((reading) => showsId(reading, id));
      searched.set(id, { count: readings.size, isThere });
      return isThere;
    },
  };

  return {
    history,
    record(exchange) {
      const read = readCall(exchange, calls.length, apiKey);
      const isList =
        read.operation === "list" && read.isPlain && read.credential === "valid" && read.status === 200;
      const call = isList ? { ...read, exchange: shortened(exchange) } : read;
      calls.push(call);
      isSorted = false;
      if (isList) {
        lists.push({ call, list: readingOf(exchange) });
        lists.sort((one, other) => one.call.sentAt - other.call.sentAt);
      }
      return call;
    },
    give(orders, at) {
      given = orders;
      givenAt = at;
      for (const id of [...orders.pending, ...orders.shipped]) watched.add(id);
      // Read before anybody knew which orders count.
      readings.clear();
      searched.clear();
    },
  };
}
