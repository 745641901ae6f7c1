import fc from "fast-check";
import { expect, test } from "vitest";
import { createRedactor } from "./redact.ts";

const key = `sk+/live "quoted" <&> it's~100%=!`.replaceAll(" ", "_");
const redact = createRedactor(key);

test.each<[string, string]>([
  ["as it is", key],
  ["URL-encoded", encodeURIComponent(key)],
  ["URL-encoded as forms are", String(new URLSearchParams({ key })).slice(4)],
  ["URL-encoded in lower case", encodeURIComponent(key).replace(/%../g, (code) => code.toLowerCase())],
  ["in base64", btoa(key)],
  ["in base64 without padding", btoa(key).replace(/=+$/, "")],
  ["in base64 for URLs", Buffer.from(key).toString("base64url")],
  ["as a Basic user", btoa(`${key}:`)],
  ["as a JSON string", JSON.stringify(key)],
  ["as PHP writes JSON", JSON.stringify(key).replaceAll("/", "\\/")],
  ["as Go writes JSON", JSON.stringify(key).replace(/[<>&]/g, (sign) => `\\u00${hex(sign)}`)],
  [
    "as .NET writes JSON",
    JSON.stringify(key)
      .slice(1, -1)
      .replace(/[<>&'+]/g, (sign) => `\\u00${hex(sign).toUpperCase()}`),
  ],
  ["as JSON in a JSON string", JSON.stringify(JSON.stringify(key)).slice(3, -3)],
  ["URL-encoded twice", encodeURIComponent(encodeURIComponent(key))],
  [
    "in HTML",
    key
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      .replaceAll('"', "&quot;")
      .replaceAll("'", "&#39;"),
  ],
])("a key is masked %s", (_name, form) => {
  const text = redact(`before ${form} after`);
  expect(text).toMatch(/^before "?\*\*\*"? after$/);
});

function hex(sign: string): string {
  return sign.charCodeAt(0).toString(16);
}

test.each([
  ["a user name's password", `user:${key}`],
  ["a password's user name", `${key}:password`],
  ["part of a token", `{"key":${JSON.stringify(key)},"ttl":3}`.replace(/\\/g, "")],
])("a key in base64 as %s leaves nothing that can be decoded", (_name, plain) => {
  const rest = redact(`Basic ${btoa(plain)}`);
  expect(rest).toContain("***");
  expect(rest.length).toBeLessThan(btoa(plain).length - key.length);
});

test("a key less its last character is masked, and told from the whole", () => {
  expect(redact(`Bearer ${key.slice(0, -1)}`)).toBe("Bearer ***%?");
  expect(redact(`Bearer ${key}`)).toBe("Bearer ***");
  expect(redact(`Bearer ${key}x`)).toBe("Bearer ***x");
});

test.each(["", "...", "…", '...", "code": 3', "… and more"])(
  "a key that is cut short is masked before %j",
  (end) => {
    for (let length = 6; length < key.length - 1; length++) {
      expect(redact(`bad key ${key.slice(0, length)}${end}`)).toBe(`bad key ***${end}`);
    }
  },
);

test("text beside the key is left as it is", () => {
  const text = '{"code":"sk","message":"sk+/ is no key...","status":401}';
  expect(redact(text)).toBe(text);
});

test("a key too short to be told from ordinary text masks nothing", () => {
  expect(createRedactor("ab")("about cabs")).toBe("about cabs");
  expect(createRedactor("a")("banana")).toBe("banana");
});

test("no key of visible characters survives, whatever stands around it", () => {
  const visible = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code));
  const keys = fc
    .string({ unit: visible, minLength: 6, maxLength: 60 })
    .filter((text) => !/[*%?]/.test(text));
  fc.assert(
    fc.property(keys, fc.string(), fc.string(), (secret, before, after) => {
      const forms = [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), btoa(secret)];
      const masked = createRedactor(secret)(forms.map((form) => `${before}${form}${after}`).join(" "));
      for (const form of forms) expect(masked).not.toContain(form);
    }),
  );
});
