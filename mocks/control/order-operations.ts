/** The operations of the control plane on a world's orders. */

import type { FixtureInput } from "../../fixtures/fixture-order.ts";
import { controlPaths } from "../../spec/control-protocol.ts";
import { orderStatuses } from "../../spec/wire.ts";
import { readMembers } from "../core/field.ts";
import { maxPageOrders, sorts } from "../worlds/search-orders.ts";
import { parseSnapshotText } from "../worlds/snapshot-text.ts";
import { type ControlOperation, on } from "./control-operation.ts";
import { arrayOf, count, ref, text } from "./control-schemas.ts";
import { readOrder, readOrderId, readParameter, snapshotFields } from "./read-input.ts";

export const orderOperations: readonly ControlOperation[] = [
  on("orders", "GET", controlPaths.orders, "Every order, cancelled ones too.", {
    answer: arrayOf("Order"),
    query: { limit: [count, "Maximum number of orders, the first."] },
    run: ({ control, query }) => control.orders(readParameter(query, "limit")),
  }),
  on("add", "POST", controlPaths.orders, "Adds an order; refused where there is one with its id.", {
    body: ref("NewOrder"),
    answer: ref("Order"),
    run: ({ control, given }) => control.add(given() as FixtureInput),
  }),
  on("searchOrders", "GET", controlPaths.search, "A page of the orders, and how many there are of them.", {
    answer: ref("OrderPage"),
    query: {
      state: [{ enum: orderStatuses }, "Orders in this state only."],
      id: [text, "Orders whose id begins with these digits."],
      text: [text, "Orders with each of these words in `id`, `petId`, `status` or `shipDate`."],
      sort: [{ enum: sorts }, "Falling with a minus. Default: as the list has them."],
      offset: [count, "How many of those found to pass over."],
      limit: [{ type: "integer", minimum: 0, maximum: maxPageOrders }, "Default: 100."],
    },
    run({ control, query }) {
      const { world: _world, ...given } = Object.fromEntries(query);
      const [offset, limit] = [readParameter(query, "offset"), readParameter(query, "limit")];
      return control.searchOrders({ ...given, offset, limit });
    },
  }),
  on("order", "GET", controlPaths.order, "One order and its state.", {
    answer: ref("Order"),
    run: ({ control, segment }) => control.order(segment),
  }),
  on("put", "PUT", controlPaths.order, "Adds an order, or puts it in the place of the one with its id.", {
    body: ref("NewOrder"),
    answer: ref("Order"),
    run: ({ control, segment, given }) => control.put(readOrder(given(), "put", readOrderId(segment, "put"))),
  }),
  on(
    "remove",
    "DELETE",
    controlPaths.order,
    "Takes an order out, as if it had never been. To cancel one, call the API.",
    {
      answer: ref("Order"),
      run: ({ control, segment }) => control.remove(segment),
    },
  ),
  on("ship", "POST", controlPaths.ship, "Ships a pending order.", {
    answer: ref("Order"),
    run: ({ control, segment }) => control.ship(segment),
  }),
  on(
    "reset",
    "POST",
    controlPaths.reset,
    "Back to what the mock was started with, or to another start until the next plain reset. With the world * that is for all of them.",
    {
      body: ref("Source"),
      mayLackBody: true,
      answer: ref("Health"),
      bodyShare: 1,
      run({ control, everyWorld, request, given }) {
        const source = /[^ \t\r\n]/.test(request.body ?? "") ? given() : undefined;
        return everyWorld ? control.resetAll(source) : control.reset(source);
      },
    },
  ),
  on("snapshot", "GET", controlPaths.state, "The orders and the profile as a short text.", {
    answer: ref("Snapshot"),
    run: ({ control }) => ({ state: control.snapshot() }),
  }),
  on("restore", "PUT", controlPaths.state, "Back to a snapshot.", {
    body: ref("Snapshot"),
    answer: ref("Health"),
    bodyShare: 0.1,
    run(call) {
      const { state } = readMembers(call.given(), snapshotFields, "the request body");
      // A text that cannot be read makes no world.
      parseSnapshotText(state);
      return call.control.restore(state);
    },
  }),
];
