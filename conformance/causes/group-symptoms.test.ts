import { expect, test } from "vitest";
import { findCausesIn } from "../testing/likely-mistakes.ts";
import { answer, type HistoryWriter, writeHistory } from "../testing/write-history.ts";

/** A call with the key that is refused with a right Error. */
function refuse({ call }: HistoryWriter, at: number, line: string, status: number): void {
  const [method = "", path = ""] = line.split(" ");
  call(at, method, path, status, { code: "refused", message: "No.", status }, "key");
}

test.each<[string, string, (writer: HistoryWriter) => void]>([
  [
    "cancels are refused for one reason, whatever the order's state",
    "Cancels are answered 415, whatever the order's state",
    ({ cancel }) => {
      for (const [index, id] of [101, 105, 9_000_000_000_000].entries()) cancel(20 + index, id, 415);
    },
  ],
  [
    "cancels of a shipped and of a cancelled order are refused for another reason",
    "Cancels that must be refused are answered 403",
    ({ cancel }) => {
      cancel(20, 101, 204);
      cancel(30, 101, 403);
      cancel(40, 105, 403);
    },
  ],
  [
    "calls of any kind are answered 304 for a condition",
    "Calls without a valid key are answered 304, not 401",
    ({ send }) => {
      const condition = ["if-none-match", '"none-such"'] as const;
      const key = ["authorization", "Bearer key"] as const;
      send(20, "GET /store/orders", [condition], answer(304));
      send(30, "GET /store/orders", [key, condition], answer(304));
      send(40, "DELETE /store/orders/9000000000000", [key, condition], answer(304));
      send(50, "DELETE /store/orders/105", [key, condition], answer(304));
    },
  ],
  [
    "some calls of several kinds are answered 500",
    "Some calls of several kinds are answered 500",
    ({ call, cancel, list }) => {
      for (let at = 10; at < 90; at += 10) {
        list(at, 101, 102, 103, 104, 105);
        cancel(at + 3, 105, at === 40 ? 500 : 409);
        const error = { code: "refused", message: "No.", status: 401 };
        call(at + 6, "GET", "", at === 60 ? 500 : 401, error, "wrong");
      }
      call(100, "GET", "", 500, {}, "key");
    },
  ],
  [
    "the valid key is refused in some calls of several kinds",
    "Some calls of several kinds are answered 401",
    (writer) => {
      for (let at = 10; at < 90; at += 10) {
        writer.list(at, 101, 102, 103, 104, 105);
        refuse(writer, at + 3, "DELETE /105", at === 40 ? 401 : 409);
        refuse(writer, at + 6, `DELETE /${9_000_000_000_000 + at}`, at === 60 ? 401 : 404);
      }
      refuse(writer, 100, "GET ", 401);
    },
  ],
  [
    "all orders are unknown to the server",
    "Cancels are answered 404, whatever the order's state",
    (writer) => {
      for (const [index, id] of [101, 102, 103, 105].entries())
        refuse(writer, 20 + index, `DELETE /${id}`, 404);
      writer.list(50, 101, 102, 103, 104, 105);
    },
  ],
  [
    "all calls from one moment on are answered 500",
    "Some calls of several kinds are answered 500",
    ({ call, cancel }) => {
      cancel(10, 105, 409);
      for (let at = 20; at < 60; at += 10) {
        cancel(at, 105, 500);
        call(at + 3, "GET", "", 500, {}, "wrong");
        call(at + 6, "GET", "", 500, {}, "key");
      }
    },
  ],
  [
    "lists have no answer, with a query or without",
    "Lists get no answer: timeout after 5000 ms",
    ({ call }) => {
      for (const query of ["", "?limit=1"]) call(20, "GET", query, undefined, undefined, "key");
    },
  ],
])("it is one cause if %s", (_name, title, write) => {
  const writer = writeHistory();
  writer.list(1, 101, 102, 103, 104, 105);
  write(writer);
  expect(findCausesIn(writer.history).causes.map((cause) => cause.title)).toEqual([title]);
});
