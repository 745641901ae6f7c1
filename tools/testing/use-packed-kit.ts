import { afterAll, beforeAll } from "vitest";
import { type PackedKit, packKit } from "./pack-kit.ts";

/**
 * The packed kit for all tests of a file, in which it is there.
 * @param prepare adds what else they need
 */
export function usePackedKit(prepare: (kit: PackedKit) => unknown = () => undefined): PackedKit {
  const kit = {} as PackedKit;
  beforeAll(async () => {
    Object.assign(kit, await packKit());
    await prepare(kit);
  }, 300_000);
  afterAll(() => kit[Symbol.dispose]?.());
  return kit;
}
