/** A foreign server that is not ours at all: Prism, serving the examples of spec/openapi.yaml without any state. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Report } from "../../report/report.ts";
import { runSuite } from "../../run-suite.ts";
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

let report: Report;
beforeAll(async () => {
  const baseUrl = await addressOf(prism.stdout);
  // Prism leaves out the base path of the servers it reads about.
  const target = createHttpTarget({
    baseUrl,
    apiKey: "any-key-will-do",
    arrange: async () => ({ pending: [101n, 102n, 103n, 104n, 105n], shipped: [301n] }),
  });
  report = await runSuite(target, { disposable: true, thorough: true });
  await target.close();
}, 60_000);

/** Its output is read to the end: a pipe that nobody reads would stop it. */
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

const idsOf = (...outcomes: string[]) =>
  report.results.filter(({ outcome }) => outcomes.includes(outcome)).map(({ id }) => id);

test("Prism fails for what it cannot know, having no keys, no state and no integers of its own", () => {
  expect(idsOf("failed")).toEqual([
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
});

test("Prism warns for HEAD, which it does not route, a scheme in lower case, a word behind the key, and a missing challenge", () => {
  expect(idsOf("warned")).toEqual([
    "authentication/scheme-in-any-case",
    "authentication/key-with-further-word",
    "authentication/challenge",
    "list-orders/head",
  ]);
});

test("what Prism gives no occasion to see stays untested, and no fault of the kit comes up", () => {
  expect(idsOf("errored")).toEqual([]);
  expect(idsOf("untested")).toEqual([
    // No call is answered 404.
    ...["object", "code", "message", "status", "media-type", "media-type-stated"].map(
      (name) => `errors/404-${name}`,
    ),
  ]);
});

test("what is observed of Prism is what a profile can say, or nothing", () => {
  const answers = Object.fromEntries(report.observations.map(({ question, answer }) => [question, answer]));
  // It lets any key in, and is seen to in some of the calls that a run draws: then how it reads the scheme is not.
  const { schemeCase, ...others } = answers;
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
