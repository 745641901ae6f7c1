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

/** A closed port stands for a proxy that must not be asked. */
const closed = "http://127.0.0.1:1";
const without = { NO_PROXY: "*", STORE_ORDERS_NO_PROXY: "true", http_proxy: closed };
// Without a scheme it is an http proxy, as for curl.
test.each<[args: string[], env: Record<string, string>, isUsed: boolean]>([
  [[], { http_proxy: "URL" }, true],
  [[], { http_proxy: closed, NO_PROXY: "127.0.0.0/8" }, false],
  [["--no-proxy"], { http_proxy: closed }, false],
  [["--no-proxy"], { STORE_ORDERS_PROXY: closed }, false],
  [[], { HTTP_PROXY: closed, https_proxy: closed }, false],
  [["--proxy=URL"], without, true],
  [[], { http_proxy: `${credentials}@HOST` }, true],
  [[`--proxy=${credentials}@HOST`], {}, true],
])("a run with %j and %j goes through the proxy: %s", async (args, env, isUsed) => {
  const server = await startForeign();
  const { url, host, passed } = await startForwardProxy(
    JSON.stringify([args, env]).includes(credentials) ? { credentials } : {},
  );
  const inserted = JSON.parse(JSON.stringify([args, env]).replace("URL", url).replace("HOST", host));
  const line = ["verify", server.baseUrl, ...short, "--reporter=json", ...inserted[0]] as const;
  const { target, requests } = JSON.parse(await printHere(line, { ...key, ...inserted[1] }));
  expect(server.requests).toHaveLength(requests);
  expect([target.proxy, passed.length > 0]).toEqual([isUsed ? url : undefined, isUsed]);
});

test("a run without an address judges its own mock, and needs no proxy for that", async () => {
  expect(await runHere(["verify", ...short], { http_proxy: closed })).toMatchObject({ code: 0 });
});

test("provider states, the list of fixtures and a plan go through the proxy, too", async () => {
  const server = await startForeign({ pending: ["101"] });
  const proxy = await startForwardProxy({ credentials });
  const env = { ...key, http_proxy: proxy.with(credentials) };
  const states = `--provider-states-url=${server.origin}/provider-states`;
  const args = [states, "--only=cancel-order/pending", "--max-cancels=1", "--settle=0"];
  await printHere(["verify", server.baseUrl, ...args], env);
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
  const env = { ...key, http_proxy: proxy.with(encodeURI(credentials)) };
  const { stdout, stderr } = await runHere(["verify", echoing.baseUrl, ...args], env);
  const files = readAll(folder);
  for (const text of [stdout, stderr, ...Object.values(files)]) expect(text).not.toMatch(secrets);
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
    for (const name of ["--proxy", "STORE_ORDERS_PROXY", "ALL_PROXY"]) {
      const args = name.startsWith("--") ? [`${name}=${address}`] : [];
      const refusal = await refusalOf(["verify", "https://a.test/v1", ...args], { ...key, [name]: address });
      expect(refusal).toContain(`Cannot use ${name}: `);
      expect(refusal).toContain(fact);
      expect(refusal).not.toMatch(secrets);
    }
  });
});

test("a secret in the configuration file is refused without it", async () => {
  const text = '{ "verify": { "apiKey": true, "header": [true], "proxy": 12.5 } }';
  const refusal = await refusalOf(["verify", `--config=${fileIn("store-orders.config.json", text)}`]);
  expect(refusal).toContain("verify.apiKey: it must be KEY as text or a number, got a value that is not");
});

test("an address that may hold a token is refused without it", async () => {
  for (const address of ["htp://host/v1?token=hunter2", "host/v1#hunter2"])
    for (const line of [[address], ["http://a.test/v1", "--provider-states-url", address]])
      expect(await refusalOf(["verify", ...line], key)).not.toContain("hunter2");
});
