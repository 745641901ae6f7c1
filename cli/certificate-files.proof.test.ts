import { execFileSync } from "node:child_process";
import { afterAll, expect, test } from "vitest";
import { createCertificate } from "../base/testing/certificate.ts";
import { refusalOf } from "./testing/run-here.ts";
import { fileIn } from "./testing/scratch-files.ts";

/** Certificates and keys that cannot be used: one line, before any connection. */

const [client, other] = [createCertificate(), createCertificate()];
afterAll(() => {
  for (const each of [client, other]) each[Symbol.dispose]();
});
const refused = (...args: string[]) =>
  refusalOf(["verify", "https://127.0.0.1:1/v1", "--api-key=k", ...args]);

const noPem =
  "it holds no certificate in PEM. Give certificates in PEM, which begin with -----BEGIN CERTIFICATE.";
test.each<[string, () => string | Uint8Array, string]>([
  ["nothing", () => "\n", noPem],
  ["a key alone", () => client.tls.key, noPem],
  ["DER", () => execFileSync("openssl", ["x509", "-in", client.certFile, "-outform", "der"]), noPem],
  [
    "a second certificate that is broken",
    () => `${client.tls.cert}${client.tls.cert.replace(/\n.*\n/, "\n")}`,
    "certificate 2 of 2 in it cannot be read. Export it once more.",
  ],
])("--ca with %s", async (_what, text, fact) => {
  const file = fileIn("file.pem", text());
  const refusal = await refused(`--ca=${file}`);
  expect(refusal).toBe(`Cannot use --ca ${file}: ${fact}`);
});

const locked = (...form: readonly string[]) => {
  const file = fileIn("locked.pem", "");
  const options = ["-in", client.keyFile, "-passout", "pass:secret", "-out", file];
  execFileSync("openssl", [...form, ...options], { stdio: "ignore" });
  return file;
};
test.each<[wrong: string, cert: string, key: () => string, message: string]>([
  ["no key", client.certFile, () => "", "Cannot use --client-cert: --client-key is missing. Give both, or"],
  ["no certificate", "", () => client.keyFile, "Cannot use --client-key: --client-cert is missing. Give"],
  [
    "nothing in a file",
    "/dev/null",
    () => client.keyFile,
    "Cannot use --client-cert /dev/null: it holds no certificate in PEM",
  ],
  [
    "a certificate in place of a key",
    client.certFile,
    () => client.certFile,
    `Cannot use --client-key ${client.certFile}: it holds no private key in PEM`,
  ],
  [
    "another key",
    client.certFile,
    () => other.keyFile,
    `Cannot use --client-cert ${client.certFile} with --client-key ${other.keyFile}: the certificate belongs to another key. Give the two that were made together.`,
  ],
  [
    "a key with a passphrase in PKCS #8",
    client.certFile,
    () => locked("pkcs8", "-topk8"),
    "it asks for a passphrase. Write it without one: openssl pkey -in KEY.pem -out PLAIN.pem.",
  ],
  [
    "a key with a passphrase in the older form",
    client.certFile,
    () => locked("ec", "-aes256"),
    "it asks for a passphrase. Write it without one: openssl pkey -in KEY.pem -out PLAIN.pem.",
  ],
])("a client certificate with %s", async (_wrong, certFile, keyFile, message) => {
  const pair = [`--client-cert=${certFile}`, `--client-key=${keyFile()}`];
  const args = pair.filter((option) => !option.endsWith("="));
  expect(await refused(...args)).toContain(message);
});

test("the mock's key without its certificate, by the name of its variable", async () => {
  expect(await refusalOf(["mock", "--port=0"], { STORE_ORDERS_KEY: client.keyFile })).toBe(
    "Cannot use STORE_ORDERS_KEY: --cert is missing. Give both, or neither.",
  );
});
