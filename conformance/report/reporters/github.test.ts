import { expect, test } from "vitest";
import {
  hostileReport,
  mixedReport,
  passingReport,
  sampleReport,
  sampleResult,
} from "../../testing/sample-reports.ts";
import type { Report } from "../report.ts";
import { formatGithub } from "./github.ts";

const unescapeData = (text: string) =>
  text.replaceAll("%0D", "\r").replaceAll("%0A", "\n").replaceAll("%25", "%");
const unescapeProperty = (text: string) =>
  unescapeData(text.replaceAll("%3A", ":").replaceAll("%2C", ",").replaceAll("%0D", "\r"));

/** Parses a line as the runner does: actions/runner, ActionCommand.TryParseV2. */
function parseCommand(line: string) {
  const text = line.trimStart();
  const end = text.indexOf("::", 2);
  if (!text.startsWith("::") || end < 0) return undefined;
  const [, name = "", list = ""] = /^(\S+)(?: (.*))?$/s.exec(text.slice(2, end)) ?? [];
  const properties = [...list.matchAll(/([^,=]*)=([^,]*)/g)].map(
    ([, name, value]) => [name!, unescapeProperty(value!)] as const,
  );
  return { name, properties: Object.fromEntries(properties), message: unescapeData(text.slice(end + 2)) };
}

function printed(report: Report) {
  const lines = formatGithub(report, (_format, text) => text)
    .trimEnd()
    .split("\n");
  const commands = lines.map(parseCommand);
  return {
    commands: commands.filter((command) => command !== undefined),
    rest: lines.filter((_, at) => commands[at] === undefined),
  };
}

test("an annotation for each failure and warning, then the summary", () => {
  const { commands, rest } = printed(mixedReport);
  expect(commands.map(({ name, properties }) => [name, properties])).toEqual([
    ["error", { title: "Not met: Cancelling a shipped order answers 409" }],
    ["error", { title: "Not met: The Error of a 404 has a code, a string" }],
    ["error", { title: "order/id-unique (a fault of the kit, not of the server)" }],
    ["warning", { title: "authentication/challenge" }],
  ]);
  expect(commands[0]?.message).toBe(
    [
      "expected  status 409",
      "received  204",
      "curl -i -X DELETE \\",
      '  -H "authorization: Bearer $STORE_ORDERS_API_KEY" \\',
      "  -H 'accept: application/json' \\",
      "  http://localhost:4010/v1/store/orders/12",
      "-> 204",
      "cancel-order/shipped",
    ].join("\n"),
  );
  expect(rest).toEqual([
    "http://localhost:4010/v1 does not conform: 3 of 8 musts passed (2 failed, 1 errored, 2 untested), 0 of 1 shoulds; 0.2 s",
  ]);
  const summary = "http://localhost:4010/v1 conforms: 3 of 3 musts passed; 0.2 s";
  expect(printed(passingReport)).toEqual({ commands: [], rest: [summary] });
});

test("text of a server starts no command and adds no property", () => {
  const { commands, rest } = printed(hostileReport);
  expect(commands).toHaveLength(5);
  expect(rest).toHaveLength(1);
  for (const { properties, message } of commands) {
    expect(Object.keys(properties)).toEqual(["title"]);
    expect(message).toContain("100% ::error::boo, %0A%25");
    expect(message).toContain("::error title=x::injected");
  }
});

test("colons, commas and per cent signs in a title are escaped", () => {
  const title = "a:b,c=d%2C::e";
  const report = sampleReport([
    sampleResult("list-orders/x", title, "list-orders", { outcome: "failed", reason: "y" }),
  ]);
  expect(printed(report).commands).toEqual([
    expect.objectContaining({ name: "error", properties: { title: `Not met: ${title}` } }),
  ]);
});
