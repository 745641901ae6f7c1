/** Text in which a clause's mark, as in `(3, rule 2)`, is a link to the document. */

import type { RenderableProps } from "preact";
import { useModel } from "../model/model.ts";
import { set } from "../parts/set.ts";

const marks = /\((\d(?:\.\d)?(?:, rule \d+)?)\)/;

export function ClauseText({ text, tabIndex }: { readonly text: string; readonly tabIndex: 0 | -1 }) {
  return (
    <>
      {text.split(marks).map((part, index) =>
        index % 2 === 1 ? (
          <ClauseLink key={index} mark={part} tabIndex={tabIndex}>
            ({part})
          </ClauseLink>
        ) : (
          part
        ),
      )}
    </>
  );
}

type ClauseLinkProps = RenderableProps<{ readonly mark: string; readonly tabIndex?: 0 | -1 }>;

export function ClauseLink({ mark, tabIndex, children }: ClauseLinkProps) {
  const { clause } = useModel();
  return (
    <button type="button" class="link" tabIndex={tabIndex} onClick={() => set(clause, mark)}>
      {children}
    </button>
  );
}
