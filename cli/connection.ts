/** Options of a command for connections to a server, and the proxy variables of the environment. */

import { BadInput } from "../base/bad-input.ts";
import type { HeaderList, OutgoingRequest } from "../conformance/evidence/exchange.ts";
import type { ConnectionOptions } from "../conformance/targets/http/open-socket.ts";
import { ordersPath } from "../spec/wire.ts";
import type { CommandLine, Environment } from "./command-line.ts";
import { type CommandSpec, type Origin, sources } from "./command-spec.ts";
import * as option from "./options.ts";
import { proxyOfVariables } from "./proxy-variables.ts";
import { readAuthorities, readTlsPair } from "./read-tls.ts";

export const connectionOptions = {
  proxy: option.parsed(
    "URL",
    "An HTTP proxy to go through, in place of HTTPS_PROXY, http_proxy or ALL_PROXY.",
    readProxy,
    // Its address may contain a password.
    { secret: true },
  ),
  "no-proxy": option.flag("Go through no proxy, whatever the environment names."),
  ca: option.parsed("FILE", "A further certificate authority to trust, in PEM.", readAuthorities),
  "client-cert": option.text("FILE", "Certificate in PEM for a server that asks for one (mutual TLS)."),
  "client-key": option.text("FILE", "The private key of --client-cert in PEM, without a passphrase."),
  insecure: option.flag("Accept any TLS certificate."),
};

type ConnectionLine = Pick<
  CommandLine<Omit<CommandSpec, "options"> & { readonly options: typeof connectionOptions }>,
  "values" | "origin"
>;

/** Makes the options of connections to an address. */
export type ConnectionTo = (url: string | URL) => ConnectionOptions;

/** @throws {BadInput} for a value that cannot be used; for a variable once an address needs it */
export function readConnection(line: ConnectionLine, env: Environment): ConnectionTo {
  const { proxy, noProxy, ca, clientCert, clientKey, insecure } = line.values;
  const pair = readTlsPair(["client-cert", clientCert], ["client-key", clientKey]);
  const isOff = noProxy && (proxy === undefined || winsOver(line.origin("no-proxy"), line.origin("proxy")));
  return (url) => ({
    proxy: isOff ? undefined : (proxy ?? proxyOfEnvironment(new URL(url), env)),
    ca,
    ...pair,
    insecure,
  });
}

function proxyOfEnvironment(url: URL, env: Environment): string | undefined {
  const named = proxyOfVariables(url, env);
  return named && readProxy(named.text, option.refuseFor(named.variable));
}

/** The command line takes precedence over a variable, and a variable over the configuration file. */
function winsOver(off: Origin, on: Origin): boolean {
  const rank = ({ source }: Origin) => sources.indexOf(source);
  if (rank(off) === rank(on))
    throw new BadInput("Cannot use --proxy with --no-proxy: they contradict each other. Give one of them.");
  return rank(off) < rank(on);
}

/** Without a scheme it is an http proxy, as for curl. It is not repeated: it may hold a password. */
function readProxy(text: string, refuse: option.Refuse): string {
  const [, scheme = "http"] = /^([a-z][a-z\d+.-]*):\/\//i.exec(text) ?? [];
  if (!/^https?$/i.test(scheme))
    return refuse(
      `it must be the address of an http or https proxy, got one of ${scheme}. Use --no-proxy to go without.`,
    );
  const url = option.parseAddress(text.includes("://") ? text : `http://${text}`);
  // An unencoded / ? or # in a password would end the host too early.
  if (url && url.pathname === "/" && !url.search && !url.hash) return url.href;
  return refuse(
    "it must be the address of a proxy, as in http://proxy:3128 or http://USER:PASSWORD@proxy:3128, with the characters @ : / ? # % of user and password percent-encoded.",
  );
}

/** A request for the list, as the run itself sends it. */
export const listRequest = (apiKey: string, headers: HeaderList = []): OutgoingRequest => ({
  method: "GET",
  path: ordersPath,
  headers: [["authorization", `Bearer ${apiKey}`], ["accept", "application/json"], ...headers],
});
