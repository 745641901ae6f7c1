/** A server in the race: how its own users would set it up with the given orders, and start it. */

import type { OrderFiles } from "../orders.ts";
import type { Launch } from "../processes.ts";

export interface Contender {
  readonly id: string;
  readonly name: string;
  /** Its set-up in one line, for the report. */
  readonly setup: string;
  /** Package whose version the report names, and without which it is left out. */
  readonly packages: readonly string[];
  /** Where it lists the orders, if not at the usual path. */
  readonly listPath?: string;
  /** Whether it answers 401 to a request without a key. */
  readonly refuses: boolean;
  /** What it needs under load to reach its speed; default: one slice. */
  readonly warmUpSeconds?: number;
  /** Writes what it needs into the folder, which is its own. */
  launch(orders: OrderFiles, port: number, folder: string): Launch;
}
