import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { reporterNames } from "../../conformance/report/reporters/reporters.ts";
import { runCli } from "../../conformance/testing/run-cli.ts";
import {
  createFolder,
  fiveOrders,
  foreignKey,
  namingFive,
  startForeign,
  verify,
} from "../../conformance/testing/verify.ts";

// Whole runs, on a machine that may be busy.
vi.setConfig({ testTimeout: 30_000 });

/** What is reported is not looked at here: one requirement is as good as all. */
const one = ["--only=list-orders/status"];

test.each([
  ["on standard output", ""],
  ["in a file", "=FOLDER/github.txt"],
])("a github report %s also goes to the step's summary, behind what is there", async (_name, where) => {
  const server = await startForeign(fiveOrders);
  const folder = await createFolder();
  const summary = join(folder, "summary.md");
  await writeFile(summary, "# Before\n");
  const { code, stdout } = await verify(
    [server.baseUrl, ...namingFive, ...one, `--reporter=github${where.replace("FOLDER", folder)}`],
    { GITHUB_STEP_SUMMARY: summary },
  );
  expect([code, stdout !== ""]).toEqual([0, where === ""]);
  expect(await readFile(summary, "utf8")).toMatch(/^# Before\n## \S+ partial/);
});

test("no other reporter writes a summary", async () => {
  const server = await startForeign(fiveOrders);
  const summary = join(await createFolder(), "summary.md");
  await verify([server.baseUrl, ...namingFive, ...one, "--reporter=terminal"], {
    GITHUB_STEP_SUMMARY: summary,
  });
  await expect(readFile(summary)).rejects.toThrow("ENOENT");
});

test("a summary that cannot be written is told in one line, before an order is used up", async () => {
  const server = await startForeign(fiveOrders);
  const summary = join(await createFolder(), "nowhere/summary.md");
  const { code, stderr, stdout } = await verify([server.baseUrl, ...namingFive, "--reporter=github"], {
    GITHUB_STEP_SUMMARY: summary,
  });
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toBe(`store-orders: Cannot write step summary ${summary}: its directory does not exist.\n`);
  expect(server.requests).toEqual([]);
});

test("a header of the user's goes with each request, and no report shows its value", async () => {
  const secret = "tenant-7-s3cret";
  const heard = new Set<string | string[] | undefined>();
  const server = await startForeign({
    ...fiveOrders,
    // It fails, so that reports show requests, and echoes what it was told.
    deliverCancel: (response) => void response.writeHead(200, { "x-echo": secret }).end(`"${secret}"`),
    interrupt(request) {
      heard.add(request.headers["x-tenant"]);
      return false;
    },
  });
  const folder = await createFolder();
  const files = reporterNames.map((name) => join(folder, name));
  const { code, stdout, stderr } = await runCli(
    [
      "verify",
      server.baseUrl,
      ...namingFive,
      `--header=X-Tenant: ${secret}`,
      "--reporter=terminal",
      ...reporterNames.map((name, index) => `--reporter=${name}=${files[index]}`),
    ],
    { STORE_ORDERS_API_KEY: foreignKey },
  );
  expect([code, stderr]).toEqual([1, ""]);
  expect([...heard]).toEqual([secret]);
  const texts = [stdout, ...(await Promise.all(files.map((file) => readFile(file, "utf8"))))];
  for (const text of texts) {
    expect(text).not.toContain(secret);
    expect(text).toContain("(hidden)");
  }
});
