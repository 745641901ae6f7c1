/**
 * Every rule of the service document, section by section, and the rules of HTTP that warn: the section, and the rule in our
 * own words. Ids name the behaviour and never change once released.
 *
 * - must: the document says so; a requirement tests it, breaking it fails a run.
 * - should: an HTTP RFC says so and the document does not; breaking it warns.
 * - observed: left open; the suite records the answer to its questions and never judges it.
 * - excluded: no answer can break it. It is not shown, a permission, a name, a rule for clients or about the base address,
 *   or about another version.
 */

const must = (section: string, text: string) => ({ level: "must", section, text }) as const;
const should = (section: string, text: string) => ({ level: "should", section, text }) as const;
const observed = (section: string, text: string) => ({ level: "observed", section, text }) as const;
const excluded = (section: string, text: string) => ({ level: "excluded", section, text }) as const;

export const clauses = {
  // 1. What the service does
  "service-purpose": excluded("1", "The service lists a store's orders and cancels them over HTTP."),
  "operations-shown": excluded("1", "Two operations are shown: listOrders and cancelOrder."),
  "pet-operations": excluded("1", "Pet operations exist; beyond one deprecated path they are not shown."),
  "base-address": excluded("1", "Paths are relative to a base address that already ends with /v1."),

  // 2. Resources and their fields
  "order-is-object": must("2", "An Order is a JSON object."),
  "order-fields-optional": excluded("2", "No field of an Order is declared required."),
  "order-id": must("2", "An Order's id, where present, is an int64 integer."),
  "order-id-unique": must("2", "An Order's id is unique."),
  "order-pet-id": must("2", "An Order's petId, where present, is an int64 integer."),
  "order-quantity": must("2", "An Order's quantity, where present, is an integer."),
  "order-ship-date": must("2", "An Order's shipDate, where present, is a string, an ISO 8601 date-time."),
  "order-complete": must("2", "An Order's complete, where present, is a boolean."),
  "order-status-field": observed("2", "Whether an Order shows its status is not shown."),
  "error-is-object": must("2", "An Error is a JSON object."),
  "error-code": must("2", "An Error has a code, a string."),
  "error-message": must("2", "An Error has a message, a string."),
  "error-status": must("2", "An Error has a status, an integer: the HTTP status code of the answer."),

  // 3. States and transitions
  "states-named": excluded("3", "The states are pending and shipped; cancelling leads to a cancelled order."),
  "cancel-pending": must("3", "Cancelling a pending order answers 204 and cancels that order, no other."),
  "cancel-no-body": must("3", "The 204 has no body."),
  "cancel-shipped": must("3", "Cancelling a shipped order answers 409."),
  "shipped-unchanged": must("3", "A shipped order is left as it was by an attempt to cancel it."),
  "cancel-only-pending": must("3, rule 1", "Only a pending order can be cancelled, and only once."),
  "shipped-never-cancelled": must(
    "3, rule 2",
    "However often it is tried, a shipped order is not cancelled.",
  ),
  "cancelled-order-in-list": observed(
    "3, rule 3",
    "How a cancelled order is listed, if at all, is not shown.",
  ),
  shipping: excluded("3, rule 4", "How a pending order becomes shipped is not shown."),
  "complete-and-states": excluded("3, rule 4", "How complete relates to the states is not shown."),

  // 4. Endpoints
  "all-authenticated": must("4", "Every request needs authentication, before anything else is checked."),
  "bodies-are-json": must("4", "Bodies are JSON."),
  "list-orders": must("4.1", "GET /store/orders answers 200 with a JSON array of Orders."),
  "list-no-parameters": excluded("4.1", "listOrders has no parameters and no request body."),
  "list-unauthorized": must("4.1", "listOrders without a valid API key is answered 401 with an Error."),
  "list-all": must("4.1, rule 1", "listOrders returns all orders placed in the store."),
  "list-no-filter": must("4.1, rule 2", "No parameter filters or pages the list."),
  "list-unknown-parameter": observed("4.1, rule 2", "The answer to an unknown parameter is not shown."),
  "cancel-order-id": must("4.2", "Every int64 is understood as an orderId, and names one order only."),
  "cancel-malformed-id": observed("4.2", "The answer to an orderId that is not an int64 is not shown."),
  "cancel-no-request-body": excluded("4.2", "cancelOrder has no request body."),
  "cancel-unauthorized": must("4.2", "cancelOrder without a valid key cancels nothing: 401 with an Error."),
  "cancel-unknown": must("4.2", "cancelOrder answers 404 with an Error when the order cannot be found."),
  "cancel-statuses": must("4.2", "cancelOrder answers 204, 401, 404 or 409."),
  "other-operations": excluded("4.3", "Other operations, on orders and on pets, are not shown."),

  // 5. Authentication
  "bearer-scheme": must("5", "The key is taken from `Authorization: Bearer <API_KEY>` alone."),
  "auth-every-operation": must("5", "Authentication applies to every operation."),
  "key-missing-or-invalid": must("5, rule 1", "A missing or invalid API key gets 401 with an Error."),
  "key-lifecycle": excluded(
    "5, rule 2",
    "Issue, rotation, revocation and permissions of keys are not shown.",
  ),

  // 6. Events
  events: excluded("6", "Webhooks and other notifications are not shown."),

  // 7. Errors
  "error-bodies": must("7, rule 1", "The bodies of a 401 and of a 404 are Error objects."),
  "error-code-values": excluded("7, rule 2", "The possible values of code are not shown."),
  "conflict-body": observed("7, rule 3", "The body of a 409 is not shown."),

  // 8. Limits
  "list-no-pages": must("8, rule 1", "listOrders returns all orders in one response."),
  "rate-limits": observed("8, rule 2", "Rate limits are not shown."),
  "field-bounds": excluded("8, rule 3", "Bounds on values such as quantity are not shown."),

  // 9. Versioning
  "version-prefix": excluded("9, rule 1", "The version is the path prefix /v1 of the base address."),
  "interface-version": excluded("9, rule 2", "The interface description has version 1.0.0."),
  "version-2-plans": excluded("9, rule 3", "Filters and pages are planned for v2; a changelog is published."),
  "pet-by-id-deprecated": excluded("9, rule 4", "GET /pets/{petId} is deprecated; the date is not shown."),
  "stability-markers": excluded("9, rule 5", "Which operations carry a stability marker is not shown."),

  // Rules of HTTP that the document does not state: breaking one warns.
  "rfc9110-scheme-case": should("RFC 9110, 11.1", "A scheme's name is matched whatever its case."),
  "rfc6750-token": should("RFC 6750, 2.1", "A bearer token has no white space: nothing may follow it."),
  "rfc9110-challenge": should("RFC 9110, 15.5.2", "A 401 carries a WWW-Authenticate challenge."),
  "rfc9110-not-found": should("RFC 9110, 15.5.5", "An unknown order is a 404, also with an id below 1."),
  "rfc9110-content-type": should("RFC 9110, 8.3", "An answer with content says its media type."),
  "rfc9110-head": should("RFC 9110, 9.3.2", "HEAD answers as GET does, without content."),
  "rfc9110-no-content-length": should("RFC 9110, 8.6", "A 204 carries no Content-Length."),
  "rfc9110-safe": should("RFC 9110, 9.2.1", "GET is safe: reading the list does not change it."),
  "rfc3339-date-time": should("RFC 3339, 5.6", "A date-time is in the profile of RFC 3339."),
};

export type ClauseId = keyof typeof clauses;
/** The clauses a requirement can be about. */
export type TestableClauseId = {
  [Id in ClauseId]: (typeof clauses)[Id]["level"] extends "must" | "should" ? Id : never;
}[ClauseId];

export const clauseIds = Object.keys(clauses) as readonly ClauseId[];

/** The name of a clause for people: `section 4.1, rule 1` or `RFC 9110, 11.1`. */
export function formatClause(id: ClauseId): string {
  const { section } = clauses[id];
  return section.startsWith("RFC") ? section : `section ${section}`;
}
