import { INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN } from '../../../openapi/json.js'
import { keywordsAt, typesAt, type ValuePlace } from '../../values/place.js'
import { shown } from '../../values/shown.js'
import { NumberToken } from '../../values/token.js'
import {
  accepted,
  answered,
  type Candidate,
  type EdgeContext,
  type EdgeMaker,
  refused,
} from './edge.js'

/** Numbers at, below and above the limits of a place. */
export const numberEdges: EdgeMaker = (place, context) => {
  if (typeof place.value !== 'number' && typeof place.value !== 'bigint') return []
  const step = stepAt(place)
  return [
    ...limits(place, step),
    ...multiples(place),
    ...formats(place),
    ...usual(place),
    ...syntax(place, context),
  ]
}

/** The distance of neighbours: 1 for integers, what `multipleOf` says, or a thousandth. */
function stepAt(place: ValuePlace): number {
  const factors = keywordsAt(place, 'multipleOf').map(({ value }) => Number(value))
  return Math.max(...factors, typesAt(place).has('number') ? 0 : 1) || 0.001
}

const LIMITS = [
  { keyword: 'minimum', way: -1, isIn: true, told: 'its minimum' },
  { keyword: 'maximum', way: 1, isIn: true, told: 'its maximum' },
  { keyword: 'exclusiveMinimum', way: -1, isIn: false, told: 'its exclusive minimum' },
  { keyword: 'exclusiveMaximum', way: 1, isIn: false, told: 'its exclusive maximum' },
] as const

function limits(place: ValuePlace, step: number): Candidate[] {
  const all = LIMITS.map(({ keyword, way, isIn, told }) =>
    keywordsAt(place, keyword).flatMap(({ value, pointer }): Candidate[] => {
      const limit = Number(value)
      // The step may be too coarse for the limit: then the nearest multiple inside.
      const inner = Math.abs(limit % step) < 1e-12 ? limit : rounded(nearest(limit, step, -way))
      const outside = rounded(inner + way * step)
      const beyond = way < 0 ? 'below' : 'above'
      return [
        ...(isIn ? [] : [refused(pointer, `is ${told}, which is excluded: ${limit}`, limit)]),
        refused(pointer, `is ${beyond} ${told}: ${outside}`, outside),
        accepted(pointer, `is at ${told}: ${inner}`, inner),
        accepted(pointer, `is next to ${told}`, rounded(inner - way * step)),
        refused(pointer, `is far ${beyond} ${told}`, rounded(limit + way * 1000 * step)),
        refused(pointer, `is far ${beyond} ${told}`, way * 2_000_000_000),
      ]
    }),
  )
  // The nearest of each limit come first.
  return Array.from({ length: Math.max(...all.map(({ length }) => length)) }, (_, at) =>
    all.flatMap((each) => each.slice(at, at + 1)),
  ).flat()
}

function nearest(limit: number, step: number, way: number): number {
  const exact = limit / step
  return (way > 0 ? Math.ceil(exact) : Math.floor(exact)) * step
}

/** Without the last digits, in which sums of fractions differ from what people write. */
function rounded(value: number): number {
  return Number(value.toPrecision(15))
}

function multiples(place: ValuePlace): Candidate[] {
  return keywordsAt(place, 'multipleOf').flatMap(({ value: factor, pointer }) => {
    const middle = Number(place.value)
    const told = `is no multiple of ${factor}`
    return [
      refused(pointer, told, rounded(middle + Number(factor) / 2)),
      refused(pointer, told, rounded(middle + Number(factor) / 10)),
      refused(pointer, told, middle + 1),
      accepted(pointer, `is a multiple of ${factor}`, rounded(middle + Number(factor))),
      accepted(pointer, `is a multiple of ${factor}`, rounded(middle + 3 * Number(factor))),
    ]
  })
}

