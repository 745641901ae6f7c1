/** Other ways to write the path and the method of an operation, which some servers treat as the operation itself. */

import { ordersPath } from "../../spec/wire.ts";

/** The forms of each spelling of a path. */
export const spellPath = {
  plain: [(path) => path],
  trailingSlash: [(path) => `${path}/`, (path) => `${path}//`],
  doubleSlash: [(path) => path.replace("/orders", "//orders"), (path) => `/${path}`],
  upperCase: [
    (path) => path.replace("/store/orders", "/Store/ORDERS"),
    (path) => path.replace("/orders", "/Orders"),
  ],
  percentEncoded: [
    (path) => path.replace("/orders", "/%6frders"),
    (path) => path.replace("/orders", "%2forders"),
  ],
  matrixParameter: [
    // Before the collection: a server that drops the path from this sign on does not find the orders.
    (path) => path.replace("/store", "/store;v=1"),
    (path) => (path === ordersPath ? `${path};v=1` : path.replace("/store", "/store;x")),
  ],
  dotSegment: [
    (path) => path.replace("/orders", "/%2e/orders"),
    (path) => path.replace("/orders", "/./orders"),
    (path) => path.replace("/orders", "/x/../orders"),
    (path) => `/x/..${path}`,
  ],
  fileSuffix: [(path) => `${path}.json`],
  methodOverride: [(path) => path],
  requestTarget: [(path) => path],
} as const satisfies Record<string, readonly ((path: string) => string)[]>;

/** Requests that some servers treat as a DELETE, because a header or the query names one. */
export const overrides: readonly { readonly method: string; readonly header?: string }[] = [
  { method: "POST", header: "x-http-method-override" },
  { method: "GET", header: "x-http-method-override" },
  { method: "POST" },
  { method: "POST", header: "x-method-override" },
  { method: "GET", header: "x-http-method" },
  { method: "GET" },
];

const pathOf = ({ pathname }: URL) => pathname.replace(/\/+$/, "");

type TargetForm = (base: URL, path: string) => string;
/** Request targets that some servers treat as an operation's after a check that compares the path as written. */
const targetsOfBase: readonly TargetForm[] = [
  // The absolute form, which a server must accept (RFC 9112, 3.2.2).
  (base, path) => base.origin + pathOf(base) + path,
  (base, path) => `/${pathOf(base)}${path}`,
  // Characters that some parsers of paths drop, and a backslash. The last two are not allowed in a path: 400 is a right answer.
  (base, path) => `${pathOf(base)}${path}.`,
  (base, path) => `${pathOf(base)}${path}#x`,
  (base, path) => pathOf(base) + path.replace("/orders", "\\orders"),
];
/** Targets outside the base address. Another service may be there, so they are only read. */
const targetsBesideBase: readonly TargetForm[] = [
  (base, path) => pathOf(base).toUpperCase() + path,
  (_base, path) => path,
  (base, path) => pathOf(base).replace(/\d+(?=\D*$)/, (version) => String(Number(version) + 1)) + path,
];
export const requestTargets = { list: [...targetsOfBase, ...targetsBesideBase], cancel: targetsOfBase };
