/** A long answer of the control plane, made in pieces. */

import { formatJson } from "../../base/json.ts";
import type { Steps } from "../../base/steps.ts";
import { jsonType, type MockReply, textReply } from "../http/reply.ts";

/** Characters of a piece. */
const pieceLength = 65_536;
/** So many members are written in one step. */
const batch = 64;

const encoder = new TextEncoder();

/** The first of the items as a JSON array. */
export function* formatArray(
  items: Iterable<unknown>,
  most: number = Number.POSITIVE_INFINITY,
): Steps<MockReply> {
  const pieces: Uint8Array[] = [];
  let text = "[";
  let count = 0;
  for (const item of items) {
    if (count >= most) break;
    text += (count++ > 0 ? "," : "") + formatJson(item);
    if (text.length >= pieceLength) {
      pieces.push(encoder.encode(text));
      text = "";
    }
    if (count % batch === 0) yield;
  }
  text += "]";
  if (pieces.length === 0) return textReply(200, jsonType, text, "control plane");
  const body = [...pieces, encoder.encode(text)];
  const length = body.reduce((sum, piece) => sum + piece.length, 0);
  const head = textReply(200, jsonType, "", "control plane", { "content-length": String(length) });
  return { ...head, body };
}
