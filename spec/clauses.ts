/**
 * Every rule of the service document, section by section, and the rules of HTTP
 * that warn. Ids name the behaviour and never change once released.
 */

import { type Clause, should } from "./clause.ts";
import { endpointClauses } from "./endpoint-clauses.ts";
import { resourceClauses } from "./resource-clauses.ts";

/** Rules of HTTP that the document does not state: breaking one warns. */
const httpClauses = {
  "rfc9110-scheme-case": should(
    "RFC 9110, 11.1",
    "An authentication scheme's name is matched whatever its case.",
  ),
  "rfc6750-token": should("RFC 6750, 2.1", "A bearer token has no white space: nothing may follow it."),
  "rfc9110-challenge": should("RFC 9110, 15.5.2", "A 401 carries a WWW-Authenticate challenge."),
  "rfc9110-not-found": should(
    "RFC 9110, 15.5.5",
    "What cannot be found is answered 404, whatever its id: 0 and the numbers below it are int64, too.",
  ),
  "rfc9110-content-type": should("RFC 9110, 8.3", "An answer with content says its media type."),
  "rfc9110-head": should("RFC 9110, 9.3.2", "HEAD answers as GET does, without content."),
  "rfc9110-no-content-length": should("RFC 9110, 8.6", "A 204 carries no Content-Length."),
  "rfc9110-safe": should("RFC 9110, 9.2.1", "GET is safe: reading the list does not change it."),
  "rfc3339-date-time": should(
    "RFC 3339, 5.6",
    "A date-time is in the profile of ISO 8601 that RFC 3339 defines.",
  ),
} as const satisfies Record<string, Clause>;

export const clauses = { ...resourceClauses, ...endpointClauses, ...httpClauses } as const;

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
