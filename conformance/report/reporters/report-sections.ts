/** The sections of a report, which each reporter for people renders in its format. */

import { plural } from "../../../base/bad-input.ts";
import { openQuestions } from "../../../spec/open-questions.ts";
import { operations } from "../../../spec/wire.ts";
import type { ObservedAnswer, Outcome, Report, ReportedCause, ReportedStatus } from "../report.ts";
import { type Block, codes, type Fact, facts, paragraph, prose, type Text, table } from "./blocks.ts";
import { findingOfCause, findingOfHistory, findingOfResult, findingsOfUntested } from "./findings.ts";
import {
  groupOf,
  having,
  knownCauses,
  minuteOf,
  openCauses,
  otherReasons,
  outcomesByWeight,
  sinceRows,
  sinceTitle,
  tookText,
  untilText,
} from "./report-words.ts";

export type SectionId = ReturnType<typeof allSections>[number]["id"];

/** All sections that have content, the most important first. A reporter may leave some out. */
export const reportSections = (report: Report) =>
  allSections(report).filter(({ blocks }) => blocks.length > 0);

function allSections(report: Report) {
  const causes = openCauses(report);
  return [
    section("since", sinceTitle(report), sinceOf(report)),
    section("notes", "Notes", notesOf(report)),
    section(
      "causes",
      causesTitle(report),
      causes.map((cause, index) => findingOfCause(cause, report, index)),
    ),
    section("failed", "Failed", having(report, "failed").map(findingOfResult)),
    section("groups", "Requirements", groupsOf(report)),
    section("warned", "Warnings", having(report, "warned").map(findingOfResult)),
    section("untested", "Untested", findingsOfUntested(having(report, "untested"))),
    section("silent", "Where the document is silent, this server's answers", answersOf(report)),
    section("statuses", "Answers by operation and status", statusesOf(report)),
    section(
      "errored",
      "Errors of the kit, no verdict about the server",
      having(report, "errored").map(findingOfResult),
    ),
    section("explored", "Explored", exploredOf(report)),
    section("baseline", "Baseline", baselineOf(report)),
    section("drift", "Drift from the profile", driftOf(report)),
    section("requirements", "Every requirement", requirementsOf(report)),
    section("model", "Input model", modelOf(report)),
  ];
}

/** `https://host/v1, 2026-03-03 10:00 UTC, 87 requests in 0.2 s, NAME VERSION` */
export function describeRun(report: Report): Text {
  const { target, kit, requests } = report;
  return [
    { code: target.baseUrl },
    ...(target.proxy === undefined ? [] : [", through the proxy ", { code: target.proxy }]),
    `, ${minuteOf(report)} UTC, ${requests} requests in ${tookText(report)}, ${kit.name} ${kit.version}`,
  ];
}

const section = <Id extends string>(id: Id, title: string, blocks: readonly Block[]) => ({
  id,
  title,
  blocks,
});

/** Facts without rows where nothing fails, then or now: the title says so. */
const sinceOf = (report: Report): readonly Block[] =>
  report.since ? [{ kind: "facts", rows: sinceRows(report).map(([word, ids]) => [word, codes(ids)]) }] : [];

/** Warnings, and reasons of the exit code that no other section shows. */
function notesOf(report: Report): readonly Block[] {
  const unshown = otherReasons(report).filter(({ kind }) => kind === "stopped" || kind === "nothingTested");
  return [...unshown.flatMap(({ facts }) => facts), ...(report.warnings ?? [])].map(paragraph);
}

/** `6 failed requirements have 2 causes, 1 of them new` */
function causesTitle(report: Report): string {
  const { counts, causes, baseline } = report;
  const have = counts.failed === 1 ? "has" : "have";
  const fresh = baseline ? openCauses(report).length : 0;
  const marked = fresh > 0 ? `, ${fresh} of them new` : "";
  return `${plural(counts.failed, "failed requirement")} ${have} ${plural(causes.length, "cause")}${marked}`;
}

/** The groups of requirements, with the outcomes of each. */
function groupsOf({ results }: Report): readonly Block[] {
  const rows = Array.from(Map.groupBy(results, groupOf), ([name, members]) => {
    const count = (outcome: Outcome) => members.filter((result) => result.outcome === outcome).length;
    const there = outcomesByWeight.filter((outcome) => count(outcome) > 0);
    const counts = there.toReversed().map((outcome) => `${count(outcome)} ${outcome}`);
    return { outcome: there[0], cells: [name, counts.join(", ")] };
  });
  return table(["Group", "Outcomes"], rows);
}

