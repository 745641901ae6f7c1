/** A certificate of an unknown authority, made by the machine's openssl. */

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Its files are removed with it. */
export interface Certificate extends Disposable {
  readonly keyFile: string;
  readonly certFile: string;
  /** Both in PEM, for node:tls. */
  readonly tls: { readonly key: string; readonly cert: string };
}

export interface CertificateOptions {
  /** Default: IP:127.0.0.1. */
  readonly altName?: string;
  /** Signs it. Default: its own key. */
  readonly issuer?: Certificate;
}

/** Makes a new certificate. @throws without openssl; an issuer needs version 3 */
export function createCertificate(options: CertificateOptions = {}): Certificate {
  const { altName = "IP:127.0.0.1", issuer } = options;
  const folder = mkdtempSync(join(tmpdir(), "certificate-"));
  const [keyFile, certFile] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const subject = ["-subj", "/CN=store.test", "-addext", `subjectAltName=${altName}`];
  const signer = issuer ? ["-CA", issuer.certFile, "-CAkey", issuer.keyFile] : [];
  const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  try {
    execFileSync(
      "openssl",
      ["req", "-x509", ...kind, ...subject, ...signer, "-keyout", keyFile, "-out", certFile],
      {
        stdio: ["ignore", "ignore", "pipe"],
      },
    );
  } catch (cause) {
    throw new Error("A certificate is made by openssl, version 1.1.1 or newer. Install it.", { cause });
  }
  return {
    keyFile,
    certFile,
    tls: { key: readFileSync(keyFile, "utf8"), cert: readFileSync(certFile, "utf8") },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}
