/** Finds any of many texts in a text in one pass (Aho and Corasick, 1975): no choice of them makes it slower. */

/** A beginning that some forms have in common. */
interface State<Form> {
  readonly depth: number;
  readonly next: Map<number, State<Form>>;
  /** The longest other beginning that stands at the end of this one. */
  shorter: State<Form> | undefined;
  /** The form that is whole here. */
  whole: Form | undefined;
  /** The longest other beginning at the end of this one that is a whole form. */
  wholeShorter: State<Form> | undefined;
  /** One of the forms that begin like this. */
  readonly example: Form;
}

/** The beginning of a form counts as the form, where the text is cut, from so many characters on. */
const shortestPart = 6;

/** Tells each form that was found, in either case, and from where to where: overlapping ones too. */
export type FormFinder<Form> = (
  text: string,
  onFound: (form: Form, start: number, end: number) => void,
) => void;

/** @param forms of three characters or more, their ASCII letters in lower case */
export function createFormFinder<Form extends { readonly text: string }>(
  forms: readonly Form[],
): FormFinder<Form> {
  const root = createStates(forms);
  // Three characters in 16 bits: nearly every place of a text is passed over by one look.
  const isStart = new Uint8Array(2 ** 16);
  for (const { text } of forms) isStart[hash(text.charCodeAt(0), text.charCodeAt(1), text.charCodeAt(2))] = 1;

  return (text, onFound) => {
    let state = root;
    let code: number;
    let second = lowerCaseAt(text, 0);
    let third = lowerCaseAt(text, 1);
    for (let at = 0; at < text.length; at++) {
      code = second;
      second = third;
      third = lowerCaseAt(text, at + 2);
      if (state === root && isStart[hash(code, second, third)] === 0) continue;
      if (state.depth >= shortestPart && isCutAt(text, at)) onFound(state.example, at - state.depth, at);
      while (state.shorter && !state.next.has(code)) state = state.shorter;
      state = state.next.get(code) ?? root;
      let found = state.whole ? state : state.wholeShorter;
      for (; found; found = found.wholeShorter) onFound(found.whole!, at + 1 - found.depth, at + 1);
    }
    if (state.depth >= shortestPart) onFound(state.example, text.length - state.depth, text.length);
  };
}

/** Nothing of what stood there follows. */
function isCutAt(text: string, at: number): boolean {
  return text[at] === "…" || text.startsWith("...", at);
}

function createStates<Form extends { readonly text: string }>(forms: readonly Form[]): State<Form> {
  const root = createState(0, forms[0]!);
  for (const form of forms) {
    let state = root;
    for (let at = 0; at < form.text.length; at++) {
      const code = form.text.charCodeAt(at);
      const next = state.next.get(code) ?? createState(at + 1, form);
      state.next.set(code, next);
      state = next;
    }
    state.whole ??= form;
  }
  // Layer by layer: a shorter beginning is linked before the longer ones that end with it.
  for (let layer = [root]; layer.length > 0; ) {
    const below: State<Form>[] = [];
    for (const state of layer) {
      for (const [code, next] of state.next) {
        let shorter = state.shorter;
        while (shorter && !shorter.next.has(code)) shorter = shorter.shorter;
        next.shorter = shorter?.next.get(code) ?? root;
        next.wholeShorter = next.shorter.whole ? next.shorter : next.shorter.wholeShorter;
        below.push(next);
      }
    }
    layer = below;
  }
  return root;
}

function createState<Form>(depth: number, example: Form): State<Form> {
  return {
    depth,
    next: new Map(),
    shorter: undefined,
    whole: undefined,
    wholeShorter: undefined,
    example,
  };
}

function hash(first: number, second: number, third: number): number {
  return (first ^ (second << 5) ^ (third << 10)) & 0xffff;
}

function lowerCaseAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0x41 && code <= 0x5a ? code + 0x20 : code;
}
