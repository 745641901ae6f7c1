import { execFileSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Agent, request } from "undici";
import { afterAll, describe, expect, test, vi } from "vitest";
import { createCertificate } from "../../base/testing/certificate.ts";
import { createScratchFolder } from "../../mocks/testing/scratch-folder.ts";
import { refusalOf, runCli, startCli } from "../testing/start-cli.ts";

vi.setConfig({ testTimeout: 40_000 });

/** `store-orders mock --cert FILE --key FILE`, as a person meets it. */

const { certFile, keyFile, tls, ...certificate } = createCertificate();
const other = createCertificate();
afterAll(() => {
  certificate[Symbol.dispose]();
  other[Symbol.dispose]();
});

const trusting = { NODE_EXTRA_CA_CERTS: certFile };

test("every address that it prints is of https, and verify judges it", async () => {
  await using mock = startCli(["mock", "--port=0", "--cert", certFile, "--key", keyFile]);
  const [banner] = await mock.printed(/.*Ctrl-C stops it\..*\n\n$/s);
  const [, port] = /Base URL +https:\/\/127\.0\.0\.1:(\d+)\/v1\n/.exec(banner)!;
  expect(banner).toContain(`  Page      https://127.0.0.1:${port}/\n`);
  expect(banner).toContain(`  Control   https://127.0.0.1:${port}/_mock\n`);
  expect(banner).toContain(` https://127.0.0.1:${port}/v1/store/orders/1001\n`);
  expect(banner).not.toContain("http://");
  const server = `https://127.0.0.1:${port}/v1`;
  const given = ["--api-key=mock-key", "--pending-order=1001,1003", "--shipped-order=1002"];
  for (const trust of [["--ca", certFile], ["--insecure"]]) {
    const { code, stdout } = await runCli(["verify", server, ...given, ...trust, "--read-only"]);
    expect(stdout).toContain(`${server} `);
    expect(code).toBe(0);
  }
  mock.kill("SIGTERM");
  expect((await mock.ended).stderr).toBe("");
});

test("the two may come from the environment, and --log json names https", async () => {
  const env = { STORE_ORDERS_CERT: certFile, STORE_ORDERS_KEY: keyFile };
  await using mock = startCli(["mock", "--port=0", "--log=json"], { env });
  const { baseUrl } = JSON.parse((await mock.printed(/^.*\n/))[0]) as { baseUrl: string };
  const dispatcher = new Agent({ connect: { ca: tls.cert } });
  const { statusCode, body } = await request(`${baseUrl}/store/orders`, { dispatcher });
  await body.dump();
  await dispatcher.destroy();
  expect([baseUrl.slice(0, 8), statusCode]).toEqual(["https://", 401]);
});

test("a mock over TLS is the fallback of another", async () => {
  await using behind = startCli(["mock", "--port=0", "--log=json", "--cert", certFile, "--key", keyFile]);
  const { baseUrl } = JSON.parse((await behind.printed(/^.*\n/))[0]) as { baseUrl: string };
  await using mock = startCli(["mock", "--port=0", "--log=json", "--fallback", baseUrl], { env: trusting });
  const front = JSON.parse((await mock.printed(/^.*\n/))[0]) as { baseUrl: string };
  const answer = await fetch(`${front.baseUrl}/elsewhere`);
  expect([answer.status, answer.headers.get("x-mock-why")]).not.toContain(502);
});

describe("a pair that cannot be used is refused in one line, before anything starts:", () => {
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

  test("a file that is not there, or is something else", async () => {
    const folder = createScratchFolder();
    const missing = join(folder, "missing.pem");
    expect(await refused("--cert", missing, "--key", keyFile)).toBe(
      `Cannot read certificate ${missing}: there is no such file. Check the path.`,
    );
    expect(await refused("--cert", certFile, "--key", folder)).toBe(
      `Cannot read private key ${folder}: it is a directory. Check the path.`,
    );
    const empty = join(folder, "empty.pem");
    writeFileSync(empty, "");
    expect(await refused("--cert", empty, "--key", keyFile)).toContain(
      `Cannot use --cert ${empty}: it holds no certificate in PEM`,
    );
    expect(await refused("--cert", certFile, "--key", certFile)).toContain(
      `Cannot use --key ${certFile}: it holds no private key in PEM`,
    );
  });

  test("two that do not belong together", async () => {
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
