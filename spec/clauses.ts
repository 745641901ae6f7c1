/**
 * Every rule of the service document, section by section, and the rules of HTTP
 * that warn. Ids name the behaviour and never change once released.
 */

import { endpointClauses } from "./endpoint-clauses.ts";
import { httpClauses } from "./http-clauses.ts";
import { resourceClauses } from "./resource-clauses.ts";

export const clauses = { ...resourceClauses, ...endpointClauses, ...httpClauses } as const;

export type ClauseId = keyof typeof clauses;
/** The clauses a requirement can be about. */
export type TestableClauseId = {
  [Id in ClauseId]: (typeof clauses)[Id]["level"] extends "must" | "should" ? Id : never;
}[ClauseId];

export const clauseIds = Object.keys(clauses) as readonly ClauseId[];

/** How a clause is named to a person: `section 4.1, rule 1` or `RFC 9110, 11.1`. */
export function formatClause(id: ClauseId): string {
  const { section } = clauses[id];
  return section.startsWith("RFC") ? section : `section ${section}`;
}
