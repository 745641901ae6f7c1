import { expect, test } from "vitest";
import { providerStates } from "../../spec/control-protocol.ts";
import { namedProfiles } from "../../spec/profile.ts";
import { createMock } from "../mock.ts";
import { callControl, callMock, errorAnswer } from "../testing/call-mock.ts";

/** Bodies that the control plane refuses, each with words of the reason. A text is sent as it is. */

const { pending, absent } = providerStates;

const refused: Readonly<Record<string, readonly (readonly [body: unknown, words: string])[]>> = {
  "PUT /_mock/orders/5": [
    ['{"quantity":"many"}', 'order 5: quantity must be an integer, got "many"'],
    ['{"status":"lost"}', "order 5: status must be one of"],
    ["[]", "order 5: it must be an object"],
    ['{"id":6}', "id in the body is 6"],
    ["{", "not JSON"],
  ],
  "PUT /_mock/profile": [
    [{ statusFeild: "shown" }, "statusField"],
    [{ conflictBody: "toString" }, "conflictBody"],
    ['"talkative"', "JSON object"],
  ],
  "POST /_mock/reset": [
    ['{"seed":-1}', "seed"],
    ['{"seed":4294967296}', "4294967295"],
    ['{"orders":1000001}', "orders"],
    ['{"orders":null}', "orders"],
    ['{"order":1}', "Did you mean orders?"],
    ['{"constructor":1}', "constructor"],
    ['{"__proto__":{"seed":5}}', "__proto__"],
    ['{"fixtures":"magik"}', "Did you mean magic?"],
    ['{"fixtures":"toString"}', "there is no such scenario"],
    ['{"fixtures":{}}', "must be an array"],
    ['{"fixtures":[{"id":1,"status":"shiped"}]}', "Did you mean shipped?"],
    ["[]", "must be an object"],
    ["{", "not JSON"],
  ],
  "POST /_mock/provider-states": [
    [{ state: "pending order exist" }, `Did you mean ${pending}?`],
    [{ state: "a user is logged in" }, "must be one of"],
    [{ state: 1 }, "state"],
    [{}, "state"],
    [[], "an object"],
    [{ state: pending, action: "tear down" }, "action"],
    [{ state: pending, params: "3" }, "params"],
    [{ state: pending, params: { count: 0 } }, "params.count"],
    [{ state: pending, params: { count: 1001 } }, "params.count"],
    [{ state: pending, params: { count: 1.5 } }, "params.count"],
    [{ state: pending, params: { ids: "1" } }, "params.ids"],
    [{ state: pending, params: { ids: ["1", "x"] } }, "params.ids[1]"],
    [{ state: pending, params: { ids: ["9223372036854775808"] } }, "params.ids[0]"],
    [{ state: absent }, "params.id"],
    [{ state: absent, params: { id: "x" } }, "params.id"],
    [{ stat: pending }, "Did you mean state?"],
  ],
  "PUT /_mock/faults": [
    ['[{"fault":"hang"},{"fault":"status","status":200}]', "faults[1].status"],
    ["", "not JSON"],
  ],
  "PUT /_mock/state": [
    ['{"state":"eyJzZWVkIjoxfQ"}', "Cannot restore the snapshot"],
    ['{"state":1}', "state"],
    ['{"stat":""}', "Did you mean state?"],
  ],
};
const cases = Object.entries(refused).flatMap(([line, bodies]) =>
  bodies.map(([body, words]) => [line, body, words] as const),
);

test.each(cases)("%s with %j is answered 400 with a reason, and changes nothing", (line, body, words) => {
  const mock = createMock({ faults: [{ fault: "broken-json", times: 2 }] });
  const { control } = mock;
  callMock(mock, "DELETE /v1/store/orders/1001");
  control.setProfile(namedProfiles.talkative!);
  const state = () => [control.snapshot(), control.orders(), control.profile(), control.faults()];
  const before = state();
  const reply = callControl(mock, line, body);
  expect(reply).toMatchObject(errorAnswer(400, "bad_request"));
  expect((reply.json as { message: string }).message).toContain(words);
  expect(state()).toEqual(before);
});

test("a state that cannot be read makes no world", () => {
  const mock = createMock();
  const reply = callControl(mock, "PUT /_mock/state?world=ann", { state: "abc" });
  expect(reply).toMatchObject(errorAnswer(400, "bad_request"));
  expect(mock.control.worlds()).toHaveLength(1);
});
