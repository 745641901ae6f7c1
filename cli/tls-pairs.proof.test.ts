import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterAll, describe, expect, test } from "vitest";
import { createCertificate } from "../base/testing/certificate.ts";
import { createScratchFolder } from "../mocks/testing/scratch-folder.ts";
import { type Line, refusalOf } from "./testing/run-here.ts";
import { fileIn } from "./testing/scratch-files.ts";

/** Certificates with their keys, in the two files of each command that takes them. */

const [{ certFile, keyFile, ...certificate }, other] = [createCertificate(), createCertificate()];
afterAll(() => {
  certificate[Symbol.dispose]();
  other[Symbol.dispose]();
});

interface Command {
  readonly cert: string;
  readonly key: string;
  /** Would write into the folder. */
  readonly line: (folder: string) => Line;
}

const commands: readonly Command[] = [
  { cert: "--cert", key: "--key", line: (folder) => ["mock", "--port=0", `--state=${folder}/state.db`] },
  {
    cert: "--client-cert",
    key: "--client-key",
    line: (folder) => ["verify", "https://127.0.0.1:1/v1", "--api-key=k", `--profile-out=${folder}/p.json`],
  },
];

describe.each(commands)("$cert and $key are refused in one line, before anything starts:", (command) => {
  const { cert, key, line } = command;
  const refused = async (certPath: string, keyPath: string) => {
    const folder = createScratchFolder();
    const files = [...(certPath && [cert, certPath]), ...(keyPath && [key, keyPath])];
    const refusal = await refusalOf([...line(folder), ...files]);
    expect(readdirSync(folder)).toEqual([]);
    return refusal;
  };
  const nowhere = "/nowhere.pem";

  test.each<[wrong: string, certPath: string, keyPath: string, message: string]>([
    ["no key", certFile, "", `Cannot use ${cert}: ${key} is missing. Give both, or neither.`],
    ["no certificate", "", keyFile, `Cannot use ${key}: ${cert} is missing. Give both, or neither.`],
    ["no file", nowhere, keyFile, `Cannot read certificate ${nowhere}: there is no such file. Check`],
    ["a folder", certFile, tmpdir(), `Cannot read private key ${tmpdir()}: it is a directory. Check`],
    ["nothing", "/dev/null", keyFile, `Cannot use ${cert} /dev/null: it holds no certificate in PEM`],
    [
      "no key in its file",
      certFile,
      certFile,
      `Cannot use ${key} ${certFile}: it holds no private key in PEM`,
    ],
    [
      "another key",
      certFile,
      other.keyFile,
      `Cannot use ${cert} ${certFile} with ${key} ${other.keyFile}: the certificate belongs to another key. Give the two that were made together.`,
    ],
  ])("%s", async (_wrong, certPath, keyPath, message) => {
    expect(await refused(certPath, keyPath)).toContain(message);
  });

  test.each([
    ["PKCS #8", ["pkcs8", "-topk8"]],
    ["the older form", ["ec", "-aes256"]],
  ])("a key with a passphrase, in %s", async (_form, form) => {
    const locked = fileIn("locked.pem", "");
    const options = ["-in", keyFile, "-passout", "pass:secret", "-out", locked];
    execFileSync("openssl", [...form, ...options], { stdio: "ignore" });
    expect(await refused(certFile, locked)).toBe(
      `Cannot use ${key} ${locked}: it asks for a passphrase. Write it without one: openssl pkey -in KEY.pem -out PLAIN.pem.`,
    );
  });
});
