import { expect, test } from "vitest";
import { rightServers } from "./right/right-independent.ts";
import { wrongServers } from "./wrong/wrong-independent.ts";

test("every server has an id of its own", () => {
  const ids = [...rightServers, ...wrongServers].map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});
