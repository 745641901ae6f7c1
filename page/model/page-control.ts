/** The methods of a mock that the page uses: the control client, or the same in process. */

import type { ControlClient } from "../../mocks/client/control-client.ts";

type Methods = Omit<ControlClient, "world" | "onEvent">;

/** Every method of the control client, with a value or a promise. */
export type PageControl = {
  readonly [Name in keyof Methods]: Methods[Name] extends (...values: infer Values) => Promise<infer Given>
    ? (...values: Values) => Given | Promise<Given>
    : never;
} & {
  onEvent(listener: (event: MockEvent) => void, onEnd?: () => void): (() => void) | Promise<() => void>;
  world(name: string): PageControl;
};

type Given<Name extends keyof Methods> = Awaited<ReturnType<Methods[Name]>>;
export type MockEvent = Parameters<Parameters<ControlClient["onEvent"]>[0]>[0];
export type JournalEntry = Given<"journal">[number];
export type FaultRule = Given<"faults">[number];
