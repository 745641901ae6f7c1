/** The toolbar above the table: the search, the number of orders, and actions on all or on selected orders. */

import { formatJson } from "../../base/json.ts";
import { orderStatuses } from "../../spec/wire.ts";
import { useModel } from "../model/model.ts";
import { Button } from "../parts/button.tsx";
import { Field, Segments } from "../parts/controls.tsx";
import { formatCount, plural } from "../parts/format.ts";
import { Menu } from "../parts/menu.tsx";
import { bound } from "../parts/set.ts";

const statuses = (["all", ...orderStatuses] as const).map((status) => [status, status] as const);

export function OrdersToolbar({ onAdd }: { readonly onAdd: () => void }) {
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
        <Button look="primary" icon="add" text="Add order" onPress={onAdd} />
      </span>
    </div>
  );
}

/** A text such as `25 orders, 1 cancelled`. */
function OrderCount() {
  const { orders, session } = useModel();
  const page = orders.page.value;
  if (!page) return <output class="grow muted" />;
  const all = session.health.value?.orders ?? page.total;
  return (
    <output class="grow muted">
      {orders.isFiltered.value
        ? `${formatCount(page.total)} of ${plural(all, "order")}`
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
