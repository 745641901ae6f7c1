/** Section 2: each listed order is an Order, each field it has of its type. */

import type { TestableClauseId } from "../../spec/clauses.ts";
import type { History } from "../evidence/history.ts";
import type { ListFaultKind } from "../evidence/order-faults.ts";
import { ownListFaults } from "./list-faults.ts";
import { type Requirement, requirement } from "./requirement.ts";

/** Every list that can be read, whatever else was asked with it. */
const readableLists = ({ lists }: History) =>
  lists.filter(({ list }) => list.fault === undefined).map(({ call }) => call);

function about(kind: ListFaultKind, title: string, clause: TestableClauseId): Requirement {
  return requirement({
    id: `order/${kind}`,
    title,
    clause,
    parts: ["lists"],
    covers: readableLists,
    breaks: (history) =>
      ownListFaults(history).flatMap((fault) => (fault.kind === kind ? [fault.found] : [])),
  });
}

export const orderRequirements: readonly Requirement[] = [
  about("is-object", "Each listed order is a JSON object", "order-is-object"),
  about("id", "Each id is an int64 integer", "order-id"),
  about("pet-id", "Each petId is an int64 integer", "order-pet-id"),
  about("quantity", "Each quantity is an integer", "order-quantity"),
  about("ship-date-type", "Each shipDate is a string", "order-ship-date"),
  about("ship-date", "Each shipDate is an ISO 8601 date-time", "order-ship-date"),
  about("ship-date-rfc3339", "Each shipDate is in the profile of RFC 3339", "rfc3339-date-time"),
  about("complete", "Each complete is a boolean", "order-complete"),
  about("id-unique", "No two listed orders have the same id", "order-id-unique"),
];
