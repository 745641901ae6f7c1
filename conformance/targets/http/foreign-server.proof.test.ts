import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import type { ForeignOptions } from "../../testing/foreign-server.ts";
import { runCli } from "../../testing/run-cli.ts";
import {
  createFolder,
  foreignKey as key,
  startForeign as start,
  verify,
  withOutcome,
} from "../../testing/verify.ts";

// Whole runs, on a machine that may be busy.
vi.setConfig({ testTimeout: 30_000 });

test.each([
  ["small", ["101", "102"], "301"],
  ["beyond 2^53", ["9007199254740993", "9007199254740995"], "9223372036854775807"],
  ["negative", ["-9007199254740993", "-1"], "-9223372036854775808"],
])("a right server is conformant, every must tested: %s ids", async (_name, pending, shipped) => {
  const server = await start({ pending, shipped: [shipped] });
  const { code, report, text, stderr } = await verify([
    server.baseUrl,
    `--pending-order=${pending.join(",")}`,
    `--shipped-order=${shipped}`,
    "--complete",
  ]);
  expect(stderr).toBe("");
  expect(code).toBe(0);
  expect(report!.verdict).toBe("conformant");
  expect(report!.results.filter(({ outcome }) => outcome !== "passed")).toEqual([]);
  // Of a negative number no other spelling is sent to a server whose orders are not all the run's.
  const unseen = shipped.startsWith("-") ? ["paddedId", "idSpelling"] : [];
  expect(report!.observations.flatMap(({ question, answer }) => (answer === null ? [question] : []))).toEqual(
    unseen,
  );
  for (const id of [...pending, shipped]) expect(text).toContain(`/store/orders/${id}"`);
  expect(pending.map(server.stateOf)).toEqual(["cancelled", "cancelled"]);
  expect(server.stateOf(shipped)).toBe("shipped");
});

test.each<[string, ForeignOptions, string[], number, number]>([
  ["one pending order", { pending: ["101"], shipped: ["301"] }, ["--pending-order", "101"], 0, 3],
  ["no order at all", {}, [], 0, 3],
])("a run with %s is partial, which only --complete minds", async (_name, orders, args, usual, complete) => {
  const [first, second] = await Promise.all([start(orders), start(orders)]);
  const shipped = orders.shipped ? ["--shipped-order", "301"] : [];
  const [loose, strict] = await Promise.all([
    verify([first.baseUrl, ...args, ...shipped]),
    verify([second.baseUrl, ...args, ...shipped, "--complete"]),
  ]);
  expect([loose.code, strict.code]).toEqual([usual, complete]);
  for (const { report } of [loose, strict]) {
    expect(report!.verdict).toBe("partial");
    expect(withOutcome(report, "failed")).toEqual([]);
    expect(report!.results.find(({ id }) => id === "cancel-order/one-winner")).toMatchObject({
      outcome: "untested",
      reason: expect.stringContaining("--pending-order"),
    });
  }
});

test("provider states supply the orders, with ids beyond 2^53, and are torn down", async () => {
  const server = await start({});
  const { code, report } = await verify([
    server.baseUrl,
    "--complete",
    `--provider-states-url=${server.origin}/provider-states`,
  ]);
  expect([code, report!.verdict]).toEqual([0, "conformant"]);
  expect(server.states.map((text) => JSON.parse(text))).toMatchObject([
    { state: "pending orders exist", action: "setup", params: { count: 5 } },
    { state: "shipped orders exist", action: "setup", params: { count: 1 } },
    { state: "pending orders exist", action: "teardown" },
    { state: "shipped orders exist", action: "teardown" },
  ]);
  expect(server.states[0]).toContain('"9007199254740993"');
  expect(server.requests.at(-1)).toBe("POST /provider-states");
  const cancelled = ["3", "4", "5", "6", "7"].map((digit) => server.stateOf(`900719925474099${digit}`));
  expect(cancelled).toEqual(Array(5).fill("cancelled"));
});

test("provider states are torn down although a requirement fails", async () => {
  const server = await start({ deliverCancel: (response) => void response.writeHead(200).end("{}") });
  const { code, report } = await verify([
    server.baseUrl,
    `--provider-states-url=${server.origin}/provider-states`,
  ]);
  expect([code, report!.verdict]).toEqual([1, "nonconformant"]);
  expect(server.states.filter((text) => text.includes("teardown"))).toHaveLength(2);
});

test("a provider of states that knows none ends the run with one line", async () => {
  const server = await start({});
  const { code, stderr } = await verify([server.baseUrl, `--provider-states-url=${server.baseUrl}/states`]);
  expect(code).toBe(2);
  expect(stderr).toMatch(
    /^store-orders: Cannot set up provider state "pending orders exist" at .* 401 .*\n$/,
  );
});

test("--only and --skip choose what is judged, and what is sent", async () => {
  const server = await start({ pending: ["101", "102"], shipped: ["301"] });
  const { code, report } = await verify([
    server.baseUrl,
    "--pending-order=101,102",
    "--shipped-order=301",
    "--only=list-orders/*",
    "--skip=list-orders/no-filter,list-orders/head",
  ]);
  expect(code).toBe(0);
  const ids = report!.results.map(({ id }) => id);
  expect(ids.every((id) => id.startsWith("list-orders/"))).toBe(true);
  expect(ids).not.toContain("list-orders/no-filter");
  // Whatever other lists are read: nothing is cancelled, and no query is sent.
  expect(server.requests.filter((line) => !/^GET \/v1\/store\/orders\/?$/.test(line))).toEqual([]);
});

