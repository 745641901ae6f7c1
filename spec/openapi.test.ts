import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { operationIds, operations, versionPrefix } from "./wire.ts";

const text = readFileSync(new URL("openapi.yaml", import.meta.url), "utf8");
/** `npm run lint` checks that it is valid OpenAPI. */
const description = parse(text);
const { info, servers, tags, security, components } = description;
const described = operationIds.map((id) => {
  const { path, method, statuses } = operations[id];
  const operation = description.paths[path][method.toLowerCase()];
  const answerOf = (status: number) => {
    const answer = operation.responses[status];
    const shared = answer.$ref?.replace("#/components/responses/", "");
    return shared === undefined ? answer : components.responses[shared];
  };
  return { id, operation, statuses: statuses as readonly number[], answerOf };
});
const [list, cancel] = described;

test("it describes version 1.0.0, below a base address that ends with the version prefix", () => {
  expect(description.openapi).toMatch(/^3\.1\./);
  expect(info.version).toBe("1.0.0");
  for (const { url } of servers) expect(url).toMatch(new RegExp(`^\\{\\w+\\}${versionPrefix}$`));
});

test("it has the members that other tools require: licence, contact, tags, an example of each parameter", () => {
  expect([info.license.name, info.contact.name]).toEqual([expect.any(String), expect.any(String)]);
  for (const { operation } of described) {
    expect(tags).toContainEqual(expect.objectContaining({ name: operation.tags[0] }));
    for (const { example } of operation.parameters ?? []) expect(example).toBeDefined();
  }
});

test("it asks for the API key as a bearer token, for every operation", () => {
  expect(components.securitySchemes).toMatchObject({ bearerAuth: { type: "http", scheme: "bearer" } });
  expect(security).toEqual([{ bearerAuth: [] }]);
  for (const { operation } of described) expect(operation.security).toBeUndefined();
});

test("it has only the operations that the document shows, and says why pets are left out", () => {
  const found = Object.entries<object>(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => `${operationId}: ${method} ${path}`),
  );
  expect(found).toEqual(
    operationIds.map((id) => `${id}: ${operations[id].method.toLowerCase()} ${operations[id].path}`),
  );
  expect(info.description).toContain("GET /pets/{petId}");
});

describe.each(described)("$id", ({ operation, statuses, answerOf }) => {
  test("has the statuses of the document, no others, and no request body", () => {
    expect(Object.keys(operation.responses).map(Number)).toEqual(statuses);
    expect(operation.requestBody).toBeUndefined();
  });

  test("answers 401, and 404 where it has one, with an Error that carries that status", () => {
    for (const status of statuses.filter((each) => each === 401 || each === 404)) {
      expect(answerOf(status).content["application/json"]).toMatchObject({
        schema: { $ref: "#/components/schemas/Error" },
        example: { status },
      });
    }
  });
});

test("no operation has a parameter but the id of the order to cancel", () => {
  expect(list!.operation.parameters).toBeUndefined();
  expect(cancel!.operation.parameters).toEqual([
    expect.objectContaining({
      name: "orderId",
      in: "path",
      required: true,
      schema: { type: "integer", format: "int64" },
    }),
  ]);
});

test("a list is an array of Orders, a 204 has no body, and that of a 409 is not shown", () => {
  expect(list!.answerOf(200).content["application/json"].schema).toEqual({
    type: "array",
    items: { $ref: "#/components/schemas/Order" },
  });
  for (const status of [204, 409])
    expect(cancel!.answerOf(status)).toEqual({ description: expect.any(String) });
});

test("an Order requires no field and an Error requires its three", () => {
  const { Order, Error: ServiceError } = components.schemas;
  expect(Order.required).toBeUndefined();
  expect(Order.properties).toMatchObject({
    id: { type: "integer", format: "int64" },
    petId: { type: "integer", format: "int64" },
    quantity: { type: "integer", description: expect.any(String) },
    shipDate: { type: "string", format: "date-time" },
    complete: { type: "boolean" },
  });
  expect(Order.properties.quantity.format).toBeUndefined();
  expect(ServiceError.required).toEqual(["code", "message", "status"]);
  expect(ServiceError.properties).toMatchObject({
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
