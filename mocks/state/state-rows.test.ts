import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { createMock } from "../mock.ts";
import { callMock } from "../testing/call-mock.ts";
import { proofSeed } from "../testing/create-draw.ts";
import { createScratchFolder } from "../testing/scratch-folder.ts";
import { bytesIn, createStateFiles } from "../testing/state-files.ts";
import { openStateFile } from "./state-file.ts";

vi.setConfig({ testTimeout: 120_000 });

/** State files with rows that no mock has written. */

const order = fc.record(
  {
    id: fc.constantFrom<unknown>(1001, 1003, 7, 2 ** 70, "7", null, -1),
    status: fc.constantFrom<unknown>("pending", "shipped", "sold", 5),
    quantity: fc.constantFrom<unknown>(1, 1.5, null, 2 ** 60),
    more: fc.jsonValue(),
  },
  { requiredKeys: [] },
);
const one = fc.oneof(
  order.map((value) => JSON.stringify(value)),
  fc.json(),
  fc.constantFrom(
    "",
    "{{{",
    "5",
    "[".repeat(100_000),
    '{"id":1e399}',
    `{"id":1,"n":${"9".repeat(600)}}`,
    "\0",
  ),
  fc.constantFrom('{"id":1001,"status":"cancelled"}', '{"id":9,"status":"pending"}'),
);
const many = fc.oneof(
  { weight: 3, arbitrary: fc.array(one, { maxLength: 3 }).map((orders) => `[${orders.join()}]`) },
  one,
);
const world = fc.constantFrom("", "default", "anna", "a b", "x".repeat(70), "\n::error::x", "__proto__");
const position = fc.constantFrom<number | bigint>(-1, 0, 2, 24, 25, 26, 1e9, 9e15, 2n ** 60n);

const mutation = fc.oneof(
  fc.record({ world, orders: many }),
  fc.record({ world, position, text: fc.oneof(one, fc.constant(null)) }),
);

type Mutation = typeof mutation extends fc.Arbitrary<infer Row> ? Row : never;

function mutate(path: string, mutations: readonly Mutation[]): void {
  const database = new DatabaseSync(path);
  for (const row of mutations)
    if ("orders" in row)
      database.prepare("INSERT OR REPLACE INTO start VALUES (?, ?)").run(row.world, row.orders);
    else
      database
        .prepare("INSERT OR REPLACE INTO change VALUES (?, ?, ?)")
        .run(row.world, row.position, row.text);
  database.close();
}

/** Statuses of the answers in each world. */
async function askAll(path: string): Promise<readonly number[]> {
  using stateStorage = await openStateFile(path);
  const mock = createMock({ stateStorage });
  return mock.control.worlds().flatMap(({ name }) => {
    const key = name === "default" ? "mock-key" : `mock-key~${name}`;
    const ids = mock.control.world(name).orders();
    expect(new Set(ids.map(({ id }) => id)).size).toBe(ids.length);
    return [
      callMock(mock, "GET /v1/store/orders", { key }),
      callMock(mock, "DELETE /v1/store/orders/1001", { key }),
      callMock(mock, `GET /_mock/orders?world=${name}`),
      callMock(mock, `GET /_mock/state?world=${name}`),
      callMock(mock, `POST /_mock/reset?world=${name}`),
    ].map(({ status }) => status);
  });
}

const endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n";
const copied = "CREATE TABLE copy AS SELECT * FROM change; DROP TABLE change";

test.each<[string, string]>([
  ["a trigger that never ends", `CREATE TRIGGER t AFTER INSERT ON change BEGIN ${endless}; END`],
  ["a trigger that drops changes", "CREATE TRIGGER t AFTER INSERT ON change BEGIN DELETE FROM change; END"],
  [
    "a view that never ends",
    `${copied}; CREATE VIEW change AS SELECT '' AS world, x AS position, NULL AS text FROM (${endless.replace("count(*)", "x")})`,
  ],
  ["a table without its key", `${copied}; ALTER TABLE copy RENAME TO change`],
  ["a further table", "CREATE TABLE other (x)"],
  ["no start", "DELETE FROM start"],
])("a file with %s is refused", async (_name, statements) => {
  const path = join(createScratchFolder(), "shop.db");
  copyFileSync((await createStateFiles(createScratchFolder())).stopped, path);
  const database = new DatabaseSync(path);
  database.exec(statements);
  database.close();
  await expect(openStateFile(path)).rejects.toThrow(
    /^Cannot use state file \S+: it is damaged \([^\n]+\)\. Restore/,
  );
});

test("a file with a row that is not an order is refused in one line, and any other is served", async () => {
  const folder = createScratchFolder();
  const whole = (await createStateFiles(createScratchFolder())).stopped;
  const path = join(folder, "shop.db");
  const seen = { refused: 0, served: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(mutation, { minLength: 1, maxLength: 3 }), async (mutations) => {
      copyFileSync(whole, path);
      mutate(path, mutations);
      const before = bytesIn(folder);
      try {
        for (const status of await askAll(path)) expect(status).toBeLessThan(500);
        seen.served++;
      } catch (error) {
        expect(error).toMatchObject({
          name: "BadInput",
          message: expect.stringMatching(/^Cannot use state file \S+: it is damaged \([^\n]+\)\. [^\n]+$/),
        });
        expect(bytesIn(folder)).toEqual(before);
        seen.refused++;
      }
    }),
    { seed: proofSeed, numRuns: 150 },
  );
  expect(seen.refused).toBeGreaterThan(20);
  expect(seen.served).toBeGreaterThan(0);
});
