/** A form to add or edit an order: its fields by name, and further members as JSON. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import { orderStatuses } from "../../spec/wire.ts";
import { useModel } from "../model/model.ts";
import { Button } from "../parts/button.tsx";
import { Field, Segments, Select } from "../parts/controls.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { type FieldName, type Problems, readTexts, textsOf } from "./order-fields.ts";
import { suggestId } from "./orders-model.ts";

interface OrderFormProps {
  /** The order to edit; undefined for a new one. */
  readonly order: FixtureOrder | undefined;
  readonly onAdded: () => void;
  readonly onClose: () => void;
}

export function OrderForm({ order, onAdded, onClose }: OrderFormProps) {
  const { session, notices } = useModel();
  const texts = useSignal(textsOf(order ?? { status: "pending", quantity: 1n, complete: false }));
  const problems = useSignal<Problems>({});
  useEffect(() => {
    if (order) return;
    suggestId(session.control()).then(
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
    if (!order) onAdded();
  };
  const of = (name: FieldName) => ({
    value: texts.value[name],
    problem: problems.value[name],
    onInput: (value: string) => {
      texts.value = { ...texts.value, [name]: value };
      problems.value = { ...problems.value, [name]: undefined };
    },
  });
  return (
    <Dialog title={order ? `Edit order ${order.id}` : "Add an order"} onClose={onClose}>
      <form
        class="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {!order && <Field label="id" numeric autoFocus hint="An integer (int64)" {...of("id")} />}
        <Segments label="State" options={orderStatuses.map((each) => [each, each])} {...of("status")} />
        <div class="tiles">
          <Field label="petId" numeric {...of("petId")} />
          <Field label="quantity" numeric {...of("quantity")} />
          <Field label="shipDate" mono placeholder="2026-01-31T09:30:00Z" {...of("shipDate")} />
          <Select
            label="complete"
            options={Object.entries({ "": "left out", true: "true", false: "false" })}
            {...of("complete")}
          />
        </div>
        <Field label="More fields, as a JSON object" rows={3} {...of("more")} />
        <div class="row">
          <span class="grow" />
          <Button text="Cancel" onPress={onClose} />
          <Button look="primary" type="submit" text={order ? "Save" : "Add"} />
        </div>
      </form>
    </Dialog>
  );
}
