/** `store-orders-kit/profile`: the open questions, and answers to them. */

export { openQuestions, type Profile, type QuestionId } from "../spec/open-questions.ts";
export { defaultProfile, namedProfiles, type ProfileName, parseProfile } from "../spec/profile.ts";
