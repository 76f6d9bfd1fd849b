/** Names that lists have in bodies. */
export const LISTS: ReadonlySet<string> = new Set(
  'data items item result results values content contents records entries'.split(' '),
)

/** Query parameters: how many items a page has. */
export const LIMITS =
  'limit per_page perPage page_size pageSize itemsPerPage size top $top maxResults max_results'.split(
    ' ',
  )

/** Query parameters: how many items come before the page. */
export const OFFSETS = 'offset skip $skip start'.split(' ')

/** Query parameters: which page it is, counted from {@link firstPage}. */
export const PAGES = ['page', 'page_number', 'pageNumber']

/** The number of the first page: 0 where that is the default, or else the least, as Spring counts; or else 1. */
export function firstPage(schema: { readonly default?: unknown; readonly minimum?: unknown }) {
  return (schema.default ?? schema.minimum) === 0 ? 0 : 1
}

/** True for a member of a body that says how many items there are on all pages. */
export function isTotal(name: string): boolean {
  const plain = plainName(name)
  return /^(total(count|item|result|entry|record|element|row|hit|size)?|numbermatched)$/.test(plain)
}

/** True for a query parameter that says where a page begins, in what the page before has said. */
export function isCursor(name: string): boolean {
  return /^(cursor|page_?token|after|starting_after|continue|continuation(_?token)?|marker|next|\$?skip_?token)$/i.test(
    name,
  )
}

/** True for a query parameter that says where a page begins. */
export function isPosition(name: string): boolean {
  return isCursor(name) || OFFSETS.includes(name) || PAGES.includes(name)
}

/** True for a query parameter that says in which order items are. */
export function isSortName(name: string): boolean {
  return /^(sort|sort_?by|order|order_?by|ordering|sorting|direction|sort_?(dir|order))$/i.test(
    name,
  )
}

/** True for a member that leads to the next page. */
export function isNextMember(name: string): boolean {
  return isLeading('next', name) || /^(cursor|continue|continuation(_?token)?|marker)$/i.test(name)
}

/** True for a member that leads to the page before. */
export function isPreviousMember(name: string): boolean {
  return isLeading('prev(ious)?', name)
}

function isLeading(where: string, name: string): boolean {
  return new RegExp(`^${where}(_?(cursor|(page_?)?(token|link|ur[il])|page))?$`, 'i').test(name)
}

/** True for `Link`, `Next-Cursor`, `X-Next-Page` and the like. */
export function isNextHeader(name: string): boolean {
  return /^link$/i.test(name) || isNextMember(name.replace(/^x-/i, '').replaceAll('-', '_'))
}

/** True if what leads to the next page is a reference, not a cursor. */
export function isReference(next: string): boolean {
  return /^(https?:|\/)|\?/.test(next)
}

/** The name of a body's list, among the members that are lists: a usual one, or the only one. */
export function listName(names: readonly string[]): string | undefined {
  return names.find((each) => LISTS.has(each)) ?? (names.length === 1 ? names[0] : undefined)
}

/** A name without its case, its marks and its plural: `Tags[]` and `tag` mean the same. */
export function plainName(name: string): string {
  return name
    .replace(/\[\]$|[-_ ]/g, '')
    .toLowerCase()
    .replace(/ies$/, 'y')
    .replace(/(?<=[^s])s$/, '')
}
