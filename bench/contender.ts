/** A server that takes part, and the files with the orders that it gets. */

export const authorization = "Bearer mock-key";
export const ordersPath = "/v1/store/orders";

export interface OrderFiles {
  readonly count: number;
  /** With states: what `--fixtures` reads. */
  readonly fixtures: string;
  /** As the API lists them, without states: what a peer's user would write. */
  readonly orders: string;
  /** Ids of pending orders, one a line. */
  readonly pendingIds: string;
  /** The mock's own answers, for the limit. */
  readonly answers: string;
}

export interface Launch {
  /** Default: this Node. */
  readonly command?: string;
  readonly args: readonly string[];
}

export interface Contender {
  readonly id: string;
  readonly name: string;
  /** Its set-up in one line, for the report. */
  readonly setup: string;
  /** Whose versions the report names. */
  readonly packages: readonly string[];
  /** Where it lists the orders, if not at the usual path. */
  readonly listPath?: string;
  /** Whether it answers 401 to a request without a key. */
  readonly refuses: boolean;
  /** What it needs under load to reach its speed; default: one slice. */
  readonly warmUpSeconds?: number;
  /** Writes what it needs into the folder, where it is started. */
  launch(orders: OrderFiles, port: number, folder: string): Launch;
}