function requirementsOf({ results }: Report): readonly Block[] {
  const rows = results.map(({ id, title, outcome, evidence }) => ({
    outcome,
    cells: [{ code: id }, prose(title)],
    // Other results have their exchanges, and most their anchor, in another section.
    ...(outcome === "passed" && { evidence }),
    ...(outcome === "passed" || outcome === "untested" ? { id } : { finding: id }),
  }));
  return table(["Requirement", "What it says"], rows);
}

function modelOf({ coverage }: Report): readonly Block[] {
  if (!coverage) return [];
  const { pairs, triples, missing } = coverage;
  return [paragraph(`${missing} of ${pairs} pairs and ${triples} triples of values were left out.`)];
}

function answersOf({ observations }: Report): readonly Block[] {
  const rowOf = ({ question, answer, reason, evidence }: ObservedAnswer) => {
    const { question: text, answers } = openQuestions[question];
    const meanings: Readonly<Record<string, string>> = answers;
    const cells: readonly Text[] =
      answer === null
        ? ["not seen", reason ?? "No reason was given."]
        : [{ code: answer }, prose(meanings[answer] ?? "an answer this kit does not know")];
    return { evidence, cells: [prose(text), ...cells] };
  };
  return table(["Question", "This server's answer", "What a client sees"], observations.map(rowOf));
}

function statusesOf({ statuses = [] }: Report): readonly Block[] {
  const rowOf = ({ operation, status, isDocumented, count }: ReportedStatus) => {
    const request = `${operations[operation].method} ${operations[operation].path}`;
    const seen = count === 0 ? "not seen" : "";
    const note = isDocumented ? seen : "not in the document";
    return { cells: [{ code: operation }, { code: request }, `${status}`, `${count}`, note] };
  };
  return table(["Operation", "Request", "Status", "Seen", "Note"], statuses.map(rowOf));
}

/** `100 histories of seed 7, 47 of them with calls at once, 1267 calls: none broke a must.` */
function exploredOf({ exploration }: Report): readonly Block[] {
  if (!exploration) return [];
  const { seed, asked, histories, concurrent, calls, callsToShrink, failing, shortfall } = exploration;
  const count = histories === asked ? `${histories}` : `${histories} of ${asked}`;
  const broke = failing === 0 ? "none broke a must" : `${failing} broke a must`;
  const shrunk = callsToShrink > 0 ? `, ${callsToShrink} more to shrink what broke` : "";
  const summary = `${count} random histories of seed ${seed}, ${concurrent} of them with calls at once, ${calls} calls${shrunk}: ${broke}.`;
  return [
    paragraph(shortfall === null ? summary : `${summary} ${shortfall}`),
    ...exploration.findings.map(findingOfHistory),
  ];
}

/** Empty where no baseline was given, or none of its entries belongs to this run. */
function baselineOf(report: Report): readonly Block[] {
  if (!report.baseline) return [];
  const { known, stale, pruned = [], expired } = report.baseline;
  const causes = knownCauses(report);
  const inCauses = new Set(causes.flatMap(({ requirements }) => requirements));
  const others = known.filter(({ id }) => !inCauses.has(id));
  const causeText = ({ title, requirements: [id = "", ...more] }: ReportedCause) =>
    `${id}${more.length > 0 ? ` +${more.length}` : ""}, ${untilText(known.find((each) => each.id === id)!)} (${title})`;
  return facts([
    ...causes.map((cause): Fact => ["known", causeText(cause)]),
    ...others.map((each): Fact => ["known", `${each.id}, ${untilText(each)}`]),
    ...stale.map(
      ({ id }): Fact => ["stale", `${id} passes now. Remove it from the baseline, as --prune-baseline does.`],
    ),
    ...pruned.map(({ id }): Fact => ["pruned", `${id} passes now. It was removed from the file.`]),
    ...expired.map(
      ({ id, expires }): Fact => ["expired", `${id} was accepted until ${expires}; it fails the run again.`],
    ),
  ]);
}

/** Empty where no profile was compared. */
function driftOf({ drift }: Report): readonly Block[] {
  if (drift?.length === 0)
    return [paragraph("No drift: answers that the profile has and the run saw are the same.")];
  return facts((drift ?? []).map(({ question, before, now }) => [question, `${before} -> ${now}`]));
}
