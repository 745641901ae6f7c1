import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { forms, leaksIn } from "../../base/testing/secret-cases.ts";
import { startRawServer } from "../../conformance/testing/raw-server.ts";
import { createScratchFolder } from "../../mocks/testing/scratch-folder.ts";
import { runHere } from "../testing/run-here.ts";
import { readAll, reporterNames, reportsTo } from "../testing/scratch-files.ts";

vi.setConfig({ testTimeout: 120_000 });

/** The key, the value of a header and the password of another: a server gives all back in every way there is. */
const key = "C4nary.Key-7/x+Y=z_0123&<q>";
const session = "s3ss10n-V4lu3/4711+abcdef==";
const password = "gehe1m'wörd\\für<Böb";
const canaries = [key, session, password];

const ways: readonly ((text: string) => string)[] = [
  ...Object.values(forms),
  // At any place in what is encoded.
  ...["a", "ab", "abc", "abcd"].map(
    (before) => (text: string) => Buffer.from(`${before}${text}!`).toString("base64"),
  ),
  (text) => `${text.slice(0, 12)}...`,
];
const echoes = ways.flatMap((write) => canaries.map(write));

/** Forms by turns: in the body, in a header's value and in a header's name. */
function echo(count: number): string {
  const form = echoes[count % echoes.length]!;
  const name = /^[\w!#$%&'*+.^`|~-]{1,200}$/.test(form) ? form : "x";
  const body = JSON.stringify({
    code: form,
    message: `Bearer ${form} is not valid`,
    status: 400,
    [form]: form,
  });
  const longBody = `${"x".repeat(1990 - (count % 30))}${form}${body}`;
  const status = [200, 401, 404, 409, 302, 500, 204][count % 7];
  const value = Buffer.from(form.replace(/=?[\r\n]+/g, "")).toString("latin1");
  return [
    `HTTP/1.1 ${status} ${value}`,
    "content-type: application/json",
    `x-echo: ${value}`,
    `location: https://other/${value}`,
    `www-authenticate: Bearer realm="${value}"`,
    `${name}: 1`,
    "connection: close",
    "",
    Buffer.from(status === 204 ? form : count % 3 === 0 ? longBody : body).toString("latin1"),
  ].join("\r\n");
}

async function artifactsOf(args: readonly string[]) {
  let count = 0;
  let withSession = 0;
  // Past the first call, which must let the run start.
  const origin = await startRawServer((socket, head) => {
    if (head.includes(`: ${session}\r\n`)) withSession++;
    const answer =
      count === 0 ? "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n[]" : echo(count - 1);
    count++;
    socket.end(answer, "latin1");
  });
  const folder = createScratchFolder();
  const { code, stdout, stderr } = await runHere(
    [
      "verify",
      `${origin}/v1`,
      `--header=X-Session: ${session}`,
      `--header=Proxy-Authorization: Basic ${Buffer.from(`bob:${password}`).toString("base64")}`,
      "--header=X-Env: dev",
      "--pending-order=1,2,3",
      "--shipped-order=4",
      "--settle=0",
      "--expose-key",
      `--profile-out=${join(folder, "profile")}`,
      `--write-baseline=${join(folder, "baseline")}`,
      ...reportsTo(folder),
      ...args,
    ],
    { STORE_ORDERS_API_KEY: key, GITHUB_STEP_SUMMARY: join(folder, "summary") },
  );
  return { code, count, withSession, artifacts: { stdout, stderr, ...readAll(folder) } };
}

test.each([
  ["the terminal, all of it", ["--reporter=terminal", "--verbose"]],
  ["JSON on standard output", ["--reporter=json"]],
])("no form of the key or of a header's value is in %s, or in a file", async (_name, args) => {
  const { code, count, withSession, artifacts } = await artifactsOf(args);
  expect(code).toBe(1);
  expect(count).toBeGreaterThan(echoes.length);
  expect(withSession).toBe(count);
  for (const name of reporterNames)
    expect(artifacts).toHaveProperty(name, expect.stringContaining("(hidden)"));
  expect(Object.keys(artifacts)).toEqual(
    expect.arrayContaining([...reporterNames, "profile", "baseline", "summary"]),
  );
  expect(leaksIn(artifacts, canaries)).toEqual([]);
  expect(artifacts.stderr).toContain("header x-env is too short to be hidden: reports may show it.");
});
