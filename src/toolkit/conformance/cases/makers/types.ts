import { jsonTypeOf } from '../../../openapi/json.js'
import { keywordsAt, typesAt, type ValuePlace } from '../../values/place.js'
import { shown } from '../../values/shown.js'
import { looseJsonText } from '../../values/token.js'
import { accepted, type Candidate, type EdgeMaker, refused } from './edge.js'

/** Values of other JSON types, one by one: right ones, then those that lenient servers convert. */
export const typeEdges: EdgeMaker = (place) => {
  const types = typesAt(place)
  const [rule] = keywordsAt(place, 'type')
  const pointer = rule?.pointer ?? place.rules[0]?.pointer
  if (pointer === undefined) return []
  const { value } = place
  if (rule === undefined) return wrong(place, pointer, types)
  const right = Object.entries(SAMPLES).filter(
    ([type]) => isAllowed(types, type) && type !== jsonTypeOf(value),
  )
  return [
    ...right.map(([, each]) => accepted(pointer, `is ${shown(each)}`, each)),
    ...wrong(place, pointer, types),
  ]
}

function wrong({ value }: ValuePlace, pointer: string, types: ReadonlySet<string>): Candidate[] {
  return convertible(value)
    .concat(others(value, types))
    .map((each): Candidate => refused(pointer, `is ${shown(each)}`, each))
}

/** An integer is a number, and the sample of numbers is one. */
function isAllowed(types: ReadonlySet<string>, type: string): boolean {
  return types.has(type) || (type === 'number' && types.has('integer'))
}

/** A value of each JSON type. */
const SAMPLES = { null: null, object: {}, array: [], boolean: true, number: 7, string: 'text' }

/** What a conversion would turn into the value. */
function convertible(value: unknown): unknown[] {
  switch (typeof value) {
    case 'number':
    case 'bigint':
      return [String(value), null, [value], true, false, '']
    case 'string':
      return [7, null, true, [value], { value }, '']
    case 'boolean':
      return [String(value), null, Number(value), [value], '', 'yes', 1, 0]
    default:
      if (value === null) return ['', 0, false, 'null']
      if (Array.isArray(value))
        return [...value.slice(0, 1), null, { ...value }, looseJsonText(value), value.join(','), '']
      return [[value], null, looseJsonText(value), '', Object.values(value as object)]
  }
}

function others(value: unknown, types: ReadonlySet<string>): unknown[] {
  return Object.entries(SAMPLES)
    .filter(([type]) => !isAllowed(types, type) && type !== jsonTypeOf(value))
    .map(([, each]) => each)
}
