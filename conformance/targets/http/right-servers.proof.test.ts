import { expect, onTestFinished, test, vi } from "vitest";
import { createCertificate } from "../../../base/testing/certificate.ts";
import { startForwardProxy } from "../../testing/forward-proxy.ts";
import { idsOf, judgeForeign, reasonsOf } from "../../testing/judge-foreign.ts";

// Whole runs, on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000 });

/** They answer: what is late is late through the other runs beside this one. */
const patient = { timeoutMs: 20_000 };

// Several at a time: much of a run is waiting.
test.concurrent.for([
  [1, 8],
  [4, 8],
  [14, 8],
  [4, 1],
] as const)(
  "a run with %i pending orders, %i calls at once, takes at most 14 connections",
  async (row, { expect }) => {
    const [count, concurrency] = row;
    const pending = Array.from({ length: count }, (_, index) => String(1001 + 7 * index));
    const report = await judgeForeign({ pending }, { ...patient, concurrency, connections: concurrency });
    expect(idsOf(report, "failed")).toEqual([]);
    expect(report.verdict).toBe(count > 1 ? "conformant" : "partial");
    if (count === 1)
      expect(reasonsOf(report, "untested").join()).toMatch(/cancel-order\/one-winner: [^,]*--pending-order/);
    expect(report.connections).toBeLessThanOrEqual(14);
  },
);

test.each(["http", "https"])("a whole run goes through a proxy to a server of %s", async (scheme) => {
  const certificate = createCertificate();
  onTestFinished(() => certificate[Symbol.dispose]());
  const { tls } = certificate;
  const proxy = await startForwardProxy();
  const connection = { proxy: proxy.url, ca: tls.cert };
  const report = await judgeForeign(scheme === "https" ? { tls } : {}, { ...patient, connection });
  expect(report.verdict).toBe("conformant");
  const { host } = new URL(report.target.baseUrl);
  const tunnels = proxy.passed.filter((line) => line === `CONNECT ${host}`).length;
  // Whether by tunnels or request by request: no connection came another way.
  expect(tunnels > 0 ? report.connections : proxy.passed.length).toBe(tunnels || report.requests);
  expect(report.received).toBe(report.requests);
});
