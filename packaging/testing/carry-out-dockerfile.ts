/**
 * Carries out the steps of a Dockerfile without a container engine: each stage is a folder, its
 * absolute paths lie below that folder, and RUN lines run in the stage's WORKDIR by this machine's own shell.
 * Only what the kit's own Dockerfile uses is understood; anything else throws.
 */

import { execFile } from "node:child_process";
import { cpSync, mkdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { DockerfileParser } from "dockerfile-ast";

const run = promisify(execFile);
/** Of no effect on the files, or up to who starts the container. */
const declarations = new Set(["EXPOSE", "VOLUME", "USER", "STOPSIGNAL"]);

export interface Image {
  /** Folder that stands for the image's root. */
  readonly root: string;
  readonly workdir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
  readonly healthcheck: readonly string[];
}

/**
 * @param folder empty; gets a folder for each stage
 * @param copyContext puts the build context, .dockerignore applied, into a folder
 */
export async function carryOutDockerfile(
  text: string,
  folder: string,
  copyContext: (into: string) => void,
): Promise<Image> {
  const stages = new Map<string, string>();
  const context = join(folder, "context");
  copyContext(context);
  let root = "";
  let workdir = "/";
  let env: Record<string, string> = {};
  const image = { entrypoint: [] as string[], command: [] as string[], healthcheck: [] as string[] };

  for (const instruction of DockerfileParser.parse(text).getInstructions()) {
    const keyword = instruction.getKeyword();
    const words = instruction.getExpandedArguments().map((argument) => argument.getValue());
    const content = (instruction.getArgumentsContent() ?? "").replaceAll(
      "\
",
      "",
    );
    switch (keyword) {
      case "FROM": {
        root = join(folder, `stage-${stages.size}`);
        mkdirSync(root);
        stages.set(words[1]?.toUpperCase() === "AS" ? words[2]! : `${stages.size}`, root);
        workdir = "/";
        env = {};
        break;
      }
      case "WORKDIR":
        workdir = words[0]!;
        mkdirSync(join(root, workdir), { recursive: true });
        break;
      case "ENV":
        for (const word of words) {
          const [name = "", value = ""] = word.split(/=(.*)/s);
          env[name] = value;
        }
        break;
      case "COPY": {
        const stage = /--from=(\S+)/.exec(instruction.getTextContent())?.[1];
        const paths = words.filter((word) => !word.startsWith("--"));
        const from = stage === undefined ? context : stages.get(stage)!;
        for (const path of paths.slice(0, -1)) copy(join(from, path), join(root, workdir, paths.at(-1)!));
        break;
      }
      case "RUN":
        await run("sh", ["-ec", content], {
          cwd: join(root, workdir),
          env: { ...process.env, ...env },
          maxBuffer: 2 ** 26,
        });
        break;
      case "ENTRYPOINT":
        image.entrypoint = JSON.parse(content);
        break;
      case "CMD":
        image.command = JSON.parse(content);
        break;
      case "HEALTHCHECK":
        image.healthcheck = JSON.parse(content.slice(content.indexOf("CMD") + "CMD".length));
        break;
      default:
        if (!declarations.has(keyword))
          throw new Error(`Cannot carry out ${keyword}: it is not understood here.`);
    }
  }
  return { root, workdir: join(root, workdir), env, ...image };
}

/** As COPY does: of a folder its content, a file by its name. */
function copy(from: string, to: string): void {
  cpSync(from, statSync(from).isDirectory() ? to : join(to, basename(from)), { recursive: true });
}
