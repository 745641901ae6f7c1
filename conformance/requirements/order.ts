/** Section 2: each listed order is an Order, and each of its fields has the documented type. */

import type { History } from "../evidence/history.ts";
import { ownListFaults } from "./list-faults.ts";
import { type Requirement, rulesOf, without } from "./requirement.ts";

const rule = rulesOf("order");

/** Every list that can be read, also with a query or further headers. */
const readableLists = ({ lists }: History) =>
  lists.filter(({ list }) => list.fault === undefined).map(({ call }) => call);

const fields = [
  ["is-object", "Each listed order is a JSON object", "order-is-object"],
  ["id", "Each id is an int64 integer", "order-id"],
  ["pet-id", "Each petId is an int64 integer", "order-pet-id"],
  ["quantity", "Each quantity is an integer", "order-quantity"],
  ["ship-date-type", "Each shipDate is a string", "order-ship-date"],
  ["ship-date", "Each shipDate is an ISO 8601 date-time", "order-ship-date"],
  ["ship-date-rfc3339", "Each shipDate is in the profile of RFC 3339", "rfc3339-date-time"],
  ["complete", "Each complete is a boolean", "order-complete"],
  ["id-unique", "No two listed orders have the same id", "order-id-unique"],
] as const;

export const orderRequirements: readonly Requirement[] = fields.map(([kind, title, clause]) =>
  rule(kind, title, clause, { parts: ["lists"], ...without(ownListFaults, [kind], readableLists) }),
);
