/** The type of store-orders.config.ts: the options of every command by name, and named presets. */

import type { FaultRule } from "../mocks/faults/fault-rule.ts";
import type { Profile } from "../spec/open-questions.ts";
import type { CamelCase, CommandSpec, commandLineOnly, OptionSpec } from "./command-spec.ts";
import type { fixturesCommand } from "./fixtures/fixtures-command.ts";
import type { mockCommand } from "./mock/mock-options.ts";
import type { proxyCommand } from "./proxy/proxy-command.ts";
import type { verifyCommand } from "./verify/verify-options.ts";

type Text = string | number | bigint;
type ValueOf<Option extends OptionSpec> = Option extends { readonly multiple: true }
  ? Text | readonly Text[]
  : Option extends { readonly value: string }
    ? Text
    : boolean;

/** `--ship-after 30` of the command line is `shipAfter: 30`. */
export type OptionsOf<Command extends CommandSpec> = {
  readonly [Name in Exclude<
    keyof Command["options"] & string,
    (typeof commandLineOnly)[number]
  > as CamelCase<Name>]?: ValueOf<Command["options"][Name]>;
};

export interface StoreOrdersConfig {
  readonly mock?: OptionsOf<typeof mockCommand>;
  readonly verify?: OptionsOf<typeof verifyCommand> & {
    /** Address of the judged server; ends in /v1. */
    readonly baseUrl?: string;
  };
  readonly proxy?: OptionsOf<typeof proxyCommand> & {
    /** Address that traffic is passed to; ends in /v1. */
    readonly target?: string;
  };
  readonly fixtures?: OptionsOf<typeof fixturesCommand>;
  /** Named fault rules, for `--faults NAME`. */
  readonly faults?: Readonly<Record<string, readonly FaultRule[]>>;
  /** Named answers to the open questions, for `--profile NAME`. */
  readonly profiles?: Readonly<Record<string, Partial<Profile>>>;
}

/** Returns the configuration unchanged, so that an editor checks and completes it. */
export function defineConfig(config: StoreOrdersConfig): StoreOrdersConfig {
  return config;
}
