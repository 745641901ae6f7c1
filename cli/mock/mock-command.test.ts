import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test, vi } from "vitest";
import { fileIn } from "../testing/scratch-files.ts";
import { startMock } from "../testing/start-mock.ts";
import { openInBrowser } from "./mock-command.ts";

// Processes, on a machine that may be busy.
vi.setConfig({ testTimeout: 40_000 });

/** The output of `store-orders mock` at its start, which must be true. */

test("the banner has the mock's address, its key, and the source of its orders", async () => {
  const { banner, baseUrl, control, list } = await startMock(["--seed", "7", "--orders", "40"]);
  expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
  for (const row of [/API key +mock-key\n/, /Orders +40, seed 7\n/, /Profile +default\n/])
    expect(banner).toMatch(row);
  expect(banner).toContain(`Control   ${control}\n`);
  expect(banner).toContain(`OpenAPI   ${new URL(control).origin}/openapi.yaml\n`);
  expect(banner).not.toContain("Config");
  expect(JSON.parse(await list())).toHaveLength(40);
});

const curlsIn = (banner: string) => [...banner.matchAll(/^ +(curl .+)$/gm)].map(([, command]) => command!);
const run = promisify(execFile);
const several = { STORE_ORDERS_MOCK_API_KEY: "a$b, two" };

test.each<[shown: string, args: string[], env: Record<string, string>]>([
  ["mock-key", [], {}],
  ["it's$x\"`y`!", ["--api-key", "it's$x\"`y`!"], {}],
  ["one, and 1 more", ["--api-key=one", "--api-key=two"], {}],
  ["the one of STORE_ORDERS_MOCK_API_KEY", [], several],
])("the commands of the banner have the results that it names, with the key %s", async (shown, args, env) => {
  const { banner } = await startMock([...args, "--host=0.0.0.0"], env);
  expect(banner).toContain(`API key   ${shown}`);
  const [, pending] = /Cancel order (\d+), which is pending: 204\n/.exec(banner)!;
  const [, shipped] = /Try order (\d+), which has shipped: 409\n/.exec(banner)!;
  const commands = curlsIn(banner);
  expect(commands.map((command) => /\w+$/.exec(command)![0])).toEqual(["orders", pending, shipped]);
  const statuses = commands.map(async (command) => {
    const script = command.replace("curl ", "curl -s -o /dev/null -w '%{http_code}' ");
    return (await run("sh", ["-c", script], { env: { ...process.env, ...env } })).stdout.split("\n").at(-1);
  });
  expect(await Promise.all(statuses)).toEqual(["200", "204", "409"]);
  // The address of the control plane works, too.
  const [, control] = /Control +(\S+)\n/.exec(banner)!;
  expect((await fetch(`${control}/orders`)).status).toBe(200);
});

test.each([
  ["--orders=0", 1],
  ["--fixtures=all-shipped", 2],
])("the banner proposes no cancel where %s leaves no pending order", async (option, count) => {
  const { banner } = await startMock([option]);
  expect(curlsIn(banner)).toHaveLength(count);
  expect(banner).not.toContain("which is pending");
});

test("a fixtures file is served, ids beyond 2^53 to the last digit", async () => {
  const ids = ["9007199254740993", "9223372036854775807", "-9223372036854775808"];
  const orders = ids.map((id, index) => `{"id":${id},"quantity":${index},"status":"pending","note":"kept"}`);
  const file = fileIn("orders.json", `[${orders.join(",\n")}]`);
  const { banner, cancel, list } = await startMock(["--fixtures", file]);
  expect(banner).toContain(`Orders    3, from ${file}\n`);
  expect(banner).toContain("Cancel order 9007199254740993, which is pending");
  const text = await list();
  for (const id of ids) expect(text).toContain(`"id":${id},`);
  expect(await cancel("9007199254740992")).toBe(404);
  for (const id of ids) expect(await cancel(id)).toBe(204);
  expect(await list()).toBe("[]");
});

test("a named profile is played, and one of a file with the byte order mark of some editors", async () => {
  const named = await startMock(["--profile", "talkative", "--fixtures", "magic"]);
  expect(named.banner).toMatch(/Profile +talkative\n/);
  expect(await named.list()).toContain('"status":"pending"');
  expect([await named.cancel(204), await named.cancel(204), await named.cancel("abc")]).toEqual([
    204, 409, 422,
  ]);
  const file = fileIn("staging.json", '\ufeff{ "malformedId": "405", "observed": "2026-01-15" }');
  const { banner, cancel } = await startMock(["--profile", file]);
  expect(banner).toContain(`Profile   ${file}\n`);
  expect(await cancel("abc")).toBe(405);
});

test("options may come from the environment, a list of keys too, but not the key for a server", async () => {
  const { banner, control, send } = await startMock([], {
    STORE_ORDERS_API_KEY: "of-staging",
    STORE_ORDERS_MOCK_API_KEY: "one, two",
    STORE_ORDERS_ORDERS: "3",
    STORE_ORDERS_NO_CONTROL: "1",
  });
  expect(banner).toMatch(/Orders +3, seed 1\n/);
  const statusOf = async (key: string) => (await send("GET", "", key)).status;
  const keys = ["one", "two", "mock-key", "of-staging"];
  expect(await Promise.all(keys.map(statusOf))).toEqual([200, 200, 401, 401]);
  expect(banner).not.toContain("_mock");
  expect((await fetch(`${control}/health`)).status).toBe(404);
});

test("the banner names the configuration file that was read, and shows its key", async () => {
  const file = fileIn("mine.json", '{"mock": {"apiKey": ["from-file"], "orders": 3}}');
  const { banner } = await startMock(["--config", file]);
  expect(banner).toContain(`Config    ${file}\n`);
  expect(banner).toContain("API key   from-file\n");
});

test("a browser's command is run; without one there is the reason, and no error", async () => {
  expect(await openInBrowser("http://127.0.0.1:4010/", "echo")).toBeUndefined();
  expect(await openInBrowser("http://127.0.0.1:4010/", "no-such-command-here")).toContain("ENOENT");
});
