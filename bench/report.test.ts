import { expect, test } from "vitest";
import { formatResults, whereOthersWin } from "./report.ts";
import { limitContender } from "./servers/own-servers.ts";

test("where a peer is better, the report says so, the clearest defeat first", () => {
  const text = whereOthersWin([
    { what: "lists", other: "A", mockIsBetter: 3 },
    { what: "401s", other: "B", mockIsBetter: 0.8 },
    { what: "start", other: "C", mockIsBetter: 0.5 },
  ]);
  expect(text).toContain("met 3 times. A peer was better in 2:");
  expect(text.indexOf("start: C is 2.00 times as good")).toBeLessThan(text.indexOf("401s: B is 1.25 times"));
  expect(text).not.toContain("A is");
});

test("without a defeat it says that there was none", () => {
  expect(whereOthersWin([{ what: "lists", other: "A", mockIsBetter: 1.2 }])).toMatch(/None was better/);
});

test("the results name the machine, the command, each set-up with its version, and what was left out", () => {
  const text = formatResults({
    date: new Date("2026-02-03T12:00:00Z"),
    command: "npm run bench",
    seconds: 500,
    machine: [["Node", "v24.0.0"]],
    load: "wrk 4",
    rounds: 5,
    versions: { peer: "1.2.3", dredd: "4.5.6" },
    contenders: [
      limitContender,
      { ...limitContender, id: "peer", name: "Peer", packages: ["peer"], setup: "`peer start`" },
    ],
    others: ["dredd"],
    leftOut: ["WireMock: there is no java on the PATH"],
    sections: [
      {
        title: "Lists",
        notes: ["A note."],
        reasons: ["Peer: no answer within a slice."],
        tables: [{ columns: ["", "lists/s"], rows: [["the mock", "9"]] }],
        duels: [],
      },
    ],
  });
  for (const part of [
    "One run of `npm run bench`, 2026-02-03, 500 s.",
    "| Node | v24.0.0 |",
    "| peer 1.2.3 | `peer start` |",
    "Beside them: dredd 4.5.6.",
    "Left out: WireMock: there is no java on the PATH.",
    "## Lists\n\nA note.\n\n|  | lists/s |\n| --- | --: |\n| the mock | 9 |\n\nPeer: no answer within a slice.",
  ])
    expect(text).toContain(part);
});
