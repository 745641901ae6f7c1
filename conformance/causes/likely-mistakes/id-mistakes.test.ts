import { describe, expect, test } from "vitest";
import { likelyMistakes, textsOf } from "../../testing/likely-mistakes.ts";
import {
  answer,
  cancel,
  list,
  noContent,
  notFound,
  orders,
  type ShortCall,
} from "../../testing/requirement-histories.ts";
import { listed } from "../../testing/write-history.ts";
import { misreadIds, refusedIds } from "./id-mistakes.ts";

/** The texts of the likely mistakes that have a history here. */
const tried: string[] = [];

/** Calls by ids of which some are read as an order's, and by the order's own id at the end. */
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
  const words =
    "102abc 102,999 102%00x 102%20x 102.4 102.7 100.6 1-0-2 x102y abc102 -102 abc x9 1x2 10_ %2531%2530%2532";
  const all = [...words.split(" "), wrapped32, wrapped64];
  /** The ids that a server reads as 102, by its mistake. */
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
    "an id is decoded twice": ["%2531%2530%2532"],
    "an id is a pattern": ["10_"],
    "id.startsWith(order.id)": all.filter((id) => id.startsWith("102")),
  };
  test.each(Object.entries(taken))("%s", (text, ids) => {
    expect(likelyMistakes(calledBy(all, ids, noContent, "102"))).toContain(text);
  });

  const large = "9007199254740992";
  const ofLarge = [
    "2gosa7pa2gw",
    "20000000000000",
    "900719925474099",
    "07199254740992",
    "9007199254740993",
    "5000000000000000",
  ];
  /** The same of a large order: ids as short as parts of 102 may be other orders' own. */
  const takenForLarge: Readonly<Record<string, readonly string[]>> = {
    "Number(id)": ["9007199254740993"],
    "order.id.startsWith(id)": ["900719925474099"],
    "order.id.includes(id)": ["900719925474099", "07199254740992"],
    "an id is read in base 16": ["20000000000000"],
    "an id is read in base 36": ["2gosa7pa2gw"],
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
  const isInt64 = (id: string) => /^-?\d+$/.test(id) && BigInt.asIntN(64, BigInt(id)) === BigInt(id);
  const classes: Readonly<Record<string, readonly string[]>> = {
    "negative ids": ["-7", "-9000000000"],
    "the id 2^63 - 1": ["9223372036854775807"],
    "integers above int64": ["9223372036854775808", "99999999999999999999"],
    "ids from 2^31 on": ["9223372036854775807", "3000000000", "9000000000", "5000000000000000"],
    "every id that is an int64": all.filter(isInt64),
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

test("each likely mistake about ids is tried", () => {
  expect(new Set(tried)).toEqual(textsOf([...misreadIds, ...refusedIds]));
});
