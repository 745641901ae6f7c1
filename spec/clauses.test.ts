import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { clauseIds, clauses, formatClause } from "./clauses.ts";
import { openQuestions, questionIds } from "./open-questions.ts";

const document = readFileSync(new URL("store-orders.md", import.meta.url), "utf8");

/** Ids in the order the document carries them, each with its section. */
const marks = document.split(/^##+ (?=\d)/m).flatMap((part) => {
  const section = /^\d+(\.\d+)?/.exec(part)?.[0] ?? "";
  return [...part.matchAll(/`\[([^\]`]+)\]`/g)].map(([, id]) => ({ id: id!, section }));
});
const documentClauses = clauseIds.filter((id) => !clauses[id].section.startsWith("RFC"));

test("the document contains each of its clauses once, in the section that the clause names, and no other clause", () => {
  // Order and Error are titled parts of section 2; anything deeper has a number of its own.
  const named = documentClauses.map((id) => `${id}: ${clauses[id].section.split(",")[0]}`);
  expect(marks.map(({ id, section }) => `${id}: ${section}`).sort()).toEqual(named.sort());
});

test("an id is words and dashes in lower case, a text is one sentence or two, and only clauses of an RFC are warnings", () => {
  for (const id of clauseIds) {
    const { section, level, text } = clauses[id];
    expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(text).toMatch(/^[A-Za-z0-9][^\n]*\.$/);
    expect(level === "should", id).toBe(section.startsWith("RFC"));
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
