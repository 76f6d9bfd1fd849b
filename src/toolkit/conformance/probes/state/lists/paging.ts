import { isReference } from '../../../../openapi/resources/names.js'
import { isDivided, type ListView, listView } from '../../../resources/list-view.js'
import {
  dividedCall,
  fetchAll,
  type ListPage,
  largestLimit,
  linkIn,
  MOST_PAGES,
  pageOf,
  type WholeList,
} from '../../../resources/pages.js'
import type { TestedResource } from '../../../resources/resource.js'
import { find, type Scenario } from '../../../resources/scenario.js'
import { isSuccess, type Scene, type ThingCall } from '../../../resources/scene.js'
import { pagesTellOfThemselves } from './page-facts.js'
import { keysOf, listOf, type Population, populate } from './populate.js'

/** Pages together are the list: without gaps and doubles, and with an end. */
export const pagesAreTheList: Scenario = {
  what: 'a list is read page by page',
  about: listOf,
  async play(scene, resource) {
    const view = listView(scene.kit.contract, resource) as ListView
    if (!isDivided(view)) return
    const population = await populate(scene, resource)
    await pagesHold(scene, resource, view, population, { thing: population.parent })
  },
}

/** Finds gaps and doubles of a list that is read page by page, and that it has no end. */
export async function pagesHold(
  scene: Scene,
  resource: TestedResource,
  view: ListView,
  population: Population,
  call: ThingCall,
): Promise<void> {
  if (!isDivided(view)) return
  const all = await fetchAll(scene, view, call)
  hasNoDoubles(scene, resource, view, { population, paged: all })
  if (all.isLooping || isEmptyForLong(all)) isEnding(scene, view, all)
  if (!all.isWhole) return
  for (const size of sizesOf(view, all.items.length)) {
    const paged = await fetchAll(scene, view, call, size)
    isEnding(scene, view, paged)
    areShort(scene, view, paged, size)
    pagesTellOfThemselves(scene, view, paged, size)
    if (scene.run.findings.length > 0) return
    hasNoDoubles(scene, resource, view, { population, paged })
    const again = await fetchAll(scene, view, call)
    isTheList(scene, resource, view, { before: all, paged, after: again })
    // A reference has no body.
    if (view.body === undefined) await isLinked(scene, resource, view, call, paged)
    await isEmptyBeyond(scene, view, call, population, paged)
    if (scene.run.findings.length > 0) return
  }
}

/** Sizes of pages: about eight of them, and one so that a single item is left for the last page. */
function sizesOf(view: ListView, items: number): ReadonlySet<number> {
  const size = Math.max(2, Math.ceil(items / 8))
  const most = Math.min(items - 1, largestLimit(view))
  for (let each = size; each <= most; each++) if (items % each === 1) return new Set([size, each])
  return new Set([size])
}

/** Pages without items that are no end of a list: a page of what is left out may have none. */
const EMPTY = 20

function isEmptyForLong({ pages }: WholeList): boolean {
  const last = pages.slice(-EMPTY)
  return last.length === EMPTY && last.every(({ items }) => items.length === 0)
}

function isEnding(scene: Scene, view: ListView, list: WholeList): void {
  if (list.isWhole || (!list.isLooping && list.pages.length < MOST_PAGES)) return
  const received = list.isLooping ? 'a page again' : `${list.pages.length} pages and no end`
  find(scene, 'paging', view.operation, { expected: 'an end of the list', received })
}

/** No page is longer than the others may be. */
function areShort(scene: Scene, { operation, limit }: ListView, list: WholeList, size: number) {
  const { items = [] } = list.pages.find((page) => page.items.length > size) ?? {}
  if (items.length === 0 || limit === undefined) return
  // Of a size that is none a server may make the least.
  if (!scene.kit.contract.verdicts.accepts(limit.schema, size)) return
  const expected = `at most ${size} items on each page: ${limit.name}`
  find(scene, 'limit', operation, { expected, received: `${items.length} items` })
}

