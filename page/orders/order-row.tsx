/** One order in the table. */

import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import { IconButton } from "../parts/button.tsx";
import { formatDate } from "../parts/format.ts";

export interface OrderRowActions {
  readonly cancel: (order: FixtureOrder) => void;
  readonly ship: (order: FixtureOrder) => void;
  readonly edit: (order: FixtureOrder) => void;
  readonly remove: (order: FixtureOrder) => void;
}

interface OrderCellsProps {
  readonly order: FixtureOrder;
  readonly tabIndex: 0 | -1;
  readonly actions: OrderRowActions;
  /** Little room: editing and removing are one press further, in the form. */
  readonly isNarrow: boolean;
}

export function StatusBadge({ status }: { readonly status: string }) {
  return <span class={`badge ${status}`}>{status}</span>;
}

export function OrderCells({ order, tabIndex, actions, isNarrow }: OrderCellsProps) {
  const { id, status, petId, quantity, shipDate, complete } = order;
  return (
    <>
      <span role="gridcell" class="id">
        {String(id)}
      </span>
      <span role="gridcell" class="state">
        <StatusBadge status={status} />
      </span>
      <span role="gridcell" class="quantity number">
        {shown(quantity)}
        <span class="narrow-only"> pcs</span>
      </span>
      <span role="gridcell" class="pet number">
        <span class="narrow-only">pet </span>
        {shown(petId)}
      </span>
      <span role="gridcell" class="date">
        {shipDate === undefined ? "–" : <time dateTime={shipDate}>{formatDate(shipDate)}</time>}
      </span>
      <span role="gridcell" class="complete">
        {complete === undefined ? "–" : complete ? "yes" : "no"}
      </span>
      <span role="gridcell" class="actions">
        <IconButton
          icon="cancel"
          label={`Cancel order ${id} through the API`}
          tabIndex={tabIndex}
          onPress={() => actions.cancel(order)}
        />
        <IconButton
          icon="ship"
          label={`Ship order ${id}`}
          tabIndex={tabIndex}
          disabled={status !== "pending"}
          onPress={() => actions.ship(order)}
        />
        {!isNarrow && (
          <>
            <IconButton
              icon="edit"
              label={`Edit order ${id}`}
              tabIndex={tabIndex}
              onPress={() => actions.edit(order)}
            />
            <IconButton
              icon="remove"
              look="danger"
              label={`Remove order ${id}`}
              tabIndex={tabIndex}
              onPress={() => actions.remove(order)}
            />
          </>
        )}
      </span>
    </>
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
