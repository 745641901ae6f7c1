import { expect, test } from "vitest";
import { clientHeader, controlTokenHeader } from "../../spec/control-protocol.ts";
import { createMock } from "../mock.ts";
import { callMock } from "../testing/call-mock.ts";
import { journalFormats } from "./format-journal.ts";

/** A secret, which a journal never shows in any form. */

const key = "s3cret+key/of=mine";
const token = "c0ntrol&token";
const wrong = "wr0ng/key";
const shown = /s3cret|c0ntrol|wr0ng|mine/i;

const spellings = (secret: string) => [
  secret,
  encodeURIComponent(secret),
  encodeURIComponent(encodeURIComponent(secret)),
  [...secret].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join(""),
];

function everyForm(mock: ReturnType<typeof createMock>): string {
  const forms = journalFormats.map((format) => mock.control.journalAs(format));
  return [JSON.stringify(mock.control.journal()), ...forms].join("\n");
}

test.each([
  ["the key", key, key],
  ["the control token", token, key],
  ["a wrong key that came as the key", wrong, wrong],
  ["a wrong key, of a world", wrong, `${wrong}~wr0ng`],
  ["a key without Bearer", key, null],
])("%s in an address, however it is written", (_name, secret, sentKey) => {
  const mock = createMock({ apiKeys: [key], controlAccess: { token, loopback: true } });
  const headers = {
    ...(sentKey === null && { authorization: key }),
    cookie: `a=${wrong}`,
    [controlTokenHeader]: token,
  };
  const paths = spellings(secret).flatMap((spelling) => [
    `/v1/store/orders?api_key=${spelling}`,
    `/v1/store/orders/${spelling}`,
    // Quoted cut short, within the secret.
    `/v1/store/orders/${"7".repeat(72)}${spelling}`,
    `/v1/${"x".repeat(50)}${spelling}`,
    `/${spelling}`,
    // Too long to be kept whole, with the secret across the cut.
    `/v1/store/orders?${"x".repeat(2020)}${spelling}${"y".repeat(100)}`,
  ]);
  for (const path of paths)
    for (const method of ["GET", "DELETE"])
      callMock(mock, `${method} ${path}`, { key: sentKey, headers: { ...headers, accept: `a="${secret}"` } });
  expect(mock.control.journal()).toHaveLength(paths.length * 2);
  expect(everyForm(mock)).not.toMatch(shown);
  for (const { target } of mock.control.journal()) expect(target).toContain("***");
});

test.each([
  [`Bearer ${wrong}`, "Bearer ***"],
  [`bearer  ${wrong} ${wrong}`, "bearer ***"],
  [`Basic ${wrong}`, "Basic ***"],
  [wrong, "***"],
  [`${wrong} s3cret`, "***"],
  [`\t${wrong}`, "***"],
  ["Bearer", "Bearer"],
  ["", ""],
])("Authorization: %s is shown as %s", (authorization, shownAs) => {
  const mock = createMock({ apiKeys: [key] });
  callMock(mock, "GET /v1/store/orders", { key: null, headers: { authorization } });
  expect(mock.control.journal()[0]?.requestHeaders).toEqual({ authorization: shownAs });
  expect(everyForm(mock)).not.toMatch(shown);
});

test("a key that is too long to be kept is not shown in an address", () => {
  const mock = createMock({ apiKeys: [key] });
  const long = `wr0ng${"k".repeat(3000)}`;
  callMock(mock, `GET /v1/nowhere/${long}`, { key: long });
  callMock(mock, "GET /v1/nowhere", { key: long });
  expect(everyForm(mock)).not.toMatch(/wr0ng|kkk/);
});

test("an event shows no more than the journal", () => {
  const mock = createMock({ apiKeys: [key] });
  const events: string[] = [];
  mock.control.onEvent((event) => events.push(JSON.stringify(event)));
  callMock(mock, `DELETE /v1/store/orders/1?k=${encodeURIComponent(key)}`, { key });
  expect(events).toEqual([
    JSON.stringify({ event: "exchange", world: "default", entry: mock.control.journal()[0] }),
  ]);
  expect(events[0]).not.toMatch(shown);
});

test("the kit's own calls are marked, by their header or their user agent", () => {
  const mock = createMock({ fixtures: "magic" });
  const clients = [{ [clientHeader]: "page" }, { [clientHeader]: "judge" }, { [clientHeader]: "<b>" }];
  for (const headers of [...clients, { "user-agent": "store-orders-kit/1.2.3" }, { "user-agent": "curl/8" }])
    callMock(mock, "GET /v1/store/orders", { headers });
  expect(mock.control.journal().map(({ client }) => client)).toEqual([
    "page",
    "judge",
    undefined,
    "judge",
    undefined,
  ]);
});

test("a short request body is shown without keys, a long one by its size", () => {
  const mock = createMock({ apiKeys: ["s3cret-key"] });
  const record = (body: string) =>
    mock.handle({ method: "DELETE", target: "/v1/store/orders/1", headers: {}, body });
  record('{"key": "s3cret-key"}');
  record("x".repeat(3000));
  record("");
  const [short, long, none] = mock.control.journal();
  expect(short).toMatchObject({ requestSize: 21, requestBody: '{"key": "***"}' });
  expect(long).toMatchObject({ requestSize: 3000 });
  expect(long).not.toHaveProperty("requestBody");
  expect(none).not.toHaveProperty("requestSize");
});
