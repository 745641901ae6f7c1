/** The instructions of the Dockerfile, as its parser reads them. */

import { readFileSync } from "node:fs";
import { DockerfileParser, type JSONInstruction } from "dockerfile-ast";

export const dockerfileText = readFileSync(new URL("../../Dockerfile", import.meta.url), "utf8");
const instructions = DockerfileParser.parse(dockerfileText).getInstructions();
const ofKind = (keyword: string) => instructions.filter((each) => each.getKeyword() === keyword);

/** @returns what follows the keyword, for each instruction of the kind */
export function argumentsOf(keyword: string): readonly string[] {
  return ofKind(keyword).map((each) => each.getArgumentsContent() ?? "");
}

/** The words of ENTRYPOINT, CMD and the like in their JSON form. */
export function wordsOf(keyword: "ENTRYPOINT" | "CMD" | "HEALTHCHECK"): readonly string[] {
  const [instruction] = ofKind(keyword) as JSONInstruction[];
  return JSON.parse((instruction!.getArgumentsContent() ?? "").replace(/^CMD /, ""));
}

/** The environment that the image gives its processes. */
export const imageEnvironment: Readonly<Record<string, string>> = Object.fromEntries(
  ofKind("ENV").flatMap((each) => each.getArguments().map((word) => word.getValue().split("="))),
);
