/** Why a result is no pass, in one sentence. */

import type { Result } from "../report.ts";

export function resultMessage({ expected, received, reason, outcome }: Result): string {
  return expected === null ? (reason ?? outcome) : `Expected ${expected}, received ${received ?? "nothing"}.`;
}
