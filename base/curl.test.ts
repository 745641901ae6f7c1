import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { formatCurl, oneLine, quoteWord } from "./curl.ts";

const url = "http://localhost:4010/v1/store/orders";
const get = (headers: readonly (readonly [string, string])[], at = url) => ({
  method: "GET",
  url: at,
  headers,
});

/** The arguments of curl as a shell reads the command: curl is a function that shows them. */
function argumentsOf(command: string): readonly string[] {
  const script = `curl() { for argument; do printf '%s\\0' "$argument"; done; }\n${command}\n`;
  const env = { STORE_ORDERS_API_KEY: 'the "key" $x' };
  return execFileSync("sh", ["-c", script], { env, encoding: "utf8" }).split("\0").slice(0, -1);
}

test("the key comes from the environment", () => {
  const command = formatCurl(get([["authorization", "Bearer ***"]]));
  expect(command).toBe(`curl -i -H "authorization: Bearer $STORE_ORDERS_API_KEY" ${url}`);
  expect(argumentsOf(command)).toEqual(["-i", "-H", 'authorization: Bearer the "key" $x', url]);
});

test.each([
  ["***%?", 'the "key" $'],
  ["***#?", 'he "key" $x'],
  ["***^^", 'THE "KEY" $X'],
  ["***,,", 'the "key" $x'],
  ["Token ***", 'Token the "key" $x'],
  ["***", 'the "key" $x'],
  ["Bearer ***x", 'Bearer the "key" $xx'],
  ["Bearer ***@2", 'Bearer the "k'],
  ["Bearer ***@a", "Bearer thekeyx"],
  ["Bearer ***<>", 'Bearer   ""$eehktxy'],
  ["Bearer ***~~", 'Bearer THE "KEY" $X'],
  ["Bearer ***%%", 'Bearer %74he "key" $x'],
  ["Bearer ***@64", `Bearer ${btoa('the "key" $x')}`],
  ["Bearer $(***)", 'Bearer $(the "key" $x)'],
])("a masked key in %s is put back in its place", (value, sent) => {
  const command = formatCurl(get([["x-api-key", value]], `${url}?api_key=***`));
  expect(argumentsOf(command).slice(-2)).toEqual([`x-api-key: ${sent}`, `${url}?api_key=the "key" $x`]);
});

test.each(["Bearer ***key1", "Bearer ***0a1b2c3d"])(
  "in a command made from traffic, the key replaces %s",
  (value) => {
    expect(formatCurl(get([["authorization", value]]))).toBe(
      `curl -i -H "authorization: Bearer $STORE_ORDERS_API_KEY" ${url}`,
    );
  },
);

test.each([
  ["GET", get([]), []],
  ["HEAD", { ...get([]), method: "HEAD" }, ["--head"]],
  ["DELETE", { ...get([]), method: "DELETE" }, ["-X", "DELETE"]],
  [
    "a target that differs from the URL",
    { ...get([]), target: "//v1\\a#x'" },
    ["--request-target", "//v1\\a#x'"],
  ],
  ["a key that was sent in base64", get([["authorization", "Basic ***"]]), ["-u", 'the "key" $x:']],
  ["an empty header", get([["authorization", ""]]), ["-H", "authorization;"]],
  ["brackets, which are no pattern", get([], `${url}/{petId}`), ["--globoff"]],
])("%s becomes the option that curl has for it", (_name, request, options) => {
  expect(argumentsOf(formatCurl(request))).toEqual(["-i", ...options, request.url]);
});

test("a command that is too wide has one argument on each line, and the same meaning", () => {
  const request = get([
    ["authorization", "Bearer ***"],
    ["accept", "application/json"],
  ]);
  const broken = formatCurl(request, 60);
  expect(broken.split("\n")).toHaveLength(4);
  expect(argumentsOf(broken)).toEqual(argumentsOf(formatCurl(request)));
});

test("no value is read by the shell", () => {
  const value = fc.string({ unit: fc.constantFrom(..."$`\"'\\!~*?#;&|<>(){}[] =%-xé…\n"), minLength: 1 });
  fc.assert(
    fc.property(value, value, (header, tail) => {
      const sent = argumentsOf(formatCurl(get([["x-odd", header]], `${url}/${tail}`)));
      fc.pre(!header.includes("***") && !tail.includes("***"));
      expect(sent.at(-2)).toBe(oneLine(header) === "" ? "x-odd;" : `x-odd: ${oneLine(header)}`);
      expect(decodeURIComponent(sent.at(-1)!.replaceAll(/%(?![0-9A-F]{2})/g, "%25"))).toBe(`${url}/${tail}`);
    }),
    { numRuns: 50 },
  );
});

test("a shell reads back what was written, line breaks and commands included", () => {
  const texts = fc.sample(fc.string({ unit: "grapheme" }), 200).map((text) => text.replaceAll("\0", ""));
  const words = [
    "http://127.0.0.1:4010/v1",
    "it's",
    "",
    "$(id)",
    "`id`",
    "a&b;c|d",
    "a\nb",
    "\\",
    "~",
    "#",
    "!x",
    "*",
    ...texts,
  ];
  const script = `for word in ${words.map(quoteWord).join(" ")}; do printf '%s\\0' "$word"; done`;
  expect(execFileSync("sh", ["-c", script]).toString().split("\0").slice(0, -1)).toEqual(words);
});

test("a command with many headers has several of them on a line, and no line is too wide", () => {
  const headers = Array.from({ length: 20 }, (_, at) => [`x-header-${at}`, "some value"] as const);
  const request = { method: "GET", url: "http://a.test/v1", headers };
  const lines = formatCurl(request, 80).split("\n");
  expect(lines.length).toBeLessThan(12);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
  expect(lines.join("").replaceAll(/ \\ +/g, " ")).toBe(formatCurl(request));
});
