/** What exploration came to, for people: how far it went, and each history that broke something as a script and a test. */

import type { ReportedExploration, ReportedFinding } from "../report.ts";
import { indent, pageWidth, printable, wrapWords } from "./page.ts";
import type { Style } from "./reporter.ts";

export function explorationLines(exploration: ReportedExploration, style: Style): readonly string[] {
  return [
    ...indent(wrapWords(explorationSummary(exploration), pageWidth - 2), 2),
    ...exploration.findings.flatMap((finding) => ["", ...findingLines(finding, style)]),
  ];
}

/** `100 histories of seed 7, 47 of them with calls at once, 1267 calls: none broke a must.` */
export function explorationSummary(exploration: ReportedExploration): string {
  const { seed, asked, histories, concurrent, calls, callsToShrink, failing, shortfall } = exploration;
  const count = histories === asked ? `${histories}` : `${histories} of ${asked}`;
  const broke = failing === 0 ? "none broke a must" : `${failing} broke a must`;
  const shrunk = callsToShrink > 0 ? `, ${callsToShrink} more to shrink what broke` : "";
  const facts = `${count} random histories of seed ${seed}, ${concurrent} of them with calls at once, ${calls} calls${shrunk}: ${broke}.`;
  return shortfall === null ? facts : `${facts} ${shortfall}`;
}

/** `history 58, shrunk from 20 calls to 4; played again 3 times, it failed 3 times` */
export function findingSummary({ history, calls, callsAtFirst, again }: ReportedFinding): string {
  const size = calls < callsAtFirst ? `shrunk from ${callsAtFirst} calls to ${calls}` : `${calls} calls`;
  const proof =
    again.tries === 0
      ? "not played again, for want of orders or because the run ended"
      : `played again ${again.tries} times, it failed ${again.failed} times`;
  return `history ${history}, ${size}; ${proof}`;
}

function findingLines(finding: ReportedFinding, style: Style): readonly string[] {
  const { broken, curl, vitest } = finding;
  const script = (text: string) =>
    text
      .trimEnd()
      .split("\n")
      .map((line) => style("cyan", printable(line)));
  return [
    ...indent([style("bold", broken.map(({ id }) => id).join(", "))], 2),
    ...indent(wrapWords(`${findingSummary(finding)}.`, pageWidth - 2), 2),
    "",
    ...script(curl),
    "",
    ...script(vitest),
  ];
}
