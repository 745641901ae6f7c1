/** The orders of the world in a table with search, sorting and actions. */

import { useEffect } from "preact/hooks";
import { formatJson } from "../../base/json.ts";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import { orderStatuses } from "../../spec/wire.ts";
import { useModel } from "../model/model.ts";
import { Button } from "../parts/button.tsx";
import { Field, Segments } from "../parts/controls.tsx";
import { formatCount, plural } from "../parts/format.ts";
import { Menu } from "../parts/menu.tsx";
import { bound, set } from "../parts/set.ts";
import { Table } from "../parts/table.tsx";
import { StartStrip } from "../shell/start-strip.tsx";
import { orderColumns } from "./order-columns.tsx";
import { OrderForm } from "./order-form.tsx";

/** Minimum width in pixels at which rows are lines of a table; below it they are cards of two lines. */
const tableWidth = 900;
/** Minimum width in pixels at which a row has room for every action. */
const allActionsWidth = 1180;

export function OrdersSection() {
  const model = useModel();
  const { orders, orderActions, isPanel } = model;
  const width = model.width.value;
  // Closes the form, and forgets the row to go to, with the section or its world.
  useEffect(() => orders.leave, []);
  // The panel opens under the pointer, where a press must not change anything.
  const inRow = isPanel ? 0 : width >= allActionsWidth ? 5 : 1;
  const onRowKey = (order: FixtureOrder, event: KeyboardEvent) => {
    if (event.key === "Delete") void orderActions.remove([order.id]);
    if (event.key === " ") {
      event.preventDefault();
      orders.toggle(order.id);
    }
  };
  return (
    <>
      <StartStrip />
      <OrdersToolbar />
      <Table
        label="Orders"
        class={`orders ${inRow > 1 ? "all-actions" : ""}`}
        columns={orderColumns(model, inRow)}
        count={orders.page.value?.total ?? 0}
        rowAt={orders.orderAt}
        rowClass={({ id, status }) => `${status} ${orders.selected.value.has(id) ? "selected" : ""}`}
        rowHeight={width < tableWidth ? 62 : 40}
        goTo={orders.wanted.value}
        onView={orders.view}
        onRowKey={onRowKey}
        onOpen={(order) => set(orders.edited, order)}
      />
      {orders.page.value?.total === 0 && (
        <div class="empty">
          <p>{orders.isFiltered.value ? "No orders match." : "This world has no orders."}</p>
          {orders.isFiltered.value && <Button text="Show all orders" onPress={orders.showAll} />}
        </div>
      )}
      {orders.edited.value && <OrderForm edited={orders.edited.value} />}
    </>
  );
}

const statuses = (["all", ...orderStatuses] as const).map((status) => [status, status] as const);

function OrdersToolbar() {
  const { orders, worlds, notices, session } = useModel();
  if (orders.selected.value.size > 0) return <SelectionBar />;
  const copyAll = () =>
    notices.attempt(async () => {
      const all = await orders.readAll();
      await notices.copy(`${plural(all.length, "order")} as JSON`, formatJson(all, 2));
    });
  const saveAll = async () => `${formatJson(await orders.readAll(), 2)}\n`;
  return (
    <div class="toolbar row">
      <Field
        label="Search orders"
        hideLabel
        type="search"
        placeholder="id, petId, state, date"
        {...bound(orders.search)}
      />
      <Segments label="State" options={statuses} {...bound(orders.status)} />
      <OrderCount />
      <span class="row">
        <Button icon="again" text="Reset" onPress={() => worlds.reset({})} />
        <Menu
          label="Copy or download the orders"
          items={[
            { text: "Copy as JSON", icon: "copy", onPress: copyAll },
            {
              text: "Download as a fixtures file",
              icon: "down",
              onPress: () => notices.save(`orders-${session.world.value}.json`, saveAll()),
            },
          ]}
        />
        <Button look="primary" icon="add" text="Add order" onPress={() => set(orders.edited, "new")} />
      </span>
    </div>
  );
}

/** A text such as `25 orders, 1 cancelled`. */
function OrderCount() {
  const { orders } = useModel();
  const page = orders.page.value;
  if (!page) return <output class="grow muted" />;
  return (
    <output class="grow muted">
      {orders.isFiltered.value
        ? `${plural(page.total, "order")} found`
        : `${plural(page.total, "order")}, ${formatCount(page.cancelled)} cancelled`}
    </output>
  );
}

function SelectionBar() {
  const { orders, orderActions } = useModel();
  const ids = [...orders.selected.value];
  const clear = () => void orders.selectAll(false);
  const act = (work: (chosen: readonly bigint[]) => Promise<unknown>) => () => {
    clear();
    void work(ids);
  };
  return (
    <div class="toolbar row selection" role="toolbar" aria-label="Selected orders">
      <output class="grow">{plural(ids.length, "order")} selected</output>
      <span class="row">
        <Button icon="cancel" text="Cancel" onPress={act(orderActions.cancel)} />
        <Button icon="ship" text="Ship" onPress={act(orderActions.ship)} />
        <Button icon="remove" look="danger" text="Remove" onPress={act(orderActions.remove)} />
        <Button look="quiet" text="Clear selection" onPress={clear} />
      </span>
    </div>
  );
}
