/** Decides by the request target alone (RFC 9112, 3.2) which server answers, before anything else reads it. */

import { controlPrefix } from "../../../spec/control-protocol.ts";
import { ordersPath, versionPrefix } from "../../../spec/wire.ts";

/** The mock, the fallback with the path that it gets, or neither if the target names another server. */
export type Owner = "mock" | "neither" | { readonly path: string };

/** @param isOwn whether an authority is the mock's */
export function ownerOfTarget(target: string, isOwn: (authority: string) => boolean): Owner {
  const [, authority, rest = target] = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)(.*)$/is.exec(target) ?? [];
  if (authority !== undefined && !isOwn(authority)) return "neither";
  const path = authority === undefined || rest.startsWith("/") ? rest : `/${rest}`;
  // `*` of OPTIONS, and texts that are not a target.
  if (!path.startsWith("/")) return "mock";
  return isOwnPath(path.split("?", 1)[0]!) ? "mock" : { path };
}

const ownPath = new RegExp(`^(?:${versionPrefix}${ordersPath}|${controlPrefix})(?![\\w-])`, "i");
const [storeWord = "", ordersWord = ""] = ordersPath.slice(1).split("/");
const plainSegments = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)*\/?$/;

/**
 * A plain path is the mock's if it begins like the mock's own, in any letter case. Servers disagree on how
 * any other is read. It is the mock's if it has the words of an own path in their order, or cannot be decoded.
 */
function isOwnPath(path: string): boolean {
  if (plainSegments.test(path)) return ownPath.test(path);
  const decoded = decodeFully(path);
  if (decoded === undefined) return true;
  const plain = decoded.normalize("NFKC").toLowerCase();
  const words = plain.replace(/[\0-\x20\x7f]/g, "").split(/\W+/);
  if (words.includes(controlPrefix.slice(1))) return true;
  return words.includes(storeWord) && words.lastIndexOf(ordersWord) > words.indexOf(storeWord);
}

const maxLayers = 8;

/**
 * Undefined for an escape that is not UTF-8 in its shortest form, as in `%u0073` or `%c1%b3`, which some servers decode,
 * too. A percent sign from a valid escape may be a plain one.
 */
function decodeFully(path: string): string | undefined {
  let text = path;
  try {
    text = decodeURIComponent(text);
    for (let layer = 1; layer < maxLayers && text.includes("%"); layer++) {
      if (/%u[\da-f]{4}/i.test(text)) return undefined;
      text = text.replace(/(?:%[\da-f]{2})+/gi, decodeURIComponent);
    }
    return text;
  } catch {
    return undefined;
  }
}
