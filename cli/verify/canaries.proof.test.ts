import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { startRawServer } from "../../conformance/testing/raw-server.ts";
import { createFolder } from "../../conformance/testing/verify.ts";
import { startCli } from "../testing/start-cli.ts";

vi.setConfig({ testTimeout: 120_000 });

/** The key, and the value of a header of the user's: a server gives both back in every way there is. */
const key = "C4nary.Key-7/x+Y=z_0123&<q>";
const session = "s3ss10n-Value/4711+abcdef==";
const canaries = [key, session];

const bytesOf = (text: string) => [...Buffer.from(text)];
const each = (text: string, write: (code: number) => string) => bytesOf(text).map(write).join("");
const two = (code: number) => code.toString(16).padStart(2, "0");
const base64 = (text: string) => Buffer.from(text).toString("base64");

const once: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  "upper case": (text) => text.toUpperCase(),
  "lower case": (text) => text.toLowerCase(),
  URI: encodeURIComponent,
  percent: (text) => each(text, (code) => `%${two(code)}`),
  "percent twice": (text) => encodeURIComponent(each(text, (code) => `%${two(code)}`)),
  JSON: (text) => JSON.stringify(text).slice(1, -1),
  "JSON numbers": (text) => each(text, (code) => `\\u00${two(code)}`),
  "hex escapes": (text) => each(text, (code) => `\\x${two(code)}`),
  HTML: (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;"),
  "HTML numbers": (text) => each(text, (code) => `&#${code};`),
  "HTML hex numbers": (text) => each(text, (code) => `&#x${two(code).toUpperCase()};`),
  base64,
  base64url: (text) => Buffer.from(text).toString("base64url"),
};
const ways: readonly ((text: string) => string)[] = [
  ...Object.values(once),
  // At any place in what is encoded, and twice.
  ...["", "a", "ab", "abc", "abcd"].flatMap((before) => [(text: string) => base64(`${before}${text}!`)]),
  (text) => `${text.slice(0, 12)}...`,
];
const forms = ways.flatMap((write) => canaries.map(write));
/** A cut one is told from its beginning. */
const shown = (form: string) => form.replace(/\.\.\.$/, "");

/** Forms by turns: in the body, in a header's value and in a header's name. */
function echo(count: number): string {
  const form = forms[count % forms.length]!;
  const name = /^[\w!#$%&'*+.^`|~-]{1,200}$/.test(form) ? form : "x";
  const body = JSON.stringify({
    code: form,
    message: `Bearer ${form} is not valid`,
    status: 400,
    [form]: form,
  });
  const longBody = `${"x".repeat(1990 - (count % 30))}${form}${body}`;
  const status = [200, 401, 404, 409, 302, 500, 204][count % 7];
  const value = form.replace(/[^\x20-\x7e]/g, "");
  return [
    `HTTP/1.1 ${status} ${value}`,
    "content-type: application/json",
    `x-echo: ${value}`,
    `location: https://other/${value}`,
    `www-authenticate: Bearer realm="${value}"`,
    `${name}: 1`,
    "connection: close",
    "",
    status === 204 ? form : count % 3 === 0 ? longBody : body,
  ].join("\r\n");
}

async function artifactsOf(args: readonly string[], env: Record<string, string> = {}) {
  let count = 0;
  // Past the first call, which must let the run start.
  const origin = await startRawServer((socket) => {
    const answer =
      count === 0 ? "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n[]" : echo(count - 1);
    count++;
    socket.end(answer);
  });
  const folder = await createFolder();
  const reports = ["json", "junit", "html", "markdown", "github", "terminal"].flatMap((name) => [
    `--reporter=${name}=${join(folder, name)}`,
  ]);
  const cli = startCli(
    [
      ...[
        "verify",
        `${origin}/v1`,
        `--header=X-Session: ${session}`,
        "--pending-order=1,2,3",
        "--shipped-order=4",
      ],
      ...[
        "--settle=0",
        "--expose-key",
        `--profile-out=${join(folder, "profile")}`,
        `--write-baseline=${join(folder, "baseline")}`,
      ],
      ...reports,
      ...args,
    ],
    { env: { STORE_ORDERS_API_KEY: key, GITHUB_STEP_SUMMARY: join(folder, "summary"), ...env } },
  );
  const { code, stdout, stderr } = await cli.ended;
  const names = await readdir(folder);
  const files = await Promise.all(
    names.map(async (name) => [name, await readFile(join(folder, name), "utf8")] as const),
  );
  return { code, count, artifacts: [["stdout", stdout] as const, ["stderr", stderr] as const, ...files] };
}

function unescapeHtml(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replace(/&#(\d+);/g, (_all, digits: string) => String.fromCharCode(Number(digits)))
    .replaceAll("&amp;", "&");
}

test.each([
  ["each reporter's file", []],
  ["the terminal, all of it", ["--reporter=terminal", "--verbose"]],
  ["JSON on standard output", ["--reporter=json"]],
])("no form of the key or of a header's value is in %s", async (_name, args) => {
  const { code, count, artifacts } = await artifactsOf(args);
  expect(code).toBe(1);
  expect(count).toBeGreaterThan(forms.length);
  expect(artifacts.map(([name]) => name)).toEqual(
    expect.arrayContaining(["json", "junit", "html", "markdown", "github"]),
  );
  const leaks: string[] = [];
  for (const [name, text] of artifacts) {
    for (const view of [text, unescapeHtml(text), JSON.stringify(text)]) {
      const folded = view.toLowerCase();
      for (const form of forms) {
        if (folded.includes(shown(form).toLowerCase())) leaks.push(`${name}: ${form}`);
      }
    }
  }
  expect([...new Set(leaks)]).toEqual([]);
  process.stdout.write(
    `${forms.length} forms of 2 secrets in ${count} answers, ${artifacts.length} artifacts: none shown\n`,
  );
});

test("a value too short to be hidden is said to be shown", async () => {
  const { artifacts } = await artifactsOf(["--header=X-Env: dev"]);
  expect(artifacts.find(([name]) => name === "stderr")?.[1]).toContain(
    "header x-env is too short to be hidden: reports may show it.",
  );
});
