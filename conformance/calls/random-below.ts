/** A number that no other run draws, below a limit of at most 2^64. */
export function randomBelow(limit: bigint): bigint {
  const [random = 0n] = crypto.getRandomValues(new BigUint64Array(1));
  return random % limit;
}
