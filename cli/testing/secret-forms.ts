/** Random secrets, the forms in which the kit promises to hide them, and a look for them in what it wrote. */

import { expect } from "vitest";
import { createSeededChance } from "../../base/seeded-chance.ts";

export const seed = Math.floor(Math.random() * 2 ** 32);
export const draw = createSeededChance(seed);
export const pick = <T>(values: readonly T[]): T => values[Math.floor(draw() * values.length)]!;
const letters = "abcdefghkmnpqrstuvwxyzABCDEFGHKMNPQRSTUVWXYZ23456789";
export const random = (length: number) => Array.from({ length }, () => pick([...letters])).join("");

const each = (text: string, write: (code: string) => string) =>
  [...text].map((character) => write(character.charCodeAt(0).toString(16).padStart(2, "0"))).join("");
export const forms: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  "small letters": (text) => text.toLowerCase(),
  percent: (text) => each(text, (code) => `%${code}`),
  "percent twice": (text) => each(text, (code) => `%25${code}`),
  JSON: (text) => each(text, (code) => `\\u00${code}`),
  HTML: (text) => each(text, (code) => `&#x${code};`),
  base64: (text) => btoa(text),
  "base64 in something": (text) => btoa(`x=${text}:y`),
};

/** A text, and what a reader may make of it. */
function views(text: string): readonly string[] {
  const base64 = [...text.matchAll(/[\w+/-]{12,}/g)].flatMap(([run]) =>
    [0, 1, 2, 3].map((from) => Buffer.from(run.slice(from), "base64").toString("latin1")),
  );
  const unescaped = [text, ...base64]
    .join("\n")
    .replace(/%(?:25)*([\da-f]{2})/gi, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\\+u00([\da-f]{2})/gi, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/&(?:amp;)*#x([\da-f]{2});/gi, (_all, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
  return [text.toLowerCase(), ...base64.map((each) => each.toLowerCase()), unescaped.toLowerCase()];
}

export function expectClean(outputs: Readonly<Record<string, string>>, secrets: readonly string[]): void {
  const leaks: string[] = [];
  for (const [name, text] of Object.entries(outputs)) {
    const seen = views(text).join("\n");
    for (const secret of new Set(secrets)) {
      const at = seen.indexOf(secret.toLowerCase());
      if (at >= 0)
        leaks.push(`${name}: ${secret} in ${JSON.stringify(seen.slice(Math.max(0, at - 100), at + 100))}`);
    }
  }
  expect(leaks).toEqual([]);
}
