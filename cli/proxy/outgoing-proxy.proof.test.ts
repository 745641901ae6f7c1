import { afterAll, expect, test } from "vitest";
import { createCertificate } from "../../base/testing/certificate.ts";
import { startForwardProxy } from "../../conformance/testing/forward-proxy.ts";
import { foreignKey, startForeign } from "../../conformance/testing/verify.ts";
import { createScratchFolder } from "../../mocks/testing/scratch-folder.ts";
import { readAll, reportsTo } from "../testing/scratch-files.ts";
import { startProxy } from "../testing/start-mock.ts";

const certificate = createCertificate();
const { certFile, keyFile, tls } = certificate;
afterAll(() => certificate[Symbol.dispose]());

const secrets = /hunter2|Ym9iOmh1bnRlcjI/;

async function passOneList(target: string, args: readonly string[], env: Record<string, string> = {}) {
  const folder = createScratchFolder();
  const { proxy, address } = await startProxy(
    target,
    [
      `--record=${folder}/traffic.har`,
      "--reporter=terminal",
      ...reportsTo(folder, ["json", "html"]),
      ...args,
    ],
    env,
  );
  const headers = { authorization: `Bearer ${foreignKey}` };
  const answer = await fetch(`${address}/store/orders`, { headers });
  const body = await answer.text();
  const { stdout, stderr } = await proxy.stop();
  const files = readAll(folder);
  const texts = [body, stdout, stderr, ...Object.values(files)];
  expect(texts).toHaveLength(6);
  for (const text of texts) expect(text).not.toMatch(secrets);
  return { status: answer.status, body, report: JSON.parse(files.json!), stderr };
}

test("the credentials of the proxy reach no other server, and are in no recording or report", async () => {
  const seen: string[] = [];
  const server = await startForeign({
    pending: ["101"],
    tls: { ...tls, requestCert: true, rejectUnauthorized: true, ca: tls.cert },
    interrupt: ({ rawHeaders }) => {
      seen.push(rawHeaders.join(" "));
      return false;
    },
  });
  const forward = await startForwardProxy({ credentials: "bob:hunter2" });
  const args = [`--ca=${certFile}`, `--client-cert=${certFile}`, `--client-key=${keyFile}`];
  const { status, report, stderr } = await passOneList(server.baseUrl, args, {
    https_proxy: forward.with("bob:hunter2"),
  });
  expect(status).toBe(200);
  expect(seen).toHaveLength(1);
  expect(seen[0]).not.toMatch(/proxy-/i);
  expect(forward.passed).toEqual([`CONNECT ${new URL(server.origin).host}`]);
  expect(report.target.proxy).toBe(forward.url);
  expect(stderr).toContain(`by way of ${forward.url}\n`);
});

test("a proxy that refuses the credentials is named in the 502 and on the terminal, without them", async () => {
  const server = await startForeign({ tls });
  const forward = await startForwardProxy({ credentials: "bob:hunter2" });
  const { status, body, stderr } = await passOneList(server.baseUrl, [
    `--proxy=${forward.with("bob:hunter22")}`,
  ]);
  expect(status).toBe(502);
  for (const text of [body, stderr])
    expect(text).toContain(`the proxy ${forward.url} answered 407 to CONNECT`);
  expect(server.requests).toEqual([]);
});
