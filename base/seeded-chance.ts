/** Random numbers that are the same for the same seed. */

/**
 * A function that draws numbers from 0 up to, but not including, 1.
 * @param stream draws of different streams of one seed do not correlate
 * @param drawn the number of draws to skip
 */
export function createSeededChance(seed: number, stream = 0, drawn = 0): () => number {
  // Scrambled twice: neighbouring seeds and streams must not be steps of one sequence.
  let state = (scramble(seed + scramble(stream + 1)) + Math.imul(drawn, step)) >>> 0;
  return () => {
    state = (state + step) >>> 0;
    return scramble(state) / 2 ** 32;
  };
}

const step = 0x9e3779b9;

/** Spreads a change of any bit of a 32-bit number over all of them. */
function scramble(value: number): number {
  let bits = value >>> 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
