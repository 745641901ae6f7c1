import { afterAll, expect, test } from "vitest";
import { createCertificate } from "../../base/testing/certificate.ts";
import { printHere, refusalOf } from "../testing/run-here.ts";
import { startMock, startMockProcess } from "../testing/start-mock.ts";

/** `store-orders mock --cert FILE --key FILE`, as a person meets it. */

const { certFile, keyFile, ...certificate } = createCertificate();
afterAll(() => certificate[Symbol.dispose]());

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

test("a key without its certificate is refused by the name of its variable", async () => {
  expect(await refusalOf(["mock", "--port=0"], { STORE_ORDERS_KEY: keyFile })).toBe(
    "Cannot use STORE_ORDERS_KEY: --cert is missing. Give both, or neither.",
  );
});
