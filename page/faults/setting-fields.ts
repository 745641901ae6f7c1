/** The settings of faults, as a person writes them. */

import { readId } from "../../base/ids.ts";
import { type Reading, wholeNumber } from "../parts/reading.ts";
import type { FaultName } from "./fault-words.ts";

export const anyCount = wholeNumber(1, 1_000_000);
export const order: Reading<string> = {
  allowed: "An order id is an integer (int64)",
  // As text, since a number would round its digits.
  read: (text) => (readId(text) === undefined ? undefined : text),
};
const delayBound = wholeNumber(0, 600_000);
export const delay: Reading<readonly [number, number]> = {
  isText: true,
  allowed: `${delayBound.allowed}, or a range, as in 300, 800`,
  read(text) {
    const [first = "", last = first, ...more] = text.split(/[\s,]+/);
    const [min, max] = [delayBound.read(first), delayBound.read(last)];
    if (min === undefined || max === undefined || min > max || more.length > 0) return undefined;
    return [min, max];
  },
};
const statuses: Reading<readonly number[]> = {
  isText: true,
  allowed: "Statuses from 200 to 299 and 400 to 599, as in 200, 200, 503",
  read: (text) => (/^(?:[245]\d\d(?:[\s,]+|$))+$/.test(text) ? text.match(/\d+/g)!.map(Number) : undefined),
};
export const chance: Reading<number> = {
  isText: true,
  allowed: "A number from 0 to 1, as in 0.25",
  read: (text) => (/^(?:0?\.\d+|[01](?:\.0*)?)$/.test(text) ? Number(text) : undefined),
};

export type SettingField = readonly [label: string, name: string, reading: Reading<unknown>];

/** The settings that one fault alone has. */
export const ownFields: Readonly<Partial<Record<FaultName, SettingField>>> = {
  delay: ["Milliseconds", "ms", delay],
  status: ["Status", "status", wholeNumber(400, 599)],
  sequence: ["Statuses in turn", "steps", statuses],
  "stale-list": ["Lists", "reads", wholeNumber(1, 100)],
};
