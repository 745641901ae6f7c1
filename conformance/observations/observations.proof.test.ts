import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import type { ForeignOptions } from "../testing/foreign-server.ts";
import { createFolder, fiveOrders, namingFive, startForeign, verify } from "../testing/verify.ts";

/** A wrong server's profile holds only what was seen: what a failing call shows is not in it. */

vi.setConfig({ testTimeout: 60_000 });

async function profileOf(options: ForeignOptions) {
  const server = await startForeign({ ...fiveOrders, ...options });
  const file = join(await createFolder(), "profile.json");
  const { report } = await verify([server.baseUrl, ...namingFive, `--profile-out=${file}`]);
  const profile: Readonly<Record<string, unknown>> = JSON.parse(await readFile(file, "utf8"));
  return { profile, report: report! };
}

test("a right server shows an answer to each of them", async () => {
  const { profile, report } = await profileOf({});
  expect(report.verdict).toBe("conformant");
  for (const question of ["paddedId", "idSpelling", "schemeCase", "cancelledInList", "unknownQuery"])
    expect(Object.keys(profile)).toContain(question);
});

test.each<[string, readonly string[], ForeignOptions]>([
  [
    "without a 409",
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
])("a server %s: %j are not seen, in the report and in the profile", async (_what, questions, options) => {
  const { profile, report } = await profileOf(options);
  expect(report.verdict).toBe("nonconformant");
  for (const question of questions) {
    expect(Object.keys(profile)).not.toContain(question);
    expect(report.observations.find((each) => each.question === question)).toMatchObject({
      answer: null,
      reason: expect.stringContaining("which fails a requirement"),
    });
  }
});
