/** Ids that name no order, each with its reason: ranges of int64, texts that are none, and what a careless reader takes for a given order's. */

/** Ids that need ever more bits: each range is where some server stops counting right. */
export const idFloors = [
  2n ** 10n,
  2n ** 31n,
  2n ** 32n,
  2n ** 40n,
  2n ** 53n,
  2n ** 63n - 2n ** 21n,
] as const;

/** Texts that are no int64 and are like no order's id. */
export const garbageIds = [
  "abc",
  "1.5",
  "1e3x",
  "-",
  "null",
  "9223372036854775808",
  `1${"0".repeat(30)}`,
] as const;

/** Texts and numbers that a careless reader takes for the id they are made of. */
export function idsLike(id: bigint): readonly string[] {
  return [
    // Cut where a number ends.
    `${id}abc`,
    `${id}.5`,
    // Wrapped at 32 and 64 bits.
    String(id + 2n ** 32n),
    String(id + 2n ** 64n),
  ];
}
