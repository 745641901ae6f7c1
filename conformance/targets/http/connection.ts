/** One connection of HTTP/1.1, for successive or pipelined calls. It reads every received byte. */

import type { Socket } from "node:net";
import type { Answer } from "../../evidence/exchange.ts";
import { describeFailure } from "../failure-words.ts";
import { BrokenAnswer, NoAnswer } from "../target.ts";
import type { KnownBody } from "./collect-body.ts";
import { MessageReader } from "./message-reader.ts";
import { OpenCall } from "./open-call.ts";
import { type ConnectionOptions, openSocket } from "./open-socket.ts";

/**
 * Time in ms in which a body may follow the answer to a HEAD. It is short, since calls open other connections meanwhile, and a
 * server may refuse them (wire-2-connections).
 */
const lingerOfHeadMs = 50;
const closedBefore = "the connection closed before an answer";
/** The failure of a call on a connection that was closed before any answer. */
const wasClosed: readonly string[] = ["connection reset", closedBefore];
/** Maximum number of stray bytes that are kept. */
const maxStrayBytes = 1024 * 1024;

/** The context that connections to the same server share. */
export interface ConnectionContext {
  readonly url: URL;
  readonly options: ConnectionOptions;
  /** Bodies of earlier answers on any connection to the server. */
  readonly known: KnownBody;
  /** Time in ms in which bytes may follow a 204, which the next call would read as its answer. */
  readonly lingerMs: () => number;
  /** Called where the server ends a used connection without notice. */
  readonly onEnd: () => void;
  /** Called when a connection becomes free, or can no longer be used. */
  readonly onChange: (connection: Connection) => void;
}

export interface ConnectionCall {
  readonly method: string;
  readonly timeoutMs: number;
  /** Whether the request asks the server to close the connection (RFC 9112, 9.6). */
  readonly endsConnection: boolean;
  /** Called once the connection is there: the call goes out when it resolves. */
  readonly together: (() => Promise<void>) | undefined;
  /** The request's bytes. @param isLast whether no other call follows on the connection */
  readonly format: (isLast: boolean) => string;
}

