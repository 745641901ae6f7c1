/** The orders that the table shows: the part in sight is read, and read anew when something happens. */

import { batch, signal } from "@preact/signals";
import { formatJson } from "../../base/json.ts";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import type { MockEvent } from "../model/page-control.ts";
import type { Session } from "../model/session.ts";
import { everyOrder, type OrderPage, type OrderQuery, readEveryOrder, readOrderPage } from "./order-query.ts";

/** Rows read before and after those in sight. */
const around = 60;
/** At the least between two readings (milliseconds). */
const pauseMs = 40;

export type OrdersModel = ReturnType<typeof createOrdersModel>;

export function createOrdersModel(session: Session) {
  const query = signal<OrderQuery>(everyOrder);
  /** Ids of the orders that a person has chosen. */
  const selected = signal<ReadonlySet<bigint>>(new Set());
  /** Where to scroll to. */
  const goTo = signal<{ readonly index: number }>();
  const page = signal<OrderPage>();
  /** How often each order has changed since it was shown. */
  const changes = signal<ReadonlyMap<bigint, number>>(new Map());
  let view = { first: 0, end: 40 };
  let isStale = false;
  /** Orders of the same world and query: only then is a difference a change. */
  let comparable = false;

  const isCovered = () => {
    const shown = page.value;
    if (!shown) return false;
    const end = Math.min(view.end, shown.found);
    return view.first >= shown.from && end <= shown.from + shown.orders.length;
  };

  /** One reading after the other, until what is in sight is what there is. */
  let reading = Promise.resolve();
  let isReading = false;
  function read(): Promise<void> {
    if (!isReading) {
      isReading = true;
      reading = readOn();
    }
    return reading;
  }
  async function readOn(): Promise<void> {
    while (isStale || !isCovered()) {
      isStale = false;
      const startedAt = performance.now();
      const asked = query.value;
      const control = session.control();
      const from = Math.max(0, view.first - around);
      try {
        const next = await readOrderPage(control, asked, from, view.end + around - from);
        if (control !== session.control() || asked !== query.value) {
          isStale = true;
          continue;
        }
        batch(() => {
          changes.value = comparable ? withDifferences(changes.value, page.value, next) : new Map();
          page.value = next;
        });
        comparable = true;
      } catch {
        // The session finds out whether the mock is gone, and then everything is read anew.
        break;
      }
      // A slow mock is asked less often.
      const tookMs = performance.now() - startedAt;
      await new Promise((resolve) => setTimeout(resolve, Math.max(pauseMs, tookMs)));
    }
    isReading = false;
  }

  const refresh = () => {
    isStale = true;
    void read();
  };

  const ask = (change: Partial<OrderQuery>) => {
    query.value = { ...query.value, ...change };
    comparable = false;
    refresh();
  };
  /** All that the query finds. */
  const readAll = () => readEveryOrder(session.control(), query.value);

  session.onFresh(() => {
    selected.value = new Set();
    comparable = false;
    page.value = undefined;
    refresh();
  });
  session.onEvent((event) => {
    if (event.event === "reset") selected.value = new Set();
    if (touchesOrders(event)) refresh();
  });

  return {
    query,
    page,
    changes,
    ask,
    selected,
    toggle(id: bigint) {
      const next = new Set(selected.value);
      if (!next.delete(id)) next.add(id);
      selected.value = next;
    },
    /** Chooses all that the query finds, or none. */
    async selectAll(all: boolean) {
      selected.value = new Set(all ? (await readAll()).map(({ id }) => id) : []);
    },
    readAll,
    goTo,
    /** Shows an order that is the last of the list. */
    async showLast() {
      ask(everyOrder);
      const { found } = await readOrderPage(session.control(), everyOrder, 0, 0);
      view = { first: Math.max(0, found - 40), end: found };
      await read();
      goTo.value = { index: found - 1 };
    },
    /** Which rows are in sight. */
    view(first: number, end: number) {
      view = { first, end };
      if (!isCovered()) void read();
    },
  };
}

function touchesOrders(event: MockEvent): boolean {
  return event.event === "orders" || event.event === "reset" || event.event === "restored";
}

/** Orders that are shown and are not as they were, or were not there, counted up. */
function withDifferences(
  changes: ReadonlyMap<bigint, number>,
  before: OrderPage | undefined,
  after: OrderPage,
): ReadonlyMap<bigint, number> {
  if (!before) return changes;
  const texts = new Map(before.orders.map((order) => [order.id, formatJson(order)]));
  // Where as many orders are found and the window is another one, an unknown order was merely out of sight.
  const isSamePlace = before.from === after.from;
  let next: Map<bigint, number> | undefined;
  for (const order of after.orders) {
    const text = texts.get(order.id);
    const isChanged =
      text === undefined ? isSamePlace && after.found > before.found : text !== formatJson(order);
    if (!isChanged) continue;
    next ??= new Map(changes);
    next.set(order.id, (next.get(order.id) ?? 0) + 1);
  }
  return next ?? changes;
}

/** The order in a row, if it has been read. */
export function orderAt(page: OrderPage | undefined, index: number): FixtureOrder | undefined {
  return page?.orders[index - page.from];
}
