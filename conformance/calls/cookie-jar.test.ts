import { expect, test } from "vitest";
import { createCookieJar } from "./caller.ts";

const headerAfter = (...set: readonly string[]) => {
  const jar = createCookieJar();
  jar.take([["x-other", "a=b"], ...set.map((value) => ["set-cookie", value] as const)]);
  return jar.header();
};

test("cookies are sent back without their attributes, and only the last one of each name", () => {
  expect(headerAfter()).toBeUndefined();
  expect(headerAfter("JSESSIONID=1A; Path=/v1; HttpOnly", 'lb = "x=y"; Secure', "JSESSIONID=2B")).toBe(
    'JSESSIONID=2B; lb="x=y"',
  );
});

test("a cookie that was deleted, or is malformed, is not sent", () => {
  expect(headerAfter("a=1", "b=2; Max-Age=3600", "a=; Path=/", "nothing", "=x")).toBe("b=2");
  expect(headerAfter("a=1", "a=gone; max-age=0")).toBeUndefined();
});

test("a server that gives each cookie a new name does not make the header too long", () => {
  const names = Array.from({ length: 500 }, (_, index) => `c${index}=1`);
  expect(headerAfter(...names)!.split("; ")).toHaveLength(20);
});
