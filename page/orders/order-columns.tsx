/** The columns of the table of orders. */

import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import type { Model } from "../model/model.ts";
import { Button } from "../parts/button.tsx";
import { formatDate } from "../parts/format.ts";
import { Menu } from "../parts/menu.tsx";
import { set } from "../parts/set.ts";
import type { Column } from "../parts/table.tsx";

type OrderColumn = Column<FixtureOrder>;
type Field = "id" | "status" | "quantity" | "petId" | "shipDate" | "complete";

/** A column for each field; a press on its heading sorts by it. */
const fieldColumns: readonly (readonly [Field, text: string, name: string, cell: OrderColumn["cell"]])[] = [
  ["id", "id", "id data", ({ id }) => String(id)],
  ["status", "state", "state", ({ status }) => <span class={`tag ${status}`}>{status}</span>],
  ["quantity", "quantity", "quantity number data", ({ quantity = "–" }) => String(quantity)],
  ["petId", "petId", "pet number data", ({ petId = "–" }) => String(petId)],
  // Where there is little room, the style cuts off the time.
  ["shipDate", "shipDate (UTC)", "date data", ({ shipDate = "–" }) => formatDate(shipDate)],
  ["complete", "complete", "complete data", ({ complete = "–" }) => String(complete)],
];

/** @param inRow number of actions that are shown in a row; the others are in its menu */
export function orderColumns(model: Model, inRow: number): readonly OrderColumn[] {
  const { orders } = model;
  const selected = orders.selected.value;
  const found = orders.page.value?.total ?? 0;
  return [
    {
      class: "select",
      head: (
        <input
          type="checkbox"
          aria-label="Select all orders found"
          checked={found > 0 && selected.size >= found}
          onChange={(event) => void orders.selectAll(event.currentTarget.checked)}
        />
      ),
      cell: ({ id }, tabIndex) => (
        <input
          type="checkbox"
          aria-label={`Select order ${id}`}
          checked={selected.has(id)}
          tabIndex={tabIndex}
          onChange={() => orders.toggle(id)}
        />
      ),
    },
    ...fieldColumns.map(([field, text, name, cell]): OrderColumn => {
      const sort = orders.sort.value;
      const sorted = sort === field ? "ascending" : sort === `-${field}` ? "descending" : "none";
      // Ascending, descending, and the order of the API.
      const next = { none: field, ascending: `-${field}`, descending: undefined } as const;
      const head = (
        <button type="button" class="sort" onClick={() => set(orders.sort, next[sorted])}>
          {text}
          <span aria-hidden="true">{{ none: "", ascending: "↑", descending: "↓" }[sorted]}</span>
        </button>
      );
      return { class: name, sorted, head, cell };
    }),
    {
      class: "actions",
      head: <span class="unseen">Actions</span>,
      cell: (order, tabIndex) => {
        const actions = actionsOf(model, order);
        return (
          <>
            {actions.slice(0, inRow).map(({ text, ...action }) => (
              <Button key={text} label={`${text} order ${order.id}`} {...action} tabIndex={tabIndex} />
            ))}
            {inRow < actions.length && (
              <Menu label={`Actions on order ${order.id}`} items={actions.slice(inRow)} tabIndex={tabIndex} />
            )}
          </>
        );
      },
    },
  ];
}

function actionsOf({ orders, orderActions }: Model, order: FixtureOrder) {
  const { cancel, ship, copy, remove } = orderActions;
  const { id, status } = order;
  return [
    {
      icon: "cancel",
      text: "Cancel through the API",
      label: `Cancel order ${id} through the API`,
      onPress: () => cancel([id]),
    },
    { icon: "ship", text: "Ship", disabled: status !== "pending", onPress: () => ship([id]) },
    { icon: "edit", text: "Edit", onPress: () => set(orders.edited, order) },
    { icon: "copy", text: "Copy as JSON", label: `Copy order ${id}`, onPress: () => copy(order) },
    { icon: "remove", text: "Remove", look: "danger", onPress: () => remove([id]) },
  ] as const;
}
