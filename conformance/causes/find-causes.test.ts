import fc from "fast-check";
import { expect, test } from "vitest";
import type { Contradiction } from "../model/contradiction.ts";
import { allRequirements } from "../requirements/all-requirements.ts";
import { judge } from "../requirements/requirement.ts";
import { listed, tellHistory } from "../testing/tell-history.ts";
import { findCauses } from "./find-causes.ts";

type Told = ReturnType<typeof tellHistory>;

function causesOf({ history }: Pick<Told, "history">) {
  const failed = allRequirements.filter(
    (requirement) => requirement.level === "must" && judge(requirement, history).contradiction,
  );
  const causes = findCauses(
    history,
    failed.map(({ id, breaks }) => ({ id, contradictions: breaks(history) })),
    "key",
  );
  expect(causes.flatMap(({ requirements }) => requirements).toSorted()).toEqual(
    failed.map(({ id }) => id).toSorted(),
  );
  return causes;
}
const error = (status: number) => ({ code: "refused", message: "No.", status });

test("a right history has no cause", () => {
  const told = tellHistory();
  told.list(10, 101, 102, 103, 104, 105);
  told.cancel(20, 101, 204);
  told.list(30, 102, 103, 104, 105);
  expect(causesOf(told)).toEqual([]);
});

test("a key that is let in, what it cancels and what it is told of others is one cause", () => {
  const told = tellHistory();
  told.list(10, 101, 102, 103, 104, 105);
  told.cancel(20, 101, 204, "keyx");
  told.list(30, 102, 103, 104, 105);
  told.cancel(40, 900, 404, "keyx");
  told.cancel(50, 105, 409, "keyx");
  told.call(60, "DELETE", "/102", 401, error(401), "wrong");
  told.call(70, "DELETE", "/900", 401, error(401), "wrong");
  told.call(80, "DELETE", "/105", 401, error(401), "wrong");
  const [cause, ...more] = causesOf(told);
  expect(more).toEqual([]);
  expect(cause).toMatchObject({
    id: "key-open",
    title: "Cancels with a key that is not valid are let in",
    differs: { words: ["let in", "refused"], failing: ["Bearer keyx"], passing: ["Bearer wrong"] },
  });
  expect(cause!.failing.map(({ sentAt }) => sentAt).toSorted()).toEqual([20, 40, 50]);
});

test("an order that is looked up before the key, and a shipped order that is cancelled, are two", () => {
  const told = tellHistory();
  told.list(10, 101, 102, 103, 104, 105);
  told.call(20, "DELETE", "/900", 404, error(404), "wrong");
  told.call(25, "DELETE", "/900", 404, error(404), "key");
  told.call(30, "DELETE", "/101", 401, error(401), "wrong");
  told.cancel(40, 105, 204);
  expect(causesOf(told).map(({ title }) => title)).toEqual([
    "404 is answered before the key is checked",
    "The cancel of a shipped order is answered 204",
  ]);
});

test.each([
  [
    "a message of PHP",
    "<br />\n<b>Warning</b>: Undefined array key<br />\n[]",
    ["a message of PHP in front of the JSON"],
  ],
  ["a page", "<!doctype html><b>Sorry</b>", ["an HTML page"]],
  ["half of it", '[{"id":101', ["JSON that is cut off"]],
  ["bytes that are no UTF-8", '[{"note":"K\u00e4fer"}]', []],
])("a list that is %s reads so", (_name, body, likely) => {
  const told = tellHistory();
  for (const at of [10, 20, 30, 40]) told.call(at, "GET", "", 200, Buffer.from(body, "latin1"), "key");
  const [cause, ...more] = causesOf(told);
  expect([more, cause!.likely.map(({ text }) => text)]).toEqual([[], likely]);
});

test("whatever requirements fail, with answers and without, each belongs to one cause", () => {
  const call = fc.record({
    id: fc.constantFrom(...allRequirements.map(({ id }) => id)),
    method: fc.constantFrom("GET", "HEAD", "DELETE"),
    path: fc.constantFrom("", "?limit=1", "/101", "/105", "/900", "/abc", "/101.4", "/%31%30%31"),
    status: fc.constantFrom(undefined, 200, 204, 302, 400, 401, 404, 409, 500),
    body: fc.constantFrom(undefined, {}, { orders: [] }, [listed(101)], [1, null], error(404)),
    key: fc.constantFrom("key", "wrong", "keyx", undefined),
  });
  fc.assert(
    fc.property(fc.array(call, { minLength: 1, maxLength: 12 }), (calls) => {
      const told = tellHistory();
      const failures = new Map<string, Contradiction[]>();
      for (const [index, { id, method, path, status, body, key }] of calls.entries()) {
        const { exchange } = told.call(10 * (index + 1), method, path, status, body, key);
        const received = exchange.failure ?? String(status);
        const expected = "quantity to be an integer";
        failures.set(id, [...(failures.get(id) ?? []), { expected, received, exchange }]);
      }
      const failed = [...failures].map(([id, contradictions]) => ({ id, contradictions }));
      const causes = findCauses(told.history, failed, "key");
      const requirements = causes.flatMap((cause) => cause.requirements);
      expect(requirements.toSorted()).toEqual([...failures.keys()].toSorted());
      for (const { title } of causes) expect(title).not.toMatch(/undefined|\$\w/);
    }),
    { numRuns: 2000 },
  );
});

test("a cause that changed an order has the calls about it, in the order of time", () => {
  const told = tellHistory();
  told.list(10, 101, 102, 103, 104, 105);
  const blamed = told.cancel(20, 101, 204, "keyx");
  told.list(30, 102, 103, 104, 105);
  told.call(40, "DELETE", "/101", 404, error(404), "key");
  const { timeline } = causesOf(told)[0]!;
  expect(timeline?.order).toBe("101");
  expect(timeline?.calls).toEqual([
    { what: "GET /store/orders: there", status: 200, from: 0, to: 1, isBlamed: false },
    { what: `DELETE ${blamed.exchange.request.path}`, status: 204, from: 10, to: 11, isBlamed: true },
    { what: "GET /store/orders: not there", status: 200, from: 20, to: 21, isBlamed: false },
    { what: "DELETE /store/orders/101", status: 404, from: 30, to: 31, isBlamed: false },
  ]);
});

test("a hundred thousand given orders cost no more than a few", () => {
  const many = Array.from({ length: 100_000 }, (_, index) => 1000n + BigInt(index));
  const told = tellHistory(many);
  const calls = Array.from({ length: 200 }, (_, at) =>
    told.call(10 + at * 2, "DELETE", `/${1000 + at}`, 204, undefined, "keyx"),
  );
  const contradictions = calls.map(({ exchange }) => ({ expected: "status 401", received: "204", exchange }));
  const started = process.cpuUsage();
  const causes = findCauses(
    told.history,
    [{ id: "authentication/before-pending-state", contradictions }],
    "key",
  );
  const { user, system } = process.cpuUsage(started);
  expect(causes).toHaveLength(1);
  expect(user + system).toBeLessThan(5_000_000);
});
