import {
  answer,
  cancel,
  conflict,
  list,
  noContent,
  notFound,
  orders,
  testRequirements,
  unauthorized,
} from "../testing/requirement-histories.ts";
import { listed } from "../testing/write-history.ts";
import { cancelOrderRequirements } from "./cancel-order.ts";

const without101 = list(orders(102, 103, 104, 105));

testRequirements(cancelOrderRequirements, {
  pending: {
    kept: [list(), cancel(101, noContent), without101],
    broken: [list(), cancel(101, answer(200, {})), without101],
  },
  "no-body": {
    kept: [list(), cancel(101, noContent)],
    broken: [list(), cancel(101, answer(204, "Cancelled."))],
  },
  "no-content-length": {
    kept: [list(), cancel(101, noContent)],
    broken: [list(), cancel(101, answer(204, "", [["content-length", "0"]]))],
  },
  "second-cancel": {
    kept: [list(), cancel(101, noContent), cancel(101, conflict), cancel(101, notFound)],
    broken: [list(), cancel(101, noContent), cancel(101, noContent)],
  },
  "second-cancel-status": {
    kept: [list(), cancel(101, noContent), cancel(101, notFound)],
    broken: [list(), cancel(101, noContent), cancel(101, answer(410))],
  },
  "one-winner": {
    kept: [list(), [cancel(101, conflict), cancel(101, noContent), cancel(101, notFound)]],
    broken: [list(), [cancel(101, noContent), cancel(101, noContent)]],
  },
  "race-statuses": {
    kept: [list(), [cancel(101, noContent), cancel(101, conflict)]],
    broken: [list(), [cancel(101, noContent), cancel(101, answer(500))]],
  },
  "only-that-order": {
    kept: [list(), cancel(101, noContent), without101, cancel(102, noContent)],
    broken: [list(), cancel(101, noContent), list(orders(103, 104, 105)), cancel(102, notFound)],
  },
  "no-other-effect": {
    kept: [list(), cancel(101, noContent), without101],
    broken: [
      list(),
      { ...cancel(102, answer(405)), line: "PATCH /store/orders/102" },
      list(orders(101, 103, 104, 105)),
      cancel(101, noContent),
      cancel(102, notFound),
    ],
  },
  "list-stays-valid": {
    kept: [
      list(),
      cancel(101, noContent),
      list(orders({ ...listed(101), status: "gone" }, 102, 103, 104, 105)),
    ],
    broken: [
      list(),
      cancel(101, noContent),
      list(orders({ ...listed(101), quantity: null }, 102, 103, 104, 105)),
    ],
  },
  shipped: {
    kept: [list(), cancel(105, conflict), list()],
    broken: [list(), cancel(105, notFound), list()],
  },
  "shipped-again": {
    kept: [list(), cancel(105, conflict), cancel(105, conflict), list()],
    broken: [list(), cancel(105, conflict), cancel(105, noContent), list()],
  },
  "shipped-unchanged": {
    kept: [list(), cancel(105, conflict), list()],
    broken: [list(), cancel(105, conflict), list(orders(101, 102, 103, 104))],
  },
  unknown: {
    kept: [list(), cancel(999, notFound), { ...cancel(998, unauthorized), headers: [] }],
    broken: [list(), cancel(2_000_000_000_000, noContent)],
  },
});
