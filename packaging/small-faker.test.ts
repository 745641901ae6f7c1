import { expect, test } from "vitest";
import { markPure } from "./small-faker.ts";

test("calls that run as a module loads are marked as without effect", () => {
  expect(markPure('const a = make(1), b = new Maker(), c = `x.y`.split(".");')).toBe(
    'const a = /* @__PURE__ */ make(1), b = /* @__PURE__ */ new Maker(), c = /* @__PURE__ */ `x.y`.split(".");',
  );
  expect(markPure("const a = { b: outer(inner()) };")).toBe(
    "const a = { b: /* @__PURE__ */ outer(/* @__PURE__ */ inner()) };",
  );
});

test("calls inside of functions and classes are left alone", () => {
  const code = "function f() { g(); } const h = () => g(); class A { b = g(); static { g(); } }";
  expect(markPure(code)).toBe(code);
});
