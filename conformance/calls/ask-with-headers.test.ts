import { expect, test } from "vitest";
import type { HeaderList } from "../evidence/exchange.ts";
import type { Call } from "../evidence/read-call.ts";
import { headersOfRefusedCancels, headersOfRefusedLists } from "../misreadings/client-headers.ts";
import { askWithHeaders } from "./ask-with-headers.ts";

/** @param statusOf what a server answers to these headers */
async function asked(
  kinds: readonly HeaderList[],
  statusOf: (headers: HeaderList) => number,
  maxAlone?: number,
) {
  const sent: HeaderList[] = [];
  await askWithHeaders(
    ({ status }) => status === 401,
    kinds,
    async (headers) => {
      sent.push(headers);
      return { status: statusOf(headers) } as Call;
    },
    maxAlone,
  );
  return sent;
}

test.each([
  ["lists", headersOfRefusedLists],
  ["cancels", headersOfRefusedCancels],
])(
  "headers of refused %s are sent together, and each kind and header alone where one of them has an effect",
  async (_what, kinds) => {
    const together = (await asked(kinds, () => 401)).slice(1);
    expect(together.length).toBeLessThan(4);
    const textsOf = (lists: readonly HeaderList[]) => new Set(lists.flat().map((pair) => pair.join(": ")));
    expect(textsOf(together)).toEqual(textsOf(kinds));
    for (const headers of together) expect(new Set(headers.map(([name]) => name)).size).toBe(headers.length);
    for (const kind of kinds) {
      const [name, value] = kind[0]!;
      const hasEffect = (headers: HeaderList) =>
        headers.some((each) => each[0] === name && each[1] === value);
      const statusOf = (headers: HeaderList) => (hasEffect(headers) || headers.length > 9 ? 200 : 401);
      const alone = kinds
        .filter((each) => statusOf(each) === 200)
        .flatMap((each) => each.map((one) => [one]));
      expect((await asked(kinds, statusOf)).slice(1 + together.length)).toEqual([...kinds, ...alone]);
    }
  },
);

test("where each call with these headers differs, no more headers are sent alone than are allowed", async () => {
  const alone = (await asked(headersOfRefusedLists, () => 200, 30)).filter(({ length }) => length === 1);
  const kindsOfOne = headersOfRefusedLists.filter(({ length }) => length === 1);
  expect(alone).toHaveLength(kindsOfOne.length + 30);
});
