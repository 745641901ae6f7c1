import { expect, test } from "vitest";
import { readPathId } from "./read-id.ts";

test.each(["%0012", "12%00", "%0912%0D%0A", "%C2%A012", "%0B12%00%00"])(
  "control characters and white space at its ends do not change the number of %s",
  (text) => {
    expect(readPathId(text)).toMatchObject({ kind: "same", value: 12n });
  },
);

test.each(["1%002", "12%00x", "1%202"])("within a text they make %s a different id", (text) => {
  expect(readPathId(text).kind).toBe("other");
});

test("a long row of white space in an id is read in little time", { timeout: 2000 }, () => {
  for (const blank of ["%20", "%00"]) expect(readPathId(`1${blank.repeat(200_000)}x`).kind).toBe("other");
});
