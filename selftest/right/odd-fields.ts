/** Lists whose orders carry odd but legal fields, or carry them in an odd way. */

import type { Json } from "../../base/json.ts";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import { alterOrders, alterReplies, isList } from "../broken/broken-server.ts";
import { alterText } from "./odd-lists.ts";
import { pick, type RightServer } from "./right-server.ts";

const deep = (levels: number): Json => (levels === 0 ? "ground" : { below: [deep(levels - 1)] });
const typedAs = (type: string): RightServer["build"] =>
  alterReplies((reply, request) =>
    isList(request) && reply.status === 200
      ? { ...reply, headers: { ...reply.headers, "content-type": type } }
      : undefined,
  );

const minInt64 = -(2n ** 63n);
const maxInt64 = 2n ** 63n - 1n;
const orderWith = (id: bigint): FixtureOrder => ({
  id,
  petId: 1n,
  quantity: 1n,
  shipDate: "2026-01-01T00:00:00Z",
  complete: false,
  status: "pending",
});

export const oddFields: readonly RightServer[] = [
  {
    id: "orders-with-any-status",
    description: "Orders have a `status` of any type, which the document does not know.",
    build: alterOrders((order) => ({
      ...order,
      status: pick<Json>(["pending", "shipped", "cancelled", null, 3n, { code: 1n }, false], order),
    })),
  },
  {
    id: "orders-nested-deep",
    description: "Orders carry a field of a hundred levels.",
    build: alterOrders((order) => ({ ...order, history: deep(100) })),
  },
  {
    id: "orders-of-a-thousand-fields",
    description: "Orders carry a thousand more fields each.",
    options: { orders: 5 },
    build: alterOrders((order) => ({
      ...order,
      ...Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`field${index}`, BigInt(index)])),
    })),
  },
  {
    id: "orders-with-fields-alike",
    description: "Orders carry fields named almost as the document's, of other types.",
    build: alterOrders((order) => ({
      ...order,
      ID: "x",
      Id: null,
      petid: "7",
      pet_id: 1.5,
      Quantity: "two",
      ship_date: 0n,
      Complete: "no",
      "": 1n,
    })),
  },
  {
    id: "orders-with-perilous-names",
    description: "Orders carry fields with the names of a JavaScript object's own.",
    build: alterText((text) =>
      text.replaceAll('{"id"', '{"__proto__":{"id":"x"},"constructor":1,"toString":null,"length":0,"id"'),
    ),
  },
  {
    id: "orders-with-orders-inside",
    description: "Orders carry their earlier versions, with wrong types and with ids used elsewhere.",
    build: alterOrders((order) => ({ ...order, previous: [{ id: order.id, quantity: "2" }, { id: 1001n }] })),
  },
  {
    id: "orders-with-keys-twice",
    description: "A field stands twice with the same value.",
    build: alterText((text) => text.replace(/"(id|petId|quantity)":(\d+)(?![\d.eE])/g, '"$1":$2,"$1":$2')),
  },
  {
    id: "orders-with-ids-as-powers",
    description: "Integers are written with exponents, and with zeros behind the point.",
    build: alterText((text) =>
      text.replace(/"(id|petId|quantity)":(\d)(\d*)(?![\d.eE])/g, (_, name, first, rest) =>
        rest === "" ? `"${name}":${first}.00e+0` : `"${name}":${first}.${rest}E${rest.length}`,
      ),
    ),
  },
  {
    id: "orders-with-extreme-quantities",
    description: "Quantities are minus zero, beyond doubles, or of 300 digits.",
    build: alterText((text) =>
      // Whatever order its fields come in, as another oddity may shuffle them.
      text.replace(/\{[^{}]*\}/g, (order) => {
        const id = /"id":(\d+)(?![\d.eE])/.exec(order)?.[1];
        if (id === undefined) return order;
        const quantity = pick(["-0", "1E400", "9".repeat(300), "-9223372036854775809", "-0.0"], {
          id: BigInt(id),
        });
        return order.replace(/"quantity":\d+(?![\d.eE])/, `"quantity":${quantity}`);
      }),
    ),
  },
  {
    id: "orders-with-unicode",
    description: "Extra texts hold emoji, right-to-left marks, a lone surrogate and line separators.",
    build: alterOrders((order) => ({ ...order, note: "🐢 \u202eabc\u2028\u0000 \ud800 é" })),
  },
  {
    id: "orders-of-extreme-ids",
    description: "Other people's orders have ids at both ends of int64, zero, and small ones.",
    options: {
      fixtures: [minInt64, minInt64 + 1n, -(2n ** 53n) - 1n, -12n, -1n, 0n, 1n, 12n, 2n ** 53n, maxInt64].map(
        orderWith,
      ),
    },
    build: (mock) => mock.handle,
  },
  {
    id: "orders-near-the-run's",
    description: "Other people's orders are 2^32 away from the run's.",
    options: {
      fixtures: Array.from({ length: 12 }, (_, index) => orderWith(2n ** 53n + 2n ** 32n + BigInt(index))),
    },
    build: (mock) => mock.handle,
  },
  {
    id: "orders-with-dates-of-all-ages",
    description: "Ship dates are long past, far ahead, at leap days and at the ends of zones.",
    build: alterOrders((order) => ({
      ...order,
      shipDate: pick(
        [
          "0001-01-01T00:00:00Z",
          "9999-12-31T23:59:59.999999999999Z",
          "2024-02-29T00:00:00+00:00",
          "2000-02-29T23:59:59-23:59",
          "2026-11-20T10:00:00.0+23:59",
          "1969-12-31T23:59:59Z",
        ],
        order,
      ),
    })),
  },
  {
    id: "orders-with-unknown-dates-left-out",
    description: "shipDate stands only where an order is complete, quantity only where it is not 1.",
    build: alterOrders(({ shipDate, quantity, ...order }) => ({
      ...order,
      ...(order.complete && { shipDate }),
      ...(quantity !== 1n && { quantity }),
    })),
  },
  {
    id: "list-typed-hal",
    description: "The list calls itself application/hal+json.",
    build: typedAs("application/hal+json"),
  },
  {
    id: "list-typed-text-json",
    description: "The list calls itself text/json.",
    build: typedAs("text/json;charset=utf8"),
  },
  {
    id: "list-typed-in-capitals",
    description: "The list's media type is in capitals, with a quoted parameter.",
    build: typedAs('APPLICATION/JSON; charset="utf-8"; profile="a;b"'),
  },
  {
    id: "list-behind-much-space",
    description: "Sixty-four kilobytes of blanks stand before the list.",
    build: alterText((text) => " \n".repeat(32_768) + text),
  },
  {
    id: "list-deprecated",
    description: "The list says that it is deprecated and will go away.",
    build: alterReplies((reply, request) =>
      isList(request)
        ? {
            ...reply,
            headers: {
              ...reply.headers,
              deprecation: "@1767225600",
              sunset: "Thu, 31 Dec 2026 23:59:59 GMT",
              warning: '299 - "Deprecated"',
              link: '</v2/orders?rel=next>; rel="successor-version", </a>; rel="next-archive"; title="rel=next"',
            },
          }
        : undefined,
    ),
  },
];
