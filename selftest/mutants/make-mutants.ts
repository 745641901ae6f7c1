/** Small changes to a program's text, one each: what a person mistypes, forgets or takes for something else. */

import { parseAst } from "rolldown/parseAst";
import type { Bundle } from "./bundle-mock.ts";

export interface Mutant {
  readonly id: number;
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** As much of an ESTree node as is needed here. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
}
type Change = (text: string) => void;

const swaps: Readonly<Record<string, readonly string[]>> = {
  "===": ["!=="],
  "!==": ["==="],
  "<": ["<=", ">="],
  "<=": ["<", ">"],
  ">": [">=", "<="],
  ">=": [">", "<"],
  "+": ["-"],
  "-": ["+"],
  "*": ["+"],
  "%": ["+"],
  "&": ["|"],
  "|": ["&"],
  "<<": [">>"],
  ">>": ["<<"],
  ">>>": ["<<"],
  "&&": ["||"],
  "||": ["&&"],
  "??": ["&&"],
  in: ["instanceof"],
};
/** A method taken for its neighbour; those that map to nothing are left out of the chain. */
const methods: Readonly<Record<string, string>> = {
  startsWith: "endsWith",
  endsWith: "startsWith",
  includes: "startsWith",
  indexOf: "lastIndexOf",
  some: "every",
  every: "some",
  filter: "",
  slice: "",
  trim: "",
  toLowerCase: "toUpperCase",
  toUpperCase: "toLowerCase",
  has: "get",
  delete: "has",
  push: "unshift",
  subarray: "",
  min: "max",
  max: "min",
};
/** Statuses that are mixed up by hand. */
const statuses: Readonly<Record<number, readonly number[]>> = {
  200: [201, 206],
  204: [200, 202],
  400: [500],
  401: [403, 400],
  404: [400, 410, 200],
  409: [404, 400, 204],
};

export function makeMutants({ code, modules }: Bundle): readonly Mutant[] {
  const mutants: Mutant[] = [];
  const visit = (node: Node, parent: Node | undefined): void => {
    const module = modules.find(({ start, end }) => node.start >= start && node.end <= end);
    if (module) {
      const replace = (from: number, to: number) => (text: string) => {
        if (code.slice(from, to) !== text)
          mutants.push({ id: mutants.length, file: module.file, start: from, end: to, text });
      };
      mutate(node, parent, code, replace);
    }
    for (const child of childrenOf(node)) visit(child, node);
  };
  visit(parseAst(code) as unknown as Node, undefined);
  return mutants;
}

function childrenOf(node: Node): readonly Node[] {
  const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === "string";
  return Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter(isNode);
}

function mutate(
  node: Node,
  parent: Node | undefined,
  code: string,
  replace: (from: number, to: number) => Change,
): void {
  const whole = replace(node.start, node.end);
  const part = (name: string) => node[name] as Node;
  const source = (name: string) => code.slice(part(name).start, part(name).end);
  switch (node.type) {
    case "ExpressionStatement":
      return void whole(";");
    case "ReturnStatement":
      if (node.argument) whole("return;");
      return;
    case "IfStatement":
    case "ConditionalExpression":
    case "WhileStatement": {
      const test = replace(part("test").start, part("test").end);
      for (const text of ["true", "false", `!(${source("test")})`])
        if (node.type !== "WhileStatement" || text === "false") test(text);
      return;
    }
    case "BinaryExpression":
    case "LogicalExpression": {
      for (const sign of swaps[node.operator as string] ?? [])
        whole(`(${source("left")} ${sign} ${source("right")})`);
      if (node.type === "LogicalExpression") for (const name of ["left", "right"]) whole(source(name));
      return;
    }
    case "UnaryExpression":
      if (node.operator === "!" || node.operator === "-") whole(source("argument"));
      return;
    case "UpdateExpression":
      return void whole(
        code.slice(node.start, node.end).replace(/\+\+|--/, (sign) => (sign === "++" ? "--" : "++")),
      );
    case "AssignmentExpression":
      if (node.operator === "+=" || node.operator === "-=")
        whole(`${source("left")} ${node.operator === "+=" ? "-=" : "+="} ${source("right")}`);
      return;
    case "TemplateLiteral":
      return void whole('""');
    case "ArrowFunctionExpression":
      if (part("body").type !== "BlockStatement") replace(part("body").start, part("body").end)("undefined");
      return;
    case "ArrayExpression":
      for (const element of node.elements as (Node | null)[])
        if (element)
          replace(element.start, element.end)(element.type === "SpreadElement" ? "...[]" : "undefined");
      return;
    case "ObjectExpression":
      for (const property of node.properties as Node[]) replace(property.start, property.end)("...{}");
      return;
    case "CallExpression": {
      const callee = part("callee");
      const name = callee.type === "MemberExpression" ? ((callee.property as Node).name as string) : "";
      const other = Object.hasOwn(methods, name) ? methods[name] : undefined;
      if (other === "") whole(code.slice((callee.object as Node).start, (callee.object as Node).end));
      else if (other) replace((callee.property as Node).start, (callee.property as Node).end)(other);
      return;
    }
    case "Literal":
      return void mutateLiteral(node, parent, whole);
  }
}

function mutateLiteral({ value, raw, regex }: Node, parent: Node | undefined, whole: Change): void {
  if (regex) {
    const { pattern, flags } = regex as { pattern: string; flags: string };
    const changed = [
      pattern.replace(/^\^/, ""),
      pattern.replace(/\$$/, ""),
      pattern.replace(/\+/, "*"),
      pattern.replace(/\?/, ""),
    ];
    for (const each of changed) if (isPattern(each)) whole(`/${each || "(?:)"}/${flags}`);
    for (const flag of flags) whole(`/${pattern}/${flags.replace(flag, "")}`);
    return;
  }
  if (typeof value === "boolean") return void whole(String(!value));
  if (typeof value === "bigint") {
    for (const each of [value + 1n, value - 1n]) whole(`(${each}n)`);
    return;
  }
  if (typeof value === "number") {
    for (const each of statuses[value] ?? [value + 1, value - 1, 0]) whole(`(${each})`);
    return;
  }
  // A key, or a module's name, is no value.
  const isKey =
    parent?.type === "Property" &&
    (parent.key as Node).raw === raw &&
    parent.value !== undefined &&
    (parent.key as Node).start < (parent.value as Node).start &&
    raw === (parent.key as Node).raw &&
    (parent.value as Node).raw !== raw;
  if (typeof value === "string" && !isKey) {
    whole('""');
    if (value.length > 0) whole(JSON.stringify(`${value}x`));
  }
}

function isPattern(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp;
  } catch {
    return false;
  }
}

export const applyMutant = (code: string, { start, end, text }: Mutant): string =>
  code.slice(0, start) + text + code.slice(end);

/** `mocks/http/x.ts: before -> after`, in one line. */
export function describeMutant(code: string, { file, start, end, text }: Mutant): string {
  const line = (from: number, to: number) => code.slice(from, to).replace(/\s+/g, " ");
  const lead = line(Math.max(code.lastIndexOf("\n", start), start - 40), start);
  const tail = line(end, Math.min(end + 30, code.indexOf("\n", end)));
  const cut = (words: string) => (words.length > 90 ? `${words.slice(0, 90)}…` : words);
  return `${file}:${lead} [${cut(line(start, end))} -> ${cut(text)}] ${tail}`;
}
