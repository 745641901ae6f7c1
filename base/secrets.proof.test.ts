import { expect, test } from "vitest";
import { createCleaners } from "./secrets.ts";

const secrets = ["s3cret+key/of=mine", "s3cret+key/of=mine-too", "ключ", "two words", "a".repeat(2000)];
const { hide } = createCleaners(secrets)();

/** Processor time in ms: other programs do not count. */
function timeOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const most = 200_000;
const base64 = Buffer.from("s3cret+key/of=mine").toString("base64");
test.each([
  ...["%25", "\\", "&amp;", "&#", "s3cret+key/of=min", "s3cret+key/of=mine", base64],
  ...[`${base64.slice(0, 9)}...`, "=", "a", "{", '"', '\\"', '"a":', '"key":["', '"key":{"'],
  ...['"key":"\\\\', "?key=", ";key=a", "://", "://a", "@", "://@", 'name="key"\r\n'],
  ...['name="key"\r\n\r\n', "authorauthor", "\u0000", "ы", "%2", "\\u00", "key=key=", '"key'],
])("time grows only with the length of the text: %j", (piece) => {
  const text = piece.repeat(Math.ceil(most / piece.length));
  const one = `%${"25".repeat(most / 2)}`;
  for (const each of [text, `{"key":"${text}`, one.slice(0, most)]) {
    // A random ending, since texts that were seen before are remembered.
    const take = (length: number) => timeOf(() => hide(`${each.slice(0, length)} ${Math.random()}`));
    // Ten times the text takes ten times as long; quadratic time would be a hundred times.
    const isLinear = () => take(most) < 40 * Math.max(take(most / 10), 5);
    // A busy machine may disturb some of the measurements.
    expect([1, 2, 3].some(isLinear)).toBe(true);
  }
});

test("keys that change with each exchange cost little time and memory", () => {
  const cleaners = createCleaners(secrets.slice(0, 2));
  const work = (count: number) => {
    for (let index = 0; index < count; index++) {
      const token = `token-${index}-${Math.random()}`;
      const carrier = {
        headers: [["authorization", `Bearer ${token}`]] as const,
        texts: [`/a?token=${index}`],
      };
      const { hide: hideIt } = cleaners(carrier);
      expect(hideIt(`it says ${token}`)).toBe("it says ***");
    }
  };
  work(2000);
  const before = process.memoryUsage.rss();
  const ms = timeOf(() => work(20_000));
  const grown = (process.memoryUsage.rss() - before) / 2 ** 20;
  process.stdout.write(
    `20,000 exchanges of different keys: ${Math.round(ms)} ms, ${Math.round(grown)} MiB\n`,
  );
  expect(ms).toBeLessThan(20_000);
  expect(grown).toBeLessThan(200);
});
