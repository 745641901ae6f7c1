import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";
import { findChromium, isBrowserRequired } from "./mocks/browser/testing/find-chromium.ts";

// Where a browser is required and missing, its tests run all the same, and fail.
const leavesOutBrowser = findChromium() === undefined && !isBrowserRequired();
const proofs = ["**/*.proof.test.ts", "**/*.chromium.test.ts"];
/** They fill every processor, or measure time and memory: nothing may run beside them. */
const alone = [
  "base/secrets.proof.test.ts",
  "cli/start-up.proof.test.ts",
  "cli/mock/stop-mock.proof.test.ts",
  "cli/selftest/*.proof.test.ts",
  "cli/verify/{limits,many-orders}.proof.test.ts",
  "conformance/proxy/{large-bodies,proxy-bounds}.proof.test.ts",
  "conformance/targets/http/foreign-broken.proof.test.ts",
  "examples/runners/*.proof.test.ts",
  "mocks/adapters/server/{hostile-requests,robustness-delivery,robustness-load,stop-server,tls}.proof.test.ts",
  "mocks/{control,worlds}/**/*.proof.test.ts",
  "page/together.chromium.test.ts",
];
const leftOut = [
  ...configDefaults.exclude,
  "dist/**",
  ...(leavesOutBrowser ? ["**/*.chromium.test.ts"] : []),
];
/** Much of a test is waiting. */
const maxWorkers = Math.ceil(1.5 * availableParallelism());
const proof = { testTimeout: 60_000, hookTimeout: 120_000 };

export default defineConfig({
  test: {
    globalSetup: ["./mocks/browser/testing/say-left-out.ts"],
    // What differs is said whole, also where a report is read that has no colours.
    chaiConfig: { truncateThreshold: 0 },
    // On a busy machine a page takes longer than the usual second.
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "quick",
          include: ["**/*.test.ts"],
          exclude: [...configDefaults.exclude, "dist/**", ...proofs],
          globalSetup: [],
          maxWorkers,
          // No file leaves anything behind that another one reads: to load each module once takes half the time.
          isolate: false,
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          ...proof,
          name: "proofs",
          include: proofs,
          exclude: [...leftOut, ...alone],
          maxWorkers,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          ...proof,
          name: "alone",
          include: alone,
          exclude: leftOut,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
