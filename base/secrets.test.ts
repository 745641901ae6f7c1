import { describe, expect, test } from "vitest";
import { createCleaners, hideAddress, hideInData } from "./secrets.ts";

const secrets = ["s3cret+key/of=mine", "s3cret+key/of=mine-too", "ключ", "two words"];
const hiderOf = (named: Parameters<typeof createCleaners>[0]) => createCleaners(named)().hide;
const hide = hiderOf(secrets);
const hideKey = (key: string) => hiderOf([key]);
const encodeAll = (text: string) =>
  [...new TextEncoder().encode(text)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");

test.each([
  ["/a?k=s3%63ret%2bkey/of=mine", "/a?k=***"],
  ["/s3cret+key/of=mine-too", "/***"],
  ["s3cret+key/of=mines3cret+key/of=mine/%zz%", "******/%zz%"],
  ["/two words/two%20words", "/***/***"],
  ["/v1/store/orders/1001?s3", "/v1/store/orders/1001?s3"],
  ["/100%/%41%4", "/100%/%41%4"],
  ["Unexpected token 's', \"s3cret+...\" is not valid", "Unexpected token 's', \"***...\" is not valid"],
])("%s becomes %s", (text, hidden) => {
  expect(hide(text)).toBe(hidden);
});

test("of secrets that overlap, no part is left", () => {
  const both = hiderOf(["abcdef", "efghij"]);
  expect(both("xabcdefghijx")).toBe("x***x");
});

test("a text of many megabytes is searched in windows, and a secret across the end of a window is found", () => {
  const secret = "a-secret-of-a-user";
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

test("without secrets, or with empty ones, nothing is hidden", () => {
  expect(hiderOf([])("/a%41")).toBe("/a%41");
  expect(hideKey("")("/a%41")).toBe("/a%41");
});

test("the mask of a secret may show how it was written", () => {
  const mask = (found: string) => (found === "Secret" ? "<as it is>" : "<otherwise>");
  expect(hiderOf([{ text: "Secret", mask }])("Secret SECRET")).toBe("<as it is> <otherwise>");
});

const key = "store-orders-key";
test.each(["/v1/store/orders", "store-orders-kit", "c3RvcmUtb3JkZXJzLWtpdA==", "orders-key", "the key"])(
  "text that only resembles a secret stays: %s",
  (text) => {
    expect(hideKey(key)(text)).toBe(text);
  },
);

describe("credentials by their places:", () => {
  const cleaner = createCleaners([])();
  test.each([
    ["/a?b=1&API%5FKey=t0k#x", "/a?b=1&API%5FKey=***"],
    [
      "see https://host/?sigma=1&sig=x9&signature=abc now",
      "see https://host/?sigma=1&sig=***&signature=*** now",
    ],
    ['{"token" : "a\\"b\\\\","id":1}', '{"token" : "***","id":1}'],
    ['{"accessKey":123,"id":1}', '{"accessKey":"***","id":1}'],
    ['{"keys":[{"k":"]}"},{"k":"2"}],"id":1}', '{"keys":"***","id":1}'],
    ['{"session":null,"authenticated":true}', '{"session":null,"authenticated":true}'],
    ['{"to\\u006ben":"t0k"}', '{"to\\u006ben":"***"}'],
    ['{"token":"t0k', '{"token":"***'],
    ["redis://me:p@ss@host/0", "redis://***@host/0"],
    ["at https://me@host/a@b", "at https://***@host/a@b"],
    ['{"url":"https:\\/\\/me:pw@host\\/"}', '{"url":"https:\\/\\/***@host\\/"}'],
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

describe("text that is not a secret stays:", () => {
  const order = {
    id: 9007199254740991,
    petId: 7,
    quantity: 2,
    shipDate: "2026-01-02T03:04:05.000Z",
    complete: true,
  };
  test.each([
    JSON.stringify([
      order,
      { ...order, note: 'it\'s a <b>"note"</b>; see https://host/a?page=2&size=7#top' },
    ]),
    "/v1/store/orders/1001?status=pending&author=me&page=%41#part=2",
    "https://shop.test:81/v1/store/orders;v=1?a=b;c=d",
    "page=7&name=bob the builder",
    '--b\r\nContent-Disposition: form-data; name="user"\r\n\r\nbob\r\n--b--',
    '<a href="http://host/">me@host</a> =?utf-8?Q?caf=C3=A9?= 4869',
    "expected status 204, got 409 (order 7 has shipped)",
  ])("%s", (text) => {
    const { hide } = createCleaners(["s3cret+key/of=mine"])({
      headers: [["cookie", "sid=c4rried"]],
      texts: [],
    });
    expect(hide(text)).toBe(text);
  });

  test.each(["123456", "12345678901", "true-key"])("JSON stays JSON where %s is a key and a value", (key) => {
    const bare = /^\d+$/.test(key) ? key : `"${key}"`;
    const text = `{"id":${bare},"list":[${bare}, 7],"text":"id:${key},7","${key}":null}`;
    expect(JSON.parse(hideKey(key)(text))).toEqual({
      id: "***",
      list: ["***", 7],
      text: "id:***,7",
      "***": null,
    });
  });

  test("data: names of members and words of a format", () => {
    const cleaner = createCleaners(["abcdef1"])();
    const pair = (name: string, text: string) => ({ name, value: text });
    expect(
      hideInData(
        {
          httpVersion: "abcdef1",
          abcdef1: ["x abcdef1"],
          n: 1,
          list: [pair("Cookie", "a=b"), pair("abcdef1", "7")],
        },
        cleaner,
      ),
    ).toEqual({
      httpVersion: "abcdef1",
      abcdef1: ["x ***"],
      n: 1,
      list: [pair("Cookie", "a=***"), pair("***", "7")],
    });
  });
});
