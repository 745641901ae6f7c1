/** The true likely mistakes of each wrong server; a cause that names another one misleads. */

const names: readonly (readonly [servers: RegExp, mistakes: RegExp])[] = [
  // Keys.
  [/lets-in-no-header$/, /^key-missing/],
  [/lets-in-anything$|^key-remembered$/, /^key-unchecked/],
  [/lets-in-any-token$/, /^key-any/],
  [/lets-in-part$/, /^key-prefix-of/],
  [/lets-in-longer-key$/, /^key-starts-with/],
  [/lets-in-empty-token$/, /^key-empty/],
  [/lets-in-bare-key$/, /^key-no-scheme/],
  [/lets-in-any-scheme$/, /^key-token-scheme/],
  [/^key-any-case$/, /^key-letter-case$/],
  [/^key-first-half$/, /^key-beginning$/],
  [/^key-length-only$/, /^key-length$/],
  [/^key-second-word$/, /^key-any-scheme$/],
  [/^key-basic-user$/, /^key-basic-/],
  [/^key-none-for-conditions$/, /^request-with-/],
  [/^key-none-for-probes$/, /^request-with-user-agent$/],
  [/lets-in-basic$/, /^key-basic/],
  [/^missing-key-500$/, /^request-with(?:out-Authorization|-another-scheme|-an-empty)/],
  [/^wrong-key-403$/, /^request-with-a-bearer-token$/],
  [/^cancel-unauthorized-204$/, /^key-refused-2xx$/],
  [/^(?:list|cancel)-unauthorized-/, /^request-(?:lists|cancels)-alone$/],
  [/^free-/, /^spelling-/],
  [/-before-key$/, /^late-/],
  // Errors.
  [/-nothing$/, /^error-empty$/],
  [/-(?:page|for-pages)$/, /^error-page$/],
  [/^404-of-cancelled$/, /^error-text$/],
  [/-array-body$/, /^error-in-array$/],
  [/-typed-/, /^(?:error|list)-type$/],
  [/-nested-body$/, /^error-nested$/],
  [/-spring-body$/, /^error-spring$/],
  [/-(?:no-(?:code|message|status)|each-second)$/, /^error-\w+-missing$/],
  [/^40[14]-status-zero$/, /^error-status-bit$/],
  [/^401-of-list$/, /^error-message-null$/],
  [/^40[14]-(?:later|for-negative)$/, /^error-detail$/],
  // Lists.
  [/^list-in-items$/, /^list-nested$/],
  [/^list-as-json-string$|^list-honours-callback$/, /^list-serialised-twice$/],
  [/^list-cut-/, /^list-cut$/],
  [/^cancel-empties-the-list$/, /^list-nothing$/],
  [/^list-as-csv-on-ask$/, /^list-csv$|^request-with-accept$/],
  [/^list-last-is-/, /^element-/],
  [/^list-honours-/, /^request-with-the-parameter-/],
  [/^list-fails-on-query$/, /^request-with-a-query$/],
  // Fields: the field's name is that of the server, its form is for the judge to name.
  [/^list-ids?-/, /^id-/],
  [/^list-pet-id-/, /^petId-/],
  [/^list-quantity-|^cancel-leaves-bad-quantity$/, /^quantity-/],
  [/^list-complete-/, /^complete-/],
  [/^list-ship-date-|^list-dates-/, /^shipDate-/],
  // Cancels.
  [/^second-cancel-204-after-50-ms$/, /^again-late$/],
  [/^second-cancel-/, /^again-/],
  [/^cancel-large-404$/, /^orders-beyond-/],
  [/^cancel-does-nothing$/, /^again-no-effect$/],
  [/^cancel-(?:once-only|first-is-500)$/, /^cancels-/],
  [/^cancel-of-shipped-|^shipped-taken/, /^shipped-all$/],
  [/^shipped-204-at-first$/, /^shipped-first$/],
  [/^shipped-(?:gives-in|becomes-pending)/, /^shipped-later$/],
  [/^shipped-204-after-cancels$/, /^cancels-/],
  // Ids.
  [/^ids-cut-at-\w+$/, /^id-(?:cut-|list$)/],
  [/^refuses-and-cancels$/, /^id-cut-letter$/],
  [/^ids-without-sign$/, /^id-(?:last-digits|sign-lost)$/],
  [/^ids-by-beginning$/, /^id-prefix$/],
  [/^ids-that-begin$/, /^id-starts-with$/],
  [/^ids-as-floats$/, /^id-double$/],
  [/^ids-in-(?:32|64)-bits/, /^id-(?:bits-32|int64)$/],
  [/^ids-null$/, /^ids-word-null$/],
  [/^cancel-of-unknown-/, /^ids-unknown$/],
  [/^greatest-id-500$/, /^ids-greatest$/],
  [/^beyond-int64-500$/, /^ids-above-int64$/],
  [/^int32-ids-400$/, /^ids-above-int32$/],
  [/^property-204$/, /^ids-word-method$/],
  [/^empty-204$/, /^ids-empty$/],
  [/^(?:quote|nul)-500$/, /^ids-(?:long|with-quote|with-nul)$/],
];

/** Whether a server makes this mistake. A mistake with the server's own name, or the end of it, needs no row. */
export function isTrueOf(server: string, mistake: string): boolean {
  return (
    mistake === server ||
    mistake === server.replace(/^40[14]-/, "error-") ||
    mistake === server.replace(/^list-(?:as|with-a|with|in)-/, "list-") ||
    names.some(([servers, mistakes]) => servers.test(server) && mistakes.test(mistake))
  );
}
