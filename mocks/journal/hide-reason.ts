import type { Hide } from "../../base/secrets.ts";

/**
 * A reason as it may be shown. One that quotes a request cut short may hold half of a secret, which
 * cannot be found: where the request held one, the whole reason is left out.
 */
export function hideReason(why: string, holdsSecret: boolean, hide: Hide): string {
  return holdsSecret ? "left out, as the request shows a secret" : hide(why);
}
