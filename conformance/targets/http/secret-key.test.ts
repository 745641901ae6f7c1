import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { reporterNames } from "../../report/reporters/reporters.ts";
import { type Deliver, startForeignServer } from "../../testing/foreign-server.ts";
import { runCli } from "../../testing/run-cli.ts";

// Whole runs, on a machine that may be busy.
vi.setConfig({ testTimeout: 30_000 });

const key = `k3y/+&"Q'<s>%=~!z-9_${"0123456789".repeat(3)}`;

/** Beginnings long enough to be of use to somebody, in each way of writing them. */
const forms = [
  key.slice(0, 12),
  key.slice(-12),
  encodeURIComponent(key).slice(0, 20),
  JSON.stringify(key).slice(1, 13),
  btoa(key).slice(0, 16),
  btoa(`${key}:`).slice(0, 16),
  btoa(`user:${key}`).slice(8, 24),
  Buffer.from(key).toString("base64url").slice(0, 16),
];

/** Tells the key in every way it can think of, in every answer, right or wrong. */
const gossip: Deliver = (response, { status, headers, body }, { headers: { authorization = "" } }) => {
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.setHeader("x-echo", authorization);
  response.setHeader("x-key", [key, encodeURIComponent(key), btoa(key), btoa(`user:${key}`)]);
  response.setHeader(
    "link",
    `</next?key=${encodeURIComponent(key)}>; rel="next"; title="${"x".repeat(30)}${key}"`,
  );
  response.setHeader("www-authenticate", `Basic realm=${JSON.stringify(key)}`);
  response.end(status === 204 ? "" : body);
};

const told = JSON.stringify({
  code: 1,
  message: key,
  status: key,
  base64: btoa(key),
  slashes: key.replaceAll("/", "\\/"),
});

/** Where the key may stand in an error: in a field, alone, cut short, in the middle of a long text. */
const bodies = [
  told,
  key,
  `{"code":${key.slice(0, 14)}`,
  JSON.stringify({ status: `${"x".repeat(45)}${key}` }),
];

test("a server that tells the key in every way, in turns, cannot get it into any output", async () => {
  let turn = 0;
  const folder = await mkdtemp(join(tmpdir(), "secret-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await using server = await startForeignServer({
    key,
    pending: ["101", "102"],
    shipped: ["301"],
    show: (id) =>
      `{"id":${id},"shipDate":${JSON.stringify(`${"x".repeat(40)}${key}`)},"complete":${JSON.stringify(key)}}`,
    error: () => ["application/json", bodies[turn++ % bodies.length]!],
    conflict: ["text/plain", key],
    deliver: gossip,
  });
  const files = reporterNames.map((name) => join(folder, `report.${name}`));
  const profile = join(folder, "profile.json");
  const run = await runCli(
    [
      "verify",
      server.baseUrl,
      "--pending-order=101,102",
      "--shipped-order=301",
      "--reporter=terminal",
      ...reporterNames.map((name, index) => `--reporter=${name}=${files[index]}`),
      `--profile-out=${profile}`,
    ],
    { STORE_ORDERS_API_KEY: key },
  );
  expect(run.code).toBe(1);
  const outputs = [
    run.stdout,
    run.stderr,
    ...(await Promise.all([...files, profile].map((file) => readFile(file, "utf8")))),
  ];
  expect(outputs[0]).toContain("***");
  for (const text of outputs) for (const form of forms) expect(text).not.toContain(form);
});

test.each([
  ["in a redirect", 302],
  ["in a refusal", 401],
])(
  "a run that cannot start for a server that tells the key %s does not tell it either",
  async (_name, status) => {
    await using server = await startForeignServer({
      key,
      deliver: (response) => void response.writeHead(status, { location: `/login?key=${key}` }).end(key),
    });
    const run = await runCli(["verify", server.baseUrl], { STORE_ORDERS_API_KEY: key });
    expect(run.code).toBe(2);
    for (const form of forms) expect(run.stdout + run.stderr).not.toContain(form);
  },
);
