/** A foreign server that is not ours at all: Prism, serving the examples of spec/openapi.yaml without any state. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { runSuite } from "../../run-suite.ts";
import { idsOf } from "../../testing/judge-foreign.ts";
import { createHttpTarget } from "./http-target.ts";

const fromRoot = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const prism = spawn(process.execPath, [
  fromRoot("node_modules/@stoplight/prism-cli/dist/index.js"),
  ...["mock", "-p", "0", fromRoot("spec/openapi.yaml")],
]);
const ended = once(prism, "close");
afterAll(async () => {
  prism.kill();
  await ended;
});

/** Its output is read to the end: a pipe that is not read would stop it. */
function addressOf(output: typeof prism.stdout): Promise<string> {
  return new Promise((resolve, reject) => {
    let heard = "";
    output.setEncoding("utf8").on("data", (text: string) => {
      heard += text;
      const [, address] = /listening on (http:\/\/\S+:\d+)/.exec(heard) ?? [];
      if (address !== undefined) resolve(address);
    });
    output.on("end", () => reject(new Error(`Prism did not start: ${heard}`)));
  });
}

test("Prism fails where keys, state or exact integers are needed, which it does not have", async () => {
  // Prism leaves out the base path of the servers it reads about.
  const target = createHttpTarget({
    baseUrl: await addressOf(prism.stdout),
    apiKey: "any-key-will-do",
    arrange: async () => ({ pending: [101n, 102n, 103n, 104n, 105n], shipped: [301n] }),
  });
  const options = { disposable: true, thorough: true, settleMs: 0 };
  const report = await runSuite(target, options).finally(target.close);
  expect(idsOf(report, "failed")).toEqual([
    // It looks whether there is a bearer token, and takes any.
    "authentication/list-wrong-key",
    "authentication/list-key-cut-short",
    "authentication/list-key-lengthened",
    "authentication/cancel-wrong-key",
    "authentication/cancel-key-cut-short",
    "authentication/cancel-key-lengthened",
    // The same: a wrong key gets a 204 for any order.
    "authentication/before-id-format",
    "authentication/before-shipped-state",
    "authentication/before-pending-state",
    "authentication/before-cancelled-state",
    "authentication/other-spelling-gives-no-orders",
    // The list is the example, whatever the orders are.
    "list-orders/all-orders",
    // Without state each cancel is the first one.
    "cancel-order/second-cancel",
    "cancel-order/one-winner",
    // No order has shipped, and none is unknown: each id gets the first response of the description.
    "cancel-order/shipped",
    "cancel-order/shipped-again",
    "cancel-order/unknown",
  ]);
  expect(idsOf(report, "warned")).toEqual([
    "authentication/scheme-in-any-case",
    "authentication/key-with-further-word",
    "authentication/challenge",
    // It does not route HEAD.
    "list-orders/head",
  ]);
  expect(idsOf(report, "errored")).toEqual([]);
  // No call is answered 404.
  const parts = ["object", "code", "message", "status", "media-type", "media-type-stated"];
  expect(idsOf(report, "untested")).toEqual(parts.map((name) => `errors/404-${name}`));
  // It lets any key in, and is seen to in some of the calls that a run draws: then how it reads the scheme is not.
  const { schemeCase, ...others } = Object.fromEntries(
    report.observations.map(({ question, answer }) => [question, answer]),
  );
  expect([null, "exact"]).toContain(schemeCase);
  expect(others).toEqual({
    cancelledInList: null,
    repeatedCancel: null,
    conflictBody: null,
    statusField: "absent",
    unknownQuery: "ignored",
    malformedId: "422",
    outOfRangeId: "422",
    paddedId: null,
    idSpelling: null,
    trailingSlash: "refused",
    throttle: "none",
    errorMediaType: "json",
  });
});
