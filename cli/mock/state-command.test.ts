import { expect, test, vi } from "vitest";
import { refusalOf } from "../testing/run-here.ts";
import { fileIn, pathOf } from "../testing/scratch-files.ts";
import { startMock, startMockProcess } from "../testing/start-mock.ts";

// Processes, on a machine that may be busy.
vi.setConfig({ testTimeout: 40_000 });

/** `store-orders mock --state FILE`, as a person meets it. */

test("cancels are kept over a stop, in every world, and the banner names the file of the orders", async () => {
  const file = pathOf("shop.db");
  const first = await startMock(["--state", file, "--orders", "30", "--seed", "7"]);
  expect(first.banner).toContain(`  Orders    30, from ${file}\n  State     kept in ${file}\n`);
  expect(await first.cancel("1001")).toBe(204);
  expect(await first.cancel("1003", "mock-key~anna")).toBe(204);
  const lists = [await first.list(), await first.list("mock-key~anna")];
  expect(await first.mock.stop()).toMatchObject({ code: 0, stderr: "" });

  const second = await startMock(["--state", file]);
  expect(second.banner).toContain(`Orders    30, from ${file}\n`);
  expect([await second.list(), await second.list("mock-key~anna")]).toEqual(lists);
  expect(await second.cancel("1001")).toBe(404);
  expect(await second.cancel("1001", "mock-key~anna")).toBe(204);
  expect(await second.mock.stop()).toMatchObject({ code: 0, stderr: "" });
});

test("a file with orders wins over options that make orders, which one line says", async () => {
  const file = pathOf("shop.db");
  const fixtures = fileIn("orders.json", '[{"id":9007199254740993},{"id":8}]');
  const first = await startMock(["--state", file, "--fixtures", fixtures]);
  expect(await first.cancel("8")).toBe(204);
  await first.mock.stop();

  const second = await startMock(["--state", file, "--orders=9", "--fixtures=magic"]);
  expect(await second.list()).toBe('[{"id":9007199254740993}]');
  expect((await second.mock.stop()).stderr).toBe(
    `store-orders: ${file} already has orders, so --orders and --fixtures are ignored. Delete the file to start over.\n`,
  );
});

test("a second mock on the same file is refused, and the first goes on", async () => {
  const file = pathOf("shop.db");
  const first = await startMockProcess(["--state", file]);
  expect(await refusalOf(["mock", "--port=0", "--state", file])).toBe(
    `Cannot use state file ${file}: another mock is using it. Stop that one, or name another file with --state.`,
  );
  expect(await first.cancel("1001")).toBe(204);
});

test("--state memory keeps nothing, and loads no database", async () => {
  const prelude = `
    import { registerHooks } from "node:module";
    registerHooks({ resolve(name, context, next) {
      const { url } = next(name, context);
      if (/sqlite|state-file|broken|mock-command/.test(url)) process.stderr.write(url + "\\n");
      return next(name, context);
    } });`;
  const { mock, banner } = await startMockProcess(["--state=memory"], { prelude });
  expect(banner).not.toContain("State");
  const { code, stderr } = await mock.stop();
  // The one that is loaded shows that the others would be seen.
  expect([code, stderr]).toEqual([0, expect.stringMatching(/^\S+\/mock-command\.ts\n$/)]);
});
