/** The mock's answers to the open questions, and changes of them. */

import { type ReadonlySignal, signal } from "@preact/signals";
import { readJson } from "../../base/json.ts";
import { type Profile, type QuestionId, questionIds } from "../../spec/open-questions.ts";
import { defaultProfile, parseProfile } from "../../spec/profile.ts";
import type { Notices } from "../model/notices.ts";
import type { Session } from "../model/session.ts";

export interface LoadedProfile {
  readonly name: string;
  /** Its answers, completed by the default profile. */
  readonly profile: Profile;
  readonly said: ReadonlySet<string>;
}

export function createQuestionsModel(session: Session, notices: Notices) {
  const profile = signal<Profile>(defaultProfile);
  const loaded = signal<LoadedProfile>();

  async function read(): Promise<void> {
    profile.value = (await session.ask((control) => control.profile())) ?? profile.value;
  }
  /** @param what the text of a notice; undefined where the change is visible */
  const use = (next: Profile, what?: string) =>
    notices.attempt(async () => {
      // Shown at once, so that a second answer does not undo the first.
      profile.value = next;
      try {
        const set = await session.control().setProfile(next);
        if (profile.value === next) profile.value = set;
      } catch (error) {
        await read();
        throw error;
      }
      if (what !== undefined) notices.say(`The mock answers as ${what}.`);
    });

  session.onFresh(() => void read());
  session.onEvent(({ event }) => {
    if (event === "profile" || event === "reset" || event === "restored") void read();
  });

  return {
    profile: profile as ReadonlySignal<Profile>,
    answer: (question: QuestionId, answer: string) =>
      use({ ...profile.value, [question]: answer } as Profile),
    use,
    /** A profile to compare with, such as `verify --profile-out` writes of staging. */
    loaded: loaded as ReadonlySignal<LoadedProfile | undefined>,
    load: (text: string, name: string) =>
      notices.attempt(() => {
        const json = readJson(text, () => {
          throw new Error(`Cannot use ${name}: it is not a profile, got text that is not JSON.`);
        });
        const read = parseProfile(json, name);
        loaded.value = { name, profile: read, said: new Set(Object.keys(json as object)) };
      }),
  };
}

/** The questions with another answer than the default. */
export function differences(profile: Profile): readonly QuestionId[] {
  return questionIds.filter((question) => profile[question] !== defaultProfile[question]);
}
