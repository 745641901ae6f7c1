import type { StartServer } from "../../frameworks/framework-server.ts";

/** A server written from the document alone, in a way of its own. */
export interface Program {
  readonly id: string;
  /** Of a wrong one: what is wrong with it. Of a right one: what is odd. */
  readonly why: string;
  readonly start: StartServer;
}

export interface WrongProgram extends Program {
  /** Requirements that may fail because of it: any other failure is a wrong blame. */
  readonly blames: RegExp;
}
