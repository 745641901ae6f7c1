import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import type { SecureVersion, TlsOptions } from "node:tls";
import { afterAll, describe, expect, test } from "vitest";
import { createCertificate } from "../base/testing/certificate.ts";
import type { ForeignOptions } from "../conformance/testing/foreign-server.ts";
import { foreignKey, startForeign } from "../conformance/testing/verify.ts";
import { printHere, refusalOf, runHere } from "./testing/run-here.ts";
import { fileIn } from "./testing/scratch-files.ts";
import { startMock, startMockProcess } from "./testing/start-mock.ts";

/** TLS to a server, and of the mock: --ca, --client-cert, --client-key, --cert and --key. */

const made: Disposable[] = [];
afterAll(() => {
  for (const each of made) each[Symbol.dispose]();
});
function make(options?: Parameters<typeof createCertificate>[0]) {
  const certificate = createCertificate(options);
  made.push(certificate);
  return certificate;
}

const authority = make({ altName: "DNS:authority.test" });
const issued = make({ issuer: authority });
const client = make({ issuer: authority, altName: "DNS:client.test" });
const other = make();
const key = { STORE_ORDERS_API_KEY: foreignKey };
const short = ["--read-only", "--only=list-orders/json-array"];
const trust = `--ca=${authority.certFile}`;
const asClient = ({ certFile, keyFile }: typeof client) => [
  `--client-cert=${certFile}`,
  `--client-key=${keyFile}`,
];

const startTls = (tls: TlsOptions) => startForeign({ pending: ["101"], tls: { ...issued.tls, ...tls } });
const mutual = { requestCert: true, rejectUnauthorized: true, ca: authority.tls.cert } as const;

/** The refusal of `fixtures`, which calls once; a run would repeat its first call for a while. */
const refusalFor = async (tls: TlsOptions, ...args: readonly string[]) => {
  const server = await startTls(tls);
  const refusal = await refusalOf(["fixtures", `--from=${server.baseUrl}`, ...args], key);
  expect(server.requests).toEqual([]);
  const start = `Cannot take orders from ${server.baseUrl}: `;
  expect(refusal.slice(0, start.length)).toBe(start);
  return refusal.slice(start.length);
};

const orInsecure = "or accept any certificate with --insecure.";
const unknown = `its certificate is of an authority that is not trusted here. Give the authority's certificate with --ca, ${orInsecure}`;
const names = "DNS:api.shop.test,DNS:b.test,DNS:c.test,DNS:d.test,IP:10.0.0.1,DNS:f.test,DNS:g.test";

function makeExpired() {
  const { certFile, keyFile, tls } = make();
  const options = ["x509", "-in", certFile, "-signkey", keyFile, "-days", "-1", "-out", certFile];
  execFileSync("openssl", options, { stdio: "ignore" });
  return { trust: `--ca=${certFile}`, tls: { ...tls, cert: readFileSync(certFile, "utf8") } };
}
const expired = makeExpired();

test.each<[string, TlsOptions, string[], string]>([
  ["of an unknown authority", {}, [], unknown],
  ["with its unknown authority's", { cert: issued.tls.cert + authority.tls.cert }, [], unknown],
  ["of another authority", {}, [`--ca=${other.certFile}`], unknown],
  ["that is self-signed", other.tls, [], `self-signed certificate. Give it with --ca, ${orInsecure}`],
  [
    "for other names",
    make({ issuer: authority, altName: names }).tls,
    [trust],
    `its certificate is for api.shop.test, b.test, c.test, d.test, 10.0.0.1 and 2 more, not for 127.0.0.1. Use a name of the certificate, ${orInsecure}`,
  ],
  [
    "that has expired",
    expired.tls,
    [expired.trust],
    `its certificate has expired. Renew it on the server, ${orInsecure}`,
  ],
])("a certificate %s is not accepted", async (_name, tls, args, fact) => {
  expect(await refusalFor(tls, ...args)).toContain(fact);
});

test("--insecure accepts each certificate", async () => {
  for (const tls of [issued.tls, other.tls, make({ altName: "DNS:other.test" }).tls]) {
    const server = await startTls(tls);
    await printHere(["fixtures", "--from", server.baseUrl, "--insecure"], key);
  }
});

