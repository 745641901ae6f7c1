import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Clause } from "./clause.ts";
import { type ClauseId, clauseIds, clauses, formatClause } from "./clauses.ts";
import { openQuestions, questionIds } from "./open-questions.ts";

const document = readFileSync(new URL("store-orders.md", import.meta.url), "utf8");
const allClauses: Readonly<Record<ClauseId, Clause>> = clauses;

/** Ids in the order the document carries them, each with its section. */
const marks = document.split(/^##+ (?=\d)/m).flatMap((part) => {
  const section = /^\d+(\.\d+)?/.exec(part)?.[0] ?? "";
  return [...part.matchAll(/`\[([^\]`]+)\]`/g)].map(([, id]) => ({ id: id!, section }));
});
const documentClauses = clauseIds.filter((id) => !clauses[id].section.startsWith("RFC"));

test("the document contains each of its clauses once, and no other clause", () => {
  expect(marks.map(({ id }) => id).sort()).toEqual([...documentClauses].sort());
});

test("the document contains each clause in the section that the clause names", () => {
  for (const { id, section } of marks) {
    // Order and Error are titled parts of section 2; anything deeper has a number of its own.
    const named = clauses[id as ClauseId].section.split(",")[0]!;
    expect(`${id}: ${section}`).toBe(`${id}: ${named}`);
  }
});

test("ids are words and dashes in lower case, and each text is one sentence or two", () => {
  for (const id of clauseIds) {
    expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(clauses[id].text).toMatch(/^[A-Za-z0-9][^\n]*\.$/);
  }
});

test("clauses of an RFC are warnings, and clauses of the document never are", () => {
  for (const id of clauseIds) {
    expect(`${id}: ${clauses[id].level === "should"}`).toBe(
      `${id}: ${clauses[id].section.startsWith("RFC")}`,
    );
  }
});

test("each clause that cannot be tested has a reason", () => {
  for (const id of clauseIds) {
    const clause = allClauses[id];
    if (clause.level === "excluded") expect(clause.reason).toMatch(/^[A-Z].{9,}\.$/);
  }
});

test("the name of a clause for people is its section, or its RFC", () => {
  expect(formatClause("list-all")).toBe("section 4.1, rule 1");
  expect(formatClause("rfc9110-challenge")).toBe("RFC 9110, 15.5.2");
});

describe("open questions and clauses agree", () => {
  test("each observed clause has a question, and its questions name that clause", () => {
    for (const id of clauseIds) {
      const clause = allClauses[id];
      if (clause.level !== "observed") continue;
      expect(clause.questions).not.toEqual([]);
      for (const question of clause.questions) expect(openQuestions[question].clause).toBe(id);
    }
  });

  test("each question names a clause that is not excluded, and an observed one lists it", () => {
    for (const question of questionIds) {
      const clause = allClauses[openQuestions[question].clause];
      expect(clause, question).toBeDefined();
      expect(clause.level).not.toBe("excluded");
      if (clause.level === "observed") expect(clause.questions).toContain(question);
    }
  });

  test("each question has at least two answers, including the usual one", () => {
    for (const question of questionIds) {
      const { answers, usual } = openQuestions[question];
      expect(Object.keys(answers).length).toBeGreaterThan(1);
      expect(Object.keys(answers)).toContain(usual);
      expect(openQuestions[question].question).toMatch(/\?$/);
    }
  });
});
