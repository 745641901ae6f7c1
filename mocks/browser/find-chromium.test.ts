import { expect, test } from "vitest";
import { explainMissing, findChromium } from "./testing/find-chromium.ts";

test("CHROMIUM_PATH names the browser, and no other one is used", () => {
  expect(findChromium({ CHROMIUM_PATH: process.execPath })).toBe(process.execPath);
  expect(findChromium({ CHROMIUM_PATH: "/nowhere/chromium", PATH: "/usr/bin" })).toBeUndefined();
});

test("a missing browser is named, with two ways to get one", () => {
  expect(explainMissing({ CHROMIUM_PATH: "/nowhere/chromium" })).toContain(
    "no Chromium at /nowhere/chromium;",
  );
  expect(explainMissing({})).toMatch(/apt-get install chromium, or set CHROMIUM_PATH$/);
});
