/** Certificates and keys in files that options name, checked before any connection is made. */

import { BadInput } from "../base/bad-input.ts";
import { checkTls } from "../mocks/adapters/server/check-tls.ts";
import { type Refuse, refuseFor } from "./options.ts";
import { readInputBytes } from "./read-input.ts";

type FileOption = readonly [option: string, file: string | undefined];

/** A file in PEM is ASCII but for its comments, which may be in any encoding. */
const readPem = (file: string, what: string): string => readInputBytes(file, what).toString();

/** @throws {BadInput} for one without the other, and for two that cannot be used together */
export function readTlsPair(
  [certOption, cert]: FileOption,
  [keyOption, key]: FileOption,
): { readonly cert: string; readonly key: string } | undefined {
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined) {
    const [given, missing] = cert === undefined ? [keyOption, certOption] : [certOption, keyOption];
    throw new BadInput(`Cannot use --${given}: --${missing} is missing. Give both, or neither.`);
  }
  const pair = { cert: readPem(cert, "certificate"), key: readPem(key, "private key") };
  checkTls(pair, { cert: `--${certOption} ${cert}`, key: `--${keyOption} ${key}` });
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
  if (found.length === 0)
    refuse(
      "it holds no certificate in PEM. Give certificates in PEM, which begin with -----BEGIN CERTIFICATE.",
    );
  for (const [index, block] of found.entries())
    try {
      new X509Certificate(block);
    } catch {
      refuse(`certificate ${index + 1} of ${found.length} in it cannot be read. Export it once more.`);
    }
  return text;
}
