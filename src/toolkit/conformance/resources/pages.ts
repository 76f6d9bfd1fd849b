import { isObject } from '../../openapi/json.js'
import {
  firstPage,
  isNextHeader,
  isNextMember,
  isReference,
  isTotal,
} from '../../openapi/resources/names.js'
import { Unwritable } from '../../requests/write-parameters.js'
import { headerOf } from '../exchange/request.js'
import { isSuccess, type ReceivedResponse } from '../exchange/response.js'
import { isSameValue } from '../values/same-value.js'
import type { Divider, ListView } from './list-view.js'
import { find } from './scenario.js'
import type { Scene, ThingCall } from './scene.js'
import { dividedBody } from './search-body.js'
import { itemOf, jsonOf } from './thing.js'

export interface ListPage {
  readonly response: ReceivedResponse
  readonly items: readonly unknown[]
  /** What leads to the next page: a cursor, or a reference. */
  readonly next: string | undefined
  /** How many items there are on all pages, as often as the response says so. */
  readonly totals: readonly number[]
}

/** A response without the list that it should have. */
export class NoList extends Unwritable {
  readonly response: ReceivedResponse

  constructor(response: ReceivedResponse) {
    super()
    this.response = response
  }
}

/** @throws {NoList} if there is no list in the response. */
export async function fetchPage(scene: Scene, view: ListView, call: ThingCall): Promise<ListPage> {
  return pageOf(view, await scene.send(view.operation, call))
}

export function pageOf({ place }: ListView, response: ReceivedResponse): ListPage {
  const items = itemOf(response, place)
  if (!isSuccess(response) || !Array.isArray(items)) throw new NoList(response)
  const body = jsonOf(response)
  return { response, items, next: nextIn(body, response), totals: totalsIn(body, response) }
}

function membersIn(body: unknown): [name: string, value: unknown][] {
  if (!isObject(body)) return []
  const own = Object.entries(body)
  return [...own, ...own.flatMap(([, each]) => (isObject(each) ? Object.entries(each) : []))]
}

function nextIn(body: unknown, response: ReceivedResponse): string | undefined {
  const named = membersIn(body).find(
    ([name, value]) => isNextMember(name) && typeof value === 'string' && value !== '',
  )
  const [, told] = response.headers.find(([name]) => isNextHeader(name)) ?? []
  const isToldOtherwise = headerOf(response, 'link') !== undefined
  return (
    (named?.[1] as string | undefined) ?? linkIn(response) ?? (isToldOtherwise ? undefined : told)
  )
}

/** The reference to the next page (RFC 8288, section 3). */
export function linkIn(response: ReceivedResponse): string | undefined {
  return /<([^>]*)>[^,]*;\s*rel="?next"?/i.exec(headerOf(response, 'link') ?? '')?.[1]
}

function totalsIn(body: unknown, response: ReceivedResponse): number[] {
  // Beside references to other pages, a count is that of all.
  const isLinked = Object.hasOwn(Object(body), 'previous')
  const named = [
    ...membersIn(body).filter(([name]) => isTotal(name) || (isLinked && name === 'count')),
    ...response.headers.filter(([name]) => isTotal(name.replace(/^x-/i, ''))),
  ]
  return named.map(([, value]) => Number(value)).filter(Number.isSafeInteger)
}

/** All items of a list, and how they came. */
export interface WholeList {
  readonly items: readonly unknown[]
  readonly pages: readonly ListPage[]
  /** False if there may be more. */
  readonly isWhole: boolean
  /** True if a page was the one before again. */
  readonly isLooping: boolean
}

/** Most pages that are read. */
export const MOST_PAGES = 60

/** A request for a part of a list. */
export function dividedCall(
  { body, limit, offset, page, cursor }: ListView,
  call: ThingCall,
  more: Readonly<Record<string, unknown>>,
): ThingCall {
  if (body !== undefined) return { ...call, body: dividedBody(call.body, more) }
  const parameters: Record<string, unknown> = { ...call.parameters }
  for (const [name, value] of Object.entries(more)) {
    const whole = [limit, offset, page, cursor].find((each) => each?.name === name)?.parameter?.name
    if (whole === undefined) parameters[name] = value
    else parameters[whole] = { ...Object(parameters[whole]), [name]: value }
  }
  return { ...call, parameters }
}

