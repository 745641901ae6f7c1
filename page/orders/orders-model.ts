/** The orders of the table: the visible part is read, and read again at each change. */

import { computed, signal } from "@preact/signals";
import { int64Max } from "../../base/ids.ts";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import type { OrderStatus } from "../../spec/wire.ts";
import type { PageControl } from "../model/page-control.ts";
import type { Session } from "../model/session.ts";

type Found = Awaited<ReturnType<PageControl["searchOrders"]>>;
type Query = NonNullable<Parameters<PageControl["searchOrders"]>[0]>;

/** Number of rows that are read before and after the visible ones. */
const around = 60;
/** Minimum time in ms between two readings. */
const pauseMs = 40;

export function createOrdersModel(session: Session) {
  /** Words that must be in the id, petId, state or date. */
  const search = signal("");
  const status = signal<OrderStatus | "all">("all");
  /** The field to sort by, with a minus before it for descending order; undefined: the order of the API. */
  const sort = signal<Query["sort"]>(undefined);
  const query = computed<Query>(() => ({
    text: search.value.trim().slice(0, 200) || undefined,
    state: status.value === "all" ? undefined : status.value,
    sort: sort.value,
  }));
  /** Ids of the selected orders. */
  const selected = signal<ReadonlySet<bigint>>(new Set());
  /** A part of the found orders, with the index of its first. */
  const page = signal<Found & { readonly from: number }>();
  /** The order in the form, or a new one; undefined while the form is closed. */
  const edited = signal<FixtureOrder | "new">();
  /** A row to scroll to and focus. */
  const wanted = signal<{ readonly index: number }>();
  /** Whether the section still goes to the last order. */
  let isGoing = false;
  let view = { first: 0, end: 40 };
  let isStale = false;
  let reading: Promise<void> | undefined;

  /** Whether the visible rows have been read. */
  const isCovered = () => {
    if (!page.value) return true;
    const { from, total, orders } = page.value;
    return view.first >= from && Math.min(view.end, total) <= from + orders.length;
  };

  /** Resolves when the visible rows are current. */
  function refresh(): Promise<void> {
    isStale = true;
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  }
  /** Reads until the visible rows are current, one reading after the other. */
  async function read(): Promise<void> {
    while (isStale || !isCovered()) {
      isStale = false;
      const asked = query.value;
      const from = Math.max(0, view.first - around);
      const found = await session.ask((control) =>
        control.searchOrders({ ...asked, offset: from, limit: view.end + around - from }),
      );
      if (found && asked === query.value) page.value = { ...found, from };
      // The answer to another query.
      else if (found) isStale = true;
      // No answer: the mock is gone or another world is shown, and `onFresh` will read everything again.
      else if (!isStale) return;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }

  /** All found orders. */
  async function readAll(): Promise<readonly FixtureOrder[]> {
    const all: FixtureOrder[] = [];
    for (;;) {
      const { total, orders } = await session
        .control()
        .searchOrders({ ...query.value, offset: all.length, limit: maxPageOrders });
      all.push(...orders);
      if (orders.length === 0 || all.length >= total) return all;
    }
  }
  function showAll(): void {
    search.value = "";
    status.value = "all";
    sort.value = undefined;
  }

  query.subscribe(() => {
    if (page.value) void refresh();
  });
  session.onFresh(() => {
    selected.value = new Set();
    page.value = undefined;
    void refresh();
  });
  session.onEvent(({ event }) => {
    if (event === "reset") selected.value = new Set();
    if (event === "orders" || event === "reset" || event === "restored") void refresh();
  });

  return {
    search,
    status,
    sort,
    isFiltered: computed(() => query.value.text !== undefined || query.value.state !== undefined),
    showAll,
    page,
    /** The order in a row, if it has been read. */
    orderAt: (index: number) => page.value?.orders[index - page.value.from],
    selected,
    edited,
    wanted,
    toggle(id: bigint) {
      const next = new Set(selected.value);
      if (!next.delete(id)) next.add(id);
      selected.value = next;
    },
    /** Selects all found orders, or none. */
    async selectAll(all: boolean) {
      selected.value = new Set(all ? (await readAll()).map(({ id }) => id) : []);
    },
    readAll,
    leave() {
      isGoing = false;
      edited.value = undefined;
      wanted.value = undefined;
    },
    /** Goes to the last order of the list. */
    async goToLast() {
      isGoing = true;
      showAll();
      await refresh();
      if (isGoing) wanted.value = { index: (page.value?.total ?? 0) - 1 };
    },
    /** Sets the visible rows. */
    view(first: number, end: number) {
      view = { first, end };
      if (!isCovered()) void refresh();
    },
  };
}

/** Maximum number of orders on a page. */
const maxPageOrders = 1000;

/** An id that is probably unused: the one after the largest, or a random one after the largest int64. */
export async function suggestId(control: PageControl): Promise<bigint> {
  const { orders } = await control.searchOrders({ sort: "-id", limit: 1 });
  const largest = orders[0]?.id ?? 0n;
  if (largest === int64Max) return BigInt(crypto.getRandomValues(new Uint32Array(1))[0]!);
  return largest < 0n ? 1n : largest + 1n;
}