export class Connection {
  /** The name of the calls that share it: none for shared ones, and "" for a single call. */
  readonly name: string | undefined;
  /** Resolves when nothing more is expected to follow the last answer; undefined where nothing is. */
  quiet: Promise<void> | undefined;
  readonly #context: ConnectionContext;
  readonly #opening = new AbortController();
  readonly #connected: Promise<void>;
  readonly #reader = new MessageReader("answer", {
    stray: (bytes) => (this.#calls.length > 0 ? 0 : this.#takeStray(bytes)),
    head: (head) => this.#calls[0]!.begin(head),
    data: (bytes) => this.#takeData(bytes),
    end: () => this.#endAnswer(),
    lost(why) {
      throw new BrokenAnswer(why);
    },
  });
  /** The oldest first: answers come in the order of the calls (RFC 9112, 9.3.2). */
  readonly #calls: OpenCall[] = [];
  #socket: Socket | undefined;
  #isOver = false;
  #isLast = false;
  /** The last call with a whole answer: what follows belongs to that. */
  #last: OpenCall | undefined;
  #endQuiet: () => void = () => undefined;

  constructor(context: ConnectionContext, name?: string) {
    this.#context = context;
    this.name = name;
    this.#connected = this.#open();
  }

  /** Whether it can be used for another call, now or later. */
  get isOpen(): boolean {
    return !this.#isOver && !this.#isLast;
  }

  /** Whether a call may be sent on it now: none is under way, and no more bytes of the last one are expected. */
  get isFree(): boolean {
    return this.#calls.length === 0 && !this.quiet && this.isOpen;
  }

  /** @throws {NoAnswer} */
  async call(call: ConnectionCall): Promise<Answer> {
    const { together, endsConnection, format } = call;
    const { known } = this.#context;
    const open = new OpenCall(call, this.#calls.length > 0, known, (reason) => this.#giveUp(reason));
    this.#calls.push(open);
    this.#isLast ||= this.name === "" || endsConnection;
    const text = format(this.#isLast);
    void this.#connected.then(together).then(() => {
      if (!this.#isOver) this.#socket?.write(text, "latin1");
    });
    const answer = await open.answer;
    if (answer.status !== 204 && open.method !== "HEAD") return answer;
    // A view, so that later bytes before the next call are visible, too.
    return {
      ...answer,
      get stray() {
        return open.tail;
      },
    };
  }

  close(): void {
    this.#giveUp(new NoAnswer("the connection was given up"));
  }

  async #open(): Promise<void> {
    const { url, options } = this.#context;
    const broke = (error: Error) => this.#fail(new NoAnswer(describeFailure(error, 0)));
    try {
      this.#socket = await openSocket(url, { ...options, signal: this.#opening.signal });
    } catch (error) {
      return broke(error as Error);
    }
    const end = () => this.#noticeEnd();
    this.#socket
      .on("data", (bytes: Buffer) => this.#read(bytes))
      .on("end", end)
      .on("close", end)
      .on("error", broke);
  }

  #read(bytes: Buffer): void {
    try {
      if (!this.#isOver) this.#reader.push(bytes);
    } catch (error) {
      this.#fail(error as Error);
    }
  }

  #takeData(bytes: Buffer): void {
    const turn = this.#calls[0]!.push(bytes);
    if (!turn) return;
    this.#socket?.pause();
    void turn.then(() => this.#socket?.resume());
  }

  #endAnswer(): void {
    const call = this.#calls.shift()!;
    this.#last = call;
    this.#isLast ||= call.isLast;
    if (call.status === 204) this.#linger(this.#context.lingerMs());
    else if (call.method === "HEAD" && !this.#isLast) this.#linger(lingerOfHeadMs);
    call.end();
    this.#settle();
  }

  /** Takes bytes that answer no call: they belong to the last answer. @returns how many they are */
  #takeStray(bytes: Buffer): number {
    if (bytes.length === 0) return 0;
    const last = this.#last!;
    // A server may send 408 before it ends an idle connection (RFC 9110, 15.5.9).
    const isTimeout = last.tail.length === 0 && /^HTTP\/1\.[01] 408/.test(bytes.toString("latin1", 0, 12));
    if (isTimeout) {
      this.#fail(new NoAnswer(closedBefore));
      return bytes.length;
    }
    this.#isLast = true;
    last.tail = Buffer.concat([last.tail, bytes]);
    if (last.tail.length > maxStrayBytes) this.#socket?.destroy();
    this.#settle();
    return bytes.length;
  }

  /** Waits for bytes after an answer, while other calls continue. */
  #linger(ms: number): void {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    this.#endQuiet = resolve;
    this.quiet = promise.then(() => {
      clearTimeout(timer);
      this.quiet = undefined;
      this.#settle();
    });
  }

  /** Ends the connection after its last call, or offers it to the next one. */
  #settle(): void {
    if (this.quiet || this.#calls.length > 0) return;
    if (this.#isLast) this.close();
    else this.#context.onChange(this);
  }

  #noticeEnd(): void {
    // A body without a length ends with its connection.
    if (this.#calls[0]?.status !== undefined) this.#reader.finish();
    const hasBegun = this.#calls[0]?.status !== undefined;
    this.#fail(new NoAnswer(hasBegun ? "the connection closed within the answer" : closedBefore));
  }

  /** Ends the connection for a reason of the run's own. */
  #giveUp(reason: NoAnswer): void {
    this.#isLast = true;
    this.#fail(reason);
  }

  /** Ends the connection, and each call under way on it. */
  #fail(error: Error): void {
    if (this.#isOver) return;
    const isUnexpected = !this.#isLast && this.#last !== undefined;
    this.#isOver = true;
    this.#opening.abort(error);
    this.#socket?.destroy();
    const [first, ...others] = this.#calls.splice(0);
    first?.fail(this.#explain(error, first));
    for (const each of others) each.fail(new NoAnswer(closedBefore));
    this.#endQuiet();
    if (isUnexpected) this.#context.onEnd();
    this.#context.onChange(this);
  }

  /** The error of the call whose answer is read, in the words that help most. */
  #explain(error: Error, { status, isBehindAnother }: OpenCall): Error {
    if (error instanceof BrokenAnswer) {
      const followsHead = this.#last?.method === "HEAD";
      if (!followsHead && !isBehindAnother) return error;
      // Sent again alone, since unreadable bytes may be the end of the previous answer.
      return new NoAnswer(`a body followed the answer to ${followsHead ? "a HEAD" : "the call before"}`);
    }
    if (status !== undefined || this.#reader.held) return new BrokenAnswer(error.message, "cut");
    // Servers on node:tls refuse a client certificate by closing the connection, without an alert.
    const isSilent = this.#last === undefined && wasClosed.includes(error.message);
    if (!isSilent || this.#context.options.cert === undefined) return error;
    return new NoAnswer(
      `${error.message}. The server may not accept the client certificate: check --client-cert and --client-key`,
    );
  }
}
