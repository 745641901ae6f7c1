import { expect, test } from "vitest";
import { percentDecoded } from "../../base/escapes.ts";
import { readPathId } from "../evidence/read-id.ts";
import { idReaders, idSearches, resembles } from "./id-readers.ts";

const read = (name: string, text: string) => idReaders.find((reader) => reader.name === name)!.read(text);

test.each<[string, string, bigint | undefined]>([
  ["integer", " 12 ", 12n],
  ["integer", "12abc", undefined],
  ["parse-int", "12abc", 12n],
  ["parse-int", "abc12", undefined],
  ["parseFloat", "12.9", 12n],
  ["rounded fraction", "12.5", 13n],
  ["first number", "a12b34", 12n],
  ["last number", "a12b34", 34n],
  ["digits-only", "1a2b3", 123n],
  ["base 2", "101", 5n],
  ["base 8", "017", 15n],
  ["base 16", "0x1f", 31n],
  ["base 36", "z", 35n],
  ["integer, sign lost", "-12", 12n],
  ["integer, double", "9007199254740993", 9007199254740992n],
  ["integer, 16 bits", "65547", 11n],
  ["integer, 16 bits, signed", "65535", -1n],
  ["integer, 32 bits", "4294967308", 12n],
  ["integer, 64 bits", "18446744073709551628", 12n],
  ["integer, clamped to 32 bits", "4294967308", 2147483647n],
  ["integer, clamped to 64 bits", "-99999999999999999999", -9223372036854775808n],
])("%s reads %j as %s", (name, text, id) => expect(read(name, text)).toBe(id));

test("each reader has a unique name, and reads no number from a text without digits or with too many", () => {
  expect(new Set(idReaders.map(({ name }) => name)).size).toBe(idReaders.length);
  for (const { name, read } of idReaders) {
    if (!/^(?:base|0)/.test(name)) expect(read("-"), name).toBeUndefined();
    expect(() => read("9".repeat(100_000)), name).not.toThrow();
  }
});

test("searches find a text at an id's start, or anywhere in it; an empty one finds none", () => {
  const matching = (text: string) => idSearches.slice(0, 2).map(({ takes }) => takes(text, 1234n));
  expect([matching("12"), matching("23"), matching("")]).toEqual([
    [true, true],
    [false, true],
    [false, false],
  ]);
});

test("valid percent-encoding is decoded", () => {
  expect(["%31%32", "%", "12"].map(percentDecoded)).toEqual(["12", "%", "12"]);
});

const isLike = (text: string, order: bigint) => resembles(readPathId(text), order);

test.each([
  ["abc12", 12n],
  ["12abc", 12n],
  ["12.4", 12n],
  ["12,12", 12n],
  ["order-12", 12n],
  ["1,012", 1012n],
  ["1%25", 12n],
  ["-12", 12n],
  [String(12n + 2n ** 32n), 12n],
  [String(12n + 2n ** 64n), 12n],
  ["9007199254740992", 9007199254740993n],
  // A search for what begins with a number, beyond int64.
  ["92233720368547758070", 9223372036854775807n],
  ["101.6", 102n],
  ["12,13,14", 13n],
  ["-12abc", 12n],
  ["abc-12", -12n],
  ["10%25", 1041n],
  ["41c", 1052n],
])("%s is like order %s", (text, order) => {
  expect(isLike(text, order)).toBe(true);
});

test("a long number does not resemble a short id that occurs among its digits", () => {
  for (const text of ["18446744073709551616", `1${"0".repeat(30)}`, "9223372036854775808"])
    for (let order = 1n; order < 1000n; order++)
      expect([text, order, isLike(text, order)]).toEqual([text, order, false]);
});

test("an id is not like an order whose number is a part of its own", () => {
  expect([1n, 0n, 10n].map((order) => isLike("10abc", order))).toEqual([false, false, true]);
});

test.each(["-", "1.5", "x9000000000123", "all", "%25", ""])("%j is not like a negative order", (text) => {
  expect(isLike(text, -1234n)).toBe(false);
});
