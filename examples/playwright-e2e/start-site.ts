import { startMockServer } from "store-orders-kit/server";
import { createServer } from "vite";
import type { TestProject } from "vitest/node";

/** Once for all workers: the mock on a port, and the frontend that calls it from another. */
export async function setup({ provide }: TestProject) {
  const mock = await startMockServer({ fixtures: "magic" });
  process.env.VITE_API_URL = mock.baseUrl;
  const root = `${import.meta.dirname}/../frontend`;
  const site = await createServer({ root, server: { host: "127.0.0.1", port: 0 } });
  await site.listen();
  provide("apiUrl", mock.baseUrl);
  provide("siteUrl", site.resolvedUrls!.local[0]!);

  return async () => {
    await site.close();
    await mock.close();
  };
}

declare module "vitest" {
  interface ProvidedContext {
    apiUrl: string;
    siteUrl: string;
  }
}
