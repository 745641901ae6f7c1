/** The sections of a report, which each reporter for people renders in its format. */

import { plural } from "../../../base/bad-input.ts";
import { openQuestions } from "../../../spec/open-questions.ts";
import { operations } from "../../../spec/wire.ts";
import type { ObservedAnswer, Outcome, ReportedStatus } from "../report.ts";
import { type Block, codes, type Fact, facts, paragraph, type Text, table } from "./blocks.ts";
import { causeOf, findingOf, historyOf, untestedOf } from "./findings.ts";
import { outcomesByWeight, type ShownCause, type ShownReport, untilText } from "./shown-report.ts";

export type SectionId = ReturnType<typeof allSections>[number]["id"];

/** All sections that have content, the most important first. A reporter may leave some out. */
export const reportSections = (shown: ShownReport) =>
  allSections(shown).filter(({ blocks }) => blocks.length > 0);

function allSections(shown: ShownReport) {
  const { having, since } = shown;
  return [
    section("since", since?.title ?? "", sinceOf(shown)),
    section("notes", "Notes", notesOf(shown)),
    section("causes", causesTitle(shown), shown.openCauses.map(causeOf)),
    section("failed", "Failed", having("failed").map(findingOf)),
    section("groups", "Requirements", groupsOf(shown)),
    section("warned", "Warnings", having("warned").map(findingOf)),
    section("untested", "Untested", untestedOf(having("untested"))),
    section("silent", "Where the document is silent, this server's answers", answersOf(shown)),
    section("statuses", "Answers by operation and status", statusesOf(shown)),
    section("errored", "Errors of the kit, no verdict about the server", having("errored").map(findingOf)),
    section("explored", "Explored", exploredOf(shown)),
    section("baseline", "Baseline", baselineOf(shown)),
    section("drift", "Drift from the profile", driftOf(shown)),
    section("requirements", "Every requirement", requirementsOf(shown)),
    section("model", "Input model", modelOf(shown)),
  ];
}

/** `https://host/v1, 2026-03-03 10:00 UTC, 87 requests in 0.2 s, NAME VERSION` */
export function describeRun({ target, kit, startedAt, requests, took }: ShownReport): Text {
  const when = startedAt.slice(0, 16).replace("T", " ");
  return [
    { code: target.baseUrl },
    ...(target.proxy === undefined ? [] : [", through the proxy ", { code: target.proxy }]),
    `, ${when} UTC, ${requests} requests in ${took}, ${kit.name} ${kit.version}`,
  ];
}

const section = <Id extends string>(id: Id, title: string, blocks: readonly Block[]) => ({
  id,
  title,
  blocks,
});

function sinceOf({ since }: ShownReport): readonly Block[] {
  if (!since) return [];
  return [{ kind: "facts", rows: since.rows.map(([word, ids]) => [word, codes(ids)]) }];
}

/** Warnings, and reasons of the exit code that no other section shows. */
function notesOf({ reasons, warnings }: ShownReport): readonly Block[] {
  const unshown = reasons.filter(({ kind }) => kind === "stopped" || kind === "nothingTested");
  return [...unshown.flatMap(({ facts }) => facts), ...warnings].map(paragraph);
}

/** `6 failed requirements have 2 causes, 1 of them new` */
function causesTitle({ counts, causes, openCauses }: ShownReport): string {
  const have = counts.failed === 1 ? "has" : "have";
  const fresh = openCauses.filter(({ isNew }) => isNew).length;
  const marked = fresh > 0 ? `, ${fresh} of them new` : "";
  return `${plural(counts.failed, "failed requirement")} ${have} ${plural(causes.length, "cause")}${marked}`;
}

/** The groups of requirements, with the outcomes of each. */
function groupsOf({ results }: ShownReport): readonly Block[] {
  const rows = Array.from(
    Map.groupBy(results, ({ group }) => group),
    ([name, members]) => {
      const count = (outcome: Outcome) => members.filter((result) => result.outcome === outcome).length;
      const there = outcomesByWeight.filter((outcome) => count(outcome) > 0);
      const counts = there.toReversed().map((outcome) => `${count(outcome)} ${outcome}`);
      return { outcome: there[0], cells: [name, counts.join(", ")] };
    },
  );
  return table(["Group", "Outcomes"], rows);
}

