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
  orders,
  type ShortCall,
  type ShortHistory,
  unauthorized,
  withAuthorization,
  withoutKey,
} from "../../testing/requirement-histories.ts";
import { listed, tellHistory } from "../../testing/tell-history.ts";
import { pendingCancels, repeats, shippedCancels } from "./call-mistakes.ts";
import { idClasses, idReaders } from "./id-mistakes.ts";
import { freeSpellings, keysLetIn, statesBeforeKey } from "./key-mistakes.ts";

/** The texts of the likely mistakes that have a history here. */
const tried: string[] = [];

/** The calls by ids of which some are taken for an order's, and the order's own at the end. */
const calledBy = (
  ids: readonly string[],
  taken: readonly string[],
  given: ShortCall["answer"],
  own: string,
) => {
  const calls = ids.map((id) => cancel(id, taken.includes(id) ? given : notFound));
  return [list(), ...calls, list(), cancel(own, noContent)];
};

describe("ids that are read as an order's", () => {
  const wrapped32 = String(102 + 2 ** 32);
  const wrapped64 = String(102n + 2n ** 64n);
  const all = [
    ...[
      "102abc",
      "102,999",
      "102%00x",
      "102%20x",
      "102.4",
      "102.7",
      "100.6",
      "1-0-2",
      "x102y",
      "abc102",
      "-102",
    ],
    ...[wrapped32, wrapped64, "abc", "x9", "1x2"],
  ];
  /** For each mistake the ids that a server with it takes for 102. */
  const taken: Readonly<Record<string, readonly string[]>> = {
    "parseInt or alike": ["102abc", "102,999", "102%00x", "102%20x", "102.4", "102.7"],
    "an id is cut at its first letter": ["102abc"],
    "id.split(',')[0]": ["102,999"],
    "an id is cut at a NUL": ["102%00x"],
    "id.split(' ')[0]": ["102%20x"],
    "Math.trunc(id)": ["102.4", "102.7"],
    "Math.round(id)": ["102.4", "102.7", "100.6"],
    "an id may be a list of ids": ["102,999", "102%20x"],
    "id.replace(/\\D/g, '')": ["102abc", "102%00x", "102%20x", "1-0-2", "x102y", "abc102", "-102"],
    "an id is searched for its first digits": all.filter((id) => /^\D*102(?!\d)/.test(id)),
    "only the digits at the end of an id count": ["abc102", "-102"],
    "Math.abs(id)": ["-102"],
    "only the low 32 bits of an id count, or fewer": [wrapped32, wrapped64],
    "an id beyond int64 wraps around": [wrapped64],
    "id.startsWith(order.id)": all.filter((id) => id.startsWith("102")),
  };
  test.each(Object.entries(taken))("%s", (text, ids) => {
    expect(likelyMistakes(calledBy(all, ids, noContent, "102"))).toContain(text);
  });

  const large = "9007199254740992";
  const ofLarge = ["900719925474099", "07199254740992", "9007199254740993", "5000000000000000"];
  /** The same of a large order: ids as short as parts of 102 may be other orders' own. */
  const takenForLarge: Readonly<Record<string, readonly string[]>> = {
    "Number(id)": ofLarge.slice(2, 3),
    "order.id.startsWith(id)": ofLarge.slice(0, 1),
    "order.id.includes(id)": ofLarge.slice(0, 2),
  };
  test.each(Object.entries(takenForLarge))("%s", (text, ids) => {
    const pending = [101n, BigInt(large)];
    const shown = list(orders(101, { ...listed(0), id: Number(large) }, 105));
    const calls = calledBy(ofLarge, ids, noContent, large).map((each) =>
      each.line.startsWith("GET") ? shown : each,
    );
    expect(likelyMistakes(calls, pending)).toContain(text);
  });

  tried.push(...Object.keys(taken), ...Object.keys(takenForLarge));
});

describe("ids that are answered wrongly", () => {
  const inherited = ["constructor", "__proto__", "toString"];
  const words = ["null", "undefined", "NaN"];
  const all = [
    ...["-7", "-9000000000", "9223372036854775807", "9223372036854775808", "99999999999999999999"],
    ...["3000000000", "9000000000", "5000000000000000", "999"],
    ...["1'x", "x'y", "1%00x", "a%00", "a".repeat(120)],
    ...["", ...words, ...inherited, "abc", "x.y"],
  ];
  const classes: Readonly<Record<string, readonly string[]>> = {
    "negative ids": ["-7", "-9000000000"],
    "the id 2^63 - 1": ["9223372036854775807"],
    "integers above int64": ["9223372036854775808", "99999999999999999999"],
    "ids from 2^31 on": ["9223372036854775807", "3000000000", "9000000000", "5000000000000000"],
    "every id that is an int64": all.filter(
      (id) => /^-?\d+$/.test(id) && BigInt.asIntN(64, BigInt(id)) === BigInt(id),
    ),
    "ids with a quote": ["1'x", "x'y"],
    "ids with a NUL": ["1%00x", "a%00"],
    "ids of more than 100 characters": ["a".repeat(120)],
    "the empty id": [""],
    "the words null, undefined and NaN": words,
    "names that every object inherits": inherited,
    "every id of no order": all,
  };
  test.each(Object.entries(classes))("%s", (text, ids) => {
    expect(likelyMistakes(calledBy(all, ids, answer(500), "102"))).toContain(text);
  });

  tried.push(...Object.keys(classes));
});

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

  tried.push(...Object.keys(letIn), ...Object.keys(paths), ...["shipped", "cancelled"].map(lateText));
  tried.push("a refusal has the status of a success: nothing is done or shown");
});

describe("cancels that are answered wrongly", () => {
  const large = 2 ** 33;
  const beyond53 = 2n ** 60n;
  const few = [101, 102, 103];
  const all = [...few, 104, large, beyond53];
  /** The large orders and the shipped one, after these. */
  const listOf = (...ids: readonly number[]) => {
    const shown = [...ids, large, 105].map((id) => JSON.stringify(listed(id)));
    return list(answer(200, `[${shown},{"id":${beyond53}}]`, [["content-type", "application/json"]]));
  };
  const cancels = (ids: readonly (number | bigint)[], ...answers: readonly ShortCall["answer"][]) =>
    ids.flatMap((id) => answers.map((given) => cancel(String(id), given)));
  /** Each order is cancelled; from one on the cancels are refused. */
  const refusedFrom = (first: number) => [
    ...cancels(all.slice(0, first), noContent),
    ...cancels(all.slice(first), answer(400)),
  ];

  const mistakes: Readonly<Record<string, ShortHistory>> = {
    "every cancel of a cancelled order": [
      ...cancels(few, noContent),
      listOf(104),
      ...cancels(few, noContent, noContent),
    ],
    "a cancel is answered and not carried out": [
      ...cancels(few, noContent),
      listOf(...few, 104),
      ...cancels(few, noContent),
      cancel(104, noContent),
      listOf(...few),
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
    "the first cancel of the server alone": [
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
    const { history, list, cancel } = tellHistory();
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
  const all = [
    ...[idReaders, idClasses, keysLetIn, statesBeforeKey, freeSpellings],
    ...[repeats, shippedCancels, pendingCancels],
  ];
  // Those about one operation alone are the same mistakes.
  const texts = [...textsOf(all.flat())].filter((text) => !/ on (?:lists|cancels) alone$/.test(text));
  expect(tried.toSorted()).toEqual(texts.toSorted());
});
