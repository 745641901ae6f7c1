/** The address of a Redis or Valkey server, as `--state` takes it. */

import { BadInput } from "../../../base/bad-input.ts";

export interface RedisAddress {
  readonly url: string;
  /** The address for messages, without user and password. */
  readonly shown: string;
  /** The password, decoded and as it is written in the address. */
  readonly secrets: readonly string[];
  readonly database: number;
}

const example = "redis://127.0.0.1:6379/0";

/** @param option its name in messages @throws {BadInput} without the password */
export function readRedisAddress(text: string, option: string): RedisAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const refuse = (fact: string): never => {
    throw new BadInput(`Cannot use ${option}: ${fact}. Write it as ${example}.`);
  };
  if (!url || url.hostname === "") return refuse("the address of Redis cannot be read");
  const database = /^\/?(\d{0,4})$/.exec(url.pathname)?.[1];
  if (database === undefined) return refuse("after the port comes the number of a database");
  if (url.search !== "" || url.hash !== "") return refuse("the address of Redis has neither ? nor #");
  url.protocol = ["rediss:", "valkeys:"].includes(url.protocol) ? "rediss:" : "redis:";
  url.pathname = `/${database || "0"}`;
  const asWritten = url.password;
  const password = decode(asWritten);
  // The client refuses a percent sign that encodes nothing.
  url.username = encodeURIComponent(decode(url.username));
  url.password = encodeURIComponent(password);
  const shown = new URL(url);
  if (url.username !== "" || password !== "") shown.username = "***";
  shown.password = "";
  return {
    url: url.href,
    shown: shown.href,
    secrets: password === "" ? [] : [...new Set([url.password, asWritten, password])],
    database: Number(database || "0"),
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
