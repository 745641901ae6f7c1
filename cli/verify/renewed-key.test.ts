import { writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fiveOrders, foreignKey, namingFive, startForeign } from "../../conformance/testing/verify.ts";
import { createScratchFolder } from "../../mocks/testing/scratch-folder.ts";
import { refusalOf } from "../testing/run-here.ts";
import { verifyHere } from "../testing/verify-here.ts";

/** A server whose key is valid for some calls; the next one is in a file. */
async function startWithShortKeys(calls: number, alter: (request: IncomingMessage) => void = () => {}) {
  const file = join(createScratchFolder(), "key");
  const keys: string[] = [];
  let left = 0;
  const issue = () => {
    keys.push(`key-${keys.length}-${Math.random().toString(36).slice(2)}`);
    writeFileSync(file, `${keys.at(-1)}\n`);
    left = calls;
  };
  issue();
  const { baseUrl } = await startForeign({
    ...fiveOrders,
    interrupt(request) {
      if (request.headers.authorization !== `Bearer ${keys.at(-1)}`) return false;
      request.headers.authorization = `Bearer ${foreignKey}`;
      alter(request);
      if (--left === 0) issue();
      return false;
    },
  });
  const args = [baseUrl, ...namingFive, `--api-key-command=cat ${file}`, "--settle=0"];
  return { keys, verify: () => verifyHere(args, { STORE_ORDERS_API_KEY: "" }) };
}

test("a server whose key is valid for 25 calls conforms, and no key is shown", async () => {
  const { keys, verify } = await startWithShortKeys(25);
  const { code, report, text, stdout, stderr } = await verify();
  expect([code, report?.verdict, stderr]).toEqual([0, "conformant", ""]);
  expect(keys.length).toBeGreaterThan(2);
  for (const key of keys) expect(text + stdout).not.toContain(key);
});

test("a server that refuses each new key in one call fails, after a bounded number of calls", async () => {
  const { keys, verify } = await startWithShortKeys(1_000_000, (request) => {
    if (request.method === "DELETE") request.headers.authorization = "Bearer old";
  });
  const { code, report } = await verify();
  expect([code, report?.verdict]).toEqual([1, "nonconformant"]);
  expect(keys).toHaveLength(1);
});

test.each([
  ["prints nothing", "true", "it must print the key"],
  ["prints two words", "echo one two", "it must print the key"],
])("a key command that %s is refused in one line", async (_what, command, words) => {
  const refusal = await refusalOf(["verify", "http://127.0.0.1:1/v1", `--api-key-command=${command}`]);
  expect(refusal).toContain(`Cannot use --api-key-command: ${words}`);
});

test("a key and a command for the key are refused together", async () => {
  const args = ["http://127.0.0.1:1/v1", "--api-key-command=true"];
  const refusal = await refusalOf(["verify", ...args], { STORE_ORDERS_API_KEY: "key" });
  expect(refusal).toContain("beside STORE_ORDERS_API_KEY: give one of them");
});
