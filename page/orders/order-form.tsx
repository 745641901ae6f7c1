/** Adds an order or edits one: its fields by name, and whatever else it carries as JSON. */

import { useSignal } from "@preact/signals";
import { formatJson, parseJson } from "../../base/json.ts";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import { readFixtureOrder } from "../../fixtures/parse-fixtures.ts";
import { type OrderStatus, orderStatuses } from "../../spec/wire.ts";
import { Button } from "../parts/button.tsx";
import { Field, Segments, Select } from "../parts/controls.tsx";
import { Dialog } from "../parts/dialog.tsx";

interface OrderFormProps {
  /** To be edited; undefined for a new one. */
  readonly order: FixtureOrder | undefined;
  /** True when it is saved. */
  readonly onSave: (order: FixtureOrder) => Promise<boolean>;
  readonly onRemove: (order: FixtureOrder) => void;
  readonly onClose: () => void;
}

const documented = ["id", "status", "petId", "quantity", "shipDate", "complete"] as const;
type Name = (typeof documented)[number] | "more";

export function OrderForm({ order, onSave, onRemove, onClose }: OrderFormProps) {
  const texts = useSignal(textsOf(order));
  const problem = useSignal<string | undefined>(undefined);
  const set = (name: Name) => (value: string) => {
    texts.value = { ...texts.value, [name]: value };
    problem.value = undefined;
  };
  const save = async () => {
    try {
      if (await onSave(orderOf(texts.value))) onClose();
    } catch (error) {
      problem.value = (error as Error).message;
    }
  };
  const field = { ...texts.value };
  return (
    <Dialog title={order ? `Edit order ${order.id}` : "Add an order"} onClose={onClose}>
      <form
        class="order-form"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {!order && (
          <Field label="id" numeric required autoFocus value={field.id} onInput={set("id")} hint="An int64" />
        )}
        <Segments
          label="State"
          value={field.status as OrderStatus}
          options={orderStatuses.map((status) => [status, status] as const)}
          onChange={set("status")}
        />
        <div class="columns">
          <Field label="petId" numeric value={field.petId} onInput={set("petId")} />
          <Field label="quantity" numeric value={field.quantity} onInput={set("quantity")} />
        </div>
        <div class="columns">
          <Field
            label="shipDate"
            value={field.shipDate}
            onInput={set("shipDate")}
            placeholder="2026-01-31T09:30:00Z"
          />
          <Select
            label="complete"
            value={field.complete}
            options={[
              ["", "left out"],
              ["true", "true"],
              ["false", "false"],
            ]}
            onChange={set("complete")}
          />
        </div>
        <label class="field">
          <span>More fields, as a JSON object</span>
          <textarea
            rows={3}
            spellcheck={false}
            value={field.more}
            onInput={(event) => set("more")(event.currentTarget.value)}
          />
        </label>
        {problem.value && (
          <p class="problem" role="alert">
            {problem.value}
          </p>
        )}
        <div class="dialog-foot">
          {order && (
            <Button
              look="danger"
              icon="remove"
              onPress={() => {
                onRemove(order);
                onClose();
              }}
            >
              Remove
            </Button>
          )}
          <span class="grow" />
          <Button onPress={onClose}>Leave</Button>
          <Button look="primary" type="submit">
            {order ? "Save" : "Add"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

type Texts = Readonly<Record<Name, string>>;

function textsOf(order: FixtureOrder | undefined): Texts {
  if (!order)
    return { id: "", status: "pending", petId: "", quantity: "1", shipDate: "", complete: "false", more: "" };
  const { id, status, petId = "", quantity = "", shipDate = "", complete = "", ...more } = order;
  const rest = Object.keys(more).length > 0 ? formatJson(more, 2) : "";
  const texts = { id, status, petId, quantity, shipDate, complete };
  return { ...(mapTexts(texts) as Texts), more: rest };
}

const mapTexts = (values: object) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));

/** @throws {Error} saying which field cannot be read */
function orderOf({ more, ...texts }: Texts): FixtureOrder {
  const fields: Record<string, unknown> = more.trim() === "" ? {} : { ...(readObject(more) as object) };
  for (const name of documented) {
    const text = texts[name].trim();
    if (text === "") continue;
    if (name === "shipDate" || name === "status") fields[name] = text;
    else if (name === "complete") fields[name] = text === "true";
    // What is no integer is left as it stands, for the message to show.
    else fields[name] = /^-?\d+$/.test(text) ? BigInt(text) : text;
  }
  return readFixtureOrder(fields as never, "of this form");
}

function readObject(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw new Error("Cannot read the additional fields: they are no JSON object.");
  }
}
