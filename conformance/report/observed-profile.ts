/** What a run observed, as a profile file that the mock plays. */

import { formatJson } from "../../base/json.ts";
import type { Report } from "./report.ts";

/** Questions without an answer are left out: the mock's default answers them. */
export function formatProfile({ observations, target, startedAt }: Report): string {
  const answered = observations.filter(({ answer }) => answer !== null);
  const answers = Object.fromEntries(answered.map(({ question, answer }) => [question, answer]));
  return `${formatJson({ observed: { baseUrl: target.baseUrl, at: startedAt }, ...answers }, 2)}\n`;
}