/** What is in the list before and after is on a page meanwhile; on one, where the list stays as it is. */
function isTheList(
  scene: Scene,
  resource: TestedResource,
  view: ListView,
  lists: { readonly before: WholeList; readonly paged: WholeList; readonly after: WholeList },
): void {
  const { before, paged, after } = lists
  if (!paged.isWhole) return
  const [first, keys, last] = [before, paged, after].map(({ items }) =>
    keysOf(scene, resource, items),
  ) as [string[], string[], string[]]
  const missing = first.filter((each) => last.includes(each) && !keys.includes(each))
  if (missing.length > 0) {
    const received = `${missing.length} of ${first.length} are on no page`
    find(scene, 'paging', view.operation, { expected: 'each item on a page', received })
  }
  const double = keys.find((each, at) => keys.indexOf(each) < at)
  if (double === undefined || resource.parameter === undefined) return
  // What one page has twice is no identity.
  const pages = [before, paged].flatMap((list) => list.pages)
  const areOnce = pages.every(
    ({ items }) => new Set(keysOf(scene, resource, items)).size === items.length,
  )
  if (String(first) !== String(last) || !areOnce) return
  const received = `${double} more than once`
  find(scene, 'paging', view.operation, { expected: 'each item on one page', received })
}

/** Other clients may make things meanwhile: what counts is what the kit has made. */
function hasNoDoubles(
  scene: Scene,
  resource: TestedResource,
  view: ListView,
  { population: { things }, paged }: { population: Population; paged: WholeList },
): void {
  const keys = keysOf(scene, resource, paged.items)
  const own = things.flatMap(({ identity, received }) => {
    if (identity !== undefined) return [String(identity)]
    // Without identities, things may be equal unless they have texts of their own.
    return keysOf(scene, resource, [received]).filter((each) => /kit[b-n]{9,}/.test(each))
  })
  const double = own.find((each) => keys.filter((key) => key === each).length > 1)
  if (double === undefined) return
  const received = `${double} more than once`
  find(scene, 'paging', view.operation, { expected: 'each item on one page', received })
}

/** A reference to the next page leads to it. */
export async function isLinked(
  scene: Scene,
  resource: TestedResource,
  view: ListView,
  call: ThingCall,
  { pages }: WholeList,
): Promise<void> {
  const [first, second] = pages as [ListPage, ListPage | undefined]
  if (second === undefined || second.items.length === 0 || first.next === undefined) return
  const next = isReference(first.next) ? first.next : linkIn(first.response)
  const { baseUrl, basePath } = scene.kit.target
  const { target } = scene.written(view.operation, call)
  if (next === undefined || !URL.canParse(next, baseUrl + target)) return
  const url = new URL(next, baseUrl + target)
  if (!`${url.pathname}/`.startsWith(`${basePath}/`)) {
    const isElsewhere = !/^https?:/.test(next) || url.host !== new URL(baseUrl).host
    const wrong = { expected: `next below ${basePath}/`, received: next }
    return isElsewhere ? undefined : find(scene, 'paging', view.operation, wrong)
  }
  const path = url.pathname.slice(basePath.length) + url.search
  const response = await scene.follow(view.operation, path)
  const expected = `the second page at ${next}`
  const items = isSuccess(response) ? pageOf(view, response).items : undefined
  const [own, wanted] = [items ?? [], second.items].map((each) => keysOf(scene, resource, each))
  if (items !== undefined && String(own) === String(wanted)) return
  const received = items === undefined ? `status ${response.status}` : `the items ${own}`
  find(scene, 'paging', view.operation, { expected, received })
}

/** Beyond the end there is nothing. */
async function isEmptyBeyond(
  scene: Scene,
  view: ListView,
  call: ThingCall,
  { things }: Population,
  { items, isWhole }: WholeList,
): Promise<void> {
  if (view.offset === undefined || !isWhole) return
  const offset = items.length + things.length + 1_000
  if (!scene.kit.contract.verdicts.accepts(view.offset.schema, offset)) return
  const beyond = dividedCall(view, call, { [view.offset.name]: offset })
  const response = await scene.send(view.operation, beyond)
  if (!isSuccess(response)) return
  const { length } = pageOf(view, response).items
  if (length === 0) return
  const expected = `no items at ${view.offset.name} ${offset} of ${items.length}`
  find(scene, 'paging', view.operation, { expected, received: `${length} items` })
}
