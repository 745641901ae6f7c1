/** What a scenario is given, and what it hands back. */

import type { LoadGenerator } from "./load/slice.ts";
import type { OrderSupply } from "./orders.ts";
import type { Contender } from "./servers/contender.ts";
import type { Table } from "./table.ts";

export interface Bench {
  /** The built cli.js of the kit. */
  readonly cli: string;
  /** A folder of this run, removed at its end. */
  readonly folder: string;
  /** Where the peers' packages are; undefined in a quick run, which has Prism alone. */
  readonly peersFolder: string | undefined;
  readonly rounds: number;
  readonly orders: OrderSupply;
  readonly load: LoadGenerator;
  readonly mock: Contender;
  readonly limit: Contender;
  readonly peers: readonly Contender[];
  /** Tells the person watching what is going on. */
  say(what: string): void;
}

/** The mock against another in one discipline. */
export interface Duel {
  readonly what: string;
  readonly other: string;
  /** How many times better the mock is; below 1 the other is. */
  readonly mockIsBetter: number;
}

/** Speed as a share of the limit's; for the chart. */
export interface Bar {
  readonly id: string;
  readonly name: string;
  /** Undefined: it gave no answer. */
  readonly ofLimit: number | undefined;
}

export interface Section {
  readonly title: string;
  readonly notes: readonly string[];
  /** Why a row says "nothing". */
  readonly reasons?: readonly string[];
  readonly tables: readonly Table[];
  readonly duels: readonly Duel[];
  readonly bars?: readonly Bar[];
}

export interface Scenario {
  readonly name: string;
  readonly inQuick: boolean;
  /** After this it has failed. */
  readonly limitSeconds: number;
  /** @throws {Error} when the mock or the limit did not work; a peer that does not is a row that says so */
  run(bench: Bench): Promise<Section>;
}
