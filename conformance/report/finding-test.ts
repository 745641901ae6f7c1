/**
 * A history that broke something as a vitest test. It makes the same calls and has them judged by the same
 * requirements, so that it fails for as long as the server does this, whatever shows it: a status, a list, bytes.
 */

import { keyMasks, oneLine } from "../../base/curl.ts";
import { formatJson } from "../../base/json.ts";
import type { FindingFacts, ReportedCall } from "./report.ts";

export function formatFindingTest(finding: FindingFacts): string {
  const { baseUrl, seed, history, broken, orders, setup, steps } = finding;
  const [first] = broken;
  const facts = broken.map(
    ({ id, expected, received }) => ` * ${comment(`${id}: expected ${expected}, got ${received}.`)}\n`,
  );
  const setups = setup.map(
    ({ url, body }) =>
      `  await fetch(${text(url)}, {\n    method: "POST",\n    headers: { "content-type": "application/json" },\n    body: JSON.stringify(${body}),\n  });\n`,
  );
  const ids = (digits: readonly string[]) => `[${digits.map((id) => `${id}n`).join(", ")}]`;
  return `/**
 * Found by store-orders verify --explore, seed ${seed}, history ${history}.
${facts.join("")} */

import { replayHistory } from ${formatJson("store-orders-kit/conformance")};
import { createHttpTarget } from ${formatJson("store-orders-kit/conformance/http-target")};
import { expect, onTestFinished, test } from ${formatJson("vitest")};

const baseUrl = ${environment}.STORE_ORDERS_BASE_URL ?? ${text(baseUrl)};
const apiKey = ${environment}.STORE_ORDERS_API_KEY ?? "";
${steps.flat().some(isPlain) ? `const plain = ${headers(plainHeaders)} as const;\n` : ""}
test(${formatJson(oneLine(first?.title ?? "a random history"))}, async () => {
  const target = createHttpTarget({ baseUrl, apiKey });
  onTestFinished(() => target.close());
${setups.join("")}  const broken = await replayHistory(target, {
    only: [${broken.map(({ id }) => formatJson(id)).join(", ")}],
    pending: ${ids(orders.pending)},
    shipped: ${ids(orders.shipped)},
    // Those in one row are sent at once.
    steps: [
${steps.map((step) => `${row(step, baseUrl)},\n`).join("")}    ],
  });
  expect(broken).toEqual([]);
});
`;
}

/** Of the program that is written, not of this one. */
const environment = ["process", "env"].join(".");

type Headers = ReportedCall["request"]["headers"];

const plainHeaders: Headers = [
  ["authorization", `Bearer ${keyMasks.whole}`],
  ["accept", "application/json"],
];
const isPlain = ({ request }: ReportedCall) =>
  formatJson(request.headers as never) === formatJson(plainHeaders as never);

function row(step: readonly ReportedCall[], baseUrl: string): string {
  const calls = step.map((call) => {
    const { request, connection } = call;
    const members = [
      `method: ${formatJson(request.method)}`,
      `path: ${text(request.url.slice(baseUrl.length))}`,
      `headers: ${isPlain(call) ? "plain" : headers(request.headers)}`,
      ...(connection === "" ? [] : [`connection: ${formatJson(connection)}`]),
    ];
    return `{ ${members.join(", ")} }`;
  });
  return calls.length === 1
    ? `      [${calls[0]}]`
    : `      [\n        ${calls.join(",\n        ")},\n      ]`;
}

function headers(list: Headers): string {
  const pairs = list.map(([name, value]) => {
    const isBasic = name === "authorization" && value === `Basic ${keyMasks.whole}`;
    return `[${formatJson(name)}, ${isBasic ? basic : text(value)}]`;
  });
  return `[${pairs.join(", ")}]`;
}

const slot = (code: string) => `\${${code}}`;
/** The key in base64 as a user name is masked whole. */
const basic = `\`Basic ${slot(`btoa(\`${slot("apiKey")}:\`)`)}\``;

/** What stands for the key, as code; longer ones first. */
const keyCode: readonly (readonly [mask: string, code: string])[] = [
  [keyMasks.withoutLast, "apiKey.slice(0, -1)"],
  [keyMasks.withoutFirst, "apiKey.slice(1)"],
  [keyMasks.upperCase, "apiKey.toUpperCase()"],
  [keyMasks.lowerCase, "apiKey.toLowerCase()"],
  [keyMasks.whole, "apiKey"],
];
const anyMask = new RegExp(keyCode.map(([mask]) => `(${mask.replaceAll(/[*?^%#,]/g, "\\$&")})`).join("|"));

/** A text as an expression, the key in it by its name. */
function text(value: string): string {
  const parts = value.split(anyMask).filter((part) => part !== undefined && part !== "");
  const codes = new Map(keyCode);
  if (!parts.some((part) => codes.has(part))) return formatJson(value);
  const pieces = parts.map((part) => {
    const code = codes.get(part);
    return code ? slot(code) : part.replaceAll(/[\\`]|\$(?=\{)/g, "\\$&").replaceAll(/[\r\n]+/g, " ");
  });
  return `\`${pieces.join("")}\``;
}

/** Ends no comment. */
const comment = (line: string) => oneLine(line).replaceAll("*/", "* /");
