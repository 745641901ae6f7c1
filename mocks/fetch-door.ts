/** Fetch objects at the mock's edge: a Request in, a Response out. */

import type { MockReply, MockRequest } from "./http/reply.ts";
import type { Mock } from "./mock.ts";

/**
 * Answers a Fetch Request.
 * @param target the request target as the mock knows it, beginning with /v1
 */
export async function answerFetch(mock: Mock, request: Request, target: string): Promise<Response> {
  const { method } = request;
  const plain: MockRequest = { method, target, headers: Object.fromEntries(request.headers) };
  const body = method === "GET" || method === "HEAD" ? undefined : await request.text();
  return responseOf(mock.handle(body ? { ...plain, body } : plain));
}

function responseOf(reply: MockReply): Response {
  const { status, headers, body } = reply;
  // The pieces are shared between answers, and a Response may hand its bytes away: give it a copy.
  return new Response(body.length === 0 ? null : new Blob(body as Uint8Array<ArrayBuffer>[]), {
    status,
    headers,
  });
}
