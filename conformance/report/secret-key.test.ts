import { expect, test } from "vitest";
import { type Deliver, plainDelivery } from "../testing/foreign-server.ts";
import { judgeForeign } from "../testing/judge-foreign.ts";
import { formatProfile } from "./observed-profile.ts";
import { reporterNames, reporters } from "./reporters/reporters.ts";

const key = `k3y/+&"Q'<s>%=~!z-9_${"0123456789".repeat(3)}`;

/** Parts of the key that are long enough to be useful, in each notation. */
const forms = [
  key.slice(0, 12),
  key.slice(-12),
  encodeURIComponent(key).slice(0, 20),
  JSON.stringify(key).slice(1, 13),
  btoa(key).slice(0, 16),
  btoa(`${key}:`).slice(0, 16),
  btoa(`user:${key}`).slice(8, 24),
  Buffer.from(key).toString("base64url").slice(0, 16),
];

/** Repeats the key in the headers of every answer, right or wrong. */
const repeatKey: Deliver = (response, reply, request) => {
  response.setHeader("x-echo", request.headers.authorization ?? "");
  response.setHeader("x-key", [key, encodeURIComponent(key), btoa(key), btoa(`user:${key}`)]);
  const uri = encodeURIComponent(key);
  response.setHeader("link", `</next?key=${uri}>; rel="next"; title="${"x".repeat(30)}${key}"`);
  const headers = { ...reply.headers, "www-authenticate": `Basic realm=${JSON.stringify(key)}` };
  plainDelivery(response, { ...reply, headers }, request);
};

/** Bodies of errors with the key in a field, alone, cut short, or in the middle of a long text. */
const bodies = [
  JSON.stringify({
    code: 1,
    message: key,
    status: key,
    base64: btoa(key),
    slashes: key.replaceAll("/", "\\/"),
  }),
  key,
  `{"code":${key.slice(0, 14)}`,
  JSON.stringify({ status: `${"x".repeat(45)}${key}` }),
];

test("a server that repeats the key in every way cannot get it into any output", async () => {
  let turn = 0;
  const { received: _, ...report } = await judgeForeign({
    key,
    show: (id) =>
      `{"id":${id},"shipDate":${JSON.stringify(`${"x".repeat(40)}${key}`)},"complete":${JSON.stringify(key)}}`,
    error: () => ["application/json", bodies[turn++ % bodies.length]!],
    conflict: ["text/plain", key],
    deliver: repeatKey,
  });
  expect(report.verdict).toBe("nonconformant");
  const texts = await Promise.all(
    reporterNames.map(async (name) =>
      (await reporters[name]())(report, (_format, text) => text, { verbose: true }),
    ),
  );
  expect(texts.join()).toContain("***");
  for (const text of [...texts, formatProfile(report)])
    for (const form of forms) expect(text).not.toContain(form);
});
