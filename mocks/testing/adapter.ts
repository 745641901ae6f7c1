/** What goes in and out of any adapter of the mock. */

export interface AdapterRequest {
  readonly method: string;
  /** Path and query, from /v1 on. */
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface AdapterAnswer {
  readonly status: number;
  /** Those that the mock sets; what the transport adds is left out. */
  readonly headers: Readonly<Record<string, string>>;
  /** Byte by byte, as hex would be, but readable. */
  readonly body: string;
}
