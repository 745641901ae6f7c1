/** Certificates and keys in files that options name, checked before any connection is made. */

import { BadInput } from "../base/bad-input.ts";
import { checkTls } from "../mocks/adapters/server/check-tls.ts";
import { type Refuse, refuseFor } from "./options.ts";
import { readInputBytes } from "./read-input.ts";

interface FileOption {
  readonly option: string;
  readonly file: string | undefined;
  /** The option's name in messages. */
  readonly blamed: string;
}

/** A file in PEM is ASCII but for its comments, which may be in any encoding. */
const readPem = (file: string, what: string): string => readInputBytes(file, what).toString("latin1");

/** @throws {BadInput} for one without the other, and for two that cannot be used together */
export function readTlsPair(
  cert: FileOption,
  key: FileOption,
): { readonly cert: string; readonly key: string } | undefined {
  if (cert.file === undefined && key.file === undefined) return undefined;
  if (cert.file === undefined || key.file === undefined) {
    const [given, missing] = cert.file === undefined ? [key, cert] : [cert, key];
    throw new BadInput(`Cannot use ${given.blamed}: --${missing.option} is missing. Give both, or neither.`);
  }
  const pair = {
    cert: readPem(cert.file, "certificate"),
    key: readPem(key.file, "private key"),
  };
  checkTls(pair, { cert: `${cert.blamed} ${cert.file}`, key: `${key.blamed} ${key.file}` });
  return pair;
}

const certificate =
  /-----BEGIN (?:X509 |TRUSTED )?CERTIFICATE-----[\s\S]*?-----END (?:X509 |TRUSTED )?CERTIFICATE-----/g;

/** @throws {BadInput} for a file without a certificate in PEM, which node:tls would silently ignore */
export function readAuthorities(file: string, _refuse: Refuse, option: string): string {
  // Not imported: a command without TLS starts without it.
  const { X509Certificate } = process.getBuiltinModule("node:crypto");
  const text = readPem(file, "certificate authority");
  const found = text.match(certificate) ?? [];
  const refuse = refuseFor(`${option} ${file}`);
  if (found.length === 0) refuse(whatElse(text));
  for (const [index, block] of found.entries())
    try {
      new X509Certificate(block);
    } catch {
      refuse(`certificate ${index + 1} of ${found.length} in it cannot be read. Export it once more.`);
    }
  return text;
}

function whatElse(text: string): string {
  const advice = "Give certificates in PEM, which begin with -----BEGIN CERTIFICATE";
  if (text.trim() === "") return `it is empty. ${advice}.`;
  // DER begins with a sequence, and is not text.
  if (text.startsWith("0") && text.includes("\uFFFD"))
    return "it is in DER, not in PEM. Convert it: openssl x509 -inform der -in CA.der -out CA.pem.";
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text))
    return `it holds a private key and no certificate. ${advice}.`;
  return `it holds no certificate in PEM. ${advice}.`;
}
