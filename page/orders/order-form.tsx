/** Adds an order or edits one: its fields by name, and whatever else it carries as JSON. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import { type OrderStatus, orderStatuses } from "../../spec/wire.ts";
import { useModel } from "../model/model.ts";
import { Button } from "../parts/button.tsx";
import { Field, Segments, Select } from "../parts/controls.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { type FieldName, newTexts, type Problems, readTexts, textsOf } from "./order-fields.ts";
import { suggestId } from "./orders-model.ts";

interface OrderFormProps {
  /** To be edited; undefined for a new one. */
  readonly order: FixtureOrder | undefined;
  readonly onClose: () => void;
}

export function OrderForm({ order, onClose }: OrderFormProps) {
  const { session, orders, notices, orderActions } = useModel();
  const texts = useSignal(order ? textsOf(order) : newTexts);
  const problems = useSignal<Problems>({});
  useEffect(() => {
    if (order) return;
    void Promise.resolve(suggestId(session.control())).then(
      (id) => {
        if (texts.value.id === "") texts.value = { ...texts.value, id: String(id) };
      },
      () => {},
    );
  }, []);
  const save = async () => {
    const read = readTexts(texts.value);
    problems.value = read.problems;
    if (!read.order) return;
    const control = session.control();
    try {
      await (order ? control.put(read.order) : control.add(read.order));
    } catch (error) {
      problems.value = { [order ? "more" : "id"]: (error as Error).message };
      return;
    }
    onClose();
    notices.say(`Order ${read.order.id} is ${order ? "saved" : "added"}.`);
    if (!order) await orders.showLast();
  };
  const field = texts.value;
  const of = (name: FieldName) => ({
    value: field[name],
    problem: problems.value[name],
    onInput: (value: string) => {
      texts.value = { ...texts.value, [name]: value };
      problems.value = { ...problems.value, [name]: undefined };
    },
  });
  return (
    <Dialog title={order ? `Edit order ${order.id}` : "Add an order"} onClose={onClose}>
      <form
        class="order-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {!order && <Field label="id" numeric autoFocus hint="An integer (int64)" {...of("id")} />}
        <Segments
          label="State"
          value={field.status as OrderStatus}
          options={orderStatuses.map((status) => [status, status] as const)}
          onChange={of("status").onInput}
        />
        <div class="columns">
          <Field label="petId" numeric {...of("petId")} />
          <Field label="quantity" numeric {...of("quantity")} />
        </div>
        <div class="columns">
          <Field label="shipDate" mono placeholder="2026-01-31T09:30:00Z" {...of("shipDate")} />
          <Select
            label="complete"
            value={field.complete}
            options={[
              ["", "left out"],
              ["true", "true"],
              ["false", "false"],
            ]}
            onChange={of("complete").onInput}
          />
        </div>
        <label class="field">
          <span>More fields, as a JSON object</span>
          <textarea
            rows={3}
            spellcheck={false}
            value={field.more}
            aria-invalid={problems.value.more !== undefined}
            onInput={(event) => of("more").onInput(event.currentTarget.value)}
          />
          {problems.value.more && (
            <span class="problem" role="alert">
              {problems.value.more}
            </span>
          )}
        </label>
        <div class="dialog-foot">
          {order && (
            <Button
              look="danger"
              icon="remove"
              onPress={() => {
                onClose();
                void orderActions.remove(order);
              }}
            >
              Remove
            </Button>
          )}
          <span class="grow" />
          <Button onPress={onClose}>Cancel</Button>
          <Button look="primary" type="submit">
            {order ? "Save" : "Add"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
