/** The forward proxy that HTTP_PROXY and its siblings name for an address, as curl reads them. */

import { BlockList, isIP } from "node:net";

type Variables = Readonly<Record<string, string | undefined>>;

/** The first one that is not empty. */
function firstOf(env: Variables, ...names: readonly string[]) {
  for (const variable of names) if (env[variable]) return { variable, text: env[variable] };
  return undefined;
}

/**
 * Lower case takes precedence. HTTP_PROXY in capitals is ignored, since a CGI server sets it from the header `Proxy` of a
 * request (CVE-2016-5385).
 */
export function proxyOfVariables(url: URL, env: Variables) {
  const own = url.protocol === "https:" ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"];
  const found = firstOf(env, ...own, "all_proxy", "ALL_PROXY");
  const exceptions = firstOf(env, "no_proxy", "NO_PROXY")?.text ?? "";
  return found === undefined || isExcepted(url, exceptions) ? undefined : found;
}

const plainHost = (host: string) => host.toLowerCase().replace(/\.$/, "");

/** Whether a NO_PROXY list names the host: by name, ending, address or block of addresses. `*` alone names all. */
function isExcepted({ hostname, port, protocol }: URL, exceptions: string): boolean {
  if (exceptions === "*") return true;
  const host = plainHost(hostname.replace(/^\[|\]$/g, ""));
  const realPort = port || (protocol === "https:" ? "443" : "80");
  return exceptions.split(/[\s,]+/).some((entry) => {
    // curl does not support ports here; other programs do, and the meaning is clear.
    const [, name = entry, onlyPort = realPort] = /^(\[[^\]]*\]|[^:]*):(\d+)$/.exec(entry) ?? [];
    if (name === "" || onlyPort !== realPort) return false;
    return matches(host, plainHost(name.replace(/^\[|\]$/g, "")));
  });
}

function matches(host: string, name: string): boolean {
  const family = isIP(host);
  if (family === 0) {
    const ending = name.replace(/^\./, "");
    return ending !== "" && (host === ending || host.endsWith(`.${ending}`));
  }
  const [address = "", bits] = name.split("/");
  const widest = family === 4 ? 32 : 128;
  const prefix = bits ? Number(bits) : widest;
  if (isIP(address) !== family || !Number.isInteger(prefix) || prefix < 0 || prefix > widest) return false;
  const type = family === 4 ? "ipv4" : "ipv6";
  const block = new BlockList();
  block.addSubnet(address, prefix, type);
  return block.check(host, type);
}
