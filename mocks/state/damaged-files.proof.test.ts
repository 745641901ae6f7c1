import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { createMock } from "../mock.ts";
import { callMock } from "../testing/call-mock.ts";
import { manyCases, proofSeed } from "../testing/create-draw.ts";
import { createScratchFolder } from "../testing/scratch-folder.ts";
import { bytesIn, createStateFiles, readStateFile, stateParts } from "../testing/state-files.ts";
import { openStateFile } from "./state-file.ts";

vi.setConfig({ testTimeout: 120_000 });

/** State files that were cut off, whose bits have changed, or with rows that no mock has written. */
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
    "\0",
    '{"id":1e399}',
    "[".repeat(100_000),
    `{"id":1,"n":${"9".repeat(600)}}`,
  ),
  fc.constantFrom('{"id":1001,"status":"cancelled"}', '{"id":9,"status":"pending"}'),
);
const many = fc.oneof(
  { weight: 3, arbitrary: fc.array(one, { maxLength: 3 }).map((orders) => `[${orders.join()}]`) },
  one,
);
const world = fc.constantFrom("", "default", "anna", "a b", "x".repeat(70), "\n::error::x", "__proto__");
const position = fc.constantFrom<number | bigint>(-1, 0, 2, 24, 25, 26, 1e9, 9e15, 2n ** 60n);
const start = fc.record({ world, orders: many });
const change = fc.record({ world, position, text: fc.oneof(one, fc.constant(null)) });
/** A place in the file, as a part of its length; half of them are in the header, where most bytes have a meaning. */
const place = fc.oneof(
  fc.double({ min: 0, max: 0.999, noNaN: true }),
  fc.double({ min: 0, max: 0.005, noNaN: true }),
);
const damages = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ rows: fc.array(fc.oneof(start, change), { minLength: 1, maxLength: 3 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ flips: fc.array(fc.tuple(place, fc.nat(7)), { minLength: 1, maxLength: 3 }) }),
  },
  { weight: 1, arbitrary: fc.record({ cut: place }) },
);
type Damage = typeof damages extends fc.Arbitrary<infer Kind> ? Kind : never;

function inflict(path: string, damage: Damage): void {
  if ("rows" in damage) {
    const database = new DatabaseSync(path);
    const [toStart, toChange] = ["start VALUES (?, ?)", "change VALUES (?, ?, ?)"].map((into) =>
      database.prepare(`INSERT OR REPLACE INTO ${into}`),
    );
    for (const row of damage.rows)
      if ("orders" in row) toStart!.run(row.world, row.orders);
      else toChange!.run(row.world, row.position, row.text);
    database.close();
    return;
  }
  const bytes = readFileSync(path);
  const at = (part: number) => Math.floor(part * bytes.length);
  if ("flips" in damage) for (const [part, bit] of damage.flips) bytes[at(part)]! ^= 1 << bit;
  writeFileSync(path, "cut" in damage ? bytes.subarray(0, at(damage.cut)) : bytes);
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

test.each(["stopped", "crashed"] as const)(
  `a damaged file after a mock has %s is refused in one line and unchanged, or is served (seed ${proofSeed})`,
  async (which) => {
    const folder = createScratchFolder();
    const whole = (await createStateFiles(createScratchFolder()))[which];
    const path = join(folder, "shop.db");
    const copy = () => {
      for (const end of stateParts) if (existsSync(whole + end)) copyFileSync(whole + end, path + end);
    };
    copy();
    const undamaged = await readStateFile(path);
    const seen = { refused: 0, served: 0 };
    await fc.assert(
      fc.asyncProperty(damages, async (damage) => {
        copy();
        inflict(path, damage);
        const before = bytesIn(folder);
        const state = await readStateFile(path);
        if (state instanceof Error) {
          expect(state.name).toBe("BadInput");
          expect(state.message).toMatch(
            /^Cannot use state file \S+: it (?:is (?:empty|damaged|not a state file)|has format)[^\n]+\.$/,
          );
          expect(bytesIn(folder)).toEqual(before);
          seen.refused++;
          return;
        }
        // The log may complete a file that was cut off.
        if ("cut" in damage) expect(state).toEqual(undamaged);
        for (const status of await askAll(path)) expect(status).toBeLessThan(500);
        seen.served++;
      }),
      { seed: proofSeed, numRuns: manyCases(150) },
    );
    expect(seen.refused).toBeGreaterThan(20);
    expect(seen.served).toBeGreaterThan(0);
  },
);

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
  const { stopped } = await createStateFiles(createScratchFolder());
  const database = new DatabaseSync(stopped);
  database.exec(statements);
  database.close();
  await expect(openStateFile(stopped)).rejects.toThrow(
    /^Cannot use state file \S+: it is damaged \([^\n]+\)\. Restore/,
  );
});
