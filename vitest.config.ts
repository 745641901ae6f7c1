import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";
import { findChromium, isBrowserRequired } from "./mocks/browser/testing/find-chromium.ts";

// If a browser is required and missing, its tests run anyway, and fail.
const leavesOutBrowser = findChromium() === undefined && !isBrowserRequired();
const proofs = ["**/*.proof.test.ts", "**/*.chromium.test.ts"];
/** Proofs that fill every processor, or measure elapsed time or their own memory. They run one after the other. */
const alone = [
  "base/secrets.proof.test.ts",
  "cli/mock/stop-mock.proof.test.ts",
  "cli/verify/many-orders.proof.test.ts",
  "conformance/proxy/{large-bodies,proxy-bounds}.proof.test.ts",
  "conformance/targets/http/foreign-broken.proof.test.ts",
  "mocks/adapters/server/{hostile-requests,robustness-load,stop-server,tls}.proof.test.ts",
  "mocks/worlds/**/*.proof.test.ts",
  "page/together.chromium.test.ts",
];
const leftOut = [
  ...configDefaults.exclude,
  "dist/**",
  ...(leavesOutBrowser ? ["**/*.chromium.test.ts"] : []),
];
/** More workers than processors, because tests often wait. */
const maxWorkers = Math.ceil(1.5 * availableParallelism());
/** Keeps a developer's proxy from requests to servers on this machine. */
const own = process.env.no_proxy || process.env.NO_PROXY;
const noProxy = own === "*" ? own : [...(own ? [own] : []), "localhost", "127.0.0.1", "::1"].join();
const proof = { testTimeout: 60_000, hookTimeout: 120_000 };

export default defineConfig({
  test: {
    globalSetup: ["./mocks/browser/testing/say-left-out.ts"],
    env: { no_proxy: noProxy, NO_PROXY: noProxy },
    // Differences are printed whole, also in reports without colours.
    chaiConfig: { truncateThreshold: 0 },
    // On a busy machine a page takes longer than the usual second.
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "quick",
          include: ["**/*.test.ts"],
          exclude: [...configDefaults.exclude, "dist/**", "examples/init/**", ...proofs],
          globalSetup: [],
          maxWorkers,
          // Test files share no state, so that each module can be loaded once, in half the time.
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
