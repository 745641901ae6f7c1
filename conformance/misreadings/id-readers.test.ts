import { expect, test } from "vitest";
import { percentDecoded } from "../../base/escapes.ts";
import { idMatchers, idReaders } from "./id-readers.ts";

const read = (name: string, text: string) => idReaders.find((reader) => reader.name === name)!.read(text);

test.each<[string, string, bigint | undefined]>([
  ["integer", " 12 ", 12n],
  ["integer", "12abc", undefined],
  ["parseInt", "12abc", 12n],
  ["parseInt", "abc12", undefined],
  ["parseFloat", "12.9", 12n],
  ["rounded fraction", "12.5", 13n],
  ["rounded up", "12.1", 13n],
  ["first number", "a12b34", 12n],
  ["last number", "a12b34", 34n],
  ["digits only", "1a2b3", 123n],
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

test("matchers find a text at an id's start, or anywhere in it; an empty one finds none", () => {
  const matching = (text: string) => idMatchers.map(({ matches }) => matches(text, "1234"));
  expect([matching("12"), matching("23"), matching("")]).toEqual([
    [true, true],
    [false, true],
    [false, false],
  ]);
});

test("valid percent-encoding is decoded", () => {
  expect(["%31%32", "%", "12"].map(percentDecoded)).toEqual(["12", "%", "12"]);
});
