import { describe, expect, test } from "vitest";
import { likelyMistakes, mistakesIn, textsOf } from "../../testing/likely-mistakes.ts";
import {
  answer,
  cancel,
  conflict,
  everyOrder,
  list,
  noContent,
  notFound,
  type ShortCall,
  type ShortHistory,
  unauthorized,
  withAuthorization,
  withoutKey,
} from "../../testing/requirement-histories.ts";
import { listed, writeHistory } from "../../testing/write-history.ts";
import { pendingCancels, repeats, shippedCancels } from "./call-mistakes.ts";
import { freeSpellings, keysLetIn, statesBeforeKey } from "./key-mistakes.ts";

/** The texts of the likely mistakes that have a history here. */
const tried: string[] = [];

describe("wrong Authorization values that are accepted", () => {
  const basic = (text: string) => `Basic ${btoa(text)}`;
  const bearer = (...tokens: readonly string[]) => tokens.map((token) => `Bearer ${token}`);
  const words = bearer(..."KEY Key keyx key.more xkey a.key ke k abc yek k-e-y xey key=".split(" "));
  const all: readonly (string | undefined)[] = [
    ...words,
    ...bearer("kex", "", "undefined", "null", "' OR '1'='1", "a,key", "x key"),
    ...["key", "Token key", "Basic key", "Bearerkey", "Other a"],
    ...["user:key", "key:", "a:b"].map(basic),
    undefined,
  ];
  const given = all.filter((value) => value !== undefined);

  /** The values that a server accepts, by its mistake. */
  const letIn: Readonly<Record<string, readonly (string | undefined)[]>> = {
    "token.toLowerCase() === key.toLowerCase()": bearer("KEY", "Key"),
    "token.startsWith(key)": bearer("keyx", "key.more", "key="),
    "token.endsWith(key)": bearer("xkey", "a.key", "a,key", "x key"),
    "key.startsWith(token)": bearer("ke", "k"),
    "token.length === key.length": bearer("KEY", "Key", "abc", "yek", "xey", "kex"),
    "the letters of the key in any order": bearer("yek"),
    "signs in a key do not count": bearer("k-e-y", "key="),
    "a = at the end of a key does not count": bearer("key="),
    "the first character of a key is not compared": bearer("xey", "Key"),
    "only the first half of a key is compared": bearer("keyx", "key.more", "ke", "kex", "key="),
    "any token that is not empty": given.filter((value) => /^Bearer \S/.test(value)),
    "an empty token": bearer(""),
    "the words undefined and null": bearer("undefined", "null"),
    "the token is pasted into a query": bearer("' OR '1'='1"),
    "the scheme is not checked": ["Token key", "Basic key"],
    "authorization.split(' ').pop()": ["key", "Token key", "Basic key", "Bearer x key"],
    "authorization.replace('Bearer ', '')": ["key"],
    "authorization.slice('Bearer'.length)": ["Bearerkey"],
    "the scheme may be Token": ["Token key"],
    "the key is accepted unencoded after Basic": ["Basic key"],
    "the key is accepted as a Basic password": [basic("user:key")],
    "the key is accepted as a Basic user name": [basic("key:")],
    "token.split(',').includes(key)": bearer("a,key"),
    "authorization.includes(key)": given.filter((value) => value.includes("key")),
    "any Authorization header": given,
    "any Basic credentials": given.filter((value) => value.startsWith("Basic ")),
    "a missing Authorization header is accepted": [undefined],
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

  test("orders behind a refusal, which are shown to everyone", () => {
    const both = answer(200, '{"code":"no","message":"No.","status":401}[{"id":101,"petId":1}]');
    const lists = [1, 2, 3].map(() => withoutKey("GET /store/orders", both));
    const own = [101, 102, 103].map((id) => cancel(id, noContent));
    expect(likelyMistakes([list(), ...lists, list(), ...own])).toContain("the key is not checked");
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

  tried.push(...Object.keys(letIn), ...Object.keys(paths), ...["shipped", "cancelled"].map(lateText));
  tried.push("a refusal has the status of a success: nothing is done or shown");
});

describe("cancels that are answered wrongly", () => {
  const large = 2 ** 33;
  const beyond53 = 2n ** 60n;
  const few = [101, 102, 103];
  const all = [...few, 104, large, beyond53];
  /** A list of these orders, then the large ones and the shipped one. */
  const listOf = (...ids: readonly number[]) => {
    const shown = [...ids, large, 105].map((id) => JSON.stringify(listed(id)));
    return list(answer(200, `[${shown},{"id":${beyond53}}]`, [["content-type", "application/json"]]));
  };
  const cancels = (ids: readonly (number | bigint)[], ...answers: readonly ShortCall["answer"][]) =>
    ids.flatMap((id) => answers.map((given) => cancel(String(id), given)));
  /** Cancels of all orders, which are refused from one on. */
  const refusedFrom = (first: number) => [
    ...cancels(all.slice(0, first), noContent),
    ...cancels(all.slice(first), answer(400)),
  ];

  const mistakes: Readonly<Record<string, ShortHistory>> = {
    "every cancel of a cancelled order": [
      ...[...cancels(few, noContent), listOf(104)],
      ...cancels(few, noContent, noContent),
    ],
    "a cancel is answered and not carried out": [
      ...[...cancels(few, noContent), listOf(...few, 104)],
      ...[...cancels([...few, 104], noContent), listOf(...few)],
      ...cancels([104], notFound, notFound, notFound),
    ],
    "the second cancel of an order alone": cancels(few, noContent, noContent, notFound, notFound),
    "the third cancel of an order alone": cancels(few, noContent, notFound, noContent, notFound),
    "orders whose id is beyond 2^31": [
      ...cancels(few, noContent, notFound),
      ...cancels([large, beyond53], noContent, noContent, noContent),
    ],
    "orders whose id is beyond 2^53": [
      ...cancels([...few, large], noContent, notFound),
      ...cancels([beyond53], noContent, noContent, noContent),
    ],
    "the first cancel of the server alone": [cancel(101, notFound), ...cancels(few, noContent, notFound)],
    "until an order is cancelled": [
      ...cancels([105], notFound, notFound, notFound),
      ...cancels(few, noContent),
      ...cancels([105], conflict, conflict, conflict),
    ],
    "after 1 cancelled order": refusedFrom(1),
    "after 2 cancelled orders": refusedFrom(2),
    "after 3 cancelled orders": refusedFrom(3),
    "every cancel of a shipped order": cancels([105], notFound, notFound, notFound),
    "the first cancel of an order alone": cancels([105], noContent, conflict, conflict, conflict),
    "every cancel of an order but the first": cancels([105], conflict, noContent, noContent, noContent),
  };
  test.each(Object.entries(mistakes))("%s", (text, calls) => {
    expect(likelyMistakes([listOf(...few, 104), ...calls], all.map(BigInt))).toContain(text);
  });

  const delays = [100, 200, 500];
  test.each(delays)("after some %i ms", (ms) => {
    const { history, list, cancel } = writeHistory();
    list(1, 101, 102, 103, 104, 105);
    for (const [index, id] of few.entries()) {
      const at = 10_000 * (index + 1);
      cancel(at, id, 204);
      for (const share of [0.5, 0.8]) cancel(at + share * ms, id, 404);
      for (const share of [1.2, 1.6]) cancel(at + share * ms, id, 204);
    }
    expect(mistakesIn(history)).toContain(`after some ${ms} ms`);
  });

  tried.push(...Object.keys(mistakes), ...delays.map((ms) => `after some ${ms} ms`));
});

test("each likely mistake is tried", () => {
  const all = [keysLetIn, statesBeforeKey, freeSpellings, repeats, shippedCancels, pendingCancels];
  // Texts about one operation alone are of the same mistakes.
  const texts = [...textsOf(all.flat())].filter((text) => !/ on (?:lists|cancels) alone$/.test(text));
  expect(tried.toSorted()).toEqual(texts.toSorted());
});