describe.each<SecureVersion>(["TLSv1.2", "TLSv1.3"])(
  "a server that asks for a client certificate, by %s,",
  (version) => {
    const tls = { ...mutual, maxVersion: version };

    test("gets it from runs, plans, provider states and lists for fixtures", async () => {
      const server = await startTls(tls);
      const args = [trust, ...asClient(client)];
      const states = `--provider-states-url=${server.origin}/provider-states`;
      const { stdout } = await runHere(
        ["verify", server.baseUrl, states, "--max-requests=9", ...args, "--reporter=json"],
        key,
      );
      expect(JSON.parse(stdout)).toMatchObject({ counts: { failed: 0 }, requests: 9 });
      expect(server.states.length).toBeGreaterThan(1);
      expect(await printHere(["verify", server.baseUrl, "--plan", ...args], key)).toContain(
        "measured with one GET",
      );
      expect(await printHere(["fixtures", "--from", server.baseUrl, ...args], key)).toContain('"id":101');
    });

    test("is reported with the missing certificate", async () => {
      expect(await refusalFor(tls, trust)).toMatch(
        /^it (?:asks for a client certificate that it trusts\. Give|refuses the TLS handshake\. If it asks for a client certificate, give) one with --client-cert and --client-key\./,
      );
    });

    test("refuses one of another authority", async () => {
      expect(await refusalFor(tls, trust, ...asClient(other))).toContain(
        "The server may not accept the client certificate: check --client-cert and --client-key.",
      );
    });
  },
);

test("a run does not start where a certificate or a client certificate is missing", async () => {
  const server = await startTls({});
  expect(await refusalOf(["verify", server.baseUrl], key)).toBe(
    `Cannot reach ${server.baseUrl}/store/orders: ${unknown}`,
  );
  const interrupt: ForeignOptions["interrupt"] = (_request, response) => {
    response.writeHead(400, { "content-type": "text/html", server: "nginx" });
    response.end("<html><h1>400 Bad Request</h1>No required SSL certificate was sent</html>");
    return true;
  };
  const gateway = await startForeign({ tls: issued.tls, interrupt });
  expect(await refusalOf(["verify", gateway.baseUrl, trust], key)).toContain(
    "/store/orders: it asks for a client certificate that it trusts. Give ",
  );
});

test("a configuration file names them, and --print-config shows the files", async () => {
  const server = await startTls(mutual);
  const { certFile: clientCert, keyFile: clientKey } = client;
  const verify = { baseUrl: server.baseUrl, ca: authority.certFile, clientCert, clientKey };
  const file = fileIn("store-orders.config.json", JSON.stringify({ verify }));
  await printHere(["verify", `--config=${file}`, ...short], key);
  expect(await printHere(["verify", `--config=${file}`, "--print-config"], key)).toContain(clientKey);
});

test("a server without TLS at an https address", async () => {
  const { origin } = await startForeign();
  const refusal = await refusalOf(["fixtures", `--from=${origin.replace("http", "https")}/v1`], key);
  expect(refusal).toContain("it does not speak TLS at that port. Is it an http address?");
});

test("a bundle of two certificates, with comments between them, is accepted", async () => {
  const server = await startTls({});
  const file = fileIn("ca.pem", `# one\n${other.tls.cert}\n# two\n${authority.tls.cert}`);
  await printHere(["fixtures", "--from", server.baseUrl, `--ca=${file}`], key);
});

test("every address that a mock with a certificate prints is an https address, and verify judges it", async () => {
  const { certFile, keyFile } = other;
  const { banner, mock, baseUrl, control } = await startMock(["--cert", certFile, "--key", keyFile]);
  const origin = new URL(baseUrl).origin;
  expect(origin).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
  expect(banner).toContain(`  Page      ${origin}/\n`);
  expect(banner).toContain(`  Control   ${control}\n`);
  expect(banner).toContain(` ${baseUrl}/store/orders/1001\n`);
  expect(banner).not.toContain("http://");
  for (const trusting of [["--ca", certFile], ["--insecure"]])
    await printHere(["verify", baseUrl, "--api-key=mock-key", "--complete", ...trusting]);
  expect((await mock.stop()).stderr).toBe("");
});

test("a mock over TLS, its files named by the environment, is the fallback of another", async () => {
  const { certFile, keyFile } = other;
  const behind = await startMock(["--log=json"], { STORE_ORDERS_CERT: certFile, STORE_ORDERS_KEY: keyFile });
  expect(behind.baseUrl).toMatch(/^https:/);
  const front = await startMockProcess(["--log=json", "--fallback", behind.baseUrl], {
    env: { NODE_EXTRA_CA_CERTS: certFile },
  });
  const answer = await fetch(`${front.baseUrl}/elsewhere`);
  expect([answer.status, answer.headers.get("x-mock-why")]).not.toContain(502);
});
