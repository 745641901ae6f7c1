/** The certificate and the key of a mock that speaks TLS, checked before anything starts. */

import type { SecureContextOptions } from "node:tls";
import { BadInput, quoteValue } from "../../../base/bad-input.ts";

export interface TlsOptions {
  /** The certificate in PEM; the certificates of its issuers may follow it. */
  readonly cert: string | Uint8Array;
  /** The private key of the certificate, in PEM, without a passphrase. */
  readonly key: string | Uint8Array;
}

/** @throws {BadInput} for a value that is not such a pair */
export function readTls(value: unknown, name: string): TlsOptions {
  const isText = (text: unknown) => typeof text === "string" || text instanceof Uint8Array;
  const { cert, key } = (value ?? {}) as Partial<TlsOptions>;
  if (!isText(cert) || !isText(key))
    throw new BadInput(
      `Cannot use ${name}: it must be { cert, key }, both the text of a file in PEM, got ${quoteValue(value)}.`,
    );
  checkTls(value as TlsOptions, { cert: `${name}.cert`, key: `${name}.key` });
  return value as TlsOptions;
}

/** RFC 7468, 11, and the older form of RFC 1421, 4.6.1.1. */
const encrypted = /^(?:-----BEGIN ENCRYPTED|Proc-Type: 4,ENCRYPTED)/m;

/**
 * @param names of the two, for the message
 * @throws {BadInput} where they cannot be used, or not together
 */
export function checkTls({ cert, key }: TlsOptions, names: Readonly<Record<keyof TlsOptions, string>>): void {
  const certFault = faultOf({ cert: [cert] } as SecureContextOptions);
  if (certFault)
    throw new BadInput(
      `Cannot use ${names.cert}: it holds no certificate in PEM, which begins with -----BEGIN CERTIFICATE, or none that TLS accepts (${certFault.message}).`,
    );
  if (encrypted.test(Buffer.from(key as string).toString("latin1")))
    throw new BadInput(
      `Cannot use ${names.key}: it asks for a passphrase. Write it without one: openssl pkey -in KEY.pem -out PLAIN.pem.`,
    );
  if (faultOf({ key: [key] } as SecureContextOptions))
    throw new BadInput(
      `Cannot use ${names.key}: it holds no private key in PEM, which begins with -----BEGIN PRIVATE KEY or the like.`,
    );
  // OpenSSL itself takes a certificate and a key of two types.
  const { X509Certificate, createPrivateKey } = process.getBuiltinModule("node:crypto");
  if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key as string)))
    throw new BadInput(
      `Cannot use ${names.cert} with ${names.key}: the certificate belongs to another key. Give the two that were made together.`,
    );
}

function faultOf(options: SecureContextOptions): NodeJS.ErrnoException | undefined {
  try {
    // Not imported: a mock without TLS starts without it.
    process.getBuiltinModule("node:tls").createSecureContext(options);
    return undefined;
  } catch (error) {
    return error as NodeJS.ErrnoException;
  }
}
