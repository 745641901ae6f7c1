import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createHider, createSecretHider, formsOf, knowForms } from "./secrets.ts";

const secrets = ["s3cret+key/of=mine", "s3cret+key/of=mine-too", "ключ", "two words"];
const hide = createSecretHider(secrets);
const hideKey = (key: string) => createSecretHider([key]);
const encodeAll = (text: string) =>
  [...new TextEncoder().encode(text)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");

test.each([
  ["/a?k=s3cret+key/of=mine", "/a?k=***"],
  ["/a?k=S3CRET+key/of=mine&b", "/a?k=***&b"],
  [`/a?k=${encodeURIComponent("s3cret+key/of=mine")}`, "/a?k=***"],
  [`/a?k=${encodeURIComponent("s3cret+key/of=mine").toLowerCase()}/b`, "/a?k=***/b"],
  ["/a?k=s3%63ret%2bkey/of=mine", "/a?k=***"],
  [`/${encodeAll("s3cret+key/of=mine")}/b`, "/***/b"],
  [`/${encodeURIComponent(encodeAll("s3cret+key/of=mine"))}`, "/***"],
  [`/${encodeAll(encodeAll(encodeURIComponent("s3cret+key/of=mine")))}/b`, "/***/b"],
  ["/s3cret+key/of=mine-too", "/***"],
  ["s3cret+key/of=mines3cret+key/of=mine/%zz%", "******/%zz%"],
  ["/ключ", "/***"],
  [`/${encodeURIComponent("ключ")}`, "/***"],
  ["/two words/two%20words", "/***/***"],
  ["/v1/store/orders/1001?s3", "/v1/store/orders/1001?s3"],
  ["/100%/%41%4", "/100%/%41%4"],
  ["Unexpected token 's', \"s3cret+...\" is not valid", "Unexpected token 's', \"***...\" is not valid"],
])("of %s it leaves %s", (text, hidden) => {
  expect(hide(text)).toBe(hidden);
});

test("secrets that overlap leave nothing of either", () => {
  const both = createSecretHider(["abcdef", "efghij"]);
  expect(both("xabcdefghijx")).toBe("x***x");
});

test("a run of many megabytes is looked through, and what stands across a window's end is found", () => {
  const secret = "a-secret-of-somebody";
  const hide = createSecretHider([secret]);
  expect(hide("abcdefgh".repeat(900_000))).toHaveLength(7_200_000);
  const coded = [secret, btoa(secret), Buffer.from(btoa(secret)).toString("hex")];
  for (const at of [448 * 1024, 512 * 1024]) {
    for (const form of coded) {
      const before = " ".repeat(at - (form.length >> 1));
      expect(hide(`${before}${form} ${" ".repeat(70_000)}`).trim()).toBe(hide(`${form} `).trim());
    }
  }
});

test("no secrets and empty ones hide nothing", () => {
  expect(createSecretHider([])("/a%41")).toBe("/a%41");
  expect(hideKey("")("/a%41")).toBe("/a%41");
});

test("a secret is no pattern", () => {
  expect(hideKey("a.c[1]{2}|^$(x)\\-")("abc a.c[1]{2}|^$(x)\\-")).toBe("abc ***");
});

test("what stands in a secret's place may tell how it was written", () => {
  const forms = formsOf("Secret", (found) => (found === "Secret" ? "<as it is>" : "<otherwise>"));
  expect(createHider(knowForms(forms))("Secret SECRET")).toBe("<as it is> <otherwise>");
});

describe("text that only resembles a secret stays", () => {
  const key = "store-orders-key";
  test.each(["/v1/store/orders", "store-orders-kit", "c3RvcmUtb3JkZXJzLWtpdA==", "orders-key", "the key"])(
    "%s",
    (text) => {
      expect(hideKey(key)(text)).toBe(text);
    },
  );
});

/** Characters that some encoder escapes, and some that none does. */
const anySecret = fc.string({
  unit: fc.constantFrom(..."abcXYZ0129-._~+/=!@#$%^&*()[]{}|\\:;\"'<>,?` "),
  minLength: 6,
  maxLength: 40,
});
const wrap = (text: string) => text.replace(/.{19}/g, "$&\r\n");
const toBase32 = (bytes: Buffer) => {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return bits.replace(
    /.{1,5}/g,
    (five) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[Number.parseInt(five.padEnd(5, "0"), 2)]!,
  );
};

const escapes: Readonly<Record<string, (text: string) => string>> = {
  nothing: (text) => text,
  encodeURIComponent: encodeURIComponent,
  "every byte in percents": encodeAll,
  JSON: (text) => JSON.stringify(text).slice(1, -1),
  "JSON twice": (text) => JSON.stringify(JSON.stringify(text)),
  "JSON of UTF-16 numbers": (text) =>
    text.replace(/[^a-z]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`),
  "hexadecimal escapes": (text) =>
    text.replace(/./g, (letter) => `\\x${letter.charCodeAt(0).toString(16).padStart(2, "0")}`),
  "octal escapes": (text) =>
    text.replace(/./g, (letter) => `\\${letter.charCodeAt(0).toString(8).padStart(3, "0")}`),
  "HTML names": (text) =>
    text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;"),
  "HTML numbers": (text) => text.replace(/./g, (letter) => `&#${letter.charCodeAt(0)};`),
  "HTML numbers in hex": (text) => text.replace(/./g, (letter) => `&#x${letter.charCodeAt(0).toString(16)};`),
  "quoted-printable": (text) =>
    text
      .replace(/[=\W]/g, (letter) => `=${letter.charCodeAt(0).toString(16).toUpperCase()}`)
      .replace(/^(.{5})/, "$1=\r\n"),
  capitals: (text) => text.toUpperCase(),
  "small letters": (text) => text.toLowerCase(),
};
const encoders: Readonly<Record<string, (text: string) => string>> = {
  base64: (text) => Buffer.from(text).toString("base64"),
  base64url: (text) => Buffer.from(text).toString("base64url"),
  "base64 with line ends": (text) => wrap(Buffer.from(text).toString("base64")),
  base32: (text) => toBase32(Buffer.from(text)),
  "base32 in small letters": (text) => toBase32(Buffer.from(text)).toLowerCase(),
  hex: (text) => Buffer.from(text).toString("hex"),
  "hex in capitals": (text) => Buffer.from(text).toString("hex").toUpperCase(),
};
const dumps: Readonly<Record<string, (text: string) => string>> = {
  "hex with colons": (text) =>
    Buffer.from(text)
      .toString("hex")
      .replace(/..(?=.)/g, "$&:"),
  "hex with 0x": (text) =>
    [...Buffer.from(text)].map((byte) => `0x${byte.toString(16).padStart(2, "0")}`).join(", "),
  "byte numbers": (text) => [...Buffer.from(text)].join(", "),
};

describe("a secret is found under", () => {
  test.each(Object.entries({ ...escapes, ...encoders, ...dumps }))("%s", (_name, write) => {
    fc.assert(
      fc.property(anySecret, (secret) => {
        const hidden = hideKey(secret)(`before ${write(secret)} behind`);
        expect(hidden).toContain("***");
        // Only what stands right beside it may have gone with it.
        expect(hidden).toMatch(/^before? .{0,3}\*\*\*.{0,5} ?b?e?hind$/s);
      }),
    );
  });

  const pairs = Object.entries(encoders).flatMap(([outer, wrapUp]) =>
    Object.entries({ ...encoders, JSON: escapes.JSON!, encodeURIComponent }).map(
      ([inner, write]) => [inner, outer, write, wrapUp] as const,
    ),
  );
  test.each(pairs)("%s in %s, anywhere in it", (inner, _outer, write, wrapUp) => {
    // A sign of an escape right before a secret would make its beginning a part of the escape.
    const neighbours = fc
      .string({ unit: "grapheme-ascii", maxLength: 9 })
      .filter((text) => !/[%\\&=]/.test(text));
    fc.assert(
      fc.property(anySecret, neighbours, neighbours, (secret, before, behind) => {
        // A second layer that is itself broken into lines is more than twice.
        fc.pre(!inner.includes("line ends") || secret.length < 14);
        const text = wrapUp(before + write(secret) + behind);
        expect(hideKey(secret)(`{"debug": "${text}"}`)).toContain("***");
      }),
      { numRuns: 30 },
    );
  });

  test("a cut: six characters of its beginning are enough", () => {
    fc.assert(
      fc.property(anySecret, fc.constantFrom("...", "…", ""), fc.nat(), (secret, mark, at) => {
        fc.pre(!secret.includes("."));
        const length = 6 + (at % (secret.length - 5));
        expect(hideKey(secret)(`key ${secret.slice(0, length)}${mark}`)).toBe(`key ***${mark}`);
      }),
    );
  });
});

test.each(["schlüß-süß", "ключ-ключ", "naïveté"])("the key %s is found in base64 and in hex", (key) => {
  const bytes = Buffer.from(key);
  for (const before of ["", "a", "ab"]) {
    const encoded = Buffer.concat([Buffer.from(before), bytes]).toString("base64");
    expect(hideKey(key)(encoded)).toContain("***");
  }
  expect(hideKey(key)(bytes.toString("hex"))).toBe("***");
});
