import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { type OperationId, operations, versionPrefix } from "./wire.ts";

interface Schema {
  readonly required?: readonly string[];
  readonly properties?: object;
}
interface Answer {
  readonly $ref?: string;
  readonly content?: { readonly "application/json": { readonly schema: object; readonly example: unknown } };
}
interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly { readonly example?: unknown }[];
  readonly requestBody?: unknown;
  readonly security?: unknown;
  readonly responses: Readonly<Record<string, Answer>>;
}
interface Description {
  readonly openapi: string;
  readonly info: { readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string }[];
  readonly servers: readonly { readonly url: string }[];
  readonly security: unknown;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, Answer>>;
    readonly securitySchemes: unknown;
  };
}

const text = readFileSync(new URL("openapi.yaml", import.meta.url), "utf8");
/** `npm run lint` holds that it is a description. */
const description: Description = parse(text);

function operationOf(id: OperationId): Operation {
  const { path, method } = operations[id];
  return description.paths[path]![method.toLowerCase()]!;
}

function answerOf(id: OperationId, status: number): Answer {
  const answer = operationOf(id).responses[status]!;
  const shared = answer.$ref?.replace("#/components/responses/", "");
  return shared === undefined ? answer : description.components.responses[shared]!;
}

test("it describes version 1.0.0, below a base address that ends with the version prefix", () => {
  expect(description.openapi).toMatch(/^3\.1\./);
  expect(description.info.version).toBe("1.0.0");
  for (const { url } of description.servers) expect(url).toMatch(new RegExp(`^\\{\\w+\\}${versionPrefix}$`));
});

test("it has the members that other tools require: licence, contact, tags, an example of each parameter", () => {
  expect(description.info).toMatchObject({
    license: { name: expect.any(String) },
    contact: { name: expect.any(String) },
  });
  const known = description.tags.map(({ name }) => name);
  for (const id of Object.keys(operations) as OperationId[]) {
    const { tags, parameters = [] } = operationOf(id);
    expect(known).toEqual(expect.arrayContaining([...tags]));
    expect(tags.length).toBeGreaterThan(0);
    for (const { example } of parameters) expect(example).toBeDefined();
  }
});

test("it asks for the API key as a bearer token, for every operation", () => {
  expect(description.components.securitySchemes).toMatchObject({
    bearerAuth: { type: "http", scheme: "bearer" },
  });
  expect(description.security).toEqual([{ bearerAuth: [] }]);
  for (const id of Object.keys(operations)) expect(operationOf(id as OperationId).security).toBeUndefined();
});

test("it has only the operations that the document shows, and says why pets are left out", () => {
  const found = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { operationId }]) => `${operationId}: ${method.toUpperCase()} ${path}`,
    ),
  );
  const known = Object.entries(operations).map(([id, { method, path }]) => `${id}: ${method} ${path}`);
  expect(found.sort()).toEqual(known.sort());
  expect(description.info.description).toContain("GET /pets/{petId}");
});

describe.each(Object.keys(operations) as OperationId[])("%s", (id) => {
  test("has the statuses of the document and no others", () => {
    expect(Object.keys(operationOf(id).responses).map(Number)).toEqual(operations[id].statuses);
  });

  test("has no request body, and no parameter but the order's id", () => {
    expect(operationOf(id).requestBody).toBeUndefined();
    const expected = {
      name: "orderId",
      in: "path",
      required: true,
      schema: { type: "integer", format: "int64" },
    };
    const parameters = operationOf(id).parameters ?? [];
    expect(parameters).toMatchObject(id === "cancelOrder" ? [expected] : []);
    expect(parameters).toHaveLength(id === "cancelOrder" ? 1 : 0);
  });

  test("answers 401, and 404 where it has one, with an Error that carries that status", () => {
    for (const status of operations[id].statuses.filter((each) => each === 401 || each === 404)) {
      expect(answerOf(id, status).content).toMatchObject({
        "application/json": { schema: { $ref: "#/components/schemas/Error" }, example: { status } },
      });
    }
  });
});

test("listOrders answers 200 with an array of Orders", () => {
  expect(answerOf("listOrders", 200).content?.["application/json"].schema).toEqual({
    type: "array",
    items: { $ref: "#/components/schemas/Order" },
  });
});

test("a 204 has no body, and that of a 409 is not shown", () => {
  expect(answerOf("cancelOrder", 204)).toEqual({ description: expect.any(String) });
  expect(answerOf("cancelOrder", 409)).toEqual({ description: expect.any(String) });
});

test("an Order requires no field and an Error requires its three", () => {
  const { Order, Error: ServiceError } = description.components.schemas;
  expect(Order?.required).toBeUndefined();
  expect(Order?.properties).toMatchObject({
    id: { type: "integer", format: "int64" },
    petId: { type: "integer", format: "int64" },
    quantity: { type: "integer" },
    shipDate: { type: "string", format: "date-time" },
    complete: { type: "boolean" },
  });
  expect(Order?.properties).toHaveProperty("quantity.description");
  expect(Order?.properties).not.toHaveProperty("quantity.format");
  expect(ServiceError?.required).toEqual(["code", "message", "status"]);
  expect(ServiceError?.properties).toMatchObject({
    code: { type: "string" },
    message: { type: "string" },
    status: { type: "integer" },
  });
});

test("it promises nothing that the document leaves open", () => {
  const promises =
    /\b(additionalProperties|minimum|maximum|m(in|ax)(Length|Items)|uniqueItems|enum|const|pattern|headers|default: (?!http))\b/;
  expect(text).not.toMatch(promises);
});
