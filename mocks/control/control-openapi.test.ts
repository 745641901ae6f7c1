import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect, test } from "vitest";
import { controlPaths } from "../../spec/control-protocol.ts";
import { createControlClient } from "../client/control-client.ts";
import { controlSteps } from "../client/testing/control-steps.ts";
import { createMock } from "../mock.ts";
import { callMock } from "../testing/call-mock.ts";
import { createScratchFolder } from "../testing/scratch-folder.ts";
import { controlOperations } from "./control-operations.ts";
import { controlSchemas } from "./control-schemas.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ $id: "doc", components: { schemas: controlSchemas } });
/** The errors of a value, read as a tool without int64 would read it. */
function errorsOf(schema: object, text: string): readonly object[] {
  const located = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"doc#/'));
  ajv.validate(located, JSON.parse(text));
  return ajv.errors ?? [];
}

const ids = Object.values(controlOperations).flatMap((methods) => Object.values(methods).map(({ id }) => id));

test("the document has each path of the protocol, and each operation a unique id", () => {
  const text = callMock(createMock(), "GET /_mock/openapi.yaml", { key: null }).text;
  expect(Object.keys(JSON.parse(text).paths)).toEqual(expect.arrayContaining(Object.values(controlPaths)));
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

/** The operation that a request calls. */
function operationOf(method: string, { pathname }: URL) {
  const isCalled = (path: string) => new RegExp(`^${path.replace(/{\w+}/g, "[^/]+")}$`).test(pathname);
  const path = controlOperations[pathname] ? pathname : Object.keys(controlOperations).find(isCalled)!;
  return controlOperations[path]![method]!;
}

test("each body that is accepted and each answer has the shape in the document", async () => {
  const mock = createMock({ fixtures: "magic" });
  const called = new Set<string>();
  const found: object[] = [];
  /** A fetch that checks what it sends and gets. */
  const checked: typeof fetch = async (url, init) => {
    const request = new Request(url, init);
    const sent = await request.clone().text();
    const operation = operationOf(request.method, new URL(request.url));
    called.add(operation.id);
    const response = await mock.fetch(request);
    if (operation.media !== undefined) return response;
    const text = await response.clone().text();
    const note = (schema: object, value: string) =>
      found.push(...errorsOf(schema, value).map((error) => ({ operation: operation.id, value, error })));
    if (response.ok && sent !== "" && operation.body) note(operation.body, sent);
    if (response.headers.get("content-type")?.startsWith("application/json"))
      note(response.ok ? operation.answer : controlSchemas.Error!, text);
    return response;
  };
  const client = createControlClient({ origin: "http://localhost", fetch: checked });
  for (const steps of Object.values(controlSteps)) {
    // Some steps are refused.
    for (const step of steps) await (async () => step(client))().catch(() => undefined);
    for (const line of ["GET /v1/store/orders", "DELETE /v1/store/orders/204", "GET /v2"])
      callMock(mock, line);
  }
  await client.setFaults("flaky");
  await checked("http://localhost/_mock/faults", { method: "DELETE" });
  expect(found).toEqual([]);
  expect([...called, "openapi"].toSorted()).toEqual(ids.toSorted());
});

test("an event's data has the shape in the document", () => {
  const mock = createMock({ fixtures: "magic" });
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

  // The schemas do not take just anything.
  expect(errorsOf(controlSchemas.FaultRule!, '{"fault":"status"}')).not.toEqual([]);
  expect(errorsOf(controlSchemas.JournalEntry!, "{}")).not.toEqual([]);
});
