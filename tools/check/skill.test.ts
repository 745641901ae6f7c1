import { readFileSync } from "node:fs";
import { execa } from "execa";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { mockCommand } from "../../cli/mock/mock-options.ts";
import { verifyCommand } from "../../cli/verify/verify-options.ts";
import { startMockServer } from "../../entries/node/server.ts";

/** What coding agents read of the kit. */
const skill = readFileSync("skills/store-orders/SKILL.md", "utf8");
const curls = [...skill.matchAll(/`(curl [^`]+)`/g)].map(([, command]) => command!);

test("the skill has the name of its folder, and says when to use it", () => {
  const { name, description } = parse(skill.split("---\n")[1]!);
  expect(name).toBe("store-orders");
  expect(description.length).toBeGreaterThan(40);
  expect(description.length).toBeLessThan(1024);
});

test.each(curls)("%s works as printed", async (command) => {
  await using server = await startMockServer();
  const here = command.replaceAll("127.0.0.1:4010", `127.0.0.1:${server.port}`);
  const { stdout } = await execa("bash", ["-c", here.replace("curl ", "curl --fail ")]);
  expect(JSON.parse(stdout)).toBeInstanceOf(Object);
});

test("each option that it names is one", () => {
  const known = new Set(Object.keys({ ...mockCommand.options, ...verifyCommand.options }));
  const named = skill
    .split("\n")
    .filter((line) => line.includes("store-orders "))
    .join("\n");
  const options = [...named.matchAll(/(?<=\s|`)--([a-z-]+)/g)].map(([, name]) => name!);
  expect(options.length).toBeGreaterThan(4);
  expect(options.filter((name) => !known.has(name))).toEqual([]);
});
