/** Writes traffic as recordings, with the changes of programs and people. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type HarEntry, type HarFormat, harFormats, plainEntry } from "./har-formats.ts";
import { type Draw, pick, type Served } from "./shop-traffic.ts";

export const recordedOrigin = "https://shop.test";
const origins = [recordedOrigin, "https://shop.test:443", "https://Shop.TEST"];

/** The replacement of a credential; undefined for none. key-ring.test.ts has others. */
const replacements: readonly (string | undefined)[] = [undefined, "", "[REDACTED]", "Bearer xxxxxxxx"];

const orders: Readonly<Record<string, (entries: readonly HarEntry[], draw: Draw) => readonly HarEntry[]>> = {
  "newest first": (entries) => entries.toSorted((one, other) => startOf(other) - startOf(one)),
  shuffled: (entries, draw) =>
    entries
      .map((entry) => ({ entry, at: draw() }))
      .sort((one, other) => one.at - other.at)
      .map(({ entry }) => entry),
};
const startOf = ({ startedDateTime = "" }: HarEntry) => Date.parse(startedDateTime) || 0;

/** @returns the options of `verify` that name the files */
export function writeFiles(
  folder: string,
  format: HarFormat,
  files: readonly (readonly HarEntry[])[],
): readonly string[] {
  return files.map((entries, at) => {
    const file = join(folder, `${at}.har`);
    const log = { version: "1.2", creator: { name: format.creator, version: "1" }, pages: [], entries };
    writeFileSync(file, JSON.stringify({ log }));
    return file;
  });
}

/** A recording as the program writes it, in the order of time. */
export function plainRecording(
  format: HarFormat,
  served: readonly Served[],
  draw: Draw,
): readonly HarEntry[] {
  return served.map((each) => format.write(plainEntry(each, recordedOrigin), each, draw));
}

/** A recording of a right server, changed in random ways that keep it free of faults. */
export function oddRecording(served: readonly Served[], draw: Draw) {
  const name = pick(draw, Object.keys(harFormats));
  const format = harFormats[name]!;
  const sanitizer = name === "the kit's proxy" ? "none" : pick(draw, ["none", "all", "some"]);
  const replacement = pick(draw, replacements);
  const order = pick(draw, Object.keys(orders));
  const isOdd = pick(draw, [0, 0.2]);
  const written = served.flatMap((each) => {
    const entry = format.write(plainEntry(each, pick(draw, origins)), each, draw);
    const isReplaced = sanitizer === "all" || (sanitizer === "some" && draw() < 0.5);
    const sanitized = isReplaced
      ? withCredential(entry, sanitizer === "all" ? replacement : undefined)
      : entry;
    return draw() < isOdd ? oddEntries(format, sanitized, each, draw) : [sanitized];
  });
  const twice = written.flatMap((entry) => (draw() < 0.1 ? [entry, entry] : [entry]));
  const sorted = orders[order]!(twice, draw);
  const cut = Math.floor(draw() * sorted.length);
  const files = draw() < 0.7 ? [sorted] : [sorted.slice(cut), sorted.slice(0, cut + 2)];
  return { description: `${name}, ${sanitizer} ${replacement}, ${order}, ${isOdd}`, format, files };
}

function oddEntries(
  format: HarFormat,
  entry: HarEntry,
  { status, method }: Served,
  draw: Draw,
): readonly HarEntry[] {
  const isList = method === "GET" && status === 200;
  const { asCached, asRevalidated, asTwins } = format;
  const { content } = entry.response;
  const withText = (text: string): HarEntry => ({
    ...entry,
    response: { ...entry.response, content: { ...content, text } },
  });
  const forms = [
    isList && asCached && [entry, asCached(moved(entry, draw))],
    isList && asRevalidated && [asRevalidated(entry)],
    asTwins?.(entry),
    // The body was not kept, or a part of it was.
    content.text !== undefined && [withText("")],
    typeof content.text === "string" && isList && [withText(content.text.slice(0, 8))],
  ];
  const possible = forms.filter((form) => typeof form === "object");
  return possible.length === 0 ? [entry] : pick(draw, possible);
}

/** A list from a cache may be shown long after it was current. */
function moved(entry: HarEntry, draw: Draw): HarEntry {
  const at = new Date(startOf(entry) + 2000 * draw()).toISOString();
  return entry.startedDateTime === undefined ? entry : { ...entry, startedDateTime: at };
}

function withCredential(entry: HarEntry, value: string | undefined): HarEntry {
  const headers = entry.request.headers.flatMap((header) => {
    if (header.name !== "Authorization") return [header];
    return value === undefined ? [] : [{ ...header, value }];
  });
  return { ...entry, request: { ...entry.request, headers } };
}
