/** One order in the table. */

import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import { Button } from "../parts/button.tsx";
import { formatDate } from "../parts/format.ts";
import { Menu, type MenuItem } from "../parts/menu.tsx";

export interface OrderRowActions {
  readonly cancel: (order: FixtureOrder) => void;
  readonly ship: (order: FixtureOrder) => void;
  readonly edit: (order: FixtureOrder) => void;
  readonly copy: (order: FixtureOrder) => void;
  readonly remove: (order: FixtureOrder) => void;
}

/** How many actions have room in a row; the others are in its menu. */
export type RowRoom = "all" | "cancel" | "none";

interface OrderCellsProps {
  readonly order: FixtureOrder;
  readonly tabIndex: 0 | -1;
  readonly actions: OrderRowActions;
  readonly room: RowRoom;
  readonly isSelected: boolean;
  readonly onSelect: () => void;
}

export function OrderCells(props: OrderCellsProps) {
  const { order, tabIndex, isSelected, onSelect } = props;
  const { id, status, petId, quantity, shipDate, complete } = order;
  return (
    <>
      <span role="gridcell" class="select">
        <input
          type="checkbox"
          aria-label={`Select order ${id}`}
          checked={isSelected}
          tabIndex={tabIndex}
          onChange={onSelect}
        />
      </span>
      <span role="gridcell" class="id data">
        {String(id)}
      </span>
      <span role="gridcell" class="state">
        <span class={`badge ${status}`}>{status}</span>
      </span>
      <span role="gridcell" class="quantity number data">
        {shown(quantity)}
        <span class="narrow-only"> pcs</span>
      </span>
      <span role="gridcell" class="pet number data">
        <span class="narrow-only">pet </span>
        {shown(petId)}
      </span>
      <span role="gridcell" class="date data">
        {shipDate === undefined ? "–" : <ShipDate text={shipDate} />}
      </span>
      <span role="gridcell" class="complete data">
        {complete === undefined ? "–" : String(complete)}
      </span>
      <span role="gridcell" class="actions">
        <RowActions {...props} />
      </span>
    </>
  );
}

function RowActions({ order, tabIndex, actions, room }: OrderCellsProps) {
  const { id, status } = order;
  const all: readonly (MenuItem & { readonly label: string })[] = [
    {
      text: "Cancel through the API",
      label: `Cancel order ${id} through the API`,
      icon: "cancel",
      onPress: () => actions.cancel(order),
    },
    {
      text: "Ship",
      label: `Ship order ${id}`,
      icon: "ship",
      disabled: status !== "pending",
      onPress: () => actions.ship(order),
    },
    { text: "Edit", label: `Edit order ${id}`, icon: "edit", onPress: () => actions.edit(order) },
    { text: "Copy as JSON", label: `Copy order ${id}`, icon: "copy", onPress: () => actions.copy(order) },
    {
      text: "Remove",
      label: `Remove order ${id}`,
      icon: "remove",
      danger: true,
      onPress: () => actions.remove(order),
    },
  ];
  const shownCount = { all: all.length, cancel: 1, none: 0 }[room];
  const inMenu = all.slice(shownCount);
  return (
    <>
      {all.slice(0, shownCount).map(({ icon, label, danger, disabled, onPress }) => (
        <Button
          key={icon}
          icon={icon}
          label={label}
          look={danger ? "danger" : "plain"}
          disabled={disabled ?? false}
          tabIndex={tabIndex}
          onPress={onPress}
        />
      ))}
      {inMenu.length > 0 && <Menu label={`Actions on order ${id}`} items={inMenu} tabIndex={tabIndex} />}
    </>
  );
}

/** Where there is little room, the day alone. */
function ShipDate({ text }: { readonly text: string }) {
  const [day, time] = formatDate(text).split(" ");
  return (
    <time dateTime={text}>
      {day}
      {time && <span> {time}</span>}
    </time>
  );
}

/** A row whose order is on its way. */
export function WaitingCells() {
  return (
    <span role="gridcell" class="waiting">
      <span class="unseen">Being read</span>
    </span>
  );
}

const shown = (value: bigint | undefined) => (value === undefined ? "–" : String(value));
