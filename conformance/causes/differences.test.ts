import { expect, test } from "vitest";
import { findCausesIn } from "../testing/likely-mistakes.ts";
import { type HistoryWriter, writeHistory } from "../testing/write-history.ts";

const errorOf = (status: number) => ({ code: "refused", message: "No.", status });
const withoutCode = (status: number) => ({ message: "No.", status });

type Sides = readonly (readonly string[])[];
type Row = readonly [title: string, differs: Sides, write: (writer: HistoryWriter) => void];
const noCode = (status: number) => `The Error of a ${status} has no valid code`;
/** What a report says of wrong calls and right ones: the dimension that differs, and nothing that is on both sides. */
const histories: Readonly<Record<string, Row>> = {
  "Errors of one status differ by it, not by calls that both have": [
    noCode(404),
    [["status 404"], ["status 401"]],
    ({ call }) => {
      for (const at of [10, 11, 12]) call(at, "DELETE", `/${890 + at}`, 404, withoutCode(404), "key");
      call(20, "GET", "", 401, errorOf(401), "wrong");
      call(30, "DELETE", "/903", 401, errorOf(401), "wrong");
    },
  ],
  "Errors of one operation differ by it": [
    noCode(401),
    [["GET /store/orders"], ["DELETE /store/orders/900"]],
    ({ call }) => {
      for (const at of [10, 11, 12]) call(at, "GET", "", 401, withoutCode(401), "wrong");
      call(20, "DELETE", "/900", 401, errorOf(401), "wrong");
      call(30, "DELETE", "/901", 404, errorOf(404), "key");
    },
  ],
  "Errors of one kind of key differ by it": [
    noCode(401),
    [["no Authorization"], ["Bearer wrong"]],
    ({ call }) => {
      call(10, "GET", "", 401, withoutCode(401));
      call(11, "DELETE", "/900", 401, withoutCode(401));
      call(20, "GET", "", 401, errorOf(401), "wrong");
      call(21, "DELETE", "/901", 401, errorOf(401), "wrong");
    },
  ],
  "Errors of some unknown ids have no difference: such ids mean the same": [
    noCode(404),
    [],
    ({ call }) => {
      call(10, "DELETE", "/900", 404, withoutCode(404), "key");
      call(20, "DELETE", "/901", 404, errorOf(404), "key");
    },
  ],
  "a cancel that changes other orders is compared with cancels of pending orders alone": [
    "A cancel changes other orders than its own",
    [["DELETE /store/orders/102"], ["DELETE /store/orders/101"]],
    ({ call, cancel, list }) => {
      cancel(10, 101, 204);
      list(20, 102, 103, 104, 105);
      call(30, "DELETE", "/900", 404, errorOf(404), "key");
      cancel(40, 102, 204);
      list(50, 104, 105);
    },
  ],
  "a cancel that is answered otherwise the second time differs by that": [
    "A cancelled order can be cancelled again",
    [["a further cancel of an order"], ["the first cancel of an order"]],
    ({ cancel, list }) => {
      cancel(10, 101, 204);
      list(20, 102, 103, 104, 105);
      cancel(30, 101, 204);
      cancel(40, 102, 204);
    },
  ],
};

test.each(Object.entries(histories))("%s", (_name, [title, sides, write]) => {
  const writer = writeHistory();
  writer.list(1, 101, 102, 103, 104, 105);
  write(writer);
  const rows = findCausesIn(writer.history).causes.map(({ title, differs }) => [
    title,
    ...(differs ? [differs.failing, differs.passing] : []),
  ]);
  expect(rows).toEqual([[title, ...sides]]);
});

test("a parameter that all wrong calls share is the difference, and the call with only that parameter is the example", () => {
  const { call, history } = writeHistory();
  call(10, "GET", "?a=1&limit=1&b=2", 500, undefined, "key");
  call(20, "GET", "?limit=1", 500, undefined, "key");
  for (let index = 0; index < 40; index++)
    call(30 + index * 10, "GET", `?${["a=1", "b=2"][index % 2]}`, 200, [{ id: 101 }], "key");
  expect(findCausesIn(history).causes).toMatchObject([
    {
      example: { request: { path: "/store/orders?limit=1" } },
      differs: { failing: ["with the parameter limit"], passing: ["without it"] },
    },
  ]);
});
