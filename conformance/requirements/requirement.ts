/** A requirement: one thing the document (must) or HTTP (should) asks of a server, and how to see it. */

import { clauses, type TestableClauseId } from "../../spec/clauses.ts";
import type { Part } from "../history/cast.ts";
import type { Judge } from "../history/judge.ts";
import type { Scene } from "../scenarios/scene.ts";

type Scenes = Readonly<Record<string, Scene>>;
type EvidenceOf<S extends Scenes> = {
  readonly [Name in keyof S]: S[Name] extends Scene<infer E> ? E : never;
};

export interface Requirement {
  /** `file/behaviour`; never changes once released. */
  readonly id: string;
  readonly title: string;
  readonly clause: TestableClauseId;
  readonly level: "must" | "should";
  readonly scenes: Scenes;
  /** The option that a run must be given to test it. */
  readonly optIn?: "expose-key" | undefined;
  /** Orders its scenes need. */
  readonly needs: readonly Part[];
  /** Judges the evidence of its scenes. Throws Unmet or Untestable; returns when the requirement is met. */
  readonly check: (evidence: Readonly<Record<string, unknown>>, judge: Judge) => void;
}

/** Declares a requirement; the level is its clause's. */
export function requirement<const S extends Scenes>(declared: {
  readonly id: string;
  readonly title: string;
  readonly clause: TestableClauseId;
  readonly optIn?: "expose-key";
  readonly scenes: S;
  readonly check: (evidence: EvidenceOf<S>, judge: Judge) => void;
}): Requirement {
  const needs = new Set(Object.values(declared.scenes).flatMap((scene) => scene.needs));
  return {
    ...declared,
    level: clauses[declared.clause].level,
    needs: [...needs],
    // The runner hands over exactly the evidence of the scenes declared here.
    check: declared.check as Requirement["check"],
  };
}
