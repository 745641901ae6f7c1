/** The place of a mock among an application's URLs. */

import { controlPrefix } from "../../spec/control-protocol.ts";
import { isUnder, versionPrefix } from "../../spec/wire.ts";
import { field } from "../core/field.ts";

/** An absolute address of an API; slashes at its end are left out. */
export const apiAddress = field("an absolute URL, as in https://api.shop.test/v1", (value) =>
  typeof value === "string" && /^https?:\/\//i.test(value) && URL.canParse(value)
    ? value.replace(/\/+$/, "")
    : undefined,
);

/**
 * Makes a function that returns the mock's request target for a URL of the application, or undefined for another server's
 * URL. The API is under the base, the control plane at the root of its origin, as on a port.
 * @param base an absolute or relative URL without a slash at its end, or `*` and a path for any origin
 */
export function createTargetReader(
  base: string,
): (url: Pick<URL, "origin" | "pathname" | "search">) => string | undefined {
  if (base.startsWith("*")) {
    const path = base.slice(1);
    return ({ pathname, search }) => {
      if (isUnder(pathname, controlPrefix)) return pathname + search;
      // A further slash, so that the base itself also matches as the start of a path.
      const start = `${pathname}/`.indexOf(`${path}/`);
      return start < 0 ? undefined : versionPrefix + pathname.slice(start + path.length) + search;
    };
  }
  // A relative base is one of the page's own origin.
  const origin = URL.canParse(base) ? new URL(base).origin : globalThis.location?.origin;
  // A URL without a path has the path "/" anyway.
  const basePath = new URL(base, "http://localhost").pathname.replace(/\/$/, "");
  return (url) => {
    const { pathname, search } = url;
    if (origin !== undefined && url.origin !== origin) return undefined;
    if (isUnder(pathname, controlPrefix)) return pathname + search;
    return isUnder(pathname, basePath) ? versionPrefix + pathname.slice(basePath.length) + search : undefined;
  };
}
