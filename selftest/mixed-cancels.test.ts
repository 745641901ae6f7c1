import { expect, test } from "vitest";
import { runSuite } from "../conformance/run-suite.ts";
import { createMock } from "../mocks/mock.ts";
import { createHandleTarget } from "../mocks/testing/handle-target.ts";

test("a server that keeps the id of a cancel in a variable of all calls is caught with three pending orders", async () => {
  const mock = createMock({
    fixtures: [101n, 102n, 103n, 105n].map((id) => ({ id, status: id === 105n ? "shipped" : "pending" })),
  });
  const target = createHandleTarget(mock);
  let last = "";
  const report = await runSuite(
    {
      ...target,
      arrange: async () => ({ pending: [101n, 102n, 103n], shipped: [105n] }),
      async send(request, settings) {
        if (request.method !== "DELETE") return target.send(request, settings);
        last = request.path;
        await new Promise((resolve) => setTimeout(resolve, 2));
        return target.send({ ...request, path: last }, settings);
      },
    },
    { settleMs: 0 },
  );
  const failed = report.results.filter(({ outcome }) => outcome === "failed").map(({ id }) => id);
  expect(failed).toContain("cancel-order/shipped-again");
});
