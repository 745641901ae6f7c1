/** Moves the focus to the nearest ancestor when the element with the focus is removed, and never to the document's body. */

/** @returns a function that stops */
export function keepFocus(root: HTMLElement): () => void {
  /** The element that had the focus last, and its ancestors. */
  let path: readonly Element[] = [];
  const onFocus = (event: FocusEvent) => {
    path = event.composedPath().filter((each) => each instanceof Node && each.nodeType === 1) as Element[];
  };
  const look = new MutationObserver(() => {
    const [last] = path;
    if (!last || last.isConnected) return;
    const around = path.find((each) => each.isConnected && root.contains(each)) as HTMLElement | undefined;
    path = [];
    if (!around || !isFocusLost(root)) return;
    const next =
      around.querySelector<HTMLElement>("[data-index][tabindex='0']") ??
      around.closest<HTMLElement>("[tabindex]") ??
      root.querySelector<HTMLElement>(".section");
    next?.focus({ preventScroll: true });
  });
  root.addEventListener("focusin", onFocus);
  look.observe(root, { subtree: true, childList: true });
  return () => {
    root.removeEventListener("focusin", onFocus);
    look.disconnect();
  };
}

/** Another element may have the focus by now, also in the application around a panel. */
function isFocusLost(root: HTMLElement): boolean {
  const { ownerDocument: page } = root;
  const scope = root.getRootNode() as Document | ShadowRoot;
  const isInPage = page.activeElement !== null && page.activeElement !== page.body;
  return scope === page ? !isInPage : scope.activeElement === null && !isInPage;
}
