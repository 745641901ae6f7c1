import { expect, test } from "vitest";
import { proxyOfVariables } from "./proxy-variables.ts";

/** Each row is what curl 7.88.1 does, measured on loopback; rows with a port are the exception. */

const proxy = "http://proxy.test:3128";
const chosen = (url: string, env: Record<string, string>) => proxyOfVariables(new URL(url), env)?.variable;

test.each<[string, string | undefined, string, Record<string, string>]>([
  ["small letters", "http_proxy", "http://a.test/v1", { http_proxy: proxy }],
  ["HTTP_PROXY in capitals is not read", undefined, "http://a.test/v1", { HTTP_PROXY: proxy }],
  ["https", "HTTPS_PROXY", "https://a.test/v1", { HTTPS_PROXY: proxy, http_proxy: "x" }],
  ["small letters win", "https_proxy", "https://a.test/v1", { https_proxy: proxy, HTTPS_PROXY: "x" }],
  ["that of another scheme is not used", undefined, "http://a.test/v1", { https_proxy: proxy }],
  ["one for all schemes", "ALL_PROXY", "http://a.test/v1", { ALL_PROXY: proxy }],
  ["the scheme's own wins", "http_proxy", "http://a.test/v1", { all_proxy: "x", http_proxy: proxy }],
  ["behind an empty one", "ALL_PROXY", "http://a.test/v1", { http_proxy: "", ALL_PROXY: proxy }],
  ["exceptions in capitals", undefined, "http://a.test/v1", { http_proxy: proxy, NO_PROXY: "a.test" }],
  [
    "exceptions, small letters win",
    "http_proxy",
    "http://a.test/v1",
    { http_proxy: proxy, no_proxy: "x", NO_PROXY: "*" },
  ],
  ["none", undefined, "http://a.test/v1", {}],
])("%s: %s", (_what, variable, url, env) => {
  expect(chosen(url, env)).toBe(variable);
});

test.each<[host: string, exceptions: string, isDirect: boolean]>([
  ["api.shop.test", "api.shop.test", true],
  ["api.shop.test", ".shop.test", true],
  ["api.shop.test", "shop.test", true],
  ["shop.test", ".shop.test", true],
  ["api.shop.test", "SHOP.test", true],
  ["api.shop.test", "shop.test.", true],
  ["api.shop.test.", "shop.test", true],
  ["api.shop.test", "op.test", false],
  ["api.shop.test", "*.shop.test", false],
  ["api.shop.test", "*", true],
  ["api.shop.test", "x,*", false],
  ["api.shop.test", "x, shop.test", true],
  ["api.shop.test", "x shop.test", true],
  ["api.shop.test", ".", false],
  ["127.0.0.1", "127.0.0.1", true],
  ["127.0.0.1", "127.0.0.0/8", true],
  ["127.0.0.1", "128.0.0.0/8", false],
  ["127.0.0.1", "127.0.0.2/32", false],
  ["127.0.0.1", "127.0.0.1/", true],
  ["127.0.0.1", "127.0.0.0/33", false],
  ["127.1", "127.0.0.1", true],
  ["localhost", "127.0.0.1", false],
  ["[::1]", "fe80::/10", false],
  // Not by curl 7.88; the meaning is plain.
  ["[::1]", "[::1]", true],
  ["[::1]", "::/64", true],
  ["api.shop.test:8443", "api.shop.test:8443", true],
  ["api.shop.test:8443", "shop.test:443", false],
  ["[::1]:8080", "[::1]:8080", true],
])("http://%s with NO_PROXY=%j: direct is %j", (host, exceptions, isDirect) => {
  expect(chosen(`http://${host}/v1`, { http_proxy: proxy, no_proxy: exceptions })).toBe(
    isDirect ? undefined : "http_proxy",
  );
});

test("the kit's own tests call this machine without a proxy, whatever a developer's environment names", () => {
  for (const host of ["127.0.0.1:4010", "localhost:4010", "[::1]:4010"])
    for (const scheme of ["http", "https"])
      expect(
        chosen(`${scheme}://${host}/v1`, { ...process.env, all_proxy: proxy } as Record<string, string>),
      ).toBe(undefined);
});
