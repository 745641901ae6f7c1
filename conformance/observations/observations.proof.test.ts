import { expect, test, vi } from "vitest";
import { formatProfile } from "../report/compare-report.ts";
import type { ForeignOptions } from "../testing/foreign-server.ts";
import { judgeForeign } from "../testing/judge-foreign.ts";

// Whole runs, on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000 });

/** A wrong server's profile holds only what was seen: what a failing call shows is not in it. */
test.each<[string, string, readonly string[], ForeignOptions]>([
  ["that keeps the document", "conformant", [], {}],
  [
    // Another spelling of a negative number may be another client's order.
    "with negative ids",
    "conformant",
    ["paddedId", "idSpelling"],
    { pending: ["-9007199254740993", "-1"], shipped: ["-9223372036854775808"] },
  ],
  [
    "without a 409",
    "nonconformant",
    ["paddedId", "idSpelling"],
    {
      deliverCancel(response, reply) {
        const status = reply.status === 409 ? 404 : reply.status;
        response.writeHead(status, status === 404 ? { "content-type": "application/json" } : reply.headers);
        response.end(status === 404 ? '{"code":"gone","message":"Not there.","status":404}' : reply.body);
      },
    },
  ],
  [
    "that lets any key in",
    "nonconformant",
    ["schemeCase"],
    {
      interrupt(request, response) {
        if (request.method !== "GET" || !/^\/v1\/store\/orders$/.test(request.url ?? "")) return false;
        response.setHeader("content-type", "application/json");
        response.end("[]");
        return true;
      },
    },
  ],
])(
  "a server %s is %s, and the questions %j stay without an answer",
  async (_what, verdict, unseen, options) => {
    const report = await judgeForeign(options);
    expect(report.verdict).toBe(verdict);
    const missing = report.observations.filter(({ answer }) => answer === null);
    const isDueToFailure = ({ reason }: (typeof missing)[number]) =>
      reason?.includes("which already fails a requirement");
    const due = verdict === "conformant" ? missing : missing.filter(isDueToFailure);
    expect(due.map(({ question }) => question)).toEqual(unseen);
    const profile = JSON.parse(formatProfile(report));
    for (const { question } of missing) expect(profile).not.toHaveProperty(question);
  },
);
