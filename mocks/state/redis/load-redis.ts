/** The `redis` package, loaded only where a mock is to keep its state there. */

import { BadInput } from "../../../base/bad-input.ts";

/** What the kit uses of its client. */
export interface RedisClient {
  connect(): Promise<unknown>;
  sendCommand(words: readonly string[]): Promise<unknown>;
  subscribe(channel: string, listener: (message: string) => void): Promise<unknown>;
  unsubscribe(channel: string): Promise<unknown>;
  on(event: "error", listener: (error: Error) => void): unknown;
  destroy(): void;
  readonly isReady: boolean;
}
export interface RedisClientOptions {
  readonly url: string;
  readonly RESP: 3;
  readonly disableOfflineQueue: true;
  readonly maintNotifications: "disabled";
  readonly socket: { readonly connectTimeout: number; readonly reconnectStrategy: false };
}
export type CreateRedisClient = (options: RedisClientOptions) => RedisClient;

/** @throws {BadInput} where it is not installed */
export async function loadRedis(): Promise<CreateRedisClient> {
  try {
    return (await import("redis")).createClient as unknown as CreateRedisClient;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new BadInput(
      "Cannot use --state redis: the package redis is not installed. Run npm install redis beside store-orders-kit.",
    );
  }
}
