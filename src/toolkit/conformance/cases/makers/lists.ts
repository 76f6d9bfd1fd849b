import { relatives } from '../../values/families.js'
import { keywordsAt } from '../../values/place.js'
import { shown } from '../../values/shown.js'
import { accepted, type Candidate, type EdgeMaker, refused } from './edge.js'

/** Most values of a list that are tried. */
const MOST = 12

/** Each value that `enum` and `const` list, and near misses of them. */
export const listedEdges: EdgeMaker = (place) => {
  const lists = [
    ...keywordsAt(place, 'enum'),
    ...keywordsAt(place, 'const').map(({ value, pointer }) => ({ value: [value], pointer })),
  ]
  return lists.flatMap(({ value, pointer }): Candidate[] => {
    const listed = value as readonly unknown[]
    return [
      ...listed.slice(0, MOST).map((each) => accepted(pointer, `is ${shown(each)}`, each)),
      ...misses(listed).map((each) =>
        refused(pointer, `is ${shown(each)}, which is not listed`, each),
      ),
    ]
  })
}

function misses(listed: readonly unknown[]): unknown[] {
  const texts = listed.filter((each) => typeof each === 'string').slice(0, 2)
  const numbers = listed.filter((each) => typeof each === 'number')
  return [
    ...texts.flatMap((text) => [
      text.toUpperCase(),
      text.toLowerCase(),
      text.slice(0, 1).toUpperCase() + text.slice(1),
      `${text} `,
      ` ${text}`,
      `${text}x`,
      text.slice(0, -1),
      `${text},${listed.at(-1)}`,
      [text],
    ]),
    // A sign may turn an order round.
    ...listed.flatMap((each) => (typeof each === 'string' ? [`-${each}`] : [])).slice(0, 6),
    ...relatives(listed),
    ...(texts.length === 0 ? [] : ['other', '', '0', 'null', 'constructor']),
    ...numbers.slice(0, 2).flatMap((each) => [each + 1, each - 1, String(each), each + 0.5]),
    ...(numbers.length === 0 ? [] : [Math.max(...numbers) + 1, -1, 1_000_003]),
  ]
}
