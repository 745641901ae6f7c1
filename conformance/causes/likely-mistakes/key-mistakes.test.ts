import { describe, expect, test } from "vitest";
import { likelyMistakes, textsOf } from "../../testing/likely-mistakes.ts";
import {
  cancel,
  conflict,
  everyOrder,
  list,
  noContent,
  notFound,
  type ShortCall,
  unauthorized,
  withAuthorization,
  withoutKey,
} from "../../testing/requirement-histories.ts";
import { freeSpellings, keysLetIn, statesBeforeKey } from "./key-mistakes.ts";

/** Those that are said of one operation alone are the same mistakes, with the operation named. */
const isOfOneOperation = (text: string) => / on (?:lists|cancels) alone$/.test(text);

describe("wrong Authorization values that are accepted", () => {
  const basic = (text: string) => `Basic ${btoa(text)}`;
  const bearer = (...tokens: readonly string[]) => tokens.map((token) => `Bearer ${token}`);
  const words = bearer(..."KEY Key keyx key.more xkey a.key ke k abc yek k-e-y xey".split(" "));
  const all: readonly (string | undefined)[] = [
    ...words,
    ...bearer("kex", "", "undefined", "null", "' OR '1'='1", "a,key", "x key"),
    ...["key", "Token key", "Basic key", "Bearerkey", "Other a"],
    ...["user:key", "key:", "a:b"].map(basic),
    undefined,
  ];
  const given = all.filter((value) => value !== undefined);

  /** For each mistake the values that a server with it lets in. */
  const letIn: Readonly<Record<string, readonly (string | undefined)[]>> = {
    "token.toLowerCase() === key.toLowerCase()": bearer("KEY", "Key"),
    "token.startsWith(key)": bearer("keyx", "key.more"),
    "token.endsWith(key)": bearer("xkey", "a.key", "a,key", "x key"),
    "key.startsWith(token)": bearer("ke", "k"),
    "token.length === key.length": bearer("KEY", "Key", "abc", "yek", "xey", "kex"),
    "the letters of the key in any order": bearer("yek"),
    "signs in a key do not count": bearer("k-e-y"),
    "the first character of a key is not compared": bearer("xey", "Key"),
    "only the first half of a key is compared": bearer("keyx", "key.more", "ke", "kex"),
    "any token that is not empty": given.filter((value) => /^Bearer \S/.test(value)),
    "an empty token": bearer(""),
    "the words undefined and null": bearer("undefined", "null"),
    "the token is pasted into a query": bearer("' OR '1'='1"),
    "the scheme is not looked at": ["Token key", "Basic key"],
    "authorization.split(' ').pop()": ["key", "Token key", "Basic key", "Bearer x key"],
    "authorization.replace('Bearer ', '')": ["key"],
    "authorization.slice('Bearer'.length)": ["Bearerkey"],
    "the scheme may be Token": ["Token key"],
    "the key is accepted unencoded behind Basic": ["Basic key"],
    "the key is taken as a Basic password": [basic("user:key")],
    "the key is taken as a Basic user name": [basic("key:")],
    "token.split(',').includes(key)": bearer("a,key"),
    "authorization.includes(key)": given.filter((value) => value.includes("key")),
    "any Authorization header": given,
    "any Basic credentials": given.filter((value) => value.startsWith("Basic ")),
    "no Authorization header is taken for a valid one": [undefined],
    "the key is not checked": all,
  };

  const call = (line: string, value: string | undefined, given: ShortCall["answer"]) =>
    value === undefined ? withoutKey(line, given) : withAuthorization(value, line, given);

  test.each(Object.entries(letIn))("%s", (text, values) => {
    const calls = all.map((value) =>
      call("GET /store/orders", value, values.includes(value) ? everyOrder : unauthorized),
    );
    expect(likelyMistakes([list(), ...calls])).toContain(text);
  });

  test("on one operation only", () => {
    const calls = all.flatMap((value) => [
      call("GET /store/orders", value, everyOrder),
      call("DELETE /store/orders/999", value, unauthorized),
    ]);
    expect(likelyMistakes([list(), ...calls])).toContain("the key is not checked, on lists alone");
  });

  const late = (state: "shipped" | "cancelled") => {
    const shippedAnswer = state === "shipped" ? conflict : unauthorized;
    const cancelledAnswer = state === "cancelled" ? conflict : unauthorized;
    return [
      ...[list(), cancel(101, noContent), cancel(105, conflict), cancel(101, conflict)],
      ...words.flatMap((value) => [
        withAuthorization(value, "DELETE /store/orders/105", shippedAnswer),
        withAuthorization(value, "DELETE /store/orders/101", cancelledAnswer),
        withAuthorization(value, "DELETE /store/orders/999", unauthorized),
      ]),
    ];
  };
  const lateText = (state: string) => `a cancel of a ${state} order is refused before the key is checked`;
  test.each(["shipped", "cancelled"] as const)("before the key is checked, of %s orders", (state) => {
    expect(likelyMistakes(late(state))).toContain(lateText(state));
  });

  test("a refusal with the status of a success", () => {
    const cancels = [101, 102, 103].map((id) => withoutKey(`DELETE /store/orders/${id}`, noContent));
    const own = [101, 102, 103].map((id) => cancel(id, noContent));
    expect(likelyMistakes([list(), ...cancels, list(), ...own])).toContain(
      "a refusal has the status of a success: nothing is done or shown",
    );
  });

  const paths = {
    "a slash ends the path": ["/store/orders/"],
    "a letter of the path is a capital": ["/Store/orders", "/STORE/ORDERS"],
    "a letter of the path is percent-encoded": ["/store/%6frders"],
    "the path has a parameter": ["/store/orders;v=1"],
    "the path ends in .json": ["/store/orders.json"],
  };
  test.each(Object.entries(paths))("by the path: %s", (text, open) => {
    const calls = Object.values(paths)
      .flat()
      .map((path) => withoutKey(`GET ${path}`, open.includes(path) ? everyOrder : notFound));
    expect(likelyMistakes([list(), ...calls])).toContain(text);
  });

  test("each likely mistake about keys is tried", () => {
    const tried = [...Object.keys(letIn), ...Object.keys(paths), ...["shipped", "cancelled"].map(lateText)];
    const more = "a refusal has the status of a success: nothing is done or shown";
    const texts = [...textsOf([...keysLetIn, ...statesBeforeKey, ...freeSpellings])].filter(
      (text) => !isOfOneOperation(text),
    );
    expect([...tried, more].toSorted()).toEqual(texts.toSorted());
  });
});
