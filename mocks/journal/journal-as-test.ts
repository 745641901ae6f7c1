/** A journal as a test of vitest or of Playwright that sends the same requests again and expects the same answers. */

import { oneLine } from "../../base/curl.ts";
import { formatJson, isJsonObject, readJson } from "../../base/json.ts";
import { versionPrefix } from "../../spec/wire.ts";
import type { JournalEntry } from "./journal-entry.ts";
import { firstOrigin, headersToReplay, isPlainTarget } from "./replayed-request.ts";

/** The key, for use between backticks. */
const keyInTemplate = `\${apiKey}`;
const parameters = `
    method: string,
    url: string,
    headers: Record<string, string> = { authorization: \`Bearer ${keyInTemplate}\` },
  `;

/** The differences between the test runners: `call` sends a request of the test. */
const runners = {
  vitest: {
    module: "vitest",
    sender: "fetch",
    /** Methods that are sent in capitals. */
    capitals: /^(?:delete|get|head|options|post|put)$/i,
    open: "{ timeout: 60_000 }, async () => {",
    call: `  const call = (${parameters}) => fetch(url, { method, headers, redirect: "manual", signal: AbortSignal.timeout(10_000) });
`,
  },
  playwright: {
    module: "@playwright/test",
    sender: "Playwright",
    capitals: /^/,
    open: "async ({ request }) => {\n  test.setTimeout(60_000);",
    call: `  const call = async (${parameters}) => {
    const answer = await request.fetch(url, { method, headers, maxRedirects: 0, timeout: 10_000 });
    return { status: answer.status(), text: () => answer.text(), json: () => answer.json() };
  };
`,
  },
} as const;
type Runner = (typeof runners)[keyof typeof runners];

/** @param key the key where the environment names none */
export function formatTest(
  entries: readonly JournalEntry[],
  name: keyof typeof runners,
  key: string,
): string {
  const runner = runners[name];
  const { module, open, call } = runner;
  const steps = entries.map((entry) => formatStep(entry, runner));
  const count = entries.length === 1 ? "1 request" : `${entries.length} requests`;
  const isRead = steps.some(({ code }) => code.includes("answer"));
  const lines = steps.map(({ comment, code }) => `\n  // ${comment}\n${code}`);
  return `/**
 * Recorded by the Store Orders mock. The orders must be as they were when the recording began:
 * restart the mock, or send it POST /_mock/reset.
 */

import { expect, test } from ${formatJson(module)};

const baseUrl = ${environment}.STORE_ORDERS_BASE_URL ?? ${formatJson(firstOrigin(entries) + versionPrefix)};
const apiKey = ${environment}.STORE_ORDERS_API_KEY ?? ${formatJson(key)};

test("${count} to the Store Orders Service, as the mock answered them", ${open}
${call}${isRead ? "  let answer: Awaited<ReturnType<typeof call>>;\n" : ""}${lines.join("")}});
`;
}

/** The environment variable of the written program, not of this one. */
const environment = ["process", "env"].join(".");

interface Step {
  readonly comment: string;
  readonly code: string;
}

function formatStep(entry: JournalEntry, runner: Runner): Step {
  const { method, target, status, end } = entry;
  const cause = status === 0 ? "it was lost before it did anything" : `${runner.sender} cannot send it`;
  if (status === 0 || !isSendable(entry, runner))
    return { comment: `Left out, as ${cause}: ${oneLine(method)} ${oneLine(target)}`, code: "" };
  const isOfApi = target.startsWith(`${versionPrefix}/`);
  const path = templateText(isOfApi ? target.slice(versionPrefix.length) : target);
  const url = isOfApi ? `\`\${baseUrl}${path}\`` : `\`\${new URL(baseUrl).origin}${path}\``;
  const request = `call(${formatJson(method)}, ${url}${formatHeaders(entry)})`;
  const comment = oneLine(entry.why);
  if (end !== undefined) {
    const code = `  await ${request}.then((lost) => lost.text()).catch(() => undefined);\n`;
    return { comment: `${comment}; the answer was lost on the way (${end})`, code };
  }
  const checks = [`expect(answer.status).toBe(${status});`, ...bodyChecks(entry)];
  const code = [`answer = await ${request};`, ...checks].map((line) => `  ${line}\n`).join("");
  return { comment, code };
}

/** Empty where only the key was sent, which `call` adds. */
function formatHeaders(entry: JournalEntry): string {
  const headers = headersToReplay(entry, keyInTemplate);
  const members = headers.map(([name, value]) => {
    const isKey = name === "authorization" && entry.admitted;
    return `${name}: ${isKey ? `\`${value}\`` : formatJson(value)}`;
  });
  if (members.length === 1 && members[0] === `authorization: \`Bearer ${keyInTemplate}\``) return "";
  if (members.length > 1) return `, {\n    ${members.join(",\n    ")},\n  }`;
  return members.length === 0 ? ", {}" : `, { ${members[0]} }`;
}

function bodyChecks({ method, status, orders, responseBody }: JournalEntry): readonly string[] {
  if (method === "HEAD") return [];
  if (orders !== undefined) return [`expect(await answer.json()).toHaveLength(${orders});`];
  const error = readJson(responseBody ?? "", () => undefined);
  if (!isJsonObject(error) || typeof error.code !== "string" || error.status !== BigInt(status)) return [];
  // The values that a code can take are not shown (section 10), so another server's may differ.
  return [`expect(await answer.json()).toMatchObject({ code: expect.any(String), status: ${status} });`];
}

/**
 * Whether clients send the request unchanged: they refuse some methods and headers, write some methods in capitals, and
 * normalize addresses.
 */
function isSendable(entry: JournalEntry, { capitals }: Runner): boolean {
  const { method } = entry;
  if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(method) || /^(?:connect|trace|track)$/i.test(method)) return false;
  if (capitals.test(method) && method !== method.toUpperCase()) return false;
  if (!headersToReplay(entry, "").every(([, value]) => /^[\t -~\x80-\xff]*$/.test(value))) return false;
  return isPlainTarget(entry);
}

/** Text for use between backticks. */
function templateText(text: string): string {
  return text.replace(/[\\`]|\$(?=\{)/g, "\\$&");
}
