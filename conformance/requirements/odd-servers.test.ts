import { expect, test } from "vitest";
import {
  answer,
  brokenBy,
  cancel,
  conflict,
  everyOrder,
  list,
  noContent,
  notFound,
  orders,
  type ShortCall,
  type ShortHistory,
  unauthorized,
  withAuthorization,
  withKey,
  withoutKey,
} from "../testing/requirement-histories.ts";
import { listed } from "../testing/write-history.ts";

const without101 = list(orders(102, 103, 104, 105));
const throttled = answer(429, "Slow down.", [["retry-after", "1"]]);

/** Servers that keep the document in a way that few servers have. */
const oddServers: Readonly<Record<string, ShortHistory>> = {
  "a cancelled order stays listed": [list(), cancel(101, noContent), list(), cancel(101, conflict)],
  "a cancelled order leaves the list later": [list(), cancel(101, noContent), list(), without101],
  "a cancelled order moves to the end": [
    list(),
    cancel(101, noContent),
    list(orders(102, 103, 104, 105, 101)),
  ],
  "a cancelled order is listed with other data": [
    list(),
    cancel(101, noContent),
    list(orders({ id: 101, complete: true, quantity: 0 }, 102, 103, 104, 105)),
  ],
  "other clients add and remove orders of their own": [
    list(orders(7, 101, 102, 103, 104, 105)),
    cancel(101, noContent),
    list(orders(102, 103, 104, 105, 900, 901)),
    list(orders(102, 103, 104, 105, 901)),
  ],
  "the order of the list changes with each answer": [
    list(orders(105, 101, 103, 102, 104)),
    list(orders(104, 105, 101, 103, 102)),
    list(orders(102, 104, 101, 105, 103)),
  ],
  "orders carry only their ids": [
    list(orders(...[101, 102, 103, 104, 105].map((id) => ({ id })))),
    cancel(101, noContent),
  ],
  "a throttle answers 429 to some calls": [
    list(),
    list(throttled),
    cancel(102, throttled),
    cancel(101, noContent),
    withoutKey("GET /store/orders", throttled),
    without101,
  ],
  "the server is unavailable for a while": [
    list(),
    cancel(101, noContent),
    list(answer(503, "", [["retry-after", "2"]])),
    without101,
  ],
  "an error has more members than the document shows": [
    withoutKey(
      "GET /store/orders",
      answer(401, { code: "E1", message: "No key", status: 401, docs: "/help", causes: [] }, [
        ["www-authenticate", 'Basic realm="a", Bearer realm="orders"'],
      ]),
    ),
  ],
  "another spelling of the path is answered as the documented one": [
    list(),
    withKey("GET /store/orders/", everyOrder),
    withoutKey("GET /store/orders/", unauthorized),
    cancel("0101", noContent),
    without101,
  ],
  "another spelling of the path does not exist": [
    list(),
    withKey("GET /store/orders/", notFound),
    withoutKey("GET /Store/Orders", answer(404, "<h1>Not found</h1>")),
    cancel("0101", notFound),
    list(),
  ],
  "the scheme of the key in lower case is understood": [
    list(),
    withAuthorization("bearer key", "DELETE /store/orders/101", noContent),
    without101,
    cancel(101, notFound),
  ],
  "a filter of attacks refuses a quote in a key": [
    list(),
    withAuthorization("Bearer 'or'1'='1", "GET /store/orders", answer(403, "Blocked")),
    withAuthorization("Bearer other", "GET /store/orders", unauthorized),
  ],
  "an unknown parameter is refused": [list(), withKey("GET /store/orders?limit=1", answer(400)), list()],
  "a part of the list is answered 206 where a range is asked for": [
    list(),
    {
      ...withKey("GET /store/orders", answer(206, "[")),
      headers: [
        ["authorization", "Bearer key"],
        ["range", "bytes=0-0"],
      ],
    },
    list(),
  ],
  "a list that has not changed is answered 304": [
    list(answer(200, [101, 102, 103, 104, 105].map(listed), [["etag", '"a"']])),
    {
      ...withKey("GET /store/orders", answer(304)),
      headers: [
        ["authorization", "Bearer key"],
        ["if-none-match", '"a"'],
      ],
    },
    list(),
  ],
  "a new order of another client is cancelled between two lists": [list(), cancel(106, noContent), list()],
  "an order beyond 2^53 is an order like others": [
    list(),
    cancel("9223372036854775807", notFound),
    cancel("-9223372036854775808", notFound),
    cancel("9223372036854775808", answer(400)),
  ],
  "the warehouse changes the date and fulfilment of orders": [
    list(),
    cancel(104, noContent),
    list(
      orders(...[101, 102, 103, 104].map((id) => ({ ...listed(id), shipDate: "2026-11-21T08:00:00Z" })), {
        ...listed(105),
        complete: true,
      }),
    ),
    cancel(105, conflict),
  ],
  "a refused cancel has a body of any kind": [
    list(),
    cancel(105, answer(409)),
    cancel(105, answer(409, "<p>Shipped</p>", [["content-type", "text/html"]])),
    cancel(105, answer(409, { anything: [null] })),
    list(),
  ],
};

/** A call that a strict server refuses for a header that the operation lacks. */
const strictly = (call: ShortCall): ShortCall => ({
  ...call,
  headers: [...call.headers, ["x-odd", "1"]],
  answer: answer(400),
  hasAddedHeaders: true,
});
const refusedForHeaders: ShortHistory = [
  list(),
  strictly(list()),
  strictly(withoutKey("GET /store/orders", undefined)),
  strictly(cancel(105, undefined)),
  strictly(cancel(9000000000000, undefined)),
  [cancel(101, noContent), strictly(cancel(101, undefined)), cancel(101, notFound)],
  strictly(cancel(101, undefined)),
  without101,
];

test("a strict server may refuse only calls with headers that the run added", () => {
  expect(brokenBy(refusedForHeaders)).toEqual([]);
  const plain = refusedForHeaders.map((step) =>
    [step].flat().map((call): ShortCall => ({ ...call, hasAddedHeaders: false })),
  );
  expect(brokenBy(plain)).toEqual(
    expect.arrayContaining(["list-orders/status", "authentication/list-without-key", "cancel-order/unknown"]),
  );
});

test("a header with which a list was answered excuses no refusal", () => {
  const passed: ShortCall = { ...strictly(list() as ShortCall), answer: everyOrder };
  const refused = strictly(withoutKey("GET /store/orders", undefined));
  expect(brokenBy([list(), passed, refused])).toContain("authentication/list-without-key");
});

test("a filter is found in the first list of a run, too", () => {
  const filtered = withKey("GET /store/orders?limit=1", orders(101));
  expect(brokenBy([filtered, list()])).toEqual(["list-orders/no-filter"]);
});

test.each([0, 1, 50, -7, "9223372036854775807"])(
  "a 204 for order %s is a failure, since no list shows it and it is not the next one",
  (id) => {
    expect(brokenBy([list(), cancel(id, noContent), list()])).toEqual(["cancel-order/unknown"]);
  },
);

test.each(Object.entries(oddServers))("a right server breaks nothing where %s", (_name, calls) => {
  expect(brokenBy(calls)).toEqual([]);
});
