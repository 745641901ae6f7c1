import { execFile } from "node:child_process";
import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { type MockServerOptions, startMockServer } from "../adapters/server/mock-server.ts";
import { createMock } from "../mock.ts";
import { callMock } from "../testing/call-mock.ts";
import { createScratchFolder } from "../testing/scratch-folder.ts";

const modules = fileURLToPath(new URL("../../node_modules", import.meta.url));
const withKey = { authorization: "Bearer mock-key" };

const runners = {
  vitest: ["vitest/vitest.mjs", "run", "--root=.", "--reporter=junit", "--outputFile=report.xml"],
  playwright: ["@playwright/test/cli.js", "test", "--reporter=junit"],
} as const;

/** Runs test files in a folder of their own, which has the kit's own modules. @returns the report of each, or `passed` */
async function run(
  runner: keyof typeof runners,
  files: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>> = {},
) {
  const root = createScratchFolder();
  symlinkSync(modules, join(root, "node_modules"), "junction");
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, `${name}.spec.ts`), text);
  const { VITEST: _inside, STORE_ORDERS_BASE_URL: _url, STORE_ORDERS_API_KEY: _key, ...own } = process.env;
  const options = { cwd: root, env: { ...own, PLAYWRIGHT_JUNIT_OUTPUT_FILE: "report.xml", ...env } };
  const [script, ...args] = runners[runner];
  const shown = await new Promise<string>((resolve) => {
    const end = (_error: unknown, stdout: string, stderr: string) => resolve(stdout + stderr);
    execFile(process.execPath, [join(modules, script), ...args], options, end);
  });
  const report = join(root, "report.xml");
  if (!existsSync(report)) throw new Error(`The runner wrote no report: ${shown}`);
  const suites = stripVTControlCharacters(readFileSync(report, "utf8")).split("<testsuite ").slice(1);
  return Object.fromEntries(
    suites.map((suite) => [
      /name="([\w-]+)\.spec\.ts"/.exec(suite)![1],
      suite.includes("<testcase") && !/<(?:failure|error|skipped)/.test(suite) ? "passed" : suite,
    ]),
  );
}

async function start(options: MockServerOptions = {}) {
  const server = await startMockServer({ fixtures: "magic", ...options });
  onTestFinished(() => server.close());
  return server;
}

/** Requests that get every kind of answer. */
async function visit(baseUrl: string): Promise<void> {
  const { origin } = new URL(baseUrl);
  const calls: readonly (readonly [string, string, Record<string, string>?])[] = [
    ["GET", `${baseUrl}/store/orders`],
    ["HEAD", `${baseUrl}/store/orders`],
    ["DELETE", `${baseUrl}/store/orders/204`],
    ["DELETE", `${baseUrl}/store/orders/204`],
    ["DELETE", `${baseUrl}/store/orders/409`],
    ["DELETE", `${baseUrl}/store/orders/9007199254740993`],
    ["GET", `${baseUrl}/store/orders`],
    ["GET", `${baseUrl}/store/orders?a=\`\${b}\\'&c=\u2028%0a*/`],
    ["GET", `${baseUrl}/store/orders`, { authorization: "Bearer wrong" }],
    ["GET", `${baseUrl}/store/orders`, {}],
    ["DELETE", `${baseUrl}/store/orders/404`],
    ["GET", `${origin}/store/orders`],
    ["PATCH", `${baseUrl}/store/orders`],
  ];
  for (const [method, url, headers = withKey] of calls) await fetch(url, { method, headers });
}