test("a name that fits no requirement is refused before anything is sent", async () => {
  const server = await start({});
  const { code, stderr } = await verify([server.baseUrl, "--only=list-orders/head,cancel-order/shiped"]);
  expect(code).toBe(2);
  expect(stderr).toContain("Did you mean cancel-order/shipped?");
  expect(server.requests).toEqual([]);
});

test("a warning lets a run pass, and fails it with --strict", async () => {
  const error = (status: number) =>
    ["application/json", `{"code":"x","message":"y","status":${status}}`] as const;
  const server = await start({
    error,
    deliver(response, { status, headers, body }) {
      const { "www-authenticate": _challenge, ...others } = headers;
      response.writeHead(status, others).end(body);
    },
  });
  const loose = await verify([server.baseUrl]);
  expect(withOutcome(loose.report, "warned")).toEqual(["authentication/challenge"]);
  expect(loose.code).toBe(0);
  const strict = await verify([server.baseUrl, "--strict"]);
  expect(strict.code).toBe(1);
});

test.each<[string, (origin: string) => string[], Record<string, string>, RegExp]>([
  [
    "a wrong key",
    (origin) => [`${origin}/v1`],
    { STORE_ORDERS_API_KEY: "another-key" },
    /rejects the API key with 401/,
  ],
  ["no key", (origin) => [`${origin}/v1`], { STORE_ORDERS_API_KEY: "" }, /no API key was given/],
  ["a base URL without the version", (origin) => [origin], {}, /answers 404\. A base URL ends with/],
  ["a port where nothing listens", () => ["http://127.0.0.1:1/v1"], {}, /nothing listens there/],
])("%s ends the run with one line and exit code 2", async (_name, args, env, message) => {
  const server = await start({});
  const { code, stderr, stdout } = await verify(args(server.origin), env);
  expect(code).toBe(2);
  expect(stdout).toBe("");
  expect(stderr).toMatch(/^store-orders: [^\n]+\n$/);
  expect(stderr).toMatch(message);
});

test("a server that hangs on every DELETE is judged to the end, within --timeout", async () => {
  const server = await start({ pending: ["101", "102"], shipped: ["301"], deliverCancel: () => undefined });
  const args = ["--pending-order=101,102", "--shipped-order=301", "--timeout=300"];
  const { code, report, stderr } = await verify([server.baseUrl, ...args]);
  expect([code, stderr]).toEqual([1, ""]);
  expect(report!.verdict).toBe("nonconformant");
  expect(report!.results.find(({ id }) => id === "cancel-order/shipped")).toMatchObject({
    reason: "Expected an answer, got timeout after 300 ms.",
  });
  expect(report!.durationMs).toBeLessThan(15_000);
});

test("one order that is named twice is refused before it is cancelled", async () => {
  const server = await start({ pending: ["101", "102"] });
  const { code, stderr } = await verify([server.baseUrl, "--pending-order=101,102", "--shipped-order=102"]);
  expect([code, server.stateOf("102")]).toEqual([2, "pending"]);
  expect(stderr).toBe("store-orders: Cannot judge with these orders: order 102 is given twice.\n");
});

test("one run writes several reports and the observed profile, every digit kept", async () => {
  const pending = ["9007199254740993", "9007199254740995"];
  const server = await start({
    pending,
    shipped: ["9223372036854775807"],
    cancelled: "stays",
    secondCancel: 409,
  });
  const folder = await createFolder();
  const [json, junit, profile] = ["r.json", "r.xml", "p.json"].map((name) => join(folder, name));
  const { code, stdout } = await runCli(
    [
      "verify",
      server.baseUrl,
      `--pending-order=${pending.join()}`,
      "--shipped-order=9223372036854775807",
      `--reporter=json=${json}`,
      `--reporter=junit=${junit}`,
      `--profile-out=${profile}`,
    ],
    { STORE_ORDERS_API_KEY: key },
  );
  expect([code, stdout]).toEqual([0, ""]);
  const [jsonText, junitText, profileText] = await Promise.all(
    [json, junit, profile].map((file) => readFile(file!, "utf8")),
  );
  expect(JSON.parse(jsonText!).verdict).toBe("conformant");
  // As the list shows them in the evidence, not only as the command line named them.
  for (const id of [...pending, "9223372036854775807"]) expect(jsonText).toContain(`\\"id\\":${id},`);
  expect(junitText).toMatch(/^<\?xml .*<testsuites?\b/s);
  expect(junitText).toContain('failures="0"');
  expect(JSON.parse(profileText!)).toEqual({
    observed: { baseUrl: server.baseUrl, at: JSON.parse(jsonText!).startedAt },
    cancelledInList: "unchanged",
    repeatedCancel: "409",
    conflictBody: "none",
    statusField: "absent",
    unknownQuery: "ignored",
    malformedId: "400",
    outOfRangeId: "400",
    paddedId: "refused",
    schemeCase: "any",
    errorMediaType: "json",
    idSpelling: "plain",
    trailingSlash: "refused",
    throttle: "none",
  });
});
