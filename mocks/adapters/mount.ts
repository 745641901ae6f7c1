/** The place of a mock among an application's URLs, for adapters within the application. */

import { controlPrefix } from "../../spec/control-protocol.ts";
import { isUnder, versionPrefix } from "../../spec/wire.ts";
import { asGiven, field, flag } from "../core/field.ts";
import type { Mock } from "../mock.ts";
import type { MockOptions } from "../mock-options.ts";

export interface MountOptions extends MockOptions {
  /** The mock that answers. Default: a new one. */
  readonly mock?: Mock;
  /** False leaves out the control plane, `/_mock` at the root of the base address's origin. */
  readonly control?: boolean;
}

export const mountReaders = { mock: asGiven, control: flag };

/** An absolute address of an API; slashes at its end are left out. */
export const apiAddress = field("an absolute URL, as in https://api.shop.test/v1", (value) =>
  typeof value === "string" && /^https?:\/\//i.test(value) && URL.canParse(value)
    ? value.replace(/\/+$/, "")
    : undefined,
);

export const isControl = (target: string): boolean => isUnder(target, controlPrefix);

/**
 * Makes a function that returns the mock's request target for a URL of the application, or undefined for another server's
 * URL. The API is under the base, the control plane at the root of its origin, as on a port.
 * @param baseUrl absolute or relative, or `*` and a path for any origin
 */
export function createTargetReader(
  baseUrl: string,
  { control = true }: MountOptions,
): (url: Pick<URL, "origin" | "pathname" | "search">) => string | undefined {
  const base = baseUrl.replace(/\/+$/, "");
  const isAnyHost = base.startsWith("*");
  // A relative base is one of the page's own origin.
  const ownOrigin = URL.canParse(base) ? new URL(base).origin : globalThis.location?.origin;
  const basePath = isAnyHost ? base.slice(1) : new URL(base, "http://localhost").pathname.replace(/\/$/, "");
  return ({ origin, pathname, search }) => {
    if (!isAnyHost && ownOrigin !== undefined && origin !== ownOrigin) return undefined;
    if (isControl(pathname)) return control ? pathname + search : undefined;
    // A further slash, so that the base itself also matches as the start of a path.
    const start = `${pathname}/`.indexOf(`${basePath}/`);
    if (start < 0 || (start > 0 && !isAnyHost)) return undefined;
    return versionPrefix + pathname.slice(start + basePath.length) + search;
  };
}
