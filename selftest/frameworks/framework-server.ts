/** Orders, and functions that start each server, in any language. */

export interface StoredOrder {
  readonly id: number;
  readonly petId: number;
  readonly quantity: number;
  readonly shipDate: string;
  readonly complete: boolean;
  readonly status: "pending" | "shipped";
}

export interface FrameworkServer {
  /** Base address, ending in /v1. */
  readonly url: string;
  close(): Promise<void>;
}

/** Starts a server on a free port of 127.0.0.1, with these orders and this one key. */
export type StartServer = (orders: readonly StoredOrder[], apiKey: string) => Promise<FrameworkServer>;
