import {
  answer,
  cancel,
  list,
  noContent,
  notFound,
  orders,
  testRequirements,
} from "../testing/requirement-histories.ts";
import { orderIdRequirements } from "./order-id.ts";

const beyond53 = "9007199254740993";
/** 101 + 2^32: a reader that keeps 32 bits takes it for 101. */
const wrapped = 101 + 2 ** 32;

testRequirements(orderIdRequirements, {
  "unknown-large": {
    kept: [list(), cancel(999, notFound), cancel(beyond53, notFound)],
    broken: [list(), cancel(999, notFound), cancel(beyond53, answer(400))],
  },
  "unknown-unusual": {
    kept: [list(), cancel(0, notFound), cancel(-7, notFound)],
    broken: [list(), cancel(0, answer(400))],
  },
  malformed: {
    kept: [cancel("abc", answer(400)), cancel("1.5", notFound), cancel("%20", answer(422))],
    broken: [cancel("abc", answer(500))],
  },
  resembling: {
    kept: [list(), cancel(wrapped, notFound), cancel("101abc", answer(400)), list(), cancel(101, noContent)],
    broken: [list(), cancel("101abc", noContent), list(), cancel(101, notFound)],
  },
  "resembling-has-no-effect": {
    kept: [list(), cancel(wrapped, notFound), list(), cancel(101, noContent)],
    broken: [list(), cancel(wrapped, notFound), list(orders(102, 103, 104, 105))],
  },
});
