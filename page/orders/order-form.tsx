/** A form to add or edit an order: its fields by name, and further members as JSON. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { formatJson, isJsonObject, readJson } from "../../base/json.ts";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import { readFixtureOrder } from "../../fixtures/parse-fixtures.ts";
import { orderStatuses } from "../../spec/wire.ts";
import { useModel } from "../model/model.ts";
import { Button } from "../parts/button.tsx";
import { Field, Segments, Select } from "../parts/controls.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { set } from "../parts/set.ts";
import { suggestId } from "./orders-model.ts";

export function OrderForm({ edited }: { readonly edited: FixtureOrder | "new" }) {
  const { session, notices, orders } = useModel();
  const order = edited === "new" ? undefined : edited;
  const close = () => set(orders.edited, undefined);
  const texts = useSignal(textsOf(order ?? { status: "pending", quantity: 1n, complete: false }));
  const problems = useSignal<Problems>({});
  const suggest = async () => {
    const id = await session.ask(suggestId);
    if (id !== undefined && texts.value.id === "") texts.value = { ...texts.value, id: String(id) };
  };
  useEffect(() => {
    if (!order) void suggest();
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
    close();
    notices.say(`Order ${read.order.id} is ${order ? "saved" : "added"}.`);
    if (!order) void orders.goToLast();
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
    <Dialog title={order ? `Edit order ${order.id}` : "Add an order"} onClose={close}>
      <form
        class="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {!order && <Field label="id" numeric autoFocus placeholder="an integer (int64)" {...of("id")} />}
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
          <Button text="Cancel" onPress={close} />
          <Button look="primary" type="submit" text={order ? "Save" : "Add"} />
        </div>
      </form>
    </Dialog>
  );
}

const documented = ["id", "status", "petId", "quantity", "shipDate", "complete"] as const;
type FieldName = (typeof documented)[number] | "more";
type Texts = Readonly<Record<FieldName, string>>;
type Problems = Readonly<Partial<Record<FieldName, string | undefined>>>;

/** The texts of an order, or of a new one. */
function textsOf(order: Partial<FixtureOrder>): Texts {
  const { id, status, petId, quantity, shipDate, complete, ...more } = order;
  const fields = { id, status, petId, quantity, shipDate, complete };
  const texts = Object.entries(fields).map(([name, value = ""]) => [name, String(value)]);
  return { ...Object.fromEntries(texts), more: Object.keys(more).length > 0 ? formatJson(more, 2) : "" };
}

/** @returns the order, or a message for each wrong field */
function readTexts(texts: Texts): { readonly order?: FixtureOrder; readonly problems: Problems } {
  const problems: Partial<Record<FieldName, string>> = {};
  const fields: Record<string, unknown> = {};
  /** Adds members that a fixtures file may have, or a problem. */
  const take = (name: FieldName, read: () => object) => {
    try {
      const value = read();
      readFixtureOrder({ id: 1n, ...value }, "");
      Object.assign(fields, value);
    } catch (error) {
      problems[name] = (error as Error).message.replace(/^Cannot read fixtures : /, "");
    }
  };
  take("more", () => {
    const more = readJson(texts.more.trim() || "{}", refuseMore);
    return isJsonObject(more) ? more : refuseMore();
  });
  for (const name of documented) {
    const text = texts[name].trim();
    if (text !== "") take(name, () => ({ [name]: readValue(name, text) }));
  }
  if (texts.id.trim() === "") problems.id = "An order needs an id, an integer (int64).";
  if (Object.keys(problems).length > 0) return { problems };
  return { order: readFixtureOrder(fields, ""), problems };
}

function refuseMore(): never {
  throw new Error("This must be a JSON object.");
}

function readValue(name: (typeof documented)[number], text: string): unknown {
  if (name === "shipDate" || name === "status") return text;
  if (name === "complete") return text === "true";
  // A text that is not an integer stays unchanged, for the message.
  return /^-?\d+$/.test(text) ? BigInt(text) : text;
}
