import { expect, test } from "vitest";
import {
  isUnknownHeader,
  unknownHeaders,
  unknownInCancels,
} from "../conformance/evidence/special-headers.ts";
import { queries } from "../conformance/misreadings/queries.ts";
import type { Report } from "../conformance/report/report.ts";
import { selectRequirements } from "../conformance/requirements/all-requirements.ts";
import { runSuite, type SuiteOptions } from "../conformance/run-suite.ts";
import { errorReply, type MockRequest } from "../mocks/http/reply.ts";
import { createMock, type Mock } from "../mocks/mock.ts";
import { createHandleTarget } from "../mocks/testing/handle-target.ts";
import { cancelledId, done, type Handle, isCancel, queryOf, statusOf } from "./broken/broken-server.ts";
import { alterList } from "./broken/steps.ts";

/** A server that heeds any header or parameter that the document does not know is found. */

const failures = ({ results }: Report) =>
  results.filter(({ outcome }) => outcome === "failed" || outcome === "errored").map(({ id }) => id);

async function judge(build: (mock: Mock) => Handle, options: SuiteOptions = {}): Promise<Report> {
  const mock = createMock();
  return runSuite(createHandleTarget(mock, build(mock)), { settleMs: 0, ...options });
}
/** A list that is cut short where this holds. */
const cutWhere =
  (isCut: (request: MockRequest) => boolean) =>
  (mock: Mock): Handle => {
    const cut = alterList((orders) => orders.slice(0, 1))(mock);
    return (request) => (isCut(request) ? cut(request) : mock.handle(request));
  };

const has = ({ headers }: MockRequest, name: string, value: string) => headers[name] === value;
/** Those that can be sent without a socket. */
const inLists = unknownHeaders.flat().filter(([name]) => name !== "upgrade" && name !== "expect");

test.concurrent.for(inLists)(
  "a list that %s: %s cuts short fails for that alone",
  async ([name, value], { expect }) => {
    const report = await judge(cutWhere((request) => has(request, name, value)));
    expect(failures(report)).toEqual(["list-orders/no-filter"]);
    expect(report.causes?.map(({ title }) => title)).toEqual(["The list changes with request headers"]);
  },
);

const parameters = new Set(
  Object.values(queries).flatMap((texts) => texts.flatMap((text) => [...new URLSearchParams(text).keys()])),
);
const requirements = selectRequirements({ only: ["list-orders/no-filter"] });

test.concurrent.for([...parameters])("a list that ?%s cuts short fails", async (name, { expect }) => {
  const report = await judge(
    cutWhere((request) => queryOf(request).has(name)),
    { requirements },
  );
  expect(failures(report)).toEqual(["list-orders/no-filter"]);
});

test.concurrent.for(unknownInCancels)(
  "a shipped order that %s: %s cancels is a failure",
  async ([name, value], { expect }) => {
    const report = await judge((mock) => (request) => {
      const isForced = isCancel(request) && has(request, name, value);
      return isForced && statusOf(mock, cancelledId(request)) === "shipped" ? done : mock.handle(request);
    });
    expect(failures(report)).toContain("cancel-order/shipped-again");
    expect(failures(report).every((id) => id.startsWith("cancel-order/shipped"))).toBe(true);
  },
);

test("a server that refuses unknown input is not blamed", async () => {
  const report = await judge((mock) => (request) => {
    const isUnknown = Object.entries(request.headers).some(([name, value]) =>
      isUnknownHeader(name, String(value)),
    );
    return isUnknown ? errorReply(400, "unknown-header", "A header is not known.") : mock.handle(request);
  });
  expect(failures(report)).toEqual([]);
});

test("no cancel has another owner's name in its query or headers", async () => {
  const owners = /^x-(?:tenant|organization|account|customer|store|user(?:-id)?$)/;
  const sent: MockRequest[] = [];
  await judge((mock) => (request) => {
    sent.push(request);
    return mock.handle(request);
  });
  const named = sent.filter(({ headers }) => Object.keys(headers).some((name) => owners.test(name)));
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter(({ method }) => method !== "GET")).toEqual([]);
});
