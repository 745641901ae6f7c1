import { describe, expect, test } from "vitest";
import { createSecretHider } from "./secrets.ts";

const hide = createSecretHider(["s3cret+key/of=mine", "s3cret+key/of=mine-too", "ключ", "two words"]);

describe("time grows with the text alone:", () => {
  const most = 50_000;
  const repeat = (text: string) => text.repeat(Math.ceil(most / text.length));
  test.each([
    ["percents", repeat("%25")],
    ["one percent, encoded without end", `%${repeat("25")}`],
    ["backslashes", repeat("\\")],
    ["entities", repeat("&amp;")],
    ["nearly the secret", repeat("s3cret+key/of=min")],
    ["the secret", repeat("s3cret+key/of=mine")],
    ["its base64", repeat(Buffer.from("s3cret+key/of=mine").toString("base64"))],
    ["its base64, cut", repeat(`${Buffer.from("s3cret+key/of=mine").toString("base64").slice(0, 9)}...`)],
    ["dots", repeat(".")],
    ["blanks", repeat(" ")],
    ["equals signs", repeat("=")],
    ["soft line breaks", repeat("=   ")],
    ["letters", repeat("s")],
  ])("50,000 characters of %s", (_name, text) => {
    const least = (tries: () => number) => Math.min(tries(), tries(), tries());
    const small = least(() => hideTime(text.slice(0, most / 10)));
    const large = least(() => hideTime(text));
    // Ten times the text takes ten times as long; quadratic time would be a hundred times.
    expect(large).toBeLessThan(40 * Math.max(small, 10));
  });

  function hideTime(text: string): number {
    const startedAt = performance.now();
    hide(text);
    return performance.now() - startedAt;
  }
});
