import { isObject, type JsonObject, plainText } from '../openapi/json.js'
import {
  isCursor,
  isNextMember,
  isPosition,
  isPreviousMember,
  isReference,
  isTotal,
  OFFSETS,
  PAGES,
  plainName,
} from '../openapi/resources/names.js'
import { opened, sealed } from './envelope.js'
import { ownName, type SelectedItems } from './selection.js'

/** The size of pages, where the request asks for one. */
function sizeOf({ limitedBy, limit }: SelectedItems): number | undefined {
  return limitedBy === undefined ? undefined : limit
}

/** What members say of the pages, by their plain names: with a value of another type they say something else. */
const TOLD: Readonly<Record<string, (selection: SelectedItems) => number | boolean | undefined>> = {
  page: ({ number }) => number,
  currentpage: ({ number, first }) => number ?? first,
  pagenumber: ({ number }) => number,
  number: ({ number }) => number,
  limit: sizeOf,
  offset: ({ start }) => start,
  skip: ({ start }) => start,
  size: sizeOf,
  pagesize: sizeOf,
  perpage: sizeOf,
  [plainName('itemsPerPage')]: sizeOf,
  numberreturned: ({ page }) => page.length,
  resultcount: ({ page }) => page.length,
  numberofelement: ({ page }) => page.length,
  totalpage: ({ all, limit }) => Math.ceil(all.length / (limit || 1)),
  lastpage: ({ all, limit, first }) =>
    Math.max(0, Math.ceil(all.length / (limit || 1)) - 1) + first,
  pagecount: ({ all, limit }) => Math.ceil(all.length / (limit || 1)),
  hasmore: ({ next }) => next !== undefined,
  hasnext: ({ next }) => next !== undefined,
  hasnextpage: ({ next }) => next !== undefined,
  [plainName('hasPrevious')]: ({ previous }) => previous !== undefined,
  haspreviouspage: ({ previous }) => previous !== undefined,
  first: ({ start }) => start === 0,
  last: ({ next }) => next === undefined,
  empty: ({ page }) => page.length === 0,
}

/**
 * A body, or headers, with the number of all items and what leads to the pages beside this one, wherever it, or a member such as
 * `meta`, has them: otherwise a client that follows a cursor would never come to an end.
 */
export function withPages<Value>(
  whole: Value,
  selection: SelectedItems,
  accepts: (value: unknown) => boolean,
): Value {
  if (!isObject(whole)) return whole
  const holders = Object.keys(whole).filter((name) => isObject((whole as JsonObject)[name]))
  let told: unknown = whole
  for (const holder of [[], ...holders.map((name) => [name])]) {
    for (const [name, value] of Object.entries(Object(opened(whole, holder)))) {
      const possible = valuesOf(name, value, selection, LINKS.has(String(holder)))
      const changed = possible.map((each) => sealed(told, [...holder, name], each))
      told = changed.find(accepts) ?? told
    }
  }
  return told as Value
}

/** Members whose own members are references. */
const LINKS: ReadonlySet<string> = new Set(['links', '_links'])

/** What a member may be instead, the best first; `undefined` leaves it out. */
function valuesOf(
  name: string,
  value: unknown,
  selection: SelectedItems,
  isAmongLinks: boolean,
): unknown[] {
  const { all, next, previous, pagedBy } = selection
  const bare = name.replace(/^(x-|@odata\.)/i, '')
  // Pages, and not a page.
  const plain = /^(num_?)?pages$/i.test(bare) ? 'totalpage' : plainName(bare)
  if (plain === 'count' || isTotal(plain)) return typeof value === 'number' ? [all.length] : []
  const told = Object.hasOwn(TOLD, plain) ? TOLD[plain]?.(selection) : undefined
  if (typeof value === typeof told) return [told]
  // As HAL has links.
  if (isObject(value) && typeof value.href === 'string') {
    const links = valuesOf(name, value.href, selection, true)
    return links.map((each) => (each ? { ...value, href: each } : each))
  }
  const isNumber = typeof value === 'number' && /page$/i.test(bare)
  if (typeof value !== 'string' && !isNumber && value !== null) return []
  const text = plainText(value)
  const isLink = /;\s*rel="?next\b/.test(text)
  const leads = bare.replaceAll('-', '_')
  const isBack = isPreviousMember(leads)
  if (!isLink && !isBack && !isNextMember(leads)) return []
  const before = isBack ? previous : next
  if (before === undefined) return [undefined, null, '']
  if (isNumber) return [numberOf(before, selection)]
  if (isLink) return [leading(text, before, selection)]
  const isOwn = isReference(text)
  if (!isOwn && !isAmongLinks && !/(link|ur[il])$/i.test(bare)) return [String(before)]
  const reference = isOwn ? text : ''
  if (pagedBy === undefined || namesIn(reference).some(isPosition))
    return [isOwn ? leading(reference, before, selection) : String(before)]
  const paged = `${reference}${reference.includes('?') ? '&' : '?'}${encodeURI(pagedBy)}=`
  return [leading(paged, before, selection)]
}

/** The number of the page, or of its first item, after so many items. */
function numberOf(before: number, { pagedBy = '', limit, first }: SelectedItems): number {
  return PAGES.includes(ownName(pagedBy)) ? before / limit + first : before
}

const PAIRS = /(?<=[?&])([^=&#>]+)=[^&#>]*/g

/** The own names of the parameters in a reference. */
function namesIn(reference: string): string[] {
  return [...reference.matchAll(PAIRS)].map(([, name = '']) => named(name))
}

function named(name: string): string {
  return ownName(name.replaceAll('%5B', '[').replaceAll('%5D', ']'))
}

/** The path of a reference, which an example may have of another list. */
const PATH = /(?<=^<?(?:https?:\/\/[^/?#]+)?)\/[^?#>]*/

/** A reference to what comes after so many items. */
function leading(
  reference: string,
  before: number,
  { limit, limitedBy, first, path }: SelectedItems,
): string {
  const isLimited = limitedBy === undefined || namesIn(reference).includes(limitedBy)
  const here = reference.replace(PATH, (text) => path ?? text)
  return here.replace(PAIRS, (pair, name: string) => {
    const own = named(name)
    const size = isLimited || own !== name ? '' : `&${limitedBy}=${limit}`
    if (isCursor(own) || OFFSETS.includes(own)) return `${name}=${before}${size}`
    if (PAGES.includes(own)) return `${name}=${before / limit + first}${size}`
    return own === limitedBy ? `${name}=${limit}` : pair
  })
}
