import { answerOf } from '../../../document/asked-place.js'
import { membersOf } from '../../../document/members.js'
import { headerOf } from '../../../exchange/request.js'
import type { ListView } from '../../../resources/list-view.js'
import { type ListPage, linkIn, type WholeList } from '../../../resources/pages.js'
import { find } from '../../../resources/scenario.js'
import type { Scene } from '../../../resources/scene.js'
import { jsonOf } from '../../../resources/thing.js'

/** Which page of how many it is. */
interface Numbered {
  readonly at: number
  readonly pages: number
  readonly items: number
}

/** Members by which a page tells of itself, and what they are then. */
const FACTS: readonly (readonly [names: RegExp, fact: (page: Numbered) => unknown])[] = [
  [/^(total_?pages|page_?count)$/i, ({ pages }) => pages],
  [/^(is_?)?last$/i, ({ at, pages }) => at === pages - 1],
  [/^(is_?)?first$/i, ({ at }) => at === 0],
  [/^has[_ ]?(more$|next)/i, ({ at, pages }) => at < pages - 1],
  [/^has[_ ]?prev/i, ({ at }) => at > 0],
  [/^number_?of_?elements$/i, ({ items }) => items],
  [/^(is_?)?empty$/i, () => false],
]

/** Finds what a page tells wrong of itself: its number, how many there are, and which are beside it. */
export function pagesTellOfThemselves(
  scene: Scene,
  view: ListView,
  { pages, isWhole, items }: WholeList,
  size: number,
): void {
  const own = pages.filter((page) => page.items.length > 0)
  const areFull = own.slice(0, -1).every((page) => page.items.length === size)
  if (!isWhole || !areFull || items.length === 0) return
  // A reference is followed by GET, which makes no search by POST; cursors are followed elsewhere.
  const isLed = view.operation.method === 'GET' && !view.cursor
  const told = own.flatMap((page, at) =>
    [...factsIn(page), ...(isLed ? leadingFrom(scene, view, page, pages) : [])].flatMap(
      ([name, value]) => {
        const [, fact] = FACTS.find(([names]) => names.test(name)) ?? []
        const isSize = name === view.limit?.name && page.items.length === size
        const number = view.page && numberOf(own[0] as ListPage, name, at)
        const expected =
          fact?.({ at, pages: own.length, items: page.items.length }) ?? (isSize ? size : number)
        if (typeof value !== typeof expected || value === expected) return []
        return {
          value,
          is: `page ${at + 1} of ${own.length}, of ${size} items: ${name} is ${expected}`,
        }
      },
    ),
  )
  const [wrong] = told
  if (wrong === undefined) return
  find(scene, 'paging', view.operation, { expected: wrong.is, received: String(wrong.value) })
}

/** The members of an answer that are about its page. */
function factsIn({ response }: ListPage): [name: string, value: unknown][] {
  const own = Object.entries(Object(jsonOf(response)))
  const below = own.filter(([name]) =>
    /^_?(page|paging|pagination|page_?info|meta|links)$/i.test(name),
  )
  return [...own, ...below.flatMap(([, each]) => Object.entries(Object(each)))]
}

/** The number of a page, counted from that of the first one, whatever that is. */
function numberOf(first: ListPage, name: string, at: number): number | undefined {
  const all = factsIn(first)
  const isCounted = all.some(([each]) => /^total/i.test(each))
  if (!isCounted || !/^(page|(page_?)?number|current_?page)$/i.test(name)) return undefined
  const [, start] = all.find(([each]) => each === name) ?? []
  return typeof start === 'number' ? start + at : undefined
}

/** The references of a page to others, in its body or, where any page has them there, in its `Link`. */
function leadingFrom(
  { kit: { contract } }: Scene,
  { operation }: ListView,
  page: ListPage,
  pages: readonly ListPage[],
): [name: string, value: unknown][] {
  const isLinking = pages.some(({ response }) => headerOf(response, 'link') !== undefined)
  const links = isLinking ? [['next in Link', linkIn(page.response)] as const] : []
  const named = factsIn(page).filter(([name]) => LEADING.test(name))
  const own = membersOf(contract, answerOf(contract, operation))
  const isNamed = [own, membersOf(contract, own.get('links') ?? own.get('_links'))].some((each) =>
    each.has('next'),
  )
  const isThere = named.some(([name]) => name === 'next')
  const absent = isNamed && !isThere ? [['next', undefined] as const] : []
  return [...named, ...absent, ...links].map(([name, value]) => [`has ${name}`, Boolean(value)])
}

const LEADING = /^(next|prev(ious)?)(_?page)?(_?(link|ur[il]))?$/i
