/** The sections of a report, which each reporter for people renders in its format. */

import { plural } from "../../../base/plural.ts";
import { clauses } from "../../../spec/clauses.ts";
import { openQuestions } from "../../../spec/open-questions.ts";
import { operations } from "../../../spec/wire.ts";
import type { OrderTimeline } from "../../causes/order-timeline.ts";
import type { ObservedAnswer, Outcome, ReportedFinding, ReportedStatus } from "../report.ts";
import { type Block, type BlockOf, type Fact, type Finding, paragraph, type Text } from "./blocks.ts";
import {
  outcomesByWeight,
  type ShownCause,
  type ShownReport,
  type ShownResult,
  untilText,
} from "./shown-report.ts";
import { formatMs, shorten } from "./text.ts";

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

/** `https://host/v1, 2026-03-03 10:00 UTC, 87 requests in 0.2 s, store-orders-kit 0.1.0` */
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

const table = (titles: readonly string[], rows: BlockOf<"table">["rows"]): readonly Block[] =>
  rows.length > 0 ? [{ kind: "table", titles, rows }] : [];

const facts = (rows: readonly Fact[]): readonly Block[] => (rows.length > 0 ? [{ kind: "facts", rows }] : []);

const codes = (ids: readonly string[]): Text =>
  ids.flatMap((code, index) => (index === 0 ? [{ code }] : [", ", { code }]));

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

/** A cause: its likely reason, the difference between the calls, and one command that shows it. */
export function causeOf(cause: ShownCause, index = 0): Finding {
  const { title, counts, likely, differs, knownText, results, example, atOnce, timeline } = cause;
  return {
    ...{ kind: "finding", outcome: "failed", label: `${index + 1}`, title, aside: counts },
    blocks: [
      ...(knownText === undefined ? [] : [paragraph({ strong: knownText })]),
      ...facts([
        ...(likely === undefined ? [] : [["likely", { code: likely }] as const]),
        ...differs.map(([word, code]): Fact => [word, { code }]),
        ...results.slice(0, 1).flatMap(differenceOf),
      ]),
      ...(example ? [{ kind: "example", exchange: example, atOnce } as const] : []),
      { kind: "requirements", results },
      ...(timeline ? timelineOf(timeline) : []),
    ],
  };
}

/** Calls about one order over time, with a bar for each, so that overlaps are visible, and a mark on the one to blame. */
function timelineOf({ order, calls }: OrderTimeline): readonly Block[] {
  // Each instant is a step: on a linear scale a pause would hide the other calls.
  const instants = [...new Set(calls.flatMap(({ from, to }) => [from, to]))].toSorted((a, b) => a - b);
  const barOf = (from: number, to: number) =>
    instants.map((instant) => (instant >= from && instant <= to ? "█" : "·")).join("");
  const rows = calls.map(({ what, status, from, to, isBlamed }) => ({
    outcome: isBlamed ? ("failed" as const) : undefined,
    cells: [formatMs(from), { code: barOf(from, to) }, `${status ?? "no answer"}`, shorten(what, 56)],
  }));
  return table(["From", "Time", "Status", `Call about order ${order}`], rows);
}

/** The expected and the received value, for a result that has either. */
const differenceOf = ({ expected, received }: ShownResult): readonly Fact[] =>
  expected === null && received === null
    ? []
    : [
        ["expected", expected ?? "nothing"],
        ["received", received ?? "nothing"],
      ];

/** A requirement in full: the clause, the difference, the exchanges. */
export function findingOf(result: ShownResult): Finding {
  const { id, title, clause, clauseName, outcome, reason, knownText, evidence } = result;
  const difference = differenceOf(result);
  return {
    ...{ kind: "finding", id, outcome, title: { prose: title }, aside: id },
    blocks: [
      paragraph({ prose: `${clauseName}: ${clauses[clause].text}` }),
      ...(knownText === undefined ? [] : [paragraph({ strong: knownText })]),
      ...(difference.length > 0 ? facts(difference) : [paragraph(reason ?? "No reason was given.")]),
      { kind: "evidence", evidence },
    ],
  };
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
    ...(outcome === "passed" && { evidence }),
  }));
  return table(["Requirement", "What it says"], rows);
}

function modelOf({ coverage }: ShownReport): readonly Block[] {
  if (!coverage) return [];
  const { pairs, triples, missing } = coverage;
  return [paragraph(`${missing} of ${pairs} pairs and ${triples} triples of values were left out.`)];
}

/** The untested requirements under each reason. */
const untestedOf = (untested: readonly ShownResult[]): readonly Finding[] =>
  Array.from(
    Map.groupBy(untested, ({ message }) => message),
    ([title, results]) => ({
      ...({ kind: "finding", outcome: "untested", title } as const),
      blocks: [{ kind: "requirements", results }],
    }),
  );

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

/** `History 58, shrunk from 20 calls to 4; played again 3 times, it failed 3 times.` */
function historyOf({ history, broken, calls, callsAtFirst, again, curl }: ReportedFinding): Finding {
  const size = calls < callsAtFirst ? `shrunk from ${callsAtFirst} calls to ${calls}` : `${calls} calls`;
  const proof =
    again.tries === 0
      ? "not played again, for want of orders or because the run ended"
      : `played again ${again.tries} times, it failed ${again.failed} times`;
  return {
    ...{ kind: "finding", outcome: "failed", title: codes(broken.map(({ id }) => id)) },
    blocks: [paragraph(`History ${history}, ${size}; ${proof}.`), { kind: "script", text: curl }],
  };
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
    ...stale.map(({ id }): Fact => ["stale", `${id} passes now. Remove it from the baseline.`]),
    ...pruned.map(({ id }): Fact => ["pruned", `${id} passes now. It was removed from the file.`]),
    ...expired.map(
      ({ id, expires }): Fact => ["expired", `${id} was accepted until ${expires}; it fails the run again.`],
    ),
  ]);
}

/** Empty where no profile was compared. */
function driftOf({ drift }: ShownReport): readonly Block[] {
  if (drift?.length === 0) return [paragraph("No drift: the server answers as the profile says.")];
  return facts((drift ?? []).map(({ question, before, now }) => [question, `${before} -> ${now}`]));
}
