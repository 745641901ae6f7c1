/** What a scenario is given, and what it hands back. */

import type { Contender, OrderFiles } from "./contender.ts";
import type { LoadGenerator } from "./load.ts";

export interface Bench {
  /** The built cli.js of the kit, as npm packs it. */
  readonly cli: string;
  /** Of this run; removed at its end. */
  readonly folder: string;
  /** Where the peers' packages are; undefined in a quick run. */
  readonly peersFolder: string | undefined;
  readonly rounds: number;
  readonly load: LoadGenerator;
  readonly mock: Contender;
  readonly limit: Contender;
  readonly peers: readonly Contender[];
  /** Orders in files, each number of them made once. */
  orders(count: number, allPending?: boolean): Promise<OrderFiles>;
}

/** The mock against another in one discipline. */
export interface Duel {
  readonly what: string;
  readonly other: string;
  /** How many times better the mock is; below 1 the other is. */
  readonly mockIsBetter: number;
}

export interface Section {
  readonly title: string;
  readonly notes: readonly string[];
  /** The first row is the heading. */
  readonly table: readonly (readonly string[])[];
  readonly duels: readonly Duel[];
}

export interface Scenario {
  readonly name: string;
  readonly inQuick: boolean;
  /** @throws {Error} when the mock or the limit did not work; a peer that does not is a row that says so */
  run(bench: Bench): Promise<Section>;
}
