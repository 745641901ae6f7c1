/** A wide set of right servers: odd ones, and every pair of answers to the open questions. */

import { answersTo, type Profile, type QuestionId, questionIds } from "../../spec/open-questions.ts";
import { defaultProfile } from "../../spec/profile.ts";
import { oddAnswers } from "./odd-answers.ts";
import { oddLists } from "./odd-lists.ts";
import { oddOrders } from "./odd-orders.ts";
import { oddRefusals } from "./odd-refusals.ts";
import type { RightServer } from "./right-server.ts";

/** A server that plays a profile and is odd in no other way. */
export function serverOfProfile(profile: Profile): RightServer {
  const unusual = questionIds.filter((question) => profile[question] !== defaultProfile[question]);
  const words = unusual.map((question) => `${question}=${profile[question]}`);
  return {
    id: `profile:${words.join(",") || "default"}`,
    description: `It plays the profile ${words.join(", ") || "default"}.`,
    options: { profile },
    build: (mock) => mock.handle,
  };
}

/** Profiles in which every answer to one question meets every answer to every other. */
export function pairwiseProfiles(): readonly Profile[] {
  const profiles = new Map<string, Profile>();
  const answers = (question: QuestionId) => answersTo(question) as readonly string[];
  for (const [index, one] of questionIds.entries()) {
    for (const other of questionIds.slice(index + 1)) {
      for (const answerToOne of answers(one)) {
        for (const answerToOther of answers(other)) {
          const profile = { ...defaultProfile, [one]: answerToOne, [other]: answerToOther } as Profile;
          profiles.set(JSON.stringify(profile), profile);
        }
      }
    }
  }
  return [...profiles.values()];
}

/** Servers that are odd in one way each. */
export const oddServers: readonly RightServer[] = [...oddOrders, ...oddLists, ...oddAnswers, ...oddRefusals];

export const rightServers: readonly RightServer[] = [
  ...oddServers,
  ...pairwiseProfiles().map(serverOfProfile),
];
