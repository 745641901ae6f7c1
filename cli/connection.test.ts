import { describe, expect, test } from "vitest";
import { startForwardProxy } from "../conformance/testing/forward-proxy.ts";
import { foreignKey, startForeign } from "../conformance/testing/verify.ts";
import { createScratchFolder } from "../mocks/testing/scratch-folder.ts";
import { printHere, refusalOf, runHere } from "./testing/run-here.ts";
import { fileIn, readAll, reportsTo } from "./testing/scratch-files.ts";

const credentials = "bob:hunter2!";
/** The password in each form that an output could show. */
const secrets = /hunter2|aHVudGVy|Ym9iOmh1bnRlcjIh/;
const key = { STORE_ORDERS_API_KEY: foreignKey };
const short = ["--read-only", "--only=list-orders/json-array"];

describe("a run goes through the proxy that", () => {
  const run = async (args: readonly string[], env: Record<string, string>) => {
    const server = await startForeign();
    const text = await printHere(["verify", server.baseUrl, ...short, "--reporter=json", ...args], {
      ...key,
      ...env,
    });
    const { target, requests } = JSON.parse(text) as { target: { proxy?: string }; requests: number };
    expect(server.requests).toHaveLength(requests);
    return target.proxy;
  };

  test("http_proxy names, unless NO_PROXY names the server or --no-proxy is given", async () => {
    const { url, passed } = await startForwardProxy();
    expect(await run([], { http_proxy: url })).toBe(url);
    expect(passed.length).toBeGreaterThan(0);
    const count = passed.length;
    expect(await run([], { http_proxy: url, NO_PROXY: "127.0.0.0/8" })).toBeUndefined();
    expect(await run(["--no-proxy"], { http_proxy: url })).toBeUndefined();
    expect(await run(["--no-proxy"], { STORE_ORDERS_PROXY: url })).toBeUndefined();
    expect(await run([], { HTTP_PROXY: url, https_proxy: url })).toBeUndefined();
    expect(passed).toHaveLength(count);
  });

  test("--proxy names, whatever the environment says", async () => {
    const { url } = await startForwardProxy();
    const env = { http_proxy: "http://127.0.0.1:1", NO_PROXY: "*", STORE_ORDERS_NO_PROXY: "true" };
    expect(await run(["--proxy", url], env)).toBe(url);
  });

  test("is written without a scheme, as curl takes it", async () => {
    const { url, host } = await startForwardProxy({ credentials });
    expect(await run([], { http_proxy: `${credentials}@${host}` })).toBe(url);
    expect(await run(["--proxy", `${credentials}@${host}`], {})).toBe(url);
  });
});

test("a run without an address judges its own mock, and needs no proxy for that", async () => {
  const { code } = await runHere(["verify", ...short], { http_proxy: "http://127.0.0.1:1" });
  expect(code).toBe(0);
});

test("provider states, the list of fixtures and a plan go through the proxy, too", async () => {
  const server = await startForeign({ pending: ["101"] });
  const proxy = await startForwardProxy({ credentials });
  const env = { ...key, http_proxy: proxy.with(credentials) };
  const states = `--provider-states-url=${server.origin}/provider-states`;
  await printHere(
    ["verify", server.baseUrl, states, "--only=cancel-order/pending", "--max-cancels=1", "--settle=0"],
    env,
  );
  expect(proxy.passed.filter((line) => line.endsWith("/provider-states")).length).toBeGreaterThan(1);
  const before = proxy.passed.length;
  await printHere(["fixtures", "--from", server.baseUrl], env);
  const plan = await printHere(["verify", server.baseUrl, "--plan"], env);
  expect(plan).toContain("Nothing was sent but that GET.");
  expect(plan).not.toMatch(secrets);
  expect(proxy.passed).toHaveLength(before + 2);
});

test("every report says that there is a proxy, and none shows its credentials, even where the server repeats them", async () => {
  const echoing = await startForeign({
    interrupt: (request, response) => {
      if (request.headers.authorization === `Bearer ${foreignKey}`) return false;
      response.writeHead(404, { "content-type": "text/plain" });
      response.end(JSON.stringify(request.headers) + credentials);
      return true;
    },
  });
  const proxy = await startForwardProxy({ credentials, keepsCredentials: true });
  const folder = createScratchFolder();
  const reporters = reportsTo(folder, ["json", "html", "markdown", "junit"]);
  const args = ["--read-only", "--verbose", "--reporter=terminal", ...reporters];
  const { stdout, stderr } = await runHere(["verify", echoing.baseUrl, ...args], {
    ...key,
    http_proxy: proxy.with(encodeURI(credentials)),
  });
  const { junit = "", ...files } = readAll(folder);
  for (const text of [stdout, stderr, junit, ...Object.values(files)]) expect(text).not.toMatch(secrets);
  for (const name of ["json", "html", "markdown"]) expect(files[name]).toContain(proxy.url);
  expect(stdout).toContain(`through the proxy ${proxy.url}`);
});

describe("a proxy is refused in one line, which does not repeat it:", () => {
  test.each([
    ["bob:hunter2!@[proxy", "must be the address of a proxy"],
    ["http://bob:hun#hunter2@proxy:3128", "percent-encoded"],
    ["http://bob:12/hunter2@proxy:3128", "percent-encoded"],
    ["http://bob:hunter2@proxy:port", "must be the address of a proxy"],
    ["socks5://bob:hunter2@proxy:1080", "an http or https proxy, got one of socks5"],
  ])("%s", async (address, fact) => {
    for (const [args, env, name] of [
      [[`--proxy=${address}`], {}, "--proxy"],
      [[], { STORE_ORDERS_PROXY: address }, "STORE_ORDERS_PROXY"],
      [[], { ALL_PROXY: address }, "ALL_PROXY"],
    ] as const) {
      const refusal = await refusalOf(["verify", "https://host.test/v1", ...args], { ...key, ...env });
      expect(refusal).toContain(`Cannot use ${name}: `);
      expect(refusal).toContain(fact);
      expect(refusal).not.toMatch(secrets);
    }
  });
});

test("a secret in the configuration file is refused without it", async () => {
  const text = '{ "verify": { "apiKey": true, "header": [true], "proxy": 12.5 } }';
  const file = fileIn("store-orders.config.json", text);
  const refusal = await refusalOf(["verify", `--config=${file}`]);
  expect(refusal).toContain(
    "verify.apiKey: it must be KEY as text or a number, got a value that is not shown",
  );
});

test("an address that may hold a token is refused without it", async () => {
  for (const address of ["htp://host/v1?token=hunter2", "host/v1#hunter2"])
    for (const line of [[address], ["http://a.test/v1", "--provider-states-url", address]])
      expect(await refusalOf(["verify", ...line], key)).not.toContain("hunter2");
});
