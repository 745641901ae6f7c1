/** The orders of the world: a table that is searched, sorted, and worked on. */

import { useSignal } from "@preact/signals";
import { useCallback } from "preact/hooks";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import { useModel } from "../model/model.ts";
import { Button } from "../parts/button.tsx";
import { set } from "../parts/set.ts";
import { useWidth } from "../parts/use-width.ts";
import { VirtualGrid } from "../parts/virtual-grid.tsx";
import { StartStrip } from "../shell/start-strip.tsx";
import { OrderForm } from "./order-form.tsx";
import { OrderCells, type RowRoom, WaitingCells } from "./order-row.tsx";
import { everyOrder, type OrdersModel, orderAt, type SortField } from "./orders-model.ts";
import { OrdersToolbar } from "./orders-toolbar.tsx";

/** From here on, rows are lines of a table; below, cards of two lines (pixels). */
const tableWidth = 900;
/** From here on, a row has room for every action. */
const allActionsWidth = 1180;

export function OrdersSection() {
  const { orders, orderActions, isPanel } = useModel();
  const form = useSignal<{ readonly order: FixtureOrder | undefined } | undefined>(undefined);
  const edit = (order: FixtureOrder) => {
    form.value = { order };
  };
  const { page, selected } = orders;
  const found = page.value?.found ?? 0;
  const width = useWidth();
  const isNarrow = width < tableWidth;
  // The panel opens under the pointer: nothing there does harm at a press.
  const room: RowRoom = isPanel ? "none" : width >= allActionsWidth ? "all" : "cancel";
  const onView = useCallback(orders.view, [orders]);
  const onKey = (index: number, event: KeyboardEvent) => {
    const order = orderAt(page.value, index);
    if (!order) return;
    if (event.key === "Delete") void orderActions.remove(order);
    if (event.key === " ") {
      event.preventDefault();
      orders.toggle(order.id);
    }
  };

  return (
    <>
      <StartStrip />
      <OrdersToolbar onAdd={() => (form.value = { order: undefined })} />
      <VirtualGrid
        label="Orders"
        class={`orders ${room === "all" ? "all-actions" : ""}`}
        count={found}
        rowHeight={isNarrow ? 62 : 40}
        goTo={orders.goTo.value}
        onView={onView}
        onRowKey={onKey}
        onOpen={(index) => {
          const order = orderAt(page.value, index);
          if (order) edit(order);
        }}
        head={
          <>
            <span role="columnheader" class="select">
              <input
                type="checkbox"
                aria-label="Select all orders found"
                checked={found > 0 && selected.value.size >= found}
                onChange={(event) => void orders.selectAll(event.currentTarget.checked)}
              />
            </span>
            <SortHead field="id" text="id" orders={orders} />
            <SortHead field="status" text="state" orders={orders} />
            <SortHead field="quantity" text="quantity" orders={orders} />
            <SortHead field="petId" text="petId" orders={orders} />
            <SortHead field="shipDate" text="shipDate (UTC)" orders={orders} />
            <SortHead field="complete" text="complete" orders={orders} />
            <span role="columnheader" class="actions">
              <span class="unseen">Actions</span>
            </span>
          </>
        }
        row={(index, tabIndex) => {
          const order = orderAt(page.value, index);
          if (!order) return { class: "waiting", cells: <WaitingCells /> };
          const isSelected = selected.value.has(order.id);
          return {
            class: `${order.status} ${isSelected ? "selected" : ""}`,
            cells: (
              <OrderCells
                order={order}
                tabIndex={tabIndex}
                actions={{ ...orderActions, edit }}
                room={room}
                isSelected={isSelected}
                onSelect={() => orders.toggle(order.id)}
              />
            ),
          };
        }}
      />
      {page.value && found === 0 && <EmptyOrders />}
      {form.value && <OrderForm order={form.value.order} onClose={() => set(form, undefined)} />}
    </>
  );
}

const headClasses: Readonly<Record<SortField, string>> = {
  id: "id",
  status: "state",
  quantity: "quantity number",
  petId: "pet number",
  shipDate: "date",
  complete: "complete",
};

interface SortHeadProps {
  readonly field: SortField;
  readonly text: string;
  readonly orders: OrdersModel;
}

function SortHead({ field, text, orders }: SortHeadProps) {
  const { sort, descending } = orders.query.value;
  const isSorted = sort === field;
  // Up, down, and back to how the API lists them.
  const next =
    isSorted && descending ? { sort: undefined, descending: false } : { sort: field, descending: isSorted };
  return (
    <span
      role="columnheader"
      class={headClasses[field]}
      aria-sort={isSorted ? (descending ? "descending" : "ascending") : "none"}
    >
      <button type="button" class="sort" onClick={() => orders.ask(next)}>
        {text}
        <span aria-hidden="true">{isSorted ? (descending ? "↓" : "↑") : ""}</span>
      </button>
    </span>
  );
}

function EmptyOrders() {
  const { orders } = useModel();
  const { search, status } = orders.query.value;
  const isFiltered = search !== "" || status !== undefined;
  return (
    <div class="empty">
      <p>{isFiltered ? "No orders match." : "This world has no orders."}</p>
      {isFiltered && <Button onPress={() => orders.ask(everyOrder)}>Show all orders</Button>}
    </div>
  );
}
