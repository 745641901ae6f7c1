/** A fault that answers the same call as it was answered once. */

import type { FaultRule, JournalEntry } from "../model/page-control.ts";
import { operationOf } from "./requests-model.ts";

/** Undefined where no fault answers like that: the mock's usual answers need none. */
export function ruleOfAnswer(entry: JournalEntry): FaultRule | undefined {
  const operation = operationOf(entry);
  if (!operation) return undefined;
  const { status, end, delayMs, responseBody } = entry;
  if (end === "hang") return { fault: "hang", operation };
  if (end === "reset") return { fault: "reset-after", operation };
  if (end === "cut") return { fault: "cut-body", operation };
  if (status >= 400) return { fault: "status", status, ...errorOf(responseBody), operation };
  return delayMs === undefined ? undefined : { fault: "delay", ms: delayMs, operation };
}

function errorOf(body = ""): { readonly code?: string; readonly message?: string } {
  try {
    const { code, message } = JSON.parse(body);
    return typeof code === "string" && typeof message === "string" ? { code, message } : {};
  } catch {
    return {};
  }
}
