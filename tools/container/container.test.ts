import { readFileSync } from "node:fs";
import { validate } from "dockerfile-utils";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { variableOf } from "../../cli/command-spec.ts";
import { mockCommand } from "../../cli/mock/mock-options.ts";
import { argumentsOf, dockerfileText, imageEnvironment } from "../testing/read-dockerfile.ts";

const variables = Object.keys(mockCommand.options).map((name) => variableOf(mockCommand, name));

describe("the Dockerfile", () => {
  test("passes its linter", () => {
    const problems = validate(dockerfileText);
    expect(problems.map(({ message, range }) => `${range.start.line + 1}: ${message}`)).toEqual([]);
  });

  test("runs the mock as a user other than root", () => {
    expect(argumentsOf("USER")).toEqual([expect.stringMatching(/^[1-9]\d*:[1-9]\d*$/)]);
  });

  test("sets variables of the mock's options", () => {
    const own = Object.keys(imageEnvironment).filter((name) => name.startsWith("STORE_ORDERS_"));
    expect(own).toContain("STORE_ORDERS_HOST");
    expect(variables).toEqual(expect.arrayContaining(own));
  });
});

test("the compose file sets options of the mock, a read-only root, and the image's port for this machine only", () => {
  const { mock } = parse(readFileSync(new URL("compose.yaml", import.meta.url), "utf8")).services;
  expect(variables).toEqual(expect.arrayContaining(Object.keys(mock.environment)));
  expect(mock).toMatchObject({ build: "../..", read_only: true });
  const [port] = argumentsOf("EXPOSE");
  expect(mock.ports).toEqual([`127.0.0.1:${port}:${port}`]);
});
