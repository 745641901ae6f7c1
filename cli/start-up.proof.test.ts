import { expect, test, vi } from "vitest";
import { startCli } from "./testing/start-cli.ts";

vi.setConfig({ testTimeout: 40_000 });

/** Writes the address of each module that is loaded, by import or require, to standard error. */
const prelude = `
  import { writeSync } from "node:fs";
  import { registerHooks } from "node:module";
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      // A full pipe is written to again.
      for (let written = false; !written; )
        try {
          written = writeSync(2, resolved.url + "\\n") > 0;
        } catch (error) {
          if (error.code !== "EAGAIN") throw error;
        }
      return resolved;
    },
  });`;

/** Names of the packages in a list of module addresses. */
const packagesIn = (urls: string) =>
  [...new Set(urls.match(/(?<=\/node_modules\/)(?:@[^/\s]+\/)?[^/\s]+(?=\/)/g))].sort();

test.concurrent.each<[string, string[]]>([
  ["--help", []],
  ["--version", []],
  ["fixtures", ["@faker-js/faker"]],
  ["mock --help", ["@faker-js/faker"]],
  ["verify --help", []],
  ["verify", ["@faker-js/faker", "std-env"]],
])("store-orders %s loads the packages %j and no other", async (line, packages) => {
  const { code, stderr } = await startCli(line.split(" "), { prelude }).ended;
  expect(code).toBe(0);
  expect(stderr).toContain("/cli/terminal.ts");
  expect(packagesIn(stderr)).toEqual(packages);
});

test("a mock that has answered has loaded faker and no other package", async () => {
  await using mock = startCli(["mock", "--port=0"], { prelude });
  const [baseUrl] = await mock.printed(/http:\S+\/v1\b/);
  const answer = await fetch(`${baseUrl}/store/orders`, { headers: { authorization: "Bearer mock-key" } });
  expect(answer.status).toBe(200);
  await answer.text();
  mock.kill("SIGTERM");
  const { stderr } = await mock.ended;
  expect(stderr).toContain("/mocks/mock.ts");
  expect(packagesIn(stderr)).toEqual(["@faker-js/faker"]);
});
