import { expect, test } from "vitest";
import { readHarInterval } from "./har-interval.ts";

const start = "2026-03-01T10:00:00.000Z";
const at = Date.parse(start);

/** Milliseconds from the start to the end. */
const lengthOf = (entry: object, timings = {}, isInstant = false) => {
  const read = readHarInterval({ startedDateTime: start, ...entry }, timings, isInstant);
  return read.endedAt - read.startedAt;
};

test("an interval is longer than the recording says, by the precision of its numbers", () => {
  expect(lengthOf({ time: 20.5 })).toBe(20.5 + 1);
  expect(lengthOf({ time: 20 })).toBe(20 + 1 + 1);
  expect(lengthOf({ time: 20 }, { blocked: 1, wait: 19, receive: 0 })).toBe(20 + 1 + 3);
  expect(lengthOf({ startedDateTime: "2026-03-01T10:00:00Z", time: 20.5 })).toBe(20.5 + 1000);
  expect(lengthOf({ startedDateTime: "2026-03-01T10:00:00.5Z", time: 20.5 })).toBe(20.5 + 100);
  expect(lengthOf({ startedDateTime: "2026-03-01T10:00:00.123456Z", time: 20 })).toBeCloseTo(20.001, 3);
  expect(lengthOf({ time: 20.5 }, { _blocked_queueing: -1 })).toBe(20.5 + 1 + 1);
});

test.each([undefined, null, 0, -1, "20"])("with %j as its time, the parts make the length", (time) => {
  const timings = { blocked: 1.5, dns: -1, connect: 10, ssl: 8, send: 0, wait: 5, receive: 2 };
  expect(lengthOf({ time }, timings)).toBe(18.5 + 1);
});

test("without time and parts the end is unknown, without a date the beginning as well", () => {
  expect(lengthOf({ time: -1 }, { send: -1, wait: -1, receive: -1 })).toBe(Number.POSITIVE_INFINITY);
  expect(lengthOf({ time: 0 }, { send: 0, wait: 0, receive: 0 })).toBe(Number.POSITIVE_INFINITY);
  expect(lengthOf({ time: 0 }, { send: 0, wait: 0 }, true)).toBe(1 + 2);
  expect(readHarInterval({ startedDateTime: "yesterday", time: 5 }, {}, false)).toEqual({
    startedAt: Number.NEGATIVE_INFINITY,
    endedAt: Number.POSITIVE_INFINITY,
    ms: 5,
  });
});

test("digits beyond milliseconds and time zones count", () => {
  const read = (startedDateTime: string) =>
    readHarInterval({ startedDateTime, time: 1 }, {}, false).startedAt;
  expect(read("2026-03-01T10:00:00.000250Z")).toBeCloseTo(at + 0.25, 3);
  expect(read("2026-03-01T12:00:00.000+02:00")).toBe(at);
});
