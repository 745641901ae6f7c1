/** Sections 1 to 3: the service, its resources, and the states of an order. */

import { type Clause, excluded, must, observed } from "./clause.ts";

export const resourceClauses = {
  // 1. What the service does
  "service-purpose": excluded(
    "1",
    "The service lists a store's orders and cancels them over HTTP.",
    "An introduction; the rules it announces have clauses of their own.",
  ),
  "operations-shown": excluded(
    "1",
    "Two operations are shown: listOrders and cancelOrder.",
    "A table of contents; each operation has clauses of its own.",
  ),
  "pet-operations": excluded("1", "Pet operations exist; beyond one deprecated path they are not shown."),
  "base-address": excluded(
    "1",
    "Paths are relative to a base address that already ends with /v1.",
    "The base address is given to the kit and taken as it is; a gateway may map it.",
  ),

  // 2. Resources and their fields
  "order-is-object": must("2", "An Order is a JSON object."),
  "order-fields-optional": excluded(
    "2",
    "No field of an Order is declared required.",
    "A permission: no server can break it. Right-but-odd servers in the tests hold the suite to it.",
  ),
  "order-id": must("2", "An Order's id, where present, is an int64 integer."),
  "order-id-unique": must("2", "An Order's id is unique."),
  "order-pet-id": must("2", "An Order's petId, where present, is an int64 integer."),
  "order-quantity": must("2", "An Order's quantity, where present, is an integer."),
  "order-ship-date": must(
    "2",
    "An Order's shipDate, where present, is a string holding an ISO 8601 date-time.",
  ),
  "order-complete": must("2", "An Order's complete, where present, is a boolean."),
  "order-status-field": observed("2", "Whether an Order shows its status is not shown.", "statusField"),
  "error-is-object": must("2", "An Error is a JSON object."),
  "error-code": must("2", "An Error has a code, a string."),
  "error-message": must("2", "An Error has a message, a string."),
  "error-status": must("2", "An Error has a status, an integer: the HTTP status code of the answer."),

  // 3. States and transitions
  "states-named": excluded(
    "3",
    "The states are pending and shipped; cancelling leads to a cancelled order.",
    "Names; no operation shows a state. The transitions have clauses of their own.",
  ),
  "cancel-pending": must("3", "Cancelling a pending order answers 204 and cancels that order, no other."),
  "cancel-no-body": must("3", "The 204 has no body."),
  "cancel-shipped": must("3", "Cancelling a shipped order answers 409."),
  "shipped-unchanged": must("3", "A shipped order is left as it was by an attempt to cancel it."),
  "cancel-only-pending": must(
    "3, rule 1",
    "Only a pending order can be cancelled; a cancelled one is no longer pending.",
  ),
  "shipped-never-cancelled": must(
    "3, rule 2",
    "A shipped order cannot be cancelled, however often it is tried.",
  ),
  "cancelled-order-in-list": observed(
    "3, rule 3",
    "Whether a cancelled order is still listed, and with what data, is not shown.",
    "cancelledInList",
  ),
  shipping: excluded(
    "3, rule 4",
    "How a pending order becomes shipped is not shown.",
    "No operation ships an order.",
  ),
  "complete-and-states": excluded(
    "3, rule 4",
    "How complete relates to the states is not shown.",
    "The flag of the few orders a run is given proves no rule about all orders.",
  ),
} as const satisfies Record<string, Clause>;
