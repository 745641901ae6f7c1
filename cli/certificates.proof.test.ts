import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import type { SecureVersion, TlsOptions } from "node:tls";
import { afterAll, describe, expect, test } from "vitest";
import { createCertificate } from "../base/testing/certificate.ts";
import type { ForeignOptions } from "../conformance/testing/foreign-server.ts";
import { foreignKey, startForeign } from "../conformance/testing/verify.ts";
import { printHere, refusalOf, runHere } from "./testing/run-here.ts";
import { fileIn, pathOf } from "./testing/scratch-files.ts";
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
const trust = `--ca=${authority.certFile}`;
const pairOf = ({ certFile, keyFile }: typeof client) => [
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
const named = make({ issuer: authority, altName: names });
const namedFact =
  "its certificate is for api.shop.test, b.test, c.test, d.test, 10.0.0.1 and 2 more, not for";

function makeExpired() {
  const { certFile, keyFile, tls } = make();
  const options = ["x509", "-in", certFile, "-signkey", keyFile, "-days", "-1", "-out", certFile];
  execFileSync("openssl", options, { stdio: "ignore" });
  return { trust: `--ca=${certFile}`, tls: { ...tls, cert: readFileSync(certFile, "utf8") } };
}
const expired = makeExpired();

test.each<[string, TlsOptions, string, string]>([
  ["of an unknown authority", {}, "", unknown],
  ["with its unknown authority's", { cert: issued.tls.cert + authority.tls.cert }, "", unknown],
  ["of another authority", {}, `--ca=${other.certFile}`, unknown],
  ["that is self-signed", other.tls, "", `self-signed certificate. Give it with --ca, ${orInsecure}`],
  [
    "for other names",
    named.tls,
    trust,
    `${namedFact} 127.0.0.1. Use a name of the certificate, ${orInsecure}`,
  ],
  [
    "that has expired",
    expired.tls,
    expired.trust,
    `its certificate has expired. Renew it on the server, ${orInsecure}`,
  ],
])("a certificate %s is not accepted without --insecure", async (_name, tls, ca, fact) => {
  expect(await refusalFor(tls, ...(ca ? [ca] : []))).toContain(fact);
  const { baseUrl } = await startTls(tls);
  await printHere(["fixtures", "--from", baseUrl, "--insecure"], key);
});

describe.each<SecureVersion>(["TLSv1.2", "TLSv1.3"])(
  "a server that asks for a client certificate, by %s,",
  (version) => {
    const tls = { ...mutual, maxVersion: version };

    test("gets it from runs, plans, provider states and lists for fixtures", async () => {
      const server = await startTls(tls);
      const args = [trust, ...pairOf(client)];
      const states = `--provider-states-url=${server.origin}/provider-states`;
      const run = ["verify", server.baseUrl, states, "--max-requests=9", ...args, "--reporter=json"] as const;
      const { stdout } = await runHere(run, key);
      expect(JSON.parse(stdout)).toMatchObject({ counts: { failed: 0 }, requests: 9 });
      expect(server.states.length).toBeGreaterThan(1);
      const plan = await printHere(["verify", server.baseUrl, "--plan", ...args], key);
      expect(plan).toContain("measured with one GET");
      expect(await printHere(["fixtures", "--from", server.baseUrl, ...args], key)).toContain('"id":101');
    });

    test("is reported with the missing certificate, and with one of another authority", async () => {
      expect(await refusalFor(tls, trust)).toMatch(
        /^it (?:asks for a client certificate that it trusts\. Give|refuses the TLS handshake\. If it asks for a client certificate, give) one with --client-cert and --client-key\./,
      );
      expect(await refusalFor(tls, trust, ...pairOf(other))).toContain(
        "The server may not accept the client certificate: check --client-cert and --client-key.",
      );
    });
  },
);

test("a run does not start where a certificate is not accepted", async () => {
  const { baseUrl } = await startTls({});
  expect(await refusalOf(["verify", baseUrl], key)).toBe(`Cannot reach ${baseUrl}/store/orders: ${unknown}`);
});

test.each([
  ["No required SSL certificate was sent", "it asks for a client certificate that it trusts. Give one with"],
  ["The SSL certificate error", "it does not accept the client certificate. Give another with --client-cert"],
])("a gateway's page with 400 is about the client certificate: %s", async (page, fact) => {
  const interrupt: ForeignOptions["interrupt"] = (_request, response) => {
    response.writeHead(400, { "content-type": "text/html", server: "nginx" });
    response.end(`<html><h1>400 Bad Request</h1>${page}</html>`);
    return true;
  };
  const { baseUrl } = await startForeign({ tls: issued.tls, interrupt });
  expect(await refusalOf(["verify", baseUrl, trust], key)).toContain(
    `Cannot reach ${baseUrl}/store/orders: ${fact}`,
  );
});

test("a configuration file names them, and --print-config shows the files", async () => {
  const server = await startTls(mutual);
  const { certFile: clientCert, keyFile: clientKey } = client;
  const verify = { baseUrl: server.baseUrl, ca: authority.certFile, clientCert, clientKey };
  const file = fileIn("store-orders.config.json", JSON.stringify({ verify }));
  await printHere(["verify", `--config=${file}`, "--read-only", "--only=list-orders/json-array"], key);
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
  const { banner, mock, baseUrl, control, origin } = await startMock(["--cert", certFile, "--key", keyFile]);
  expect(origin).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
  for (const address of [`Page      ${origin}/`, `Control   ${control}`, ` ${baseUrl}/store/orders/1001`])
    expect(banner).toContain(`${address}\n`);
  expect(banner).not.toContain("http://");
  await printHere(["verify", baseUrl, "--api-key=mock-key", "--complete", "--ca", certFile]);
  expect((await mock.stop()).stderr).toBe("");
});

test("a mock over TLS, its files named by the environment and with a state, is the fallback of another", async () => {
  const { certFile, keyFile } = other;
  const env = { STORE_ORDERS_CERT: certFile, STORE_ORDERS_KEY: keyFile };
  const behind = await startMock(["--log=json", "--state", pathOf("shop.db")], env);
  expect(behind.baseUrl).toMatch(/^https:/);
  const front = await startMockProcess(["--log=json", "--fallback", behind.baseUrl], {
    env: { NODE_EXTRA_CA_CERTS: certFile },
  });
  const answer = await fetch(`${front.baseUrl}/elsewhere`);
  expect([answer.status, answer.headers.get("x-mock-why")]).not.toContain(502);
});

/** Certificates and keys that cannot be used: one line, before any connection. */
const refused = (...args: string[]) =>
  refusalOf(["verify", "https://127.0.0.1:1/v1", "--api-key=k", ...args]);

const noPem =
  "it holds no certificate in PEM. Give certificates in PEM, which begin with -----BEGIN CERTIFICATE.";
const broken = `${client.tls.cert}${client.tls.cert.replace(/\n.*\n/, "\n")}`;
const toDer = ["x509", "-in", client.certFile, "-outform", "der"];
test.each<[string, string | Uint8Array, string]>([
  ["nothing", "\n", noPem],
  ["a key alone", client.tls.key, noPem],
  ["DER", execFileSync("openssl", toDer), noPem],
  ["a broken certificate", broken, "certificate 2 of 2 in it cannot be read. Export it once more."],
])("--ca with %s is refused", async (_what, text, fact) => {
  const file = fileIn("file.pem", text);
  expect(await refused(`--ca=${file}`)).toBe(`Cannot use --ca ${file}: ${fact}`);
});

const locked = (...form: readonly string[]) => {
  const file = fileIn("locked.pem", "");
  const options = ["-in", client.keyFile, "-passout", "pass:secret", "-out", file];
  execFileSync("openssl", [...form, ...options], { stdio: "ignore" });
  return file;
};
const passphrase = "it asks for a passphrase. Write it without one: openssl pkey -in KEY.pem -out PLAIN.pem.";
test.each<[wrong: string, cert: string, key: () => string, fact: string]>([
  ["no key", client.certFile, () => "", "key is missing. Give both, or neither."],
  ["no certificate", "", () => client.keyFile, "cert is missing. Give both, or neither."],
  ["an empty certificate", "/dev/null", () => client.keyFile, " /dev/null: it holds no certificate in PEM"],
  [
    "a certificate as key",
    client.certFile,
    () => client.certFile,
    "cert.pem: it holds no private key in PEM",
  ],
  [
    "another key",
    client.certFile,
    () => other.keyFile,
    "belongs to another key. Give the two that were made",
  ],
  ["a key with a passphrase in PKCS #8", client.certFile, () => locked("pkcs8", "-topk8"), passphrase],
  ["a key with a passphrase in the older form", client.certFile, () => locked("ec", "-aes256"), passphrase],
])(
  "%s is refused, for verify and for the mock before it makes its state",
  async (_wrong, cert, keyOf, fact) => {
    const files = Object.entries({ cert, key: keyOf() }).filter(([, file]) => file !== "");
    const refusal = await refused(...files.map(([name, file]) => `--client-${name}=${file}`));
    expect(refusal).toMatch(/^Cannot use --client-(?:cert|key)\b/);
    const state = pathOf("shop.db");
    const env = Object.fromEntries(files.map(([name, file]) => [`STORE_ORDERS_${name.toUpperCase()}`, file]));
    const ofMock = await refusalOf(["mock", "--port=0", `--state=${state}`], env);
    expect(ofMock).toMatch(/^Cannot use STORE_ORDERS_(?:CERT|KEY)\b/);
    for (const text of [refusal, ofMock]) expect(text).toContain(fact);
    expect(existsSync(state)).toBe(false);
  },
);
