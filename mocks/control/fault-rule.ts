/** A standing rule that changes answers. */

export interface FaultRule {
  readonly fault: string;
}
