import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Carrier, createCleaners, hideAddress } from "./secrets.ts";

const secrets = ["s3cret+key/of=mine", "s3cret+key/of=mine-too", "ключ", "two words"];
const hiderOf = (named: Parameters<typeof createCleaners>[0]) => createCleaners(named)().hide;
const hide = hiderOf(secrets);
const hideKey = (key: string) => hiderOf([key]);
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
  const both = hiderOf(["abcdef", "efghij"]);
  expect(both("xabcdefghijx")).toBe("x***x");
});

test("a run of many megabytes is looked through, and what stands across a window's end is found", () => {
  const secret = "a-secret-of-somebody";
  const hide = hiderOf([secret]);
  expect(hide("abcdefgh".repeat(900_000))).toHaveLength(7_200_000);
  const coded = [secret, btoa(secret), encodeAll(secret), JSON.stringify(secret)];
  for (const at of [192 * 1024, 256 * 1024, 448 * 1024]) {
    for (const form of coded) {
      const before = " ".repeat(at - (form.length >> 1));
      expect(hide(`${before}${form} ${" ".repeat(70_000)}`).trim()).toBe(hide(`${form} `).trim());
    }
  }
});

test("no secrets and empty ones hide nothing", () => {
  expect(hiderOf([])("/a%41")).toBe("/a%41");
  expect(hideKey("")("/a%41")).toBe("/a%41");
});

test("a secret is no pattern", () => {
  expect(hideKey("a.c[1]{2}|^$(x)\\-")("abc a.c[1]{2}|^$(x)\\-")).toBe("abc ***");
});