const INT64 = [
  [2n ** 53n + 1n, 'which a double cannot hold'],
  [-(2n ** 53n) - 1n, 'which a double cannot hold'],
  [INT64_MAX, 'the largest int64'],
  [INT64_MIN, 'the smallest int64'],
  [BigInt(INT32_MAX) + 1n, 'more than an int32'],
  [2n ** 32n, 'more than an uint32'],
] as const

function formats(place: ValuePlace): Candidate[] {
  return keywordsAt(place, 'format').flatMap(({ value: format, pointer }) => {
    if (format === 'int32') {
      return [
        accepted(pointer, 'is the largest int32', INT32_MAX),
        accepted(pointer, 'is the smallest int32', INT32_MIN),
        refused(pointer, 'is more than an int32', INT32_MAX + 1),
        refused(pointer, 'is less than an int32', INT32_MIN - 1),
        refused(pointer, 'is no int32: 2^32 + 1', 2 ** 32 + 1),
      ]
    }
    if (format !== 'int64') return []
    return [
      ...INT64.map(([value, told]) =>
        accepted(pointer, `is ${value}, ${told}`, new NumberToken(value)),
      ),
      refused(pointer, 'is more than an int64', new NumberToken(INT64_MAX + 1n)),
      refused(pointer, 'is less than an int64', new NumberToken(INT64_MIN - 1n)),
      refused(pointer, 'is the largest uint64', new NumberToken(2n ** 64n - 1n)),
      refused(pointer, 'is an integer of 100 digits', new NumberToken('9'.repeat(100))),
      refused(pointer, 'is 1e19, which is no int64', new NumberToken('1e19')),
      refused(pointer, 'is the largest int64 and a half', new NumberToken(`${INT64_MAX}.5`)),
    ]
  })
}

/** Numbers that code takes for something else: zero is falsy, a sign is lost. */
function usual(place: ValuePlace): Candidate[] {
  const [rule] = place.rules
  if (rule === undefined) return []
  const small = [0, 1, -1, 2, 100, 1_000_000].map((each) =>
    accepted(rule.pointer, `is ${shown(each)}`, each),
  )
  if (keywordsAt(place, 'format').length > 0) return small
  // A service may have a limit that the document does not name, and does not fail beyond it.
  const large = [INT32_MAX + 1, 2 ** 40].map((each) =>
    answered(rule.pointer, `is ${each}, more than an int32`, each),
  )
  return [...small, ...large]
}

function syntax(place: ValuePlace, { contract }: EdgeContext): Candidate[] {
  const pointer = keywordsAt(place, 'type')[0]?.pointer
  if (pointer === undefined) return []
  const number = String(place.value)
  const isLimited = ['maximum', 'exclusiveMaximum', 'format'].some(
    (keyword) => keywordsAt(place, keyword).length > 0,
  )
  const huge = isLimited
    ? [refused(pointer, 'is 1e400, which no double holds', new NumberToken('1e400'))]
    : []
  if (!/^-?\d+$/.test(number)) return huge
  // JSON Schema 2020-12, section 4.2.3 of the core: 1.0 is an integer; before draft 6 it was none.
  const isExact = contract.model.openapi.startsWith('3.') && contract.model.openapi !== '3.0'
  const zero = isExact ? answered(pointer, `is ${number}.0`, new NumberToken(`${number}.0`)) : []
  const minus = answered(pointer, 'is -0', new NumberToken('-0'))
  const isMost = keywordsAt(place, 'maximum').some(({ value }) => Number(value) <= Number(number))
  // Beyond the maximum it would be refused for that.
  const half = isMost ? String(Number(number) - 0.5) : `${number}.5`
  const halves = typesAt(place).has('number')
    ? [accepted(pointer, 'has a fraction', new NumberToken(half))]
    : [
        refused(pointer, `is ${half}`, new NumberToken(half)),
        refused(pointer, 'is 0.5', 0.5),
        refused(pointer, 'is 1.0000000001', 1.0000000001),
        refused(pointer, 'is 15e-1', new NumberToken('15e-1')),
      ]
  return [...halves, ...huge, zero, minus].flat()
}
