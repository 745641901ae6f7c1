import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { contractsFile, describeContracts } from "./contracts.ts";

/** A line for each value, with its path. */
const linesOf = (value: unknown, path = ""): readonly string[] =>
  typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, each]) =>
        linesOf(each, `${path}/${Array.isArray(value) ? "" : name}`),
      )
    : [`${path}: ${value}`];

test("options, the report's schema and exports are as stored in contracts.json", () => {
  const advice = "Take the change back, or run `npm run contracts` and write a changeset.";
  // Members that are undefined are not stored.
  const now = linesOf(JSON.parse(JSON.stringify(describeContracts())));
  const stored = linesOf(JSON.parse(readFileSync(contractsFile, "utf8")));
  const differences = {
    added: now.filter((line) => !stored.includes(line)),
    removed: stored.filter((line) => !now.includes(line)),
  };
  expect(differences, advice).toEqual({ added: [], removed: [] });
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
