/** The service document, clause by clause, scrolled to the requested one. */

import { useLayoutEffect, useRef } from "preact/hooks";
import { clauses } from "../../spec/clauses.ts";
import { useModel } from "../model/model.ts";
import { Dialog } from "../parts/dialog.tsx";
import { set } from "../parts/set.ts";
import { Ticks } from "../parts/text.tsx";

const titles: Readonly<Record<string, string>> = {
  "1": "What the service does",
  "2": "Resources and their fields",
  "3": "States and transitions",
  "4": "Endpoints",
  "5": "Authentication",
  "6": "Events",
  "7": "Errors",
  "8": "Limits",
  "9": "Versioning",
};
const groups = Map.groupBy(Object.values(clauses), ({ section }) => /^\d/.exec(section)?.[0] ?? "HTTP");

export function DocumentDialog({ mark }: { readonly mark: string }) {
  const { clause } = useModel();
  const body = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    body.current!.querySelector(".wanted")?.scrollIntoView({ block: "center" });
  }, [mark]);
  return (
    <Dialog title="The service document" onClose={() => set(clause, undefined)}>
      <div class="document stack" ref={body}>
        {[...groups].map(([name, list]) => (
          <section key={name}>
            <h3>
              {titles[name] ? `${name}. ${titles[name]}` : "Rules of HTTP, where the document is silent"}
            </h3>
            <ul>
              {list.map(({ section, text, level }) => (
                <li key={text} class={section === mark ? "wanted" : ""}>
                  <span class="data muted">{section}</span>
                  <span>
                    <Ticks text={text} /> {level === "observed" && <span class="tag">left open</span>}
                  </span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
