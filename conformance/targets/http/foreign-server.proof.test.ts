import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { verifyHere } from "../../../cli/testing/verify-here.ts";
import { createFolder, startForeign, withOutcome } from "../../testing/verify.ts";

/** The command on a foreign server. */
// Whole runs, on a machine that may be busy.
vi.setConfig({ testTimeout: 30_000 });

test("one run tests every must, and writes several reports and the observed profile, with every digit", async () => {
  const pending = ["9007199254740993", "9007199254740995"];
  const shipped = "9223372036854775807";
  const server = await startForeign({ pending, shipped: [shipped], cancelled: "stays", secondCancel: 409 });
  const folder = await createFolder();
  const [junit = "", profile = ""] = ["r.xml", "p.json"].map((name) => join(folder, name));
  const { code, report, text, stdout, stderr } = await verifyHere([
    server.baseUrl,
    `--pending-order=${pending.join()}`,
    `--shipped-order=${shipped}`,
    "--complete",
    "--evidence=all",
    `--reporter=junit=${junit}`,
    `--profile-out=${profile}`,
  ]);
  expect([code, stdout, stderr]).toEqual([0, "", ""]);
  expect(report!.verdict).toBe("conformant");
  expect(withOutcome(report, "failed", "warned", "untested", "errored")).toEqual([]);
  expect(pending.map(server.stateOf)).toEqual(["cancelled", "cancelled"]);
  expect(server.stateOf(shipped)).toBe("shipped");
  for (const id of [...pending, shipped]) {
    expect(text).toContain(`/store/orders/${id}"`);
    // As the list shows them in the evidence, not only as the command line named them.
    expect(text).toContain(`\\"id\\":${id},`);
  }
  const junitText = await readFile(junit, "utf8");
  expect(junitText).toMatch(/^<\?xml .*<testsuites?\b/s);
  expect(junitText).toContain('failures="0"');
  expect(JSON.parse(await readFile(profile, "utf8"))).toEqual({
    observed: { baseUrl: server.baseUrl, at: report!.startedAt },
    cancelledInList: "unchanged",
    repeatedCancel: "409",
    conflictBody: "none",
    statusField: "absent",
    unknownQuery: "ignored",
    malformedId: "400",
    outOfRangeId: "400",
    paddedId: "refused",
    schemeCase: "any",
    errorMediaType: "json",
    idSpelling: "plain",
    trailingSlash: "refused",
    throttle: "none",
  });
});

test("provider states supply the orders, with ids beyond 2^53, and are torn down though a must fails", async () => {
  const server = await startForeign({ deliverCancel: (response) => void response.writeHead(200).end("{}") });
  const { code, report } = await verifyHere([
    server.baseUrl,
    `--provider-states-url=${server.origin}/provider-states`,
  ]);
  expect([code, report!.verdict]).toEqual([1, "nonconformant"]);
  expect(server.states.map((text) => JSON.parse(text))).toMatchObject([
    { state: "pending orders exist", action: "setup", params: { count: 5 } },
    { state: "shipped orders exist", action: "setup", params: { count: 1 } },
    { state: "pending orders exist", action: "teardown" },
    { state: "shipped orders exist", action: "teardown" },
  ]);
  expect(server.states[0]).toContain('"9007199254740993"');
  expect(server.requests.at(-1)).toBe("POST /provider-states");
  const states = ["3", "4", "5", "6", "7"].map((digit) => server.stateOf(`900719925474099${digit}`));
  expect(states).toEqual(Array(5).fill("cancelled"));
});
