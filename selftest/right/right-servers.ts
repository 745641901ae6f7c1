/** A wide set of right servers: odd ones, and every pair of answers to the open questions. */

import { createSeededChance } from "../../base/seeded-chance.ts";
import { coverPairs } from "../../conformance/calls/covering-array.ts";
import { answersTo, type Profile, questionIds } from "../../spec/open-questions.ts";
import { defaultProfile } from "../../spec/profile.ts";
import { oddAnswers } from "./odd-answers.ts";
import { oddLists } from "./odd-lists.ts";
import { oddOrders } from "./odd-orders.ts";
import { oddRefusals } from "./odd-refusals.ts";
import type { RightServer } from "./right-server.ts";

/** A server that plays a profile and is odd in no other way. */
function serverOfProfile(profile: Profile): RightServer {
  const unusual = questionIds.filter((question) => profile[question] !== defaultProfile[question]);
  const words = unusual.map((question) => `${question}=${profile[question]}`);
  return {
    id: `profile:${words.join(",") || "default"}`,
    description: `It plays the profile ${words.join(", ") || "default"}.`,
    options: { profile },
    build: (mock) => mock.handle,
  };
}

/** Servers that are odd in one way each. */
export const oddServers: readonly RightServer[] = [...oddOrders, ...oddLists, ...oddAnswers, ...oddRefusals];

const dimensions = Object.fromEntries(questionIds.map((question) => [question, answersTo(question)]));
/** Few profiles in which each pair of answers meets; mocks/profiles.proof.test.ts has each pair alone. */
const pairedProfiles = coverPairs(dimensions, () => true, [], createSeededChance(1));

export const rightServers: readonly RightServer[] = [
  ...oddServers,
  ...[defaultProfile, ...(pairedProfiles as unknown as readonly Profile[])].map(serverOfProfile),
];
