/** `--api-key-command CMD`: a key that expires during a run. */

import { BadInput } from "../../base/bad-input.ts";
import type { Answer, OutgoingRequest } from "../../conformance/evidence/exchange.ts";
import type { SendOptions, Target } from "../../conformance/targets/target.ts";
import { runShellCommand } from "../child-process.ts";

/** The key that a command prints. @throws {BadInput} when it prints none */
export async function readKey(command: string, signal: AbortSignal): Promise<string> {
  const key = (await runShellCommand("--api-key-command", command, signal, true)).trim();
  if (/^[\x21-\x7e]{1,8192}$/.test(key)) return key;
  // Its output is not quoted: it may be a part of the key.
  throw new BadInput(
    "Cannot use --api-key-command: it must print the key, which is visible ASCII characters without spaces, 8192 at most.",
  );
}

/**
 * Maximum number of renewals after which the same call is refused again: then the server does not refuse the key because it
 * has expired.
 */
const maxUseless = 3;

/**
 * Makes a target that gets the next key after a 401 to a key that was valid before, and repeats the call. The run sees only
 * the first key, which represents all later ones, so that it judges and hides a single key.
 * @param command prints the next key
 * @param onTrouble called when it fails; the 401 is then the answer
 */
export function renewByCommand<T extends Target>(
  target: T,
  command: string,
  onTrouble: (message: string) => void,
  signal: AbortSignal,
): T {
  const { apiKey } = target;
  let current = { key: apiKey, hasWorked: false };
  let renewal: Promise<void> | undefined;
  let useless = 0;

  const renewOnce = (): Promise<void> =>
    (renewal ??= readKey(command, signal)
      .then(
        (key) => {
          current = { key, hasWorked: false };
        },
        ({ message }) => onTrouble(message),
      )
      .finally(() => {
        renewal = undefined;
      }));

  async function sendWith(used: typeof current, request: OutgoingRequest, options?: SendOptions) {
    const answer = await target.send(replaceInRequest(request, apiKey, used.key), options);
    if (answer.status !== 401 && isWithKey(request, apiKey)) used.hasWorked = true;
    return replaceInAnswer(answer, used.key, apiKey);
  }
  return {
    ...target,
    async send(request: OutgoingRequest, options?: SendOptions): Promise<Answer> {
      const used = current;
      const answer = await sendWith(used, request, options);
      const mayBeOld = answer.status === 401 && used.hasWorked && isWithKey(request, apiKey);
      if (!mayBeOld || useless >= maxUseless) return answer;
      if (used === current) await renewOnce();
      if (used === current) return answer;
      // Other calls that are sent together with this one do not wait for it.
      const again = await sendWith(current, request, { ...options, together: undefined });
      if (again.status === 401) useless++;
      return again;
    },
  };
}

const isWithKey = ({ headers }: OutgoingRequest, key: string): boolean =>
  headers.some(([name, value]) => /^authorization$/i.test(name) && value === `Bearer ${key}`);

function replaceInRequest(request: OutgoingRequest, key: string, by: string): OutgoingRequest {
  if (key === by) return request;
  const replace = (text: string) => text.replaceAll(key, by);
  return {
    ...request,
    path: replace(request.path),
    ...(request.target !== undefined && { target: replace(request.target) }),
    headers: request.headers.map(([name, value]) => [name, replace(value)] as const),
  };
}

function replaceInAnswer(answer: Answer, key: string, by: string): Answer {
  if (key === by) return answer;
  const replace = (text: string) => text.replaceAll(key, by);
  const body = Buffer.from(answer.body.buffer, answer.body.byteOffset, answer.body.byteLength);
  return {
    ...answer,
    headers: answer.headers.map(([name, value]) => [name, replace(value)] as const),
    ...(body.includes(key) && { body: Buffer.from(replace(body.toString("latin1")), "latin1") }),
  };
}
