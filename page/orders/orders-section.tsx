/** The orders of the world: a table that is searched, sorted, and worked on. */

import { useSignal } from "@preact/signals";
import { useCallback } from "preact/hooks";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import { type OrderStatus, orderStatuses } from "../../spec/wire.ts";
import { useModel } from "../model/model.ts";
import { Button } from "../parts/button.tsx";
import { Field, Segments } from "../parts/controls.tsx";
import { formatCount, plural } from "../parts/format.ts";
import { useWidth } from "../parts/use-width.ts";
import { VirtualGrid } from "../parts/virtual-grid.tsx";
import { OrderForm } from "./order-form.tsx";
import type { SortField } from "./order-query.ts";
import { OrderCells, WaitingCells } from "./order-row.tsx";
import { type OrdersModel, orderAt } from "./orders-model.ts";

type StatusChoice = OrderStatus | "all";
const choices: readonly (readonly [StatusChoice, string])[] = [
  ["all", "all"],
  ...orderStatuses.map((status) => [status, status] as const),
];

export function OrdersSection() {
  const { session, orders, orderActions } = useModel();
  const form = useSignal<{ readonly order: FixtureOrder | undefined } | undefined>(undefined);
  const edit = (order: FixtureOrder) => {
    form.value = { order };
  };
  const { query, page, changes } = orders;
  const { search, status } = query.value;
  const found = page.value?.found ?? 0;
  const total = session.health.value?.orders;
  const isFiltered = search !== "" || status !== undefined;
  const isNarrow = useWidth() < 720;
  const onView = useCallback(orders.view, [orders]);

  const onKey = (index: number, event: KeyboardEvent) => {
    const order = orderAt(page.value, index);
    if (!order) return;
    if (event.key === "Delete") void orderActions.remove(order);
  };

  return (
    <>
      <div class="toolbar">
        <Field
          label="Search by id"
          hideLabel
          type="search"
          placeholder="Search by id"
          value={search}
          onInput={(text) => orders.ask({ search: text.trim() })}
        />
        <Segments
          label="State"
          value={status ?? "all"}
          options={choices}
          onChange={(choice) => orders.ask({ status: choice === "all" ? undefined : choice })}
        />
        <output class="grow muted">
          {isFiltered
            ? `${plural(found, "order")} of ${formatCount(total ?? found)}`
            : plural(total ?? found, "order")}
        </output>
        <Button look="primary" icon="add" onPress={() => (form.value = { order: undefined })}>
          Add an order
        </Button>
      </div>
      <VirtualGrid
        label="Orders"
        class="orders"
        count={found}
        rowHeight={isNarrow ? 62 : 40}
        onView={onView}
        onRowKey={onKey}
        onOpen={(index) => {
          const order = orderAt(page.value, index);
          if (order) edit(order);
        }}
        head={
          <>
            <SortHead field="id" text="id" orders={orders} />
            <SortHead field="status" text="state" orders={orders} />
            <SortHead field="quantity" text="quantity" orders={orders} />
            <SortHead field="petId" text="pet" orders={orders} />
            <SortHead field="shipDate" text="ships (UTC)" orders={orders} />
            <SortHead field="complete" text="complete" orders={orders} />
            <span role="columnheader" class="actions">
              <span class="unseen">Actions</span>
            </span>
          </>
        }
        row={(index, tabIndex) => {
          const order = orderAt(page.value, index);
          if (!order) return { class: "waiting", cells: <WaitingCells /> };
          const count = changes.value.get(order.id) ?? 0;
          const flash = count === 0 ? "" : count % 2 ? "flash-odd" : "flash-even";
          return {
            class: `${order.status} ${flash}`,
            cells: (
              <OrderCells
                order={order}
                tabIndex={tabIndex}
                actions={{ ...orderActions, edit }}
                isNarrow={isNarrow}
              />
            ),
          };
        }}
      />
      {page.value && found === 0 && <EmptyOrders isFiltered={isFiltered} />}
      {form.value && (
        <OrderForm
          order={form.value.order}
          onSave={async (order) => (await orderActions.put(order)) !== undefined}
          onRemove={(order) => void orderActions.remove(order)}
          onClose={() => {
            form.value = undefined;
          }}
        />
      )}
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
        <span aria-hidden="true">{isSorted ? (descending ? " ↓" : " ↑") : ""}</span>
      </button>
    </span>
  );
}

function EmptyOrders({ isFiltered }: { readonly isFiltered: boolean }) {
  const { orders } = useModel();
  return (
    <div class="empty">
      <p>{isFiltered ? "No order is like that." : "This world has no orders."}</p>
      {isFiltered && (
        <Button onPress={() => orders.ask({ search: "", status: undefined })}>Show all orders</Button>
      )}
    </div>
  );
}
