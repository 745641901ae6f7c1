/** The orders of the world in a table with search, sorting and actions. */

import { useSignal } from "@preact/signals";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import { useModel } from "../model/model.ts";
import { Button } from "../parts/button.tsx";
import { set } from "../parts/set.ts";
import { Table } from "../parts/table.tsx";
import { StartStrip } from "../shell/start-strip.tsx";
import { orderColumns } from "./order-columns.tsx";
import { OrderForm } from "./order-form.tsx";
import { OrdersToolbar } from "./orders-toolbar.tsx";

/** Minimum width in pixels at which rows are lines of a table; below it they are cards of two lines. */
const tableWidth = 900;
/** Minimum width in pixels at which a row has room for every action. */
const allActionsWidth = 1180;

export function OrdersSection() {
  const model = useModel();
  const { orders, orderActions, isPanel } = model;
  /** The edited order. */
  const form = useSignal<FixtureOrder | "new" | undefined>(undefined);
  const added = useSignal<{ readonly index: number } | undefined>(undefined);
  const width = model.width.value;
  const edit = (order: FixtureOrder) => set(form, order);
  // The panel opens under the pointer, where a press must not change anything.
  const inRow = isPanel ? 0 : width >= allActionsWidth ? 5 : 1;
  const onRowKey = (order: FixtureOrder, event: KeyboardEvent) => {
    if (event.key === "Delete") void orderActions.remove([order.id]);
    if (event.key === " ") {
      event.preventDefault();
      orders.toggle(order.id);
    }
  };
  const onAdded = async () => set(added, { index: await orders.lastRow() });
  return (
    <>
      <StartStrip />
      <OrdersToolbar onAdd={() => set(form, "new")} />
      <Table
        label="Orders"
        class={`orders ${inRow > 1 ? "all-actions" : ""}`}
        columns={orderColumns(model, inRow, edit)}
        count={orders.page.value?.total ?? 0}
        rowAt={orders.orderAt}
        rowClass={({ id, status }) => `${status} ${orders.selected.value.has(id) ? "selected" : ""}`}
        rowHeight={width < tableWidth ? 62 : 40}
        goTo={added.value}
        onView={orders.view}
        onRowKey={onRowKey}
        onOpen={edit}
      />
      {orders.page.value?.total === 0 && (
        <div class="empty">
          <p>{orders.isFiltered.value ? "No orders match." : "This world has no orders."}</p>
          {orders.isFiltered.value && <Button text="Show all orders" onPress={orders.showAll} />}
        </div>
      )}
      {form.value && (
        <OrderForm
          order={form.value === "new" ? undefined : form.value}
          onAdded={onAdded}
          onClose={() => set(form, undefined)}
        />
      )}
    </>
  );
}
