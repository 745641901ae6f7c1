/** Above the table: the search, how many orders there are, and what is done to all of them or to those selected. */

import { formatJson } from "../../base/json.ts";
import { type OrderStatus, orderStatuses } from "../../spec/wire.ts";
import { useModel } from "../model/model.ts";
import { Button } from "../parts/button.tsx";
import { Field, Segments } from "../parts/controls.tsx";
import { copyText, saveText } from "../parts/copy.ts";
import { formatCount, plural } from "../parts/format.ts";
import { Menu } from "../parts/menu.tsx";

type StatusChoice = OrderStatus | "all";
const choices: readonly (readonly [StatusChoice, string])[] = [
  ["all", "all"],
  ...orderStatuses.map((status) => [status, status] as const),
];

export function OrdersToolbar({ onAdd }: { readonly onAdd: () => void }) {
  const { orders, worlds, notices, session } = useModel();
  const { search, status } = orders.query.value;
  if (orders.selected.value.size > 0) return <SelectionBar />;
  const copyAll = () =>
    notices.attempt(async () => {
      const all = await orders.readAll();
      await copyText(formatJson(all, 2));
      notices.say(`${plural(all.length, "order")} copied as JSON.`);
    });
  const saveAll = () =>
    notices.attempt(async () => {
      const all = await orders.readAll();
      saveText(`${formatJson(all, 2)}\n`, `orders-${session.world.value}.json`, "application/json");
    });
  return (
    <div class="toolbar">
      <Field
        label="Search orders"
        hideLabel
        type="search"
        placeholder="id, petId, state, date"
        value={search}
        onInput={(text) => orders.ask({ search: text.trim() })}
      />
      <Segments
        label="State"
        value={status ?? "all"}
        options={choices}
        onChange={(choice) => orders.ask({ status: choice === "all" ? undefined : choice })}
      />
      <OrderCount />
      <span class="buttons">
        <Button icon="again" onPress={() => worlds.reset({})}>
          Reset
        </Button>
        <Menu
          label="Copy or download the orders"
          items={[
            { text: "Copy as JSON", icon: "copy", onPress: copyAll },
            { text: "Download as a fixtures file", icon: "down", onPress: saveAll },
          ]}
        />
        <Button look="primary" icon="add" onPress={onAdd}>
          Add order
        </Button>
      </span>
    </div>
  );
}

/** As in `24 in the list, 1 cancelled`. */
function OrderCount() {
  const { orders, questions, session } = useModel();
  const page = orders.page.value;
  const { search, status } = orders.query.value;
  const total = session.health.value?.orders;
  if (!page) return <output class="grow muted" />;
  const { found, cancelled } = page;
  const isFiltered = search !== "" || status !== undefined;
  const areListed = questions.profile.value.cancelledInList !== "gone";
  const listed = areListed ? found : found - cancelled;
  return (
    <output class="grow muted">
      {isFiltered
        ? `${formatCount(found)} of ${plural(total ?? found, "order")}`
        : `${formatCount(listed)} in the list, ${formatCount(cancelled)} ${areListed ? "of them " : ""}cancelled`}
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
    <div class="toolbar selection" role="toolbar" aria-label="Selected orders">
      <output class="grow">{plural(ids.length, "order")} selected</output>
      <span class="buttons">
        <Button icon="cancel" onPress={act(orderActions.cancelAll)}>
          Cancel
        </Button>
        <Button icon="ship" onPress={act(orderActions.shipAll)}>
          Ship
        </Button>
        <Button icon="remove" look="danger" onPress={act(orderActions.removeAll)}>
          Remove
        </Button>
        <Button look="quiet" onPress={clear}>
          Clear selection
        </Button>
      </span>
    </div>
  );
}
