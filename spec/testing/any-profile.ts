import fc from "fast-check";
import { answersTo, type Profile, questionIds } from "../open-questions.ts";

/** Any profile there can be. */
export const anyProfile = fc.record(
  Object.fromEntries(questionIds.map((question) => [question, fc.constantFrom(...answersTo(question))])),
) as unknown as fc.Arbitrary<Profile>;
