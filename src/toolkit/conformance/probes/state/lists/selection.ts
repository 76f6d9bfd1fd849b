import { outcomeText, type ReceivedResponse } from '../../../exchange/response.js'
import type { ListView } from '../../../resources/list-view.js'
import { fetchAll, NoList, type WholeList } from '../../../resources/pages.js'
import type { TestedResource } from '../../../resources/resource.js'
import { documents, find, type Wrong } from '../../../resources/scenario.js'
import type { Scene, ThingCall } from '../../../resources/scene.js'
import { shown } from '../../../values/shown.js'
import { keysOf } from './populate.js'

/** What a request selects of a list. */
export interface Selection {
  /** What it asks for, as a report says it. */
  readonly told: string
  /** True if an item has to be there, false if it must not, `undefined` if that is open. */
  fits(item: unknown): boolean | undefined
  /** What an item has that decides it. */
  decisive(item: unknown): unknown
}

export interface SelectedList {
  readonly scene: Scene
  readonly resource: TestedResource
  readonly view: ListView
  readonly all: readonly unknown[]
  /** True if nothing else is in the list. */
  readonly isWhole: boolean
  /** What may be in it later: things may change by themselves. */
  look(): Promise<Pick<WholeList, 'items'>>
}

/**
 * Finds that a list has other items than a request selects; true if it has not.
 *
 * @param size - Of its pages; default: the largest.
 */
export async function isSelected(
  context: SelectedList,
  selection: Selection,
  call: ThingCall,
  size?: number,
): Promise<boolean> {
  const { scene, view } = context
  const wrong = await scene.lasting(async () => {
    try {
      const list = await fetchAll(scene, view, call, size)
      return (await wrongOf(context, selection, list)) ?? wrongTotal(list)
    } catch (error) {
      if (!(error instanceof NoList)) throw error
      return withoutList(view, error.response)
    }
  })
  if (wrong === undefined) return true
  const told = { ...wrong, expected: `${selection.told}: ${wrong.expected}` }
  find(scene, 'filter', view.operation, told)
  return false
}

/** A list that has no items is an empty one, unless the operation documents the status by itself. */
function withoutList({ operation }: ListView, response: ReceivedResponse): Wrong | undefined {
  const { status } = response
  if (status >= 500 || documents(operation, status)) throw new NoList(response)
  return { expected: 'a list, if only an empty one', received: outcomeText(response) }
}

function wrongTotal({ items, pages, isWhole }: WholeList): Wrong | undefined {
  const totals = pages.flatMap((page) => page.totals)
  const total = totals.find((each) => isWhole && each !== items.length)
  if (total === undefined) return undefined
  return { expected: `a total of ${items.length}`, received: String(total) }
}

/** What is in the list and should not be, or is not and should. */
async function wrongOf(
  { scene, resource, all, isWhole, look }: SelectedList,
  { fits, decisive }: Selection,
  { items, isWhole: isComplete }: WholeList,
): Promise<Wrong | undefined> {
  const stray = items.find((item) => fits(item) === false)
  if (stray !== undefined) {
    const received = `an item with ${shown(decisive(stray))}`
    return { expected: 'only items that fit', received }
  }
  if (!isWhole || !isComplete) return undefined
  const among = (list: readonly unknown[]) => new Set(keysOf(scene, resource, list))
  const fitting = (list: readonly unknown[]) => list.filter((item) => fits(item) === true)
  const wanted = fitting(all)
  const own = keysOf(scene, resource, wanted)
  const found = among(items)
  if (own.every((key) => found.has(key))) return undefined
  const still = among(fitting((await look()).items))
  const missing = wanted.filter(
    (_, at) => !found.has(own[at] as string) && still.has(own[at] as string),
  )
  if (missing.length === 0) return undefined
  return {
    expected: `the ${wanted.length} items that fit`,
    received: `all but ${missing.length}, such as one with ${shown(decisive(missing[0]))}`,
  }
}
