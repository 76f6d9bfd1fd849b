import { countsAt, itemSchemas, keywordsAt, type ValuePlace } from '../../values/place.js'
import { looseJsonText } from '../../values/token.js'
import { accepted, type Candidate, type EdgeContext, type EdgeMaker, refused } from './edge.js'

/** Most items of an edge. */
const MOST = 1_000

/** Arrays with too few, too many, equal and no items. */
export const arrayEdges: EdgeMaker = (place, context) => {
  const { value } = place
  if (!Array.isArray(value)) return []
  const pointer = place.rules.at(-1)?.pointer
  if (pointer === undefined) return []
  return [
    ...unique(place, value, context).slice(0, 1),
    ...counts(place, value, context),
    ...unique(place, value, context).slice(1),
    accepted(pointer, 'is empty', []),
    // Some services leave out what they do not know.
    ...['unknown', null, 7].map((item) =>
      refused(pointer, 'has a wrong item after the right ones', [...value, item]),
    ),
    ...order(pointer, place, value, context),
    ...contained(place, value),
  ]
}

function isUnique(place: ValuePlace): boolean {
  return keywordsAt(place, 'uniqueItems').some(({ value }) => value === true)
}

/** An array of so many items; `undefined` if there are not so many. */
function sized(
  place: ValuePlace,
  items: readonly unknown[],
  count: number,
  context: EdgeContext,
): unknown[] | undefined {
  if (count <= items.length) return items.slice(0, Math.max(count, 0))
  const { schemas } = itemSchemas(place.rules, items.length)
  if (schemas.some(({ schema }) => schema === false)) return undefined
  const objects = schemas.map(({ schema }) => schema).filter((each) => typeof each === 'object')
  const missing = count - items.length
  if (!isUnique(place)) {
    const [item = items.at(-1)] = context.draw(objects, 1)
    return item === undefined ? undefined : [...items, ...Array(missing).fill(item)]
  }
  const known = new Set(items.map(looseJsonText))
  const others = context
    .draw(objects, count)
    .filter((each) => !known.has(looseJsonText(each)))
    .slice(0, missing)
  return others.length < missing ? undefined : [...items, ...others]
}

function counts(place: ValuePlace, value: readonly unknown[], context: EdgeContext): Candidate[] {
  const made = (
    make: typeof accepted,
    pointer: string,
    told: string,
    count: number,
  ): Candidate[] => {
    const items = count > MOST ? undefined : sized(place, value, count, context)
    return items === undefined ? [] : [make(pointer, told, items)]
  }
  return [
    ...countsAt(place, 'minItems').flatMap(({ count: least, pointer }) => [
      ...made(refused, pointer, `has ${least - 1} items, ${least} is the least`, least - 1),
      ...made(refused, pointer, `has no items, ${least} is the least`, 0),
      ...made(accepted, pointer, `has ${least} items, the least`, least),
    ]),
    ...countsAt(place, 'maxItems').flatMap(({ count: most, pointer }) => [
      ...made(refused, pointer, `has ${most + 1} items, ${most} is the most`, most + 1),
      ...made(refused, pointer, `has ${2 * most + 5} items, ${most} is the most`, 2 * most + 5),
      ...made(accepted, pointer, `has ${most} items, the most`, most),
    ]),
  ]
}

function unique(place: ValuePlace, value: readonly unknown[], context: EdgeContext): Candidate[] {
  const [first] = value
  if (first === undefined) return []
  const two = sized(place, value.slice(0, 1), 2, context) ?? value
  return keywordsAt(place, 'uniqueItems').flatMap(({ value: isSet, pointer }) =>
    isSet === true
      ? [
          refused(pointer, 'has an item twice', [first, first]),
          refused(pointer, 'has an item twice, apart', [...two, first]),
          refused(pointer, 'has an item twice, with its members in another order', [
            first,
            reversed(first),
          ]),
        ]
      : [],
  )
}

function reversed(item: unknown): unknown {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return item
  return Object.fromEntries(Object.entries(item).toReversed())
}

/** Orders and repetitions that a service may not change. */
function order(
  pointer: string,
  place: ValuePlace,
  value: readonly unknown[],
  context: EdgeContext,
): Candidate[] {
  const three = sized(place, value, 3, context) ?? sized(place, value, 2, context) ?? value
  return [
    accepted(pointer, 'has its items in one order', three),
    accepted(pointer, 'has its items in the other order', three.toReversed()),
    accepted(pointer, 'has an item twice, which is allowed', [...value, ...value.slice(0, 1)]),
  ]
}

function contained(place: ValuePlace, value: readonly unknown[]): Candidate[] {
  return keywordsAt(place, 'contains').map(({ pointer }) =>
    refused(pointer, 'does not contain what it must', value.slice(0, 0)),
  )
}
