import { expect, test } from "vitest";
import { allRequirements } from "../../conformance/requirements/all-requirements.ts";
import { wrongWireServers } from "../sockets/wrong-wire.ts";
import { brokenServers, moreBrokenServers } from "./broken-servers.ts";

/** The requirements that catch each are shown by selftest/named-servers.proof.test.ts. */

const all = [...brokenServers, ...wrongWireServers];

test("each requirement is named by at least one broken server", () => {
  const caught = new Set(all.flatMap(({ caughtBy }) => caughtBy));
  expect(allRequirements.map(({ id }) => id).filter((id) => !caught.has(id))).toEqual([]);
});

test("ids are unique and name requirements that exist", () => {
  const ids = [...all, ...moreBrokenServers].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const known = new Set(allRequirements.map(({ id }) => id));
  expect(all.flatMap(({ caughtBy }) => caughtBy).filter((id) => !known.has(id))).toEqual([]);
});
