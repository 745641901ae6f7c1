/** A command and its options as data, and the names of an option. */

export interface OptionSpec {
  /** The name of the value in help; left out for a switch. */
  readonly value?: string;
  readonly multiple?: boolean;
  /** A single letter with the same meaning. */
  readonly short?: string;
  /** Whether its value is secret: it is never shown, or, for an address, without user and password. */
  readonly secret?: boolean | "in address";
  /** The environment variable with the same meaning. Default: environmentName() of the option. */
  readonly variable?: string;
  readonly help: string;
  /**
   * @param texts empty where it is not given; several where it was repeated
   * @param option its name in messages: the place where the text was written
   * @returns the value
   * @throws {BadInput} for a text that cannot be used
   */
  readonly read: (texts: readonly string[], option: string) => unknown;
}

export interface CommandSpec {
  readonly name: string;
  readonly summary: string;
  /** The argument after the options, as named in help. */
  readonly positional?: {
    readonly name: string;
    readonly help: string;
    /** The environment variable with the same meaning. */
    readonly variable?: string;
    readonly isRequired?: boolean;
  };
  /** The purpose of a program behind `--`, for help. Default: none may follow. */
  readonly program?: string;
  /** The next step for an argument where the command takes none. */
  readonly stray?: string;
  readonly options: Readonly<Record<string, OptionSpec>>;
  /** The headings of help, each with the first option under it. Default: none. */
  readonly groups?: Readonly<Record<string, string>>;
  /** Lines shown at the end of the help. */
  readonly notes?: readonly string[];
}

/** Where an option may come from: the first one that has it wins. */
export const sources = ["command line", "variable", "file", "default"] as const;

/** The texts that were given for an option. */
export interface Origin {
  readonly texts: readonly string[];
  readonly source: (typeof sources)[number];
  /** The name of the option in messages: `--port`, its variable, or `mock.port in store-orders.config.ts`. */
  readonly place: string;
}

/** Name of an option's environment twin: `--api-key` is STORE_ORDERS_API_KEY. */
export function environmentName(option: string): string {
  return `STORE_ORDERS_${option.toUpperCase().replaceAll("-", "_")}`;
}

/** The variable that a command reads for one of its options. */
export function variableOf({ options }: CommandSpec, name: string): string {
  return options[name]?.variable ?? environmentName(name);
}

export type CamelCase<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

export const camelCase = (name: string): string =>
  name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Options that make sense only on a command line. */
export const commandLineOnly = ["help", "config", "print-config"] as const;
export const isCommandLineOnly = (name: string) => commandLineOnly.some((each) => each === name);
