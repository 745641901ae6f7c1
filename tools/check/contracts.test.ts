import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { contractsFile, describeContracts } from "./contracts.ts";

test("options, the report's schema and exports are as stored in contracts.json", () => {
  const advice = "Take the change back, or run `npm run contracts` and write a changeset.";
  expect(describeContracts(), advice).toEqual(JSON.parse(readFileSync(contractsFile, "utf8")));
});

test("the description has options with variables and defaults, schemas without prose, names of values and types", () => {
  const { commands, reportSchema, requirements, exports } = describeContracts();
  expect(commands.mock).toMatchObject({ "--port": "N STORE_ORDERS_PORT default 4010" });
  expect(commands.verify).toMatchObject({ argument: "STORE_ORDERS_BASE_URL" });
  expect(commands.init).toMatchObject({ "--yes": "-y STORE_ORDERS_YES" });
  expect(reportSchema.properties.verdict).toEqual({ enum: ["conformant", "partial", "nonconformant"] });
  expect(requirements).toContain("order/quantity");
  expect(exports["."]).toEqual(expect.arrayContaining(["createMock", "type MockOptions"]));
  expect(exports["./openapi.yaml"]).toBe("./spec/openapi.yaml");
});
