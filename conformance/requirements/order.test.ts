import {
  list,
  orders,
  type RequirementHistories,
  testRequirements,
} from "../testing/requirement-histories.ts";
import { listed } from "../testing/write-history.ts";
import { orderRequirements } from "./order.ts";

/** A list of the given orders, the last of which is shown with other fields. */
const withFields = (fields: object) => list(orders(101, 102, 103, 104, { ...listed(105), ...fields }));
const withAnother = (order: object) => list(orders(101, 102, 103, 104, 105, order));

const histories: Readonly<Record<string, RequirementHistories>> = {
  "is-object": { kept: [withAnother({})], broken: [withAnother(["106"])] },
  id: { kept: [withAnother({ id: -1 })], broken: [withAnother({ id: "106" })] },
  "pet-id": { kept: [withFields({ petId: 0 })], broken: [withFields({ petId: null })] },
  quantity: { kept: [withFields({ quantity: -3 })], broken: [withFields({ quantity: 1.5 })] },
  "ship-date-type": {
    kept: [withFields({ shipDate: undefined })],
    broken: [withFields({ shipDate: 1_795_161_600 })],
  },
  "ship-date": {
    kept: [withFields({ shipDate: "2026-11-20T08:00:00+14:00" })],
    broken: [withFields({ shipDate: "2026-11-31T08:00:00Z" })],
  },
  "ship-date-rfc3339": {
    kept: [withFields({ shipDate: "2026-11-20t08:00:60.123456789z" })],
    broken: [withFields({ shipDate: "2026-11-20T08:00Z" })],
  },
  complete: { kept: [withFields({ complete: true })], broken: [withFields({ complete: "true" })] },
  "id-unique": { kept: [withAnother({ id: 106 })], broken: [withAnother({ id: 101 })] },
};

testRequirements(orderRequirements, histories);
