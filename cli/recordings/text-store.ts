/** Many short texts in few buffers: each as an object of its own would take several times its length. */

import { deflateRawSync, inflateRawSync } from "node:zlib";

/** The place of a text. */
export interface StoredText {
  readonly block: number;
  readonly from: number;
  readonly length: number;
  readonly isCompressed: boolean;
}

const blockBytes = 1_000_000;
/** Texts of at least this many bytes are compressed. */
const minCompressed = 4000;

export class TextStore {
  readonly #blocks: Buffer[] = [];
  /** Bytes that are used of the last block. */
  #used = blockBytes;

  /** @param text in UTF-8 */
  add(text: Buffer): StoredText {
    const isCompressed = text.length >= minCompressed;
    const bytes = isCompressed ? deflateRawSync(text, { level: 1 }) : text;
    const { length } = bytes;
    if (this.#used + length > blockBytes) {
      this.#blocks.push(Buffer.allocUnsafeSlow(Math.max(blockBytes, length)));
      this.#used = 0;
    }
    const from = this.#used;
    this.#used += bytes.copy(this.#blocks.at(-1)!, from);
    return { block: this.#blocks.length - 1, from, length, isCompressed };
  }

  read({ block, from, length, isCompressed }: StoredText): string {
    const bytes = this.#blocks[block]!.subarray(from, from + length);
    return (isCompressed ? inflateRawSync(bytes) : bytes).toString("utf8");
  }
}