function requirementsOf({ results }: ShownReport): readonly Block[] {
  const rows = results.map(({ id, title, outcome, evidence }) => ({
    outcome,
    cells: [{ code: id }, { prose: title }],
    // Other results have their exchanges, and most their anchor, in another section.
    ...(outcome === "passed" && { evidence }),
    ...(outcome === "passed" || outcome === "untested" ? { id } : { finding: id }),
  }));
  return table(["Requirement", "What it says"], rows);
}

function modelOf({ coverage }: ShownReport): readonly Block[] {
  if (!coverage) return [];
  const { pairs, triples, missing } = coverage;
  return [paragraph(`${missing} of ${pairs} pairs and ${triples} triples of values were left out.`)];
}

function answersOf({ observations }: ShownReport): readonly Block[] {
  const rowOf = ({ question, answer, reason, evidence }: ObservedAnswer) => {
    const { question: text, answers } = openQuestions[question];
    const meanings: Readonly<Record<string, string>> = answers;
    const cells: readonly Text[] =
      answer === null
        ? [{ muted: "not seen" }, reason ?? "No reason was given."]
        : [{ code: answer }, { prose: meanings[answer] ?? "an answer this kit does not know" }];
    return { evidence, cells: [{ prose: text }, ...cells] };
  };
  return table(["Question", "This server's answer", "What a client sees"], observations.map(rowOf));
}

function statusesOf({ statuses = [] }: ShownReport): readonly Block[] {
  const rowOf = ({ operation, status, isDocumented, count }: ReportedStatus) => {
    const request = `${operations[operation].method} ${operations[operation].path}`;
    const seen = count === 0 ? { muted: "not seen" } : "";
    const note = isDocumented ? seen : { strong: "not in the document" };
    return { cells: [{ code: operation }, { code: request }, `${status}`, `${count}`, note] };
  };
  return table(["Operation", "Request", "Status", "Seen", "Note"], statuses.map(rowOf));
}

/** `100 histories of seed 7, 47 of them with calls at once, 1267 calls: none broke a must.` */
function exploredOf({ exploration }: ShownReport): readonly Block[] {
  if (!exploration) return [];
  const { seed, asked, histories, concurrent, calls, callsToShrink, failing, shortfall } = exploration;
  const count = histories === asked ? `${histories}` : `${histories} of ${asked}`;
  const broke = failing === 0 ? "none broke a must" : `${failing} broke a must`;
  const shrunk = callsToShrink > 0 ? `, ${callsToShrink} more to shrink what broke` : "";
  const summary = `${count} random histories of seed ${seed}, ${concurrent} of them with calls at once, ${calls} calls${shrunk}: ${broke}.`;
  return [
    paragraph(shortfall === null ? summary : `${summary} ${shortfall}`),
    ...exploration.findings.map(historyOf),
  ];
}

/** Empty where no baseline was given, or none of its entries belongs to this run. */
function baselineOf({ baseline, knownCauses }: ShownReport): readonly Block[] {
  if (!baseline) return [];
  const { known, stale, pruned = [], expired } = baseline;
  const inCauses = new Set(knownCauses.flatMap(({ requirements }) => requirements));
  const others = known.filter(({ id }) => !inCauses.has(id));
  const causeText = ({ title, requirements: [id = "", ...more] }: ShownCause) =>
    `${id}${more.length > 0 ? ` +${more.length}` : ""}, ${untilText(known.find((each) => each.id === id)!)} (${title})`;
  return facts([
    ...knownCauses.map((cause): Fact => ["known", causeText(cause)]),
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
function driftOf({ drift }: ShownReport): readonly Block[] {
  if (drift?.length === 0)
    return [paragraph("No drift: answers that the profile has and the run saw are the same.")];
  return facts((drift ?? []).map(({ question, before, now }) => [question, `${before} -> ${now}`]));
}
