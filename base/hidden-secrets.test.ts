import { describe, expect, test } from "vitest";
import { type Carrier, createCleaners } from "./secrets.ts";
import {
  type Alphabet,
  alphabets,
  cuts,
  draw,
  forms,
  leaksOf,
  pick,
  places,
  random,
  seed,
} from "./testing/secret-cases.ts";

/** Generated: how a secret is written, where it is, and where the text is cut. */

const hideKey = (key: string) => createCleaners([key])().hide;
const namesOf = <Name extends string>(table: Readonly<Record<Name, unknown>>) => Object.keys(table) as Name[];
const cross = <A, B>(some: readonly A[], others: readonly B[]) =>
  some.flatMap((one) => others.map((other) => [one, other] as const));
const someLength = () => 10 + Math.floor(draw() * 30);

describe(`a secret is found (seed ${seed}):`, () => {
  test.each(cross(namesOf(alphabets), namesOf(forms)))("%s, %s", (alphabet, form) => {
    for (let count = 0; count < 6; count++) {
      const secret = random(someLength(), alphabet);
      const hidden = hideKey(secret)(`before ${forms[form]!(secret)} behind`);
      expect(leaksOf(hidden, [secret]), hidden).toEqual([]);
      expect(hidden).toMatch(/^before .* behind$/s);
    }
  });

  test.each(cross(namesOf(cuts), namesOf(forms)))("cut %s, %s", (cut, form) => {
    for (const alphabet of namesOf(alphabets)) {
      for (let count = 0; count < 3; count++) {
        const secret = random(someLength(), alphabet);
        const text = `before ${forms[form]!(secret)}`;
        const shown = cuts[cut]!(text, 8 + Math.floor(draw() * text.length));
        const hidden = hideKey(secret)(shown);
        expect(leaksOf(hidden, [secret]), `${secret} in ${shown} is ${hidden}`).toEqual([]);
      }
    }
  });

  test("in base64, anywhere in the encoded text", () => {
    for (let count = 0; count < 200; count++) {
      const [before, behind] = [random(1 + Math.floor(draw() * 5)), random(1 + Math.floor(draw() * 5))];
      const secret = random(someLength(), pick(namesOf(alphabets)));
      const hidden = hideKey(secret)(Buffer.from(before + secret + behind).toString("base64"));
      expect(leaksOf(hidden, [secret]), hidden).toEqual([]);
      const [left = "", right = ""] = hidden.split("***");
      expect(Buffer.from(left, "base64").length).toBeLessThanOrEqual(before.length);
      expect(right.replace(/=+$/, "").length).toBeLessThanOrEqual(Math.ceil((behind.length * 8) / 6));
    }
  });
});

describe(`a credential is known by its place (seed ${seed}):`, () => {
  const cases = cross(namesOf(places), namesOf(alphabets));
  const someValue = (alphabet: Alphabet) => random(someLength(), alphabet);

  test.each(cases)("%s, %s", (place, alphabet) => {
    for (let count = 0; count < 10; count++) {
      const [value, other] = [someValue(alphabet), someValue(alphabet)];
      const hidden = createCleaners([])().hide(places[place]!(value));
      expect(leaksOf(hidden, [value]), hidden).toEqual([]);
      // All else is there, and each value is hidden in the same way.
      expect(hidden).toBe(createCleaners([])().hide(places[place]!(other)));
      expect(hidden).toContain("7");
      if (hidden.startsWith("{")) expect(Object.keys(JSON.parse(hidden))).toHaveLength(2);
    }
  });

  test.each(cases)("%s, %s: and hidden in all of its exchange", (place, alphabet) => {
    for (const form of namesOf(forms)) {
      const value = someValue(alphabet);
      const { hide } = createCleaners([])({ headers: [], texts: [places[place]!(value)] });
      const hidden = hide(`it says ${forms[form]!(value)} again`);
      expect(leaksOf(hidden, [value]), hidden).toEqual([]);
      expect(hidden).toMatch(/^it says .* again$/s);
    }
  });
});

const value = "c4rriéd<va'lue";
const basic = (user: string) => `Basic ${Buffer.from(user).toString("base64")}`;
const carriers: Readonly<Record<string, Carrier>> = {
  "a key": { headers: [["Authorization", `Bearer ${value}`]], texts: [] },
  "a key without a scheme": { headers: [["authorization", value]], texts: [] },
  "a key in UTF-8": { headers: [["X-Api-Key", Buffer.from(value).toString("latin1")]], texts: [] },
  "a password": { headers: [["Authorization", basic(`me:${value}`)]], texts: [] },
  "a password in Latin-1": { headers: [["Authorization", `Basic ${btoa(`me:${value}`)}`]], texts: [] },
  "a cookie": { headers: [["Cookie", `a=1; b=${value}`]], texts: [] },
  "a new cookie": { headers: [["Set-Cookie", `b=${value}; Path=/`]], texts: [] },
  "the 200th of many": {
    headers: Array.from({ length: 201 }, (_, index) => ["x-key", index === 199 ? value : `value-${index}`]),
    texts: [],
  },
};
test.each(Object.entries(carriers))(
  "a credential of an exchange is hidden in the whole exchange: %s",
  (_name, carrier) => {
    const { hide, headers } = createCleaners([])(carrier);
    for (const [name, write] of Object.entries(forms))
      expect(leaksOf(hide(`it says ${write(value)} again`), [value]), name).toEqual([]);
    expect(headers([[`x-${value}`, value]])).toEqual([["x-***", "***"]]);
    expect(createCleaners([])().hide(value)).toBe(value);
  },
);
