import fc from "fast-check";
import { expect, test } from "vitest";
import { runSuite } from "../conformance/run-suite.ts";
import { answersTo, type Profile, questionIds } from "../spec/open-questions.ts";
import { defaultProfile, namedProfiles, profileNames } from "../spec/profile.ts";
import { anyProfile } from "../spec/testing/any-profile.ts";
import { createMock } from "./mock.ts";
import { manyCases, proofSeed } from "./testing/create-draw.ts";
import { createHandleTarget } from "./testing/handle-target.ts";

/**
 * The law that joins the two halves: observing a mock that plays a profile gives that profile back, and no answer
 * to an open question is ever held against it. It held for each of the 12,288 combinations of answers when they
 * were last tried, which takes more than a minute.
 */
async function expectLaw(profile: Profile): Promise<void> {
  const { verdict, observations, results } = await runSuite(
    createHandleTarget(createMock({ orders: 3, profile })),
    { settleMs: 0 },
  );
  const observed = Object.fromEntries(observations.map(({ question, answer }) => [question, answer]));
  expect(observed).toEqual(profile);
  const blots = results.flatMap(({ id, outcome }) => (outcome === "passed" ? [] : [`${outcome} ${id}`]));
  // An RFC asks for a scheme in any case, the document does not: a warning is right, and the only one there is.
  const expected = profile.schemeCase === "exact" ? ["warned authentication/scheme-in-any-case"] : [];
  expect({ profile, blots }).toEqual({ profile, blots: expected });
  expect(verdict).toBe("conformant");
}

/** A run waits a long time where calls are throttled. */
async function expectLawOfAll(profiles: readonly Profile[]): Promise<void> {
  const left = profiles.values();
  const judgeRest = async () => {
    for (const profile of left) await expectLaw(profile);
  };
  await Promise.all(Array.from({ length: 8 }, judgeRest));
}

/** Each answer to each question, the others as usual. */
test("the judge observes each answer that the mock plays", async () => {
  const single = questionIds.flatMap((question) =>
    answersTo(question).map((answer) => ({ ...defaultProfile, [question]: answer })),
  );
  await expectLawOfAll([...single, ...profileNames.map((name) => namedProfiles[name])]);
}, 300_000);

/** Random profiles, only those with a pair of answers to two questions that no earlier one has: together they have each pair. */
function drawProfiles(seed: number): readonly Profile[] {
  const seen = new Set<string>();
  return fc.sample(anyProfile, { numRuns: 2000, seed }).filter((profile) => {
    const before = seen.size;
    for (const [place, one] of questionIds.entries())
      for (const other of questionIds.slice(place + 1))
        seen.add(`${one}=${profile[one]} ${other}=${profile[other]}`);
    return seen.size > before;
  });
}

test(`the judge observes each pair of answers that the mock plays (seed ${proofSeed})`, async () => {
  for (let round = 0; round < manyCases(1); round++) await expectLawOfAll(drawProfiles(proofSeed + round));
}, 300_000);
