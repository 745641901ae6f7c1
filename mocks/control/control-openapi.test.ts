import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect, test } from "vitest";
import { controlPaths, providerStates } from "../../spec/control-protocol.ts";
import { createMock, type Mock } from "../mock.ts";
import { callMock } from "../testing/call-mock.ts";
import { createScratchFolder } from "../testing/scratch-folder.ts";
import { controlOperations } from "./control-operations.ts";
import { controlSchemas } from "./control-schemas.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ $id: "doc", components: { schemas: controlSchemas } });
/** The errors of a value, read as a tool without int64 would read it. */
function errorsOf(schema: object, text: string): unknown {
  const located = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"doc#/'));
  ajv.validate(located, JSON.parse(text));
  return ajv.errors ?? [];
}

const idOf = (path: string, method: string) => controlOperations[path]?.[method];

test("the document has each path of the protocol, and each operation a unique id", () => {
  const text = callMock(createMock(), "GET /_mock/openapi.yaml", { key: null }).text;
  expect(Object.keys(JSON.parse(text).paths)).toEqual(expect.arrayContaining(Object.values(controlPaths)));
  const ids = Object.values(controlOperations).flatMap((methods) =>
    Object.values(methods).map(({ id }) => id),
  );
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(text).toContain(`"operationId": "${id}"`);
});

test("the document that is served passes the linter without a warning", async () => {
  const { text, headers } = callMock(createMock(), "GET /_mock/openapi.yaml", { key: null });
  expect(headers["content-type"]).toBe("application/yaml; charset=utf-8");
  const file = join(createScratchFolder(), "openapi.yaml");
  writeFileSync(file, text);
  const redocly = join(root, "node_modules/@redocly/cli/bin/cli.js");
  const args = [redocly, "lint", file, "--config", join(root, "redocly.yaml")];
  const linted = await promisify(execFile)(process.execPath, args);
  expect(linted.stdout + linted.stderr).not.toMatch(/warning|error/i);
}, 30_000);

const order = { id: "1001", petId: 7, quantity: 2, status: "pending", note: "gift" };
const faults = [
  { fault: "delay", ms: [1, 2], operation: "cancelOrder", seconds: 30, name: "slow" },
  { fault: "status", status: 503, message: "down", retryAfter: 2, times: 3, order: "1001" },
  { fault: "stale-list", reads: 2 },
  { fault: "hang", probability: 0 },
];

/** Each operation with a body that its schema takes, in an order in which all succeed. */
const calls: readonly (readonly [line: string, path: string, body?: unknown])[] = [
  ["GET /_mock/health", controlPaths.health],
  ["GET /_mock/orders", controlPaths.orders],
  ["GET /_mock/orders/search?state=pending&sort=-id&limit=2", controlPaths.search],
  ["GET /_mock/orders/409", controlPaths.order],
  ["DELETE /_mock/orders/409", controlPaths.order],
  ["POST /_mock/orders", controlPaths.orders, { id: 8, status: "shipped" }],
  ["GET /_mock/orders/search?text=ship%208", controlPaths.search],
  ["GET /_mock/key", controlPaths.key],
  ["PUT /_mock/orders/7", controlPaths.order, { ...order, id: undefined }],
  ["POST /_mock/orders/7/ship", controlPaths.ship],
  ["GET /_mock/state", controlPaths.state],
  [
    "POST /_mock/provider-states",
    controlPaths.providerStates,
    { state: providerStates.pending, params: { count: 2 } },
  ],
  ["PUT /_mock/faults", controlPaths.faults, "flaky"],
  ["PUT /_mock/faults", controlPaths.faults, faults],
  ["GET /_mock/faults", controlPaths.faults],
  ["DELETE /_mock/faults", controlPaths.faults],
  ["GET /_mock/journal", controlPaths.journal],
  ["GET /_mock/journal?as=har", controlPaths.journal],
  ["DELETE /_mock/journal", controlPaths.journal],
  ["PUT /_mock/profile", controlPaths.profile, { statusField: "shown" }],
  ["GET /_mock/profile", controlPaths.profile],
  ["POST /_mock/reset", controlPaths.reset, { seed: 2, orders: 3 }],
  ["POST /_mock/reset?world=*", controlPaths.reset, { fixtures: "large-ids" }],
  ["GET /_mock/orders", controlPaths.orders],
  ["GET /_mock/worlds", controlPaths.worlds],
  ["DELETE /_mock/worlds/one", controlPaths.world],
  ["DELETE /_mock/worlds?idle=0", controlPaths.worlds],
];

function readyMock(): Mock {
  const mock = createMock({ fixtures: "magic" });
  mock.control.world("one").ship(204n);
  for (const line of [
    "GET /v1/store/orders",
    "DELETE /v1/store/orders/204",
    "DELETE /v1/store/orders/9",
    "GET /v2",
  ])
    callMock(mock, line);
  callMock(mock, "GET /v1/store/orders", { key: "wrong" });
  return mock;
}

test("each accepted body and each answer has the shape in the document", () => {
  const mock = readyMock();
  const covered = new Set<string>();
  const play = (line: string, path: string, body?: unknown) => {
    const method = line.slice(0, line.indexOf(" "));
    const operation = idOf(path, method)!;
    covered.add(operation.id);
    if (body !== undefined) expect(errorsOf(operation.body!, JSON.stringify(body)), line).toEqual([]);
    const text = body === undefined ? "" : JSON.stringify(body);
    const reply = callMock(mock, line, { key: null, body: text });
    expect(reply.status, `${line}: ${reply.text}`).toBe(200);
    expect(errorsOf(operation.answer, reply.text), `${line}: ${reply.text}`).toEqual([]);
  };
  for (const [line, path, body] of calls) play(line, path, body);
  play("PUT /_mock/state", controlPaths.state, { state: mock.control.snapshot() });

  const inOther = Object.values(controlOperations)
    .flatMap((methods) => Object.values(methods))
    .filter(({ media }) => media !== undefined);
  expect(inOther.map(({ id }) => id)).toEqual(["onEvent", "openapi"]);
  expect(covered.size + inOther.length).toBe(
    Object.values(controlOperations).flatMap((methods) => Object.keys(methods)).length,
  );
});

test("an event's data has the shape in the document, and so has every refusal", () => {
  const mock = readyMock();
  const pieces: string[] = [];
  const { stream } = mock.handle({ method: "GET", target: "/_mock/events", headers: {} });
  const stop = stream!(
    (text) => pieces.push(text),
    () => {},
  );
  callMock(mock, "GET /v1/store/orders");
  mock.control.ship(1n);
  mock.control.reset();
  stop();
  const data = pieces.join("").match(/(?<=^data: ).*$/gm)!;
  expect(data).toHaveLength(3);
  for (const text of data)
    expect(errorsOf(controlOperations[controlPaths.events]!.GET!.answer, text)).toEqual([]);

  for (const line of ["POST /_mock/orders/7/ship", "GET /_mock/nowhere", "GET /_mock/health?world=a/b"]) {
    const { status, text } = callMock(mock, line, { key: null });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(errorsOf(controlSchemas.Error!, text), text).toEqual([]);
  }
  // The schemas do not take just anything.
  expect(errorsOf(controlSchemas.FaultRule!, '{"fault":"status"}')).not.toEqual([]);
  expect(errorsOf(controlSchemas.JournalEntry!, "{}")).not.toEqual([]);
});
