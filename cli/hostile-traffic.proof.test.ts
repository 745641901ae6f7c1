import { subscribe } from "node:diagnostics_channel";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { createCertificate } from "../base/testing/certificate.ts";
import { foreignKey, startForeign } from "../conformance/testing/verify.ts";
import { exchangeBytes } from "../mocks/testing/raw-socket.ts";
import { createScratchFolder } from "../mocks/testing/scratch-folder.ts";
import {
  expectHarmless,
  fileIn,
  hostileTexts,
  hostileWithin,
  inHead,
  readAll,
  reporterNames,
  startHostile,
} from "./testing/hostile-texts.ts";
import { startHere } from "./testing/run-here.ts";

// On a machine that may be busy.
vi.setConfig({ testTimeout: 60_000 });

/** Each way in for text while a command runs, combined with each output until it is stopped. */

const key = { STORE_ORDERS_API_KEY: foreignKey };
const headers = { authorization: `Bearer ${foreignKey}` };

const eventsOf = (stdout: string): readonly { readonly event: string }[] =>
  stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

test("traffic through the proxy, and the name in a certificate", async () => {
  const origin = await startHostile();
  const folder = createScratchFolder();
  const reports = reporterNames.map((name) => `--reporter=${name}=${join(folder, name)}`);
  const proxy = startHere(["proxy", `${origin}/v1`, "--port=0", "--reporter=terminal", ...reports], key);
  const [, base] = await proxy.warned(/Passing (http:\S+) through/);
  for (const [index] of hostileTexts.entries()) {
    const path = index % 2 === 0 ? "orders" : `orders/${index}`;
    const method = index % 2 === 0 ? "GET" : "DELETE";
    await fetch(`${base}/store/${path}`, { method, headers, redirect: "manual" }).then((answer) =>
      answer.text(),
    );
  }
  await proxy[Symbol.asyncDispose]();
  expect(proxy.output().stderr).toMatch(/FAIL/);
  expectHarmless({ ...proxy.output(), ...readAll(folder) });

  using authority = createCertificate({ altName: "DNS:authority.test" });
  for (const name of ["\u001b]0;title\u0007", "\u009b31m", "a\\#\\#vso[a]b"]) {
    using issued = createCertificate({ issuer: authority, altName: `DNS:${name}` });
    const server = await startForeign({ tls: issued.tls });
    const other = startHere(["proxy", server.baseUrl, "--port=0", `--ca=${authority.certFile}`], key);
    const [, address] = await other.warned(/Passing (http:\S+) through/);
    await fetch(`${address}/store/orders`, { headers }).catch(() => undefined);
    await other.warned(/Cannot reach .*certificate/);
    await other[Symbol.asyncDispose]();
    expectHarmless(other.output());
  }
});

test.each(["pretty", "json"])("the mock's log of hostile requests, %s", async (log) => {
  const mock = startHere(["mock", "--port=0", `--log=${log}`]);
  const [, origin] = await mock.printed(/(http:\/\/127\.0\.0\.1:\d+)/);
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
      await exchangeBytes(
        Number(new URL(origin!).port),
        `${line} HTTP/1.1\r\n${head}\r\n${length}\r\n\r\n${body}`,
      );
    }
  }
  await mock[Symbol.asyncDispose]();
  expectHarmless(mock.output());
  expect(mock.output().stdout.split("\n").length).toBeGreaterThan(2 * hostileTexts.length);
  if (log === "json")
    expect(eventsOf(mock.output().stdout).filter(({ event }) => event === "request")).not.toEqual([]);
});

test.each(["pretty", "json", "silent"])("a fixtures file that is watched, its log %s", async (log) => {
  const file = fileIn("watched.json", '[{"id":1}]');
  const listening = new Promise<void>((resolve) => {
    subscribe("tracing:net.server.listen:asyncEnd", () => resolve());
  });
  const mock = startHere(["mock", "--port=0", `--log=${log}`, `--fixtures=${file}`, "--watch"]);
  await listening;
  for (const name of hostileWithin(log === "pretty" ? 50 : 200)) {
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
  await mock[Symbol.asyncDispose]();
  expectHarmless(mock.output());
  if (log === "json") expect(eventsOf(mock.output().stdout).at(-1)).toMatchObject({ event: "stopped" });
});
