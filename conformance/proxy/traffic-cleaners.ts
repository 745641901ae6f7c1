/** Removes secrets from passing traffic. Each key is replaced by a name, so that clients can be distinguished. */

import { createHmac, randomBytes } from "node:crypto";
import { splitAuthorization } from "../../base/credentials.ts";
import { createCleaners } from "../../base/secrets.ts";
import type { Cleaners } from "../report/hide-secrets.ts";

/**
 * @param apiKeys valid keys, whose names show this in a recording
 * @param more further secrets
 */
export function createTrafficCleaners(apiKeys: readonly string[], more: readonly string[] = []): Cleaners {
  const names = new Map(apiKeys.map((key, index) => [key, `***key${index + 1}`]));
  const salt = randomBytes(32);
  // A key that the user did not name is not kept.
  const nameOf = (key: string) =>
    names.get(key) ?? `***${createHmac("sha256", salt).update(key).digest("hex").slice(0, 8)}`;
  return createCleaners([...Array.from(names, ([text, name]) => ({ text, mask: () => name })), ...more], {
    authorization(value) {
      const { scheme, key } = splitAuthorization(value);
      return key === "" || key.startsWith("***") ? value : scheme + nameOf(key);
    },
  });
}
