/** Sections 4 to 9: the operations, their authentication, errors, limits and versions. */

import { type Clause, excluded, must, observed } from "./clause.ts";

export const endpointClauses = {
  // 4. Endpoints
  "all-authenticated": must("4", "Every request needs authentication, before anything else is looked at."),
  "bodies-are-json": must("4", "Bodies are JSON."),
  "list-orders": must("4.1", "GET /store/orders answers 200 with a JSON array of Orders."),
  "list-no-parameters": excluded(
    "4.1",
    "listOrders has no parameters and no request body.",
    "A rule for clients; the kit's own requests keep it.",
  ),
  "list-unauthorized": must(
    "4.1",
    "listOrders answers 401 with an Error when the API key is missing or invalid.",
  ),
  "list-all": must("4.1, rule 1", "listOrders returns all orders placed in the store."),
  "list-no-filter": must("4.1, rule 2", "No parameter filters or pages the list."),
  "list-unknown-parameter": observed(
    "4.1, rule 2",
    "What a parameter the operation does not have gets, other than a filtered list, is not shown.",
    "unknownQuery",
  ),
  "cancel-order-id": must(
    "4.2",
    "orderId is an int64: every id of that range is understood, and an id names one order only.",
  ),
  "cancel-malformed-id": observed(
    "4.2",
    "What an orderId that is no int64 gets is not shown.",
    "malformedId",
    "outOfRangeId",
    "paddedId",
    "idSpelling",
  ),
  "cancel-no-request-body": excluded(
    "4.2",
    "cancelOrder has no request body.",
    "A rule for clients; the kit's own requests keep it.",
  ),
  "cancel-unauthorized": must(
    "4.2",
    "cancelOrder answers 401 with an Error when the API key is missing or invalid, and cancels nothing.",
  ),
  "cancel-unknown": must("4.2", "cancelOrder answers 404 with an Error when the order cannot be found."),
  "cancel-statuses": must("4.2", "cancelOrder answers 204, 401, 404 or 409."),
  "other-operations": excluded(
    "4.3",
    "Creating, reading and changing an order, and pet operations, are not shown.",
  ),

  // 5. Authentication
  "bearer-scheme": must(
    "5",
    "The key is taken from `Authorization: Bearer <API_KEY>` and from nowhere else.",
  ),
  "auth-every-operation": must("5", "Authentication applies to every operation."),
  "key-missing-or-invalid": must("5, rule 1", "A missing or invalid API key gets 401 with an Error."),
  "key-lifecycle": excluded(
    "5, rule 2",
    "How keys are issued, rotated or revoked, and their permissions, is not shown.",
  ),

  // 6. Events
  events: excluded("6", "Webhooks and other notifications are not shown."),

  // 7. Errors
  "error-bodies": must("7, rule 1", "The bodies of a 401 and of a 404 are Error objects."),
  "error-code-values": excluded(
    "7, rule 2",
    "The possible values of code are not shown.",
    "Any string will do; that it is a string has a clause of its own.",
  ),
  "conflict-body": observed("7, rule 3", "The body of a 409 is not shown.", "conflictBody"),

  // 8. Limits
  "list-no-pages": must("8, rule 1", "listOrders returns all orders in one response."),
  "rate-limits": observed("8, rule 2", "Rate limits are not shown.", "throttle"),
  "field-bounds": excluded(
    "8, rule 3",
    "Bounds on values such as quantity are not shown.",
    "Any integer will do, zero and negative ones too.",
  ),

  // 9. Versioning
  "version-prefix": excluded(
    "9, rule 1",
    "The version is the path prefix /v1 of the base address.",
    "Part of the base address, which is given to the kit.",
  ),
  "interface-version": excluded(
    "9, rule 2",
    "The interface description has version 1.0.0.",
    "A property of the description; no answer carries it.",
  ),
  "version-2-plans": excluded(
    "9, rule 3",
    "Filtering and pagination are planned for v2; a changelog is published.",
    "About another version, and about a publication.",
  ),
  "pet-by-id-deprecated": excluded(
    "9, rule 4",
    "GET /pets/{petId} is deprecated; its sunset date is not shown.",
    "No date to compare with. That it needs a key is tested under auth-every-operation.",
  ),
  "stability-markers": excluded(
    "9, rule 5",
    "Some operations carry a stability marker; which ones is not shown.",
  ),
} as const satisfies Record<string, Clause>;
