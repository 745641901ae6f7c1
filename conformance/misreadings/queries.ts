/** Query parameters of other services' lists, by kind. Here none of them may filter or page. */

export const queries = {
  paging: [
    "limit=1",
    "per_page=1&page=1",
    "page=2&size=1",
    "offset=1000000",
    "cursor=x",
    "skip=1000&take=1",
    "page%5Bsize%5D=1",
    "pageSize=1&pageNumber=2",
    "max=1&start=5",
    "first=1&after=x",
    "count=1",
    "$top=1&$skip=1",
    "max_results=1",
    "per_page=1",
    "page_size=1",
    "page=2",
    "start=1000&end=1001",
    "range=0-0",
    "limit=0",
    // Parameters of well-known products, many at once.
    "_limit=1&_page=2&_start=1000&itemsPerPage=1&limitToFirst=1&maxRecords=1&rows=1&perPage=1&maxResults=1&results=1",
    "pagination%5Blimit%5D=1&pagination%5BpageSize%5D=1&filter%5Blimit%5D=1&page%5Blimit%5D=1&page%5Boffset%5D=1000&$limit=1&$first=1",
    "starting_after=2147483647&after_id=2147483647&since_id=2147483647&min_id=2147483647&startAfter=2147483647",
  ],
  // Numbers that no order has. Positive, since servers that check them refuse negative ones.
  filter: [
    "status=cancelled",
    "complete=true",
    "complete=false",
    "petId=2147483647",
    "id=2147483647",
    "quantity=2147483647",
    "shipDate=1970-01-01T00:00:00Z",
    "filter=petId%20eq%20-1",
    "filter%5Bcomplete%5D=true",
    "status=shipped",
    "state=pending",
    "pet_id=2147483647",
    "pet=-1",
    "from=2999-01-01&to=2999-01-02",
    "filter%5Bstatus%5D=none",
    "completed=true",
    "ids=2147483647",
    "since=2999-01-01",
    "where=%7B%22id%22%3A-1%7D",
    "filters%5Bid%5D%5B$eq%5D=2147483647&filter%5Bwhere%5D%5Bid%5D=2147483647&filter%5Bid%5D=2147483647&id%5Bgt%5D=2147483647&id%5B$gt%5D=2147483647&where%5Bid%5D=2147483647",
    "id=eq.2147483647&id__gt=2147483647&id__exact=2147483647&id_gt=2147483647&id_gte=2147483647&idGt=2147483647&minId=2147483647",
    "quantity%5Bgte%5D=2147483647&quantity_gte=2147483647&quantity__gte=2147483647&minQuantity=2147483647&quantityMin=2147483647",
    "status=&complete=&petId=&quantity=&limit=&q=",
    "status=none&status=cancelled&complete=true&complete=false",
    "$filter=id%20eq%202147483647&filter=%7B%22limit%22%3A1%2C%22where%22%3A%7B%22id%22%3A2147483647%7D%7D&fq=id:2147483647&filterByFormula=0",
  ],
  search: ["q=nothing", "query=nothing", "search=zzz", "name=zzz"],
  // Parameters that ask for fewer fields, another form or another method.
  unknown: [
    // Paths that are public elsewhere: some checks search for them in the whole address.
    "next=/health/status/ping/metrics/login/public/static/docs/openapi.json/favicon.ico&public=true&preview=true&internal=true&admin=true&debug=true&test=true&token=x&access_token=x&api_key=x&apikey=x&key=x&auth=x&v=x.css",
    "envelope=true&wrap=true&pretty=true&meta=true&raw=true",
    "limit=abc&page=abc&offset=abc&size=abc&sort=abc",
    // Values that no page has, one parameter several times, and an object: parsers of queries may not expect them.
    "limit=-1&page=0&offset=-1&per_page=0&since=yesterday&from=yesterday&limit%5Bgt%5D=1&sort%5B%5D=id&_=1",
    "limit=1&limit=2&page=1&page=2&sort=id&sort=-id",
    "tz=Asia/Tokyo&timezone=Asia/Tokyo&lang=de&v=2&version=2&tenant=none&user=1&dryRun=true",
    "fields=id",
    "sort=-id",
    "format=csv",
    "x=1",
    "include=none",
    "",
    "callback=f",
    "expand=true",
  ],
} as const satisfies Record<string, readonly string[]>;

/**
 * Query parameters of other services' cancels. They have no digits, which a reader of the whole address may read as an
 * order's id.
 */
export const cancelOptions = [
  "force=true&confirm=yes&admin=true&override=true&reason=none&hard=true&cascade=true&skipValidation=true&test=true",
  "x=y",
  "status=pending&state=pending&from=pending&expected=pending",
  "_method=DELETE",
  "force=yes&confirm=true&admin=yes&soft=true&dryRun=true&debug=true&refund=true",
] as const;

/** Maximum length of a query, in characters: below the usual limits of servers. */
const longestGroup = 900;

/** Joins parameters into few queries without repeats: if a server ignores a query, it ignores each of its parameters. */
export function groupQueries(
  texts: readonly string[],
): readonly { readonly query: string; readonly of: readonly string[] }[] {
  const groups: { names: Set<string>; of: string[] }[] = [];
  for (const text of texts.filter((each) => each !== "")) {
    const names = [...new URLSearchParams(text).keys()];
    const room = groups.find(
      (group) =>
        [...group.of, text].join("&").length <= longestGroup && names.every((name) => !group.names.has(name)),
    );
    const group = room ?? { names: new Set(), of: [] };
    if (!room) groups.push(group);
    group.of.push(text);
    for (const name of names) group.names.add(name);
  }
  return groups.map(({ of }) => ({ query: of.join("&"), of }));
}