test.each([
  [
    "vitest",
    /expected 409 to be 404/,
    /to have a length of 7 but got 25/,
    /to match object/,
    /expected 401 to be 200/,
  ],
  [
    "playwright",
    /Expected: 404\s+Received: 409/,
    /Expected length: 7\s+Received length: 25/,
    /toMatchObject/,
    /Expected: 200\s+Received: 401/,
  ],
] as const)(
  "a visit that is recorded for %s passes on the mock it was recorded on, and fails on servers that behave otherwise",
  async (format, otherStatus, moreOrders, noErrorBody, otherKey) => {
    const recorded = await start();
    await visit(recorded.baseUrl);
    const recording = await fetch(`http://127.0.0.1:${recorded.port}/_mock/journal?as=${format}`);
    const file = await recording.text();
    expect(file.match(/await call\(/g)).toHaveLength(13);
    expect(file).not.toContain("Left out");
    recorded.mock.control.reset();

    const on = async (options: MockServerOptions) =>
      file.replaceAll(recorded.baseUrl, (await start(options)).baseUrl);
    const outcomes = await run(format, {
      same: file,
      "other-status": await on({ profile: { repeatedCancel: "409" } }),
      "more-orders": await on({ fixtures: "default" }),
      "no-error-body": await on({ profile: { conflictBody: "json" } }),
      "other-key": await on({ apiKeys: ["other"] }),
    });
    expect(outcomes).toEqual({
      same: "passed",
      "other-status": expect.stringMatching(otherStatus),
      "more-orders": expect.stringMatching(moreOrders),
      "no-error-body": expect.stringMatching(noErrorBody),
      "other-key": expect.stringMatching(otherKey),
    });
  },
  60_000,
);

test("the environment names another server and its key, and a request whose answer was lost is sent, too", async () => {
  const mock = createMock({ fixtures: "magic" });
  mock.control.setFaults([
    { fault: "reset-before", order: 2, times: 1 },
    { fault: "reset-after", order: 204, times: 1 },
  ]);
  for (const order of [2, 204, 204]) callMock(mock, `DELETE /v1/store/orders/${order}`);
  const file = mock.control.journalAs("vitest");
  expect(file).toContain("Left out, as it was lost before it did anything: DELETE /v1/store/orders/2");
  const server = await start({ apiKeys: ["other-key"] });
  const env = { STORE_ORDERS_BASE_URL: server.baseUrl, STORE_ORDERS_API_KEY: "other-key" };
  expect(await run("vitest", { story: file }, env)).toEqual({ story: "passed" });
  expect(server.mock.control.journal()).toMatchObject([
    { target: "/v1/store/orders/204", status: 204 },
    { target: "/v1/store/orders/204", status: 404 },
  ]);
}, 60_000);

test.each([
  ["vitest", "fetch", 5],
  // It writes each method in capitals.
  ["playwright", "Playwright", 6],
] as const)(
  "%s: requests that %s would change or refuse are left out, with a comment",
  (format, sender, leftOut) => {
    const mock = createMock();
    for (const line of ["TRACE /v1/store/orders", "get /v1/store/orders", "GET /v1/a/../b", "GET /v1/a#b"])
      callMock(mock, line);
    callMock(mock, "GET /v1/store/orders", { headers: { accept: "\u{1f600}" } });
    callMock(mock, "patch /v1/store/orders");
    const file = mock.control.journalAs(format);
    expect(file.match(/Left out, as \w+ cannot send it/g)).toEqual(
      Array(leftOut).fill(`Left out, as ${sender} cannot send it`),
    );
    expect(file.match(/await call\(/g) ?? []).toHaveLength(6 - leftOut);
  },
);

test("a list and a cancel are written as a person would write them", () => {
  const mock = createMock({ orders: 25 });
  const headers = { host: "127.0.0.1:4010" };
  for (const call of ["GET /v1/store/orders", "DELETE /v1/store/orders/1001", "DELETE /v1/store/orders/1002"])
    callMock(mock, call, { headers });
  const file = mock.control.journalAs("vitest");
  expect(file.slice(file.indexOf("test("))).toBe(`\
test("3 requests to the Store Orders Service, as the mock answered them", { timeout: 60_000 }, async () => {
  const call = (
    method: string,
    url: string,
    headers: Record<string, string> = { authorization: \`Bearer \${apiKey}\` },
  ) => fetch(url, { method, headers, redirect: "manual", signal: AbortSignal.timeout(10_000) });
  let answer: Awaited<ReturnType<typeof call>>;

  // all orders (4.1, rule 1)
  answer = await call("GET", \`\${baseUrl}/store/orders\`);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toHaveLength(25);

  // order 1001 cancelled (3, rule 1)
  answer = await call("DELETE", \`\${baseUrl}/store/orders/1001\`);
  expect(answer.status).toBe(204);

  // order 1002 has shipped (3, rule 2)
  answer = await call("DELETE", \`\${baseUrl}/store/orders/1002\`);
  expect(answer.status).toBe(409);
  expect(await answer.json()).toMatchObject({ code: expect.any(String), status: 409 });
});
`);
});
