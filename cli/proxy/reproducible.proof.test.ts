import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { foreignKey, startForeign } from "../../conformance/testing/verify.ts";
import { runHere } from "../testing/run-here.ts";
import { pathOf } from "../testing/scratch-files.ts";
import { startProxy } from "../testing/start-mock.ts";

/** The curl of a report about traffic, run as it is, makes the same request to the server. */

const env = { STORE_ORDERS_API_KEY: foreignKey };
const run = promisify(execFile);

/** The command in a report of the terminal, its lines joined. */
const curlIn = (stdout: string) => /^ +(curl (?:.*\\\n)*.*)$/m.exec(stdout)![1]!.replaceAll(/\\\n */g, "");
const named = [`--api-key=${foreignKey}`];

test.each([[named], [[]]])("of a proxy with the keys %j, and of its recording", async (keys) => {
  const heard: object[] = [];
  const server = await startForeign({
    interrupt({ headers: { host, authorization } }, response) {
      heard.push({ host, authorization });
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
      return true;
    },
  });
  const recording = pathOf("traffic.har");
  const { proxy, address } = await startProxy(server.baseUrl, [`--record=${recording}`, ...keys], env);
  const headers = { authorization: `Bearer ${foreignKey}` };
  await (await fetch(`${address}/store/orders`, { headers })).text();
  const ended = await proxy.stop();
  const recorded = await runHere(["verify", `--har=${recording}`, ...keys], env);

  for (const report of [ended, recorded]) {
    const command = curlIn(report.stdout);
    expect(command).toContain('"authorization: Bearer $STORE_ORDERS_API_KEY"');
    heard.length = 0;
    const { stdout } = await run("sh", ["-c", command], { env: { ...process.env, ...env } });
    expect(stdout).toMatch(/^HTTP\/1\.1 200/);
    expect(heard).toEqual([{ host: new URL(server.baseUrl).host, authorization: `Bearer ${foreignKey}` }]);
  }
});