/** Reads a list page by page, each with as many items as it may have, or with `wanted`. */
export async function fetchAll(
  scene: Scene,
  view: ListView,
  call: ThingCall,
  wanted = Number.POSITIVE_INFINITY,
): Promise<WholeList> {
  const size = Math.min(wanted, largestLimit(view))
  const pages: ListPage[] = []
  const items: unknown[] = []
  let change: Readonly<Record<string, unknown>> | undefined = {}
  while (change !== undefined && pages.length < MOST_PAGES) {
    const limit = view.limit && { [view.limit.name]: size }
    const response = await scene.send(
      view.operation,
      dividedCall(view, call, { ...limit, ...change }),
    )
    if (change[view.cursor?.name ?? ''] !== undefined) cursorIsTaken(scene, view, response)
    // Some services have no page behind the last one, where others have an empty one.
    if (response.status === 404 && pages.length > 0) {
      change = undefined
      break
    }
    const page: ListPage = pageOf(view, response)
    if (isPageAgain(page, pages.at(-1))) return { items, pages, isWhole: false, isLooping: true }
    pages.push(page)
    items.push(...page.items)
    change = nextChange(view, page, { seen: items.length, at: pages.length })
  }
  const isCounted = (view.offset ?? view.page) !== undefined
  const last = pages.at(-1) as ListPage
  const hasMore = last.next !== undefined
  const isFull = last.items.length >= size
  const isWhole =
    change === undefined &&
    !view.mayHaveLimit &&
    (isCounted || !hasMore) &&
    (isCounted || view.cursor !== undefined || !view.limit || !isFull) &&
    (isTold(view, pages) || !isFull)
  return { items, pages, isWhole, isLooping: false }
}

/** True unless the cursor of the next page may be where the kit does not look. */
function isTold({ cursor, tellsCursor }: ListView, pages: readonly ListPage[]): boolean {
  return cursor === undefined || tellsCursor || pages.some(({ next }) => next !== undefined)
}

/** Finds that the server refuses the cursor that it has given. */
function cursorIsTaken(scene: Scene, view: ListView, { status }: ReceivedResponse): void {
  if (status < 400 || view.cursorBehind !== undefined) return
  const expected = 'a page for the cursor of the page before'
  find(scene, 'paging', view.operation, { expected, received: `status ${status}` })
}

/** True for the items of the page before, and for no items where the next page is still the one that was asked for. */
function isPageAgain({ items, next }: ListPage, before: ListPage | undefined): boolean {
  if (before === undefined) return false
  if (items.length > 0) return isSameValue(items, before.items)
  return next !== undefined && next === before.next
}

function nextChange(
  { offset, page, cursor, cursorBehind }: ListView,
  { items, next }: ListPage,
  { seen, at }: { seen: number; at: number },
): Readonly<Record<string, unknown>> | undefined {
  if (cursor !== undefined) {
    const told = next !== undefined && isReference(next) ? valueIn(next, cursor) : next
    const value = told ?? cursorBehind?.(items.at(-1))
    return value === undefined ? undefined : { [cursor.name]: value }
  }
  if (items.length === 0) return undefined
  if (offset !== undefined) return { [offset.name]: seen }
  return page && { [page.name]: at + firstPage({ ...Object(page.schema), ...page }) }
}

function valueIn(reference: string, { name }: Divider): string | undefined {
  return new URLSearchParams(reference.replace(/^[^?]*|#.*$/g, '')).get(name) ?? undefined
}

/** The largest number that a limit may be, and not more than 100. */
export function largestLimit({ limit }: ListView): number {
  const { maximum, exclusiveMaximum } = Object(limit?.schema)
  return Math.min(100, Number(maximum ?? 100), Number(exclusiveMaximum ?? 101) - 1)
}
