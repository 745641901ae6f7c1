import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type ClauseId, clauseIds, clauses, formatClause } from "./clauses.ts";
import { openQuestions, questionIds } from "./open-questions.ts";

const document = readFileSync(new URL("store-orders.md", import.meta.url), "utf8");

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

test("the name of a clause for people is its section, or its RFC", () => {
  expect(formatClause("list-all")).toBe("section 4.1, rule 1");
  expect(formatClause("rfc9110-challenge")).toBe("RFC 9110, 15.5.2");
});

test("each observed clause has a question, and each question names a clause that is not excluded", () => {
  const asked = new Set(questionIds.map((question) => openQuestions[question].clause));
  for (const id of clauseIds) if (clauses[id].level === "observed") expect(asked).toContain(id);
  for (const id of asked) expect(clauses[id].level, id).not.toBe("excluded");
});

test("each question has at least two answers, including the usual one", () => {
  for (const id of questionIds) {
    const { answers, usual, question } = openQuestions[id];
    expect(Object.keys(answers).length).toBeGreaterThan(1);
    expect(Object.keys(answers)).toContain(usual);
    expect(question).toMatch(/\?$/);
  }
});
