import { expect, test } from "vitest";
import { createMock, defaultApiKey, type Mock } from "../../entries/mock.ts";
import { runSuite } from "../run-suite.ts";
import { createFetchTarget } from "../targets/fetch-target.ts";

const tokenOf = ({ headers }: Request) => headers.get("authorization")?.replace(/^Bearer /, "") ?? "";

/** Requests without the key that are answered as if they had it. */
test.each<[string, (request: Request) => boolean]>([
  [
    "a key compared in seven bits",
    (request) =>
      [...tokenOf(request)].map((letter) => String.fromCharCode(letter.charCodeAt(0) & 0x7f)).join("") ===
      defaultApiKey,
  ],
  [
    "a key compared as a pattern of SQL",
    (request) =>
      new RegExp(
        `^${tokenOf(request)
          .replace(/[^\w-]/g, "")
          .replaceAll("_", ".")}$`,
      ).test(defaultApiKey),
  ],
  ["a key for demonstrations", (request) => tokenOf(request) === "demo"],
  ["a health probe", ({ headers }) => headers.get("user-agent")?.startsWith("kube-probe") === true],
  ["a path that is public by X-Original-URL", ({ headers }) => headers.get("x-original-url") === "/health"],
  ["a path that is public by X-Rewrite-URL", ({ headers }) => headers.get("x-rewrite-url") === "/health"],
])("%s accepts no call without a key unnoticed", async (_what, isLetIn) => {
  const failed = await failuresOf((request, mock) => {
    const headers = new Headers(request.headers);
    if (isLetIn(request)) headers.set("authorization", `Bearer ${defaultApiKey}`);
    return mock.fetch(new Request(request, { headers }));
  });
  expect(failed.filter((id) => id.startsWith("authentication/"))).not.toEqual([]);
});

test("a cache that compares the list's tag before the key is noticed", async () => {
  const failed = await failuresOf(async (request, mock) => {
    if (request.headers.get("if-none-match") === '"1"') return new Response(null, { status: 304 });
    const answer = await mock.fetch(request);
    if (answer.status === 200) answer.headers.set("etag", '"1"');
    return answer;
  });
  expect(failed).toContain("authentication/list-without-key");
});

/** The requirements that a server fails. */
async function failuresOf(
  answerBy: (request: Request, mock: Mock) => Promise<Response>,
): Promise<readonly string[]> {
  const mock = createMock();
  const orders = mock.control.orders();
  const idsIn = (state: string) => orders.filter(({ status }) => status === state).map(({ id }) => id);
  const target = createFetchTarget({
    baseUrl: "http://test/v1",
    apiKey: defaultApiKey,
    arrange: async () => ({ pending: idsIn("pending").slice(0, 5), shipped: idsIn("shipped").slice(0, 1) }),
    fetch: async (input, init) => answerBy(new Request(input, init), mock),
  });
  const report = await runSuite(target, { settleMs: 0 });
  return report.results.filter(({ outcome }) => outcome === "failed").map(({ id }) => id);
}
