/**
 * Whether a write-ahead log is as SQLite wrote it (its file format, 4). SQLite itself takes the first
 * frame that is not for the end, and with it older orders for the newest. This kit empties a log
 * whole and never lets it be written over, so that every frame in it is of one run.
 */

const headerSize = 32;
const frameHeaderSize = 24;
const magic = 0x377f0682;

/**
 * How many bytes of a log are whole frames; undefined where one of them is damaged. What a kill left
 * half written at the end is no damage, nor are the zeros of a disk that lost its power.
 */
export function wholeLogBytes(log: Buffer): number | undefined {
  if (log.length < headerSize || isZero(log, 0)) return 0;
  const bigEndian = log.readUInt32BE(0) & 1;
  if ((log.readUInt32BE(0) & ~1) >>> 0 !== magic) return undefined;
  const pageSize = log.readUInt32BE(8);
  if (pageSize < 512 || pageSize > 65_536) return undefined;
  const sum = createSum(bigEndian === 1);
  sum.add(log, 0, 24);
  if (!sum.isAt(log, 24)) return undefined;
  const salts = log.subarray(16, 24);

  let end = headerSize;
  for (const size = frameHeaderSize + pageSize; end + size <= log.length; end += size) {
    sum.add(log, end, 8);
    sum.add(log, end + frameHeaderSize, pageSize);
    const isWhole = log.subarray(end + 8, end + 16).equals(salts) && sum.isAt(log, end + 16);
    if (!isWhole) return isZero(log, end) ? end : undefined;
  }
  return end;
}

function isZero(bytes: Buffer, from: number): boolean {
  return bytes.subarray(from).every((byte) => byte === 0);
}

/** SQLite's checksum of a log, which goes on from frame to frame. */
function createSum(bigEndian: boolean) {
  let [first, second] = [0, 0];
  const read = (bytes: Buffer, at: number) => (bigEndian ? bytes.readInt32BE(at) : bytes.readInt32LE(at));
  return {
    add(bytes: Buffer, from: number, length: number) {
      for (let at = from; at < from + length; at += 8) {
        first = (first + read(bytes, at) + second) | 0;
        second = (second + read(bytes, at + 4) + first) | 0;
      }
    },
    /** Whether the sum is the one written there. */
    isAt: (bytes: Buffer, at: number) =>
      bytes.readInt32BE(at) === first && bytes.readInt32BE(at + 4) === second,
  };
}