test("what stands in a secret's place may tell how it was written", () => {
  const mask = (found: string) => (found === "Secret" ? "<as it is>" : "<otherwise>");
  expect(hiderOf([{ text: "Secret", mask }])("Secret SECRET")).toBe("<as it is> <otherwise>");
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

/** Characters that some encoder escapes, and some that none does; but no escape of its own, which reads as something else. */
const anySecret = fc
  .string({
    unit: fc.constantFrom(..."abcXYZ0129-._~+/=!@#$%^&*()[]{}|\\:;\"'<>,?` "),
    minLength: 6,
    maxLength: 40,
  })
  .filter((secret) => !/%[\da-f]{2}|%[\da-f]?$|\\["'\\/bfnrtux]|\\$|&#?\w+;|&[#\w]*$/i.test(secret));
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
  "HTML names": (text) =>
    text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;"),
  "HTML numbers": (text) => text.replace(/./g, (letter) => `&#${letter.charCodeAt(0)};`),
  "HTML numbers in hex": (text) => text.replace(/./g, (letter) => `&#x${letter.charCodeAt(0).toString(16)};`),
  capitals: (text) => text.toUpperCase(),
  "small letters": (text) => text.toLowerCase(),
};
/** Signs of an escape right before a secret would make its beginning a part of the escape. */
const neighbours = fc.string({ unit: "grapheme-ascii", maxLength: 9 }).filter((text) => !/[%\\&]/.test(text));

describe("a secret is found under", () => {
  test.each(Object.entries(escapes))("%s", (_name, write) => {
    fc.assert(
      fc.property(anySecret, (secret) => {
        expect(hideKey(secret)(`before ${write(secret)} behind`)).toMatch(
          /^before [\\"]*\*\*\*[\\"]* behind$/,
        );
      }),
    );
  });

  const pairs = Object.entries(escapes).flatMap(([inner, write]) =>
    ["encodeURIComponent", "JSON", "HTML names"].map(
      (outer) => [inner, outer, write, escapes[outer]!] as const,
    ),
  );
  test.each(pairs)("%s in %s", (_inner, _outer, write, wrapUp) => {
    fc.assert(
      fc.property(anySecret, neighbours, neighbours, (secret, before, behind) => {
        expect(hideKey(secret)(wrapUp(before + write(secret) + behind))).toContain("***");
      }),
      { numRuns: 30 },
    );
  });

  test.each(["base64", "base64url"] as const)("%s, anywhere in what is encoded", (encoding) => {
    fc.assert(
      fc.property(anySecret, neighbours, neighbours, (secret, before, behind) => {
        const text = Buffer.from(before + secret + behind).toString(encoding);
        const hidden = hideKey(secret)(`{"debug": "${text}"}`);
        const left = hidden
          .replace(/^\{"debug": "/, "")
          .replace(/"\}$/, "")
          .split("***");
        expect(left).toHaveLength(2);
        expect(Buffer.from(left[0]!, "base64").length).toBeLessThanOrEqual(before.length);
        expect(left[1]!.replace(/=+$/, "").length).toBeLessThanOrEqual(Math.ceil((behind.length * 8) / 6));
      }),
    );
  });

  test("a cut: six characters of its beginning are enough", () => {
    fc.assert(
      fc.property(anySecret, fc.constantFrom("...", "…", ""), fc.nat(), (secret, mark, at) => {
        fc.pre(!secret.includes(".") && !/[%\\&]/.test(secret));
        const length = 6 + (at % (secret.length - 5));
        expect(hideKey(secret)(`key ${secret.slice(0, length)}${mark}`)).toBe(`key ***${mark}`);
      }),
    );
  });

  test("a cut in the middle of an escape", () => {
    const hide = hideKey("a-secret-key");
    for (const write of [encodeAll, escapes["HTML numbers"]!, escapes["JSON of UTF-16 numbers"]!])
      for (let length = 36; length < 40; length++)
        expect(hide(`${write("a-secret-key").slice(0, length)}...`)).toBe("***...");
  });
});

test.each(["schlüß-süß", "ключ-ключ", "naïveté"])("the key %s is found in base64 and in percents", (key) => {
  const bytes = Buffer.from(key);
  for (const before of ["", "a", "ab"]) {
    const encoded = Buffer.concat([Buffer.from(before), bytes]).toString("base64");
    expect(hideKey(key)(encoded)).toContain("***");
  }
  expect(hideKey(key)(encodeURIComponent(key))).toBe("***");
});

describe("credentials by where they stand:", () => {
  const cleaner = createCleaners([])();
  test.each([
    ["/a?token=t0k&b=1", "/a?token=***&b=1"],
    ["/a?b=1&API%5FKey=t0k#x", "/a?b=1&API%5FKey=***#x"],
    ["/a;jsessionid=t0k?x=y", "/a;jsessionid=***"],
    ["see https://host/?sig=1&signature=abc now", "see https://host/?sig=1&signature=*** now"],
    ["user=me&password=p%40ss", "user=me&password=***"],
    ['{"token":"t0k","id":1}', '{"token":"***","id":1}'],
    ['{"token" : "a\\"b\\\\","id":1}', '{"token" : "***","id":1}'],
    ['{"accessKey":123,"id":1}', '{"accessKey":"***","id":1}'],
    ['{"keys":[{"k":"]}"},{"k":"2"}],"id":1}', '{"keys":"***","id":1}'],
    ['{"session":null,"authenticated":true}', '{"session":null,"authenticated":true}'],
    ['{"to\\u006ben":"t0k"}', '{"to\\u006ben":"***"}'],
    ['{"log":"{\\"token\\":\\"t0k\\",\\"id\\":1}"}', '{"log":"{\\"token\\":\\"***\\",\\"id\\":1}"}'],
    ['{"token":"t0k', '{"token":"***'],
    ["redis://me:p@ss@host/0", "redis://***@host/0"],
    ["at https://me@host/a@b", "at https://***@host/a@b"],
    ['{"url":"https:\\/\\/me:pw@host\\/"}', '{"url":"https:\\/\\/***@host\\/"}'],
    [
      '--b\r\nContent-Disposition: form-data; name="password"\r\n\r\nt0k\r\n--b--',
      '--b\r\nContent-Disposition: form-data; name="password"\r\n\r\n***\r\n--b--',
    ],
    ["the api_key is missing, author=me", "the api_key is missing, author=me"],
  ])("%s", (text, shown) => {
    expect(cleaner.hide(text)).toBe(shown);
  });

  test.each([
    ["Authorization", "Bearer t0ken", "Bearer ***"],
    ["authorization", "t0ken", "***"],
    ["Proxy-Authorization", "Basic bWU6cHc=", "Basic ***"],
    ["Cookie", "a=1; b=2", "a=***; b=***"],
    ["Set-Cookie", "a=1; Path=/; HttpOnly", "a=***; Path=/; HttpOnly"],
    ["X-Api-Key", "t0ken", "***"],
    ["X-Session-Id", "1", "***"],
    ["WWW-Authenticate", 'Bearer realm="a"', 'Bearer realm="a"'],
    ["Access-Control-Allow-Headers", "authorization", "authorization"],
    ["Location", "/a?secret=1", "/a?secret=***"],
  ])("%s: %s", (name, value, shown) => {
    expect(cleaner.headers([[name, value]])).toEqual([[name, shown]]);
  });

  test("an address with a password that is not encoded", () => {
    expect(hideAddress("redis://me:p/a?s#s@host:1/0")).toBe("redis://***@host:1/0");
  });
});

describe("what an exchange carries is hidden in all of it:", () => {
  const value = "c4rried-value";
  const carriers: Readonly<Record<string, Carrier>> = {
    "a key": { headers: [["Authorization", `Bearer ${value}`]], texts: [] },
    "a key without a scheme": { headers: [["authorization", value]], texts: [] },
    "a password": { headers: [["Authorization", `Basic ${btoa(`me:${value}`)}`]], texts: [] },
    "a cookie": { headers: [["Cookie", `a=1; b=${value}`]], texts: [] },
    "a new cookie": { headers: [["Set-Cookie", `b=${value}; Path=/`]], texts: [] },
    "a parameter": { headers: [], texts: [`/a?token=${value}`] },
    "a member": { headers: [], texts: [`{"session":{"id":"x"},"token":"${value}"}`] },
    "the 200th of many": {
      headers: Array.from({ length: 201 }, (_, index) => ["x-key", index === 199 ? value : `value-${index}`]),
      texts: [],
    },
  };
  test.each(Object.entries(carriers))("%s", (_name, carrier) => {
    const { hide, headers } = createCleaners([])(carrier);
    for (const write of Object.values(escapes))
      expect(hide(`<${write(value)}>`)).toMatch(/^<[\\"]*\*\*\*[\\"]*>$/);
    expect(headers([[`x-${value}`, value]])).toEqual([["x-***", "***"]]);
    expect(createCleaners([])().hide(value)).toBe(value);
  });
});
