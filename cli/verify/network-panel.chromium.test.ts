import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createServer } from "vite";
import { expect, test, vi } from "vitest";
import type { Report } from "../../conformance/report/report.ts";
import { createScratchFolder } from "../../mocks/testing/scratch-folder.ts";
import { openNetworkPanel } from "../testing/network-panel.ts";
import { runHere } from "../testing/run-here.ts";
import { startMock, startProxy } from "../testing/start-mock.ts";
import { outcomesOf } from "../testing/verify-here.ts";

vi.setConfig({ testTimeout: 60_000 });

const application = fileURLToPath(new URL("../../examples/frontend/", import.meta.url));

/** The example application before a mock, through a proxy that records; a user works with it. */
async function work(broken?: string) {
  const folder = createScratchFolder();
  const file = (name: string) => join(folder, name);
  await using panel = await openNetworkPanel();
  const { baseUrl } = await startMock(broken ? [`--broken=${broken}`] : []);
  const { proxy, address } = await startProxy(baseUrl, [
    `--record=${file("proxy.har")}`,
    "--reporter=json",
    "--alone",
  ]);
  await using site = await createServer({
    root: application,
    configFile: false,
    logLevel: "error",
    server: { host: "127.0.0.1", port: 0 },
    define: {
      "import.meta.env.VITE_API_URL": JSON.stringify(address),
      "import.meta.env.VITE_API_KEY": JSON.stringify("mock-key"),
    },
  }).then(async (server) => Object.assign(await server.listen(), { [Symbol.asyncDispose]: server.close }));

  const { tab } = panel;
  await tab.goto(site.resolvedUrls!.local[0]!);
  const row = (id: number) => tab.getByRole("row", { name: String(id) });
  const cancel = (id: number) => tab.getByRole("button", { name: `Cancel order ${id}` }).click();
  const says = (text: string) => tab.getByRole("status").getByText(text).waitFor();
  await row(1001).waitFor();
  await cancel(1001);
  await says("Order 1001 is cancelled.");
  await cancel(1002);
  await says("Order 1002 has shipped and cannot be cancelled.");
  await panel.readBodies();
  await tab.reload();
  await row(1002).waitFor();
  // Another tab still shows what this one cancelled.
  await tab.evaluate(async (url) => {
    const headers = { authorization: "Bearer mock-key" };
    await (await fetch(`${url}/store/orders/1001`, { method: "DELETE", headers })).text();
    await (await fetch(`${url}/store/orders/7777777`, { method: "DELETE", headers })).text();
  }, address);
  await tab.evaluate(() => sessionStorage.setItem("store-orders-key", "wrong"));
  await panel.readBodies();
  await tab.reload();
  await says("The store asks for a valid API key.");
  await tab.getByLabel("API key").fill("mock-key");
  await tab.keyboard.press("Enter");
  await row(1002).waitFor();

  writeFileSync(file("panel.har"), await panel.exportHar(false));
  writeFileSync(file("sanitized.har"), await panel.exportHar(true));
  const { stdout } = await proxy.stop();
  const judge = async (name: string) => {
    const { stdout: text, stderr } = await runHere([
      "verify",
      address,
      `--har=${file(name)}`,
      "--reporter=json",
      "--alone",
    ]);
    return { report: JSON.parse(text) as Report, stderr, har: readFileSync(file(name), "utf8") };
  };
  return { live: JSON.parse(stdout) as Report, judge };
}

const failed = ({ verdict, results }: Report) => [
  verdict,
  ...results.flatMap(({ id, outcome }) => (outcome === "failed" ? [id] : [])),
];

test.each<readonly [name: string, broken: string | undefined, ids: readonly string[]]>([
  ["a right server", undefined, []],
  ["one that cancels more than it is asked to", "cancel-hits-newest-too", ["cancel-order/only-that-order"]],
])(
  "an export of the network panel of %s gets the same verdict as from the proxy",
  async (_name, broken, ids) => {
    const { live, judge } = await work(broken);
    const { report, stderr } = await judge("panel.har");
    expect(stderr).toBe("");
    expect(outcomesOf(report)).toEqual(outcomesOf(live));
    expect(failed(live).slice(1)).toEqual(ids);
    // Without credentials it is not known which key was wrong; a call that was let in had one.
    const { report: sanitized, har } = await judge("sanitized.har");
    expect(har).not.toMatch(/"name": "authorization"/i);
    expect(failed(sanitized)).toEqual(failed(live));
  },
);
