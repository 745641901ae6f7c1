/** What goes in and out of any door of the mock. */

export interface DoorRequest {
  readonly method: string;
  /** Path and query, from /v1 on. */
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface DoorAnswer {
  readonly status: number;
  /** Those that the mock sets; what the transport adds is left out. */
  readonly headers: Readonly<Record<string, string>>;
  /** Byte by byte, as hex would be, but readable. */
  readonly body: string;
}
