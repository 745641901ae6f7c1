/** Whether a call that was answered 502 or 504 at each try failed by accident, or as each call of its kind does. */

/** The failures of the gateway before the server, as a run has seen them. */
export interface GatewayRecord {
  /** Calls that were answered 502 or 504, and otherwise when they were sent again. */
  recovered: number;
}

/** Counts of answers to some calls, which increase during a run. */
export interface Tally {
  /** 502 or 504 at each try. */
  failed: number;
  answered: number;
}

/** Counts of answers to calls like one that failed at each try. */
export interface GatewayTally {
  /** Calls of the same bytes. */
  readonly same: Tally;
  /** Calls of one kind. */
  readonly kind: Tally;
  readonly run: GatewayRecord;
}

/** Fewer failures of one kind may be chance where the gateway is known to fail at random. */
const minFailures = 3;

/** Whether the server fails at each such call: then the failure is judged. */
export const failsAlways = ({ same, kind, run }: GatewayTally): boolean =>
  (run.recovered === 0 && same.answered === 0) || (kind.answered === 0 && kind.failed >= minFailures);
