import { expect, test } from "vitest";
import { rightStrangers } from "./right/right-strangers.ts";
import { wrongStrangers } from "./wrong/wrong-strangers.ts";

test("every stranger has an id of its own", () => {
  const ids = [...rightStrangers, ...wrongStrangers].map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});
