import { writeFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { createCertificate } from "../base/testing/certificate.ts";
import { foreignKey, startForeign } from "../conformance/testing/verify.ts";
import { exchangeBytes } from "../mocks/testing/raw-socket.ts";
import { expectHarmless, hostileTexts, hostileWithin, inHead } from "./testing/hostile-texts.ts";
import { fileIn } from "./testing/scratch-files.ts";
import { eventsOf, startMock, startProxy, startQuietMock } from "./testing/start-mock.ts";

// On a machine that may be busy.
vi.setConfig({ testTimeout: 60_000 });

/** Each way in for text while a command runs, combined with each output until it is stopped. */

const key = { STORE_ORDERS_API_KEY: foreignKey };
const headers = { authorization: `Bearer ${foreignKey}` };

test("the name in a certificate, to the proxy", async () => {
  using authority = createCertificate({ altName: "DNS:authority.test" });
  for (const name of ["\u001b]0;title\u0007", "\u009b31m", "a\\#\\#vso[a]b"]) {
    using issued = createCertificate({ issuer: authority, altName: `DNS:${name}` });
    const server = await startForeign({ tls: issued.tls });
    const other = await startProxy(server.baseUrl, [`--ca=${authority.certFile}`], key);
    await fetch(`${other.address}/store/orders`, { headers }).catch(() => undefined);
    await other.proxy.warned(/Cannot reach .*certificate/);
    await other.proxy.stop();
    expectHarmless(other.proxy.output());
  }
});

test.each(["pretty", "json"])("the mock's log of hostile requests, %s", async (log) => {
  const { mock, baseUrl } = await startMock([`--log=${log}`]);
  const port = Number(new URL(baseUrl).port);
  for (const text of hostileTexts) {
    const inTarget = inHead(text).replaceAll(" ", "");
    const fixtures = JSON.stringify({ fixtures: [{ id: 1, [text]: 0 }] }).replace(":0}", ":1e999}");
    for (const [line, body] of [
      [`GET /v1/store/orders/${inTarget}?${inTarget}`, ""],
      ["POST /_mock/orders", JSON.stringify({ id: text, [text]: text })],
      ["POST /_mock/reset", fixtures],
    ] as const) {
      const head = `Host: localhost\r\nOrigin: ${inHead(text)}\r\nConnection: close`;
      const length = `Content-Length: ${Buffer.byteLength(body)}`;
      await exchangeBytes(port, `${line} HTTP/1.1\r\n${head}\r\n${length}\r\n\r\n${body}`);
    }
  }
  await mock.stop();
  expectHarmless(mock.output());
  expect(mock.output().stdout.split("\n").length).toBeGreaterThan(2 * hostileTexts.length);
  if (log === "json")
    expect(eventsOf(mock.output().stdout).filter(({ event }) => event === "request")).not.toEqual([]);
});

test.each(["pretty", "silent"])("a fixtures file that is watched, its log %s", async (log) => {
  const file = fileIn("watched.json", '[{"id":1}]');
  const { mock } = await startQuietMock([`--log=${log}`, `--fixtures=${file}`, "--watch"]);
  for (const name of hostileWithin(200)) {
    const before = Object.values(mock.output()).join("").length;
    let turn = 0;
    await vi.waitFor(
      () => {
        // Each time another text: what the mock read first may be this one.
        const order = { id: ++turn, [name]: 0 };
        writeFileSync(file, JSON.stringify([order]).replace(":0}", ":1e999}"));
        expect(Object.values(mock.output()).join("").slice(before)).toMatch(/Cannot read fixtures/);
      },
      { timeout: 20_000, interval: 250 },
    );
  }
  await mock.stop();
  expectHarmless(mock.output());
});
