import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { createControlClient } from "../../mocks/client/control-client.ts";
import { createMock } from "../../mocks/mock.ts";
import { followKeys, mockKeys } from "./terminal-keys.ts";

/** A mock whose keys are pressed, and what it said. */
function openKeys(openPage = async (): Promise<string | undefined> => undefined, isShared = false) {
  const { control, fetch } = createMock({ fixtures: "magic" });
  const used = isShared ? createControlClient({ origin: "http://127.0.0.1", fetch }) : control;
  const said: string[] = [];
  const modes: boolean[] = [];
  const input = Object.assign(new PassThrough(), { setRawMode: (mode: boolean) => void modes.push(mode) });
  const letGo = followKeys(input as never, mockKeys(used, openPage), (lines) => said.push(...lines));
  return { control, said, modes, press: (keys: string) => input.write(keys), letGo };
}

test.each([
  ["in process", false],
  ["by requests, as where the state is shared", true],
])("f makes the next request fail, c clears the faults, r resets the orders: %s", async (_how, isShared) => {
  const { control, said, press } = openKeys(undefined, isShared);
  press("ff");
  await expect.poll(() => control.faults()).toHaveLength(2);
  expect(control.faults()[0]).toEqual({ fault: "status", status: 503, times: 1 });
  press("c");
  await expect.poll(() => control.faults()).toEqual([]);
  control.ship(204n);
  press("r");
  await expect.poll(() => control.order(204n)?.status).toBe("pending");
  await expect.poll(() => said.at(-1)).toBe("The orders are as at the start.");
});

test("h shows each key, and a key without an action does nothing", async () => {
  const { said, press } = openKeys();
  press("x\u001b[A\rh");
  await expect.poll(() => said.map((line) => line.trim()[0])).toEqual(["o", "r", "f", "c", "q", "h"]);
});

test("o prints why no browser can be opened", async () => {
  const { said, press } = openKeys(async () => "Cannot open a browser");
  press("o");
  await expect.poll(() => said).toEqual(["Cannot open a browser"]);
});

test("an action that fails prints one line", async () => {
  const { said, press } = openKeys(() => Promise.reject(new Error("no")));
  press("o");
  await expect.poll(() => said).toEqual(["no"]);
});

test("the terminal is in raw mode until the mock stops", () => {
  const { modes, letGo } = openKeys();
  letGo();
  expect(modes).toEqual([true, false]);
});
