/** The orders that the table shows: the part in sight is read, and read anew when something happens. */

import { signal } from "@preact/signals";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import type { OrderStatus } from "../../spec/wire.ts";
import type { MockEvent, PageControl } from "../model/page-control.ts";
import type { Session } from "../model/session.ts";

export type SortField = "id" | "petId" | "quantity" | "shipDate" | "complete" | "status";

export interface OrderQuery {
  /** Words that are a part of the id, petId, state or date. */
  readonly search: string;
  readonly status: OrderStatus | undefined;
  /** Undefined: as the API lists them. */
  readonly sort: SortField | undefined;
  readonly descending: boolean;
}

export const everyOrder: OrderQuery = { search: "", status: undefined, sort: undefined, descending: false };

export interface OrderPage {
  /** Orders that the query finds, and how many of them are cancelled. */
  readonly found: number;
  readonly cancelled: number;
  /** Place of the first among them. */
  readonly from: number;
  readonly orders: readonly FixtureOrder[];
}

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
  let view = { first: 0, end: 40 };
  let isStale = false;

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
        page.value = next;
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
    refresh();
  };
  /** All that the query finds. */
  const readAll = () => readEveryOrder(session.control(), query.value);

  session.onFresh(() => {
    selected.value = new Set();
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

/** The order in a row, if it has been read. */
export function orderAt(page: OrderPage | undefined, index: number): FixtureOrder | undefined {
  return page?.orders[index - page.from];
}

/** A part of what the query finds. */
async function readOrderPage(
  control: PageControl,
  { search, status, sort, descending }: OrderQuery,
  from: number,
  limit: number,
): Promise<OrderPage> {
  const { total, cancelled, orders } = await control.searchOrders({
    state: status,
    text: search === "" ? undefined : search.slice(0, 200),
    sort: sort && (descending ? `-${sort}` : sort),
    offset: from,
    limit,
  });
  return { found: total, cancelled, from, orders };
}

/** One page may hold so many. */
const pageOrders = 1000;

/** All that the query finds. */
async function readEveryOrder(control: PageControl, query: OrderQuery): Promise<readonly FixtureOrder[]> {
  const all: FixtureOrder[] = [];
  for (;;) {
    const page = await readOrderPage(control, query, all.length, pageOrders);
    all.push(...page.orders);
    if (page.orders.length === 0 || all.length >= page.found) return all;
  }
}

const biggestId = 2n ** 63n - 1n;

/** An id that no order has: after the biggest, or else the smallest that is free. */
export async function suggestId(control: PageControl): Promise<bigint> {
  const { orders } = await control.searchOrders({ sort: "-id", limit: 1 });
  const [last] = orders;
  if (!last || last.id < 0n) return 1n;
  if (last.id < biggestId) return last.id + 1n;
  const { orders: first } = await control.searchOrders({ sort: "id", limit: pageOrders });
  const taken = new Set(first.map(({ id }) => id));
  let id = 1n;
  while (taken.has(id)) id++;
  return id;
}
