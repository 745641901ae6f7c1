import fc from "fast-check";
import { expect, test } from "vitest";
import { runSuite } from "../conformance/run-suite.ts";
import { answersTo, type Profile, type QuestionId, questionIds } from "../spec/open-questions.ts";
import { defaultProfile, namedProfiles, profileNames } from "../spec/profile.ts";
import { createMock } from "./mock.ts";
import { createHandleTarget } from "./testing/handle-target.ts";

/**
 * The law that joins the two halves: observing a mock that plays a profile gives
 * that profile back, and no answer to an open question is ever held against it.
 *
 * All 12,288 combinations of answers take more than a minute (the law held for
 * each when they were last tried). Hence: every pair of answers to two questions,
 * the others as usual, and random profiles. A failure of the latter prints its seed.
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

/** Much of a run is waiting, where calls are put off. */
const atOnce = 4;
/** A slow machine that does something else as well must not fail this. */
const timeoutMs = 300_000;

function* pairsOfAnswers(): Generator<Profile> {
  for (const [place, one] of questionIds.entries()) {
    for (const other of questionIds.slice(place + 1)) {
      for (const answer of answersTo(one)) {
        for (const otherAnswer of answersTo(other)) {
          yield { ...defaultProfile, [one]: answer, [other]: otherAnswer };
        }
      }
    }
  }
}

test(
  "each pair of answers to two questions is seen as it is played",
  async () => {
    const seen = new Map([...pairsOfAnswers()].map((profile) => [JSON.stringify(profile), profile]));
    const left = seen.values();
    const judgeRest = async () => {
      for (const profile of left) await expectLaw(profile);
    };
    await Promise.all(Array.from({ length: atOnce }, judgeRest));
    // Far more than one for each answer: the pairs were indeed made.
    expect(seen.size).toBeGreaterThan(100);
  },
  timeoutMs,
);

const profiles = fc.record(
  Object.fromEntries(questionIds.map((question) => [question, fc.constantFrom(...answersTo(question))])),
) as unknown as fc.Arbitrary<{ [Q in QuestionId]: Profile[Q] }>;

test(
  "forty random profiles are seen as they are played",
  async () => {
    const part = () => fc.assert(fc.asyncProperty(profiles, expectLaw), { numRuns: 40 / atOnce });
    await Promise.all(Array.from({ length: atOnce }, part));
  },
  timeoutMs,
);

test.each(profileNames)("the profile %s is seen as it is played", async (name) => {
  await expectLaw(namedProfiles[name]);
});
