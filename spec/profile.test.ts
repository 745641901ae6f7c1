import fc from "fast-check";
import { expect, test } from "vitest";
import { BadInput } from "../base/bad-input.ts";
import { parseJson } from "../base/json.ts";
import { questionIds } from "./open-questions.ts";
import { defaultProfile, namedProfiles, parseProfile } from "./profile.ts";
import { anyProfile } from "./testing/any-profile.ts";

test("every profile is read as it was written", () => {
  fc.assert(
    fc.property(anyProfile, (profile) => {
      expect(parseProfile(parseJson(JSON.stringify(profile)), "profile")).toEqual(profile);
    }),
  );
});

test.each(Object.entries(namedProfiles))("the profile %s answers every question", (_name, profile) => {
  expect(Object.keys(profile).sort()).toEqual([...questionIds].sort());
  expect(parseProfile({ ...profile }, "profile")).toEqual(profile);
});

test("a profile of a newer format is refused with both versions", () => {
  expect(() => parseProfile({ schemaVersion: 2n, later: "x" }, "it")).toThrow(
    "Cannot use it: its schemaVersion is 2, this kit reads 1. Use the kit that wrote it.",
  );
  expect(parseProfile({ schemaVersion: 1n }, "it")).toEqual(defaultProfile);
});

test("the default profile answers questions that a file leaves out, and members that the suite adds are ignored", () => {
  expect(parseProfile({}, "profile")).toEqual(defaultProfile);
  const value = { $schema: "profile.json", observed: { at: "staging" }, unknownQuery: "refused" };
  expect(parseProfile(value, "profile")).toEqual({ ...defaultProfile, unknownQuery: "refused" });
});

test.each([
  [[], "a profile is a JSON object, got []."],
  [null, "a profile is a JSON object, got null."],
  [{ conflictbody: "none" }, '"conflictbody" is not an open question. Did you mean conflictBody?'],
  [{ paddedId: "maybe" }, 'paddedId must be one of "same", "refused", got "maybe".'],
  [{ malformedId: 404n }, 'malformedId must be one of "400", "404", "405", "422", got 404.'],
  [{ toString: "same" }, `"toString" is not an open question. Use one of: ${questionIds.join(", ")}.`],
])("a profile that cannot be used is refused in one line, %o: %s", (value, fact) => {
  const parse = () => parseProfile(value, "profile staging.json");
  expect(parse).toThrow(new BadInput(`Cannot use profile staging.json: ${fact}`));
});
