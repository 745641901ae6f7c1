import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import type { ForeignOptions } from "../../conformance/testing/foreign-server.ts";
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

/** Fails errors/404-code and nothing else. */
const withoutCode: ForeignOptions = {
  ...fiveOrders,
  error: (status) => [
    "application/json",
    `{"code":${status === 404 ? 404 : '"x"'},"message":"m","status":${status}}`,
  ],
};
const entry = { id: "errors/404-code", reason: "Ticket 12 mends it.", expires: "2999-12-31" };

async function writeBaseline(...entries: readonly object[]): Promise<string> {
  const file = join(await createFolder(), "known.json");
  await writeFile(file, JSON.stringify(entries));
  return file;
}

async function judge(options: ForeignOptions, ...args: readonly string[]) {
  const server = await startForeign(options);
  return verify([server.baseUrl, ...namingFive, ...args]);
}

test("a known failure lets the run pass, not the server, and is told with its reason and its day", async () => {
  const file = await writeBaseline(entry);
  const { code, report, stdout, stderr } = await judge(
    withoutCode,
    `--baseline=${file}`,
    "--reporter=terminal",
  );
  expect([code, report!.verdict, stderr]).toEqual([0, "nonconformant", ""]);
  const failed = report!.results.filter(({ outcome }) => outcome === "failed");
  expect(failed.map(({ id, known }) => [id, known])).toEqual([
    [entry.id, { reason: entry.reason, expires: entry.expires }],
  ]);
  expect(report!.results.filter(({ known }) => known !== null)).toHaveLength(1);
  expect(stdout).toContain("errors/404-code, until 2999-12-31: Ticket 12 mends it.");
  expect(stdout).toContain("nonconformant");
});

test("a failure that the baseline does not name fails the run as ever", async () => {
  const file = await writeBaseline({ ...entry, id: "errors/401-code" });
  const { code, report } = await judge(withoutCode, `--baseline=${file}`, "--skip=errors/401-code");
  expect(code).toBe(1);
  expect(report!.results.filter(({ known }) => known !== null)).toEqual([]);
});

test("a known warning lets a --strict run pass", async () => {
  const file = await writeBaseline({ ...entry, id: "cancel-order/no-content-length" });
  const warning: ForeignOptions = { ...fiveOrders, headers: { "content-length": "0" } };
  const options: ForeignOptions = {
    ...fiveOrders,
    deliver(response, { status, headers, body }) {
      const length = status === 204 ? { ...warning.headers } : {};
      response.writeHead(status, { ...headers, ...length }).end(body);
    },
  };
  expect((await judge(options, "--strict")).code).toBe(1);
  expect((await judge(options, "--strict", `--baseline=${file}`)).code).toBe(0);
});

test.each<[string, ForeignOptions, string, string]>([
  ["stale", fiveOrders, "2999-12-31", "stale    errors/404-code passes now. Remove it from the baseline."],
  [
    "expired",
    withoutCode,
    "2020-01-01",
    "expired  errors/404-code was accepted until 2020-01-01; it fails the run again.",
  ],
])("a %s entry fails the run, and says so", async (_name, options, expires, line) => {
  const file = await writeBaseline({ ...entry, expires });
  const { code, report, stdout } = await judge(options, `--baseline=${file}`);
  expect(code).toBe(1);
  expect(stdout).toContain(line);
  expect(report!.results.filter(({ known }) => known !== null)).toEqual([]);
});

test("an entry whose requirement is not tested says nothing", async () => {
  const file = await writeBaseline(entry);
  const { code, stdout } = await judge(fiveOrders, `--baseline=${file}`, "--only=list-orders/*");
  expect([code, stdout]).toEqual([0, ""]);
});

test("an unknown id is refused before anything is sent, with a suggestion", async () => {
  const file = await writeBaseline({ ...entry, id: "errors/404-cod" });
  const server = await startForeign(fiveOrders);
  const { code, stderr } = await verify([server.baseUrl, `--baseline=${file}`]);
  expect(code).toBe(2);
  expect(stderr).toBe(
    `store-orders: Cannot use baseline ${file}: [0].id must be a requirement, got "errors/404-cod". Did you mean errors/404-code?\n`,
  );
  expect(server.requests).toEqual([]);
});

test("a written baseline is refused until each reason is changed, and then takes the failure", async () => {
  const file = join(await createFolder(), "written.json");
  expect((await judge(withoutCode, `--write-baseline=${file}`)).code).toBe(1);
  const refused = await judge(withoutCode, `--baseline=${file}`);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain("[0].reason must say why errors/404-code fails");
  const text = await readFile(file, "utf8");
  await writeFile(file, text.replace(/CHANGE ME[^"]*/, "Ticket 12."));
  const taken = await judge(withoutCode, `--baseline=${file}`);
  expect([taken.code, taken.report!.verdict]).toEqual([0, "nonconformant"]);
});

test("what is said of a baseline leaves a report on standard output whole, and never tells the key", async () => {
  const file = await writeBaseline({ ...entry, reason: `The key is ${foreignKey}.` });
  const server = await startForeign(withoutCode);
  const { code, stdout, stderr } = await runCli(
    ["verify", server.baseUrl, ...namingFive, `--baseline=${file}`, "--reporter=json"],
    { STORE_ORDERS_API_KEY: foreignKey },
  );
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ verdict: "nonconformant" });
  expect(stderr).toContain("known    errors/404-code, until 2999-12-31: The key is ***.");
  expect(stdout).toContain('"The key is ***."');
  expect(stdout + stderr).not.toContain(foreignKey);
});
