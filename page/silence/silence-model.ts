/** The answers to the open questions that the mock plays, and how they are changed. */

import { type ReadonlySignal, signal } from "@preact/signals";
import { parseJson } from "../../base/json.ts";
import { type Profile, type QuestionId, questionIds } from "../../spec/open-questions.ts";
import { defaultProfile, parseProfile } from "../../spec/profile.ts";
import type { Notices } from "../model/notices.ts";
import type { Session } from "../model/session.ts";

export interface SilenceModel {
  readonly profile: ReadonlySignal<Profile>;
  answer(question: QuestionId, answer: string): void;
  play(profile: Profile, what: string): Promise<unknown>;
  /** A profile file, such as `verify --profile-out` writes. */
  playFile(text: string, name: string): Promise<unknown>;
}

export function createSilenceModel(session: Session, notices: Notices): SilenceModel {
  const profile = signal<Profile>(defaultProfile);

  async function read(): Promise<void> {
    const control = session.control();
    const told = await Promise.resolve(control.profile()).catch(() => undefined);
    if (told && control === session.control()) profile.value = told;
  }
  const set = async (next: Profile) => {
    profile.value = await session.control().setProfile(next);
  };

  session.onFresh(() => void read());
  session.onEvent(({ event }) => {
    if (event === "profile" || event === "reset" || event === "restored") void read();
  });

  return {
    profile,
    answer: (question, answer) =>
      void notices.attempt(() => set({ ...profile.value, [question]: answer } as Profile)),
    play: (next, what) =>
      notices.attempt(async () => {
        await set(next);
        notices.say(`The mock plays ${what}.`);
      }),
    playFile: (text, name) =>
      notices.attempt(async () => {
        await set(parseProfile(readJson(text, name), name));
        notices.say(`The mock plays ${name}.`);
      }),
  };
}

function readJson(text: string, name: string) {
  try {
    return parseJson(text.replace(/^\ufeff/, ""));
  } catch {
    throw new Error(`Cannot use ${name}: it is no JSON.`);
  }
}

/** The questions that are answered otherwise than by default. */
export function differences(profile: Profile): readonly QuestionId[] {
  return questionIds.filter((question) => profile[question] !== defaultProfile[question]);
}
