import {
  answer,
  everyOrder,
  list,
  notFound,
  orders,
  testRequirements,
  withKey,
} from "../testing/requirement-histories.ts";
import { listed } from "../testing/write-history.ts";
import { listOrdersRequirements } from "./list-orders.ts";

const text = JSON.stringify([101, 102, 103, 104, 105].map(listed));
const typed = (type: string) => list(answer(200, text, [["content-type", type]]));
const untyped = list(answer(200, text));
const linked = (link: string) => list(answer(200, [101, 102, 103, 104, 105].map(listed), [["link", link]]));

testRequirements(listOrdersRequirements, {
  status: { kept: [list()], broken: [list(), list(notFound)] },
  "json-array": { kept: [list()], broken: [list(answer(200, { orders: [listed(101)] }))] },
  "json-media-type": { kept: [typed("application/vnd.orders+json")], broken: [typed("text/plain")] },
  "all-orders": {
    kept: [list(), list(orders(105, 104, 103, 102, 101, 200))],
    broken: [list(), list(orders(101, 102, 103, 104))],
  },
  "one-response": {
    kept: [linked('</store/orders>; rel="self"'), linked('</docs>; rel="next"')],
    broken: [linked('</store/orders?page=2>; rel="next"')],
  },
  "no-filter": {
    kept: [list(), withKey("GET /store/orders?limit=1", everyOrder), list()],
    broken: [list(), withKey("GET /store/orders?limit=1", orders(101)), list()],
  },
  "media-type": { kept: [typed("application/json; charset=utf-8")], broken: [untyped] },
  "reading-changes-nothing": {
    // A date that changes between some lists alone is moved by the shop.
    kept: [
      list(),
      list(),
      list(orders(101, 102, 103, 104, { ...listed(105), shipDate: "2027-01-01T00:00:00Z" })),
    ],
    broken: [list(), list(orders(101, 102, 103, 104, { ...listed(105), quantity: 2 }))],
  },
  head: {
    kept: [list(), withKey("HEAD /store/orders", answer(200))],
    broken: [
      list(),
      withKey("HEAD /store/orders", { ...answer(200), stray: new TextEncoder().encode("[]") }),
    ],
  },
});
