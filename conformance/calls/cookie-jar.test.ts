import { expect, test } from "vitest";
import { createCookieJar } from "./caller.ts";

const headerAfter = (...set: readonly string[]) => {
  const jar = createCookieJar();
  jar.take([["x-other", "a=b"], ...set.map((value) => ["set-cookie", value] as const)]);
  return jar.header();
};

test("cookies are sent back without their attributes, the last of a name alone", () => {
  expect(headerAfter()).toBeUndefined();
  expect(headerAfter("JSESSIONID=1A; Path=/v1; HttpOnly", 'lb = "x=y"; Secure', "JSESSIONID=2B")).toBe(
    'JSESSIONID=2B; lb="x=y"',
  );
});

test("what is taken back, or is no cookie, is not sent", () => {
  expect(headerAfter("a=1", "b=2; Max-Age=3600", "a=; Path=/", "nothing", "=x")).toBe("b=2");
  expect(headerAfter("a=1", "a=gone; max-age=0")).toBeUndefined();
});

test("a server that names each cookie anew makes no header that is too long", () => {
  const names = Array.from({ length: 500 }, (_, index) => `c${index}=1`);
  expect(headerAfter(...names)!.split("; ")).toHaveLength(20);
});
