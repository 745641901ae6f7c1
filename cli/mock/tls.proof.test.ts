import { execFileSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { createCertificate } from "../../base/testing/certificate.ts";
import { createScratchFolder } from "../../mocks/testing/scratch-folder.ts";
import { printHere, refusalOf } from "../testing/run-here.ts";
import { startMock, startMockProcess } from "../testing/start-mock.ts";

/** `store-orders mock --cert FILE --key FILE`, as a person meets it. */

const { certFile, keyFile, ...certificate } = createCertificate();
const other = createCertificate();
afterAll(() => {
  certificate[Symbol.dispose]();
  other[Symbol.dispose]();
});

test("every printed address is an https address, and verify judges the whole mock", async () => {
  const { banner, mock, baseUrl, control } = await startMock(["--cert", certFile, "--key", keyFile]);
  const origin = new URL(baseUrl).origin;
  expect(origin).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
  expect(banner).toContain(`  Page      ${origin}/\n`);
  expect(banner).toContain(`  Control   ${control}\n`);
  expect(banner).toContain(` ${baseUrl}/store/orders/1001\n`);
  expect(banner).not.toContain("http://");
  for (const trust of [["--ca", certFile], ["--insecure"]])
    await printHere(["verify", baseUrl, "--api-key=mock-key", "--complete", ...trust]);
  expect((await mock.stop()).stderr).toBe("");
});

test("the two may come from the environment, and --log json names https", async () => {
  const { baseUrl } = await startMock(["--log=json"], {
    STORE_ORDERS_CERT: certFile,
    STORE_ORDERS_KEY: keyFile,
  });
  expect(baseUrl).toMatch(/^https:/);
  await printHere(["verify", baseUrl, "--api-key=mock-key", "--insecure", "--only=list-orders/status"]);
});

test("a mock over TLS is the fallback of another", async () => {
  const behind = await startMock(["--log=json", "--cert", certFile, "--key", keyFile]);
  const front = await startMockProcess(["--log=json", "--fallback", behind.baseUrl], {
    env: { NODE_EXTRA_CA_CERTS: certFile },
  });
  const answer = await fetch(`${front.baseUrl}/elsewhere`);
  expect([answer.status, answer.headers.get("x-mock-why")]).not.toContain(502);
});

describe("a certificate and key that cannot be used are refused in one line, before the mock starts:", () => {
  const refused = async (...args: string[]) => {
    const folder = createScratchFolder();
    const refusal = await refusalOf(["mock", "--port=0", "--state", join(folder, "state.db"), ...args]);
    expect(readdirSync(folder)).toEqual([]);
    return refusal;
  };

  test("one without the other", async () => {
    expect(await refused("--cert", certFile)).toBe(
      "Cannot use --cert: --key is missing. Give both, or neither.",
    );
    expect(await refusalOf(["mock", "--port=0"], { STORE_ORDERS_KEY: keyFile })).toBe(
      "Cannot use STORE_ORDERS_KEY: --cert is missing. Give both, or neither.",
    );
  });

  test("a file that is missing, or is something else", async () => {
    const folder = createScratchFolder();
    writeFileSync(join(folder, "empty.pem"), "");
    for (const [cert, key, fact] of [
      [
        join(folder, "missing.pem"),
        keyFile,
        "Cannot read certificate FILE: there is no such file. Check the path.",
      ],
      [certFile, folder, "Cannot read private key FILE: it is a directory. Check the path."],
      [join(folder, "empty.pem"), keyFile, "Cannot use --cert FILE: it holds no certificate in PEM"],
      [certFile, certFile, "Cannot use --key FILE: it holds no private key in PEM"],
    ] as const)
      expect(await refused("--cert", cert, "--key", key)).toContain(
        fact.replace("FILE", key === keyFile ? cert : key),
      );
  });

  test("a certificate and key that do not match", async () => {
    expect(await refused("--cert", certFile, "--key", other.keyFile)).toBe(
      `Cannot use --cert ${certFile} with --key ${other.keyFile}: the certificate belongs to another key. Give the two that were made together.`,
    );
  });

  test.each([
    ["PKCS #8", ["pkcs8", "-topk8"]],
    ["the older form", ["ec", "-aes256"]],
  ])("a key with a passphrase, in %s", async (_form, [command = "", option = ""]) => {
    const locked = join(createScratchFolder(), `${command}.pem`);
    const options = ["-in", keyFile, "-passout", "pass:secret", "-out", locked];
    execFileSync("openssl", [command, option, ...options], { stdio: "ignore" });
    expect(await refused("--cert", certFile, "--key", locked)).toBe(
      `Cannot use --key ${locked}: it asks for a passphrase. Write it without one: openssl pkey -in KEY.pem -out PLAIN.pem.`,
    );
  });
});
