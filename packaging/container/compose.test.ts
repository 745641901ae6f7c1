import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { mockCommand } from "../../cli/mock/mock-options.ts";
import { variableOf } from "../../cli/options.ts";

/** The compose file as far as it can be read without an engine. */

const read = (name: string) => readFileSync(fileURLToPath(new URL(name, import.meta.url)), "utf8");

test("the mock has options that there are, a root that is read only, and the image's port for this machine alone", () => {
  const [, exposed] = /^EXPOSE (\d+)$/m.exec(read("../../Dockerfile"))!;
  const { mock } = parse(read("compose.yaml")).services;
  const known = Object.keys(mockCommand.options).map((name) => variableOf(mockCommand, name));
  expect(known).toEqual(expect.arrayContaining(Object.keys(mock.environment)));
  expect(mock).toMatchObject({ build: "../..", read_only: true });
  expect(mock.ports).toEqual([`127.0.0.1:${exposed}:${exposed}`]);
});
