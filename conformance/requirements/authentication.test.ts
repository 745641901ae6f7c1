import {
  answer,
  cancel,
  everyOrder,
  key,
  list,
  noContent,
  notFound,
  orders,
  type RequirementHistories,
  type ShortCall,
  testRequirements,
  unauthorized,
  withAuthorization,
  withoutKey,
} from "../testing/requirement-histories.ts";
import { authenticationRequirements } from "./authentication.ts";
import { exposedKeyRequirements } from "./exposed-key.ts";

type Answer = ShortCall["answer"];

/** Ways of not having a valid key, by the end of the requirement's name. */
const badKeys: Readonly<Record<string, (line: string, given: Answer) => ShortCall>> = {
  "without-key": withoutKey,
  "wrong-key": (line, given) => withAuthorization("Bearer another", line, given),
  "key-cut-short": (line, given) => withAuthorization(`Bearer ${key.slice(0, -1)}`, line, given),
  "key-lengthened": (line, given) => withAuthorization(`Bearer ${key}x`, line, given),
  "empty-key": (line, given) => withAuthorization("Bearer ", line, given),
  "key-without-scheme": (line, given) => withAuthorization(key, line, given),
  "basic-scheme": (line, given) => withAuthorization(`Basic ${btoa(`${key}:`)}`, line, given),
  "other-scheme": (line, given) => withAuthorization(`Token ${key}`, line, given),
};

const listsAndCancels = Object.entries(badKeys).flatMap(
  ([name, call]): readonly [string, RequirementHistories][] => [
    [
      `list-${name}`,
      {
        kept: [list(), call("GET /store/orders", unauthorized)],
        broken: [list(), call("GET /store/orders", everyOrder)],
      },
    ],
    [
      `cancel-${name}`,
      {
        kept: [list(), call("DELETE /store/orders/999", unauthorized)],
        broken: [list(), call("DELETE /store/orders/999", notFound)],
      },
    ],
  ],
);

testRequirements(authenticationRequirements, {
  ...Object.fromEntries(listsAndCancels),
  "before-id-format": {
    kept: [withoutKey("DELETE /store/orders/abc", unauthorized)],
    broken: [withoutKey("DELETE /store/orders/abc", answer(400))],
  },
  "before-shipped-state": {
    kept: [list(), withoutKey("DELETE /store/orders/105", unauthorized)],
    broken: [list(), withoutKey("DELETE /store/orders/105", answer(409))],
  },
  "before-pending-state": {
    kept: [list(), withoutKey("DELETE /store/orders/101", unauthorized), list()],
    broken: [list(), withoutKey("DELETE /store/orders/101", answer(403)), list()],
  },
  "before-cancelled-state": {
    kept: [list(), cancel(101, noContent), withoutKey("DELETE /store/orders/101", unauthorized)],
    broken: [list(), cancel(101, noContent), withoutKey("DELETE /store/orders/101", notFound)],
  },
  "refused-cancel-has-no-effect": {
    kept: [list(), withoutKey("DELETE /store/orders/101", unauthorized), list(), cancel(101, noContent)],
    broken: [list(), withoutKey("DELETE /store/orders/101", unauthorized), list(orders(102, 103, 104, 105))],
  },
  "other-spelling-gives-no-orders": {
    kept: [list(), withoutKey("GET /store/orders/", notFound)],
    broken: [list(), withoutKey("GET /store/orders/", everyOrder)],
  },
  "other-spelling-has-no-effect": {
    kept: [list(), withoutKey("DELETE /store//orders/101", notFound), list(), cancel(101, noContent)],
    broken: [list(), withoutKey("DELETE /store//orders/101", noContent), list(orders(102, 103, 104, 105))],
  },
  "every-operation": {
    kept: [withoutKey("GET /pets/7", unauthorized)],
    broken: [withoutKey("GET /pets/7", answer(200, { id: 7 }))],
  },
  "scheme-in-any-case": {
    kept: [list(), withAuthorization(`bearer ${key}`, "GET /store/orders", everyOrder)],
    broken: [list(), withAuthorization(`bearer ${key}`, "GET /store/orders", unauthorized)],
  },
  "key-with-further-word": {
    kept: [list(), withAuthorization(`Bearer ${key} word`, "GET /store/orders", unauthorized)],
    broken: [list(), withAuthorization(`Bearer ${key} word`, "GET /store/orders", everyOrder)],
  },
  challenge: {
    kept: [withoutKey("GET /store/orders", unauthorized)],
    broken: [withoutKey("GET /store/orders", answer(401, { code: "a", message: "b", status: 401 }))],
  },
  "head-without-key": {
    kept: [withoutKey("HEAD /store/orders", answer(401))],
    broken: [withoutKey("HEAD /store/orders", answer(200))],
  },
});

testRequirements(exposedKeyRequirements, {
  "in-query": {
    kept: [withoutKey(`GET /store/orders?api_key=${key}`, unauthorized)],
    broken: [withoutKey(`GET /store/orders?api_key=${key}`, everyOrder)],
  },
  "in-other-header": {
    kept: [{ line: "GET /store/orders", headers: [["x-api-key", key]], answer: unauthorized }],
    broken: [{ line: "GET /store/orders", headers: [["x-api-key", key]], answer: everyOrder }],
  },
});
