import fc from 'fast-check'
import { INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN } from '../../../openapi/json.js'
import { countsAt, keywordsAt, typesAt, type ValuePlace } from '../../values/place.js'
import { NumberToken } from '../../values/token.js'

/** Longest drawn text. */
const LONGEST = 60

/** Values of a place that its own keywords most likely accept; `undefined` where nothing but the present one is known. */
export function partArbitrary(place: ValuePlace): fc.Arbitrary<unknown> | undefined {
  const listed = keywordsAt(place, 'enum')[0]?.value
  if (listed !== undefined) return fc.constantFrom(...listed)
  if (keywordsAt(place, 'const').length > 0) return undefined
  const { value } = place
  if (typeof value === 'string') return texts(place)
  if (typeof value === 'boolean') return fc.boolean()
  if (typeof value === 'number' || typeof value === 'bigint') return numbers(place)
  return Array.isArray(value) && value.length > 1 ? fc.shuffledSubarray(value) : undefined
}

function texts(place: ValuePlace): fc.Arbitrary<unknown> | undefined {
  const [format] = keywordsAt(place, 'format').map(({ value }) => value)
  if (format !== undefined) return ofFormat(format)
  const [pattern] = keywordsAt(place, 'pattern').map(({ value }) => value)
  if (pattern !== undefined) return matching(pattern)
  const minLength = Math.max(0, ...countsAt(place, 'minLength').map(({ count }) => count))
  const longest = Math.min(...countsAt(place, 'maxLength').map(({ count }) => count))
  const limits = {
    minLength,
    maxLength: Math.max(Math.min(longest, minLength + LONGEST), minLength),
  }
  return textOf(limits)
}

/** Code points, plain ones first: fast-check's own strings of all Unicode take seconds to set up. */
const CODE_POINT = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0x61, max: 0x7a }) },
  { weight: 3, arbitrary: fc.integer({ min: 0x20, max: 0x7e }) },
  { weight: 1, arbitrary: fc.integer({ min: 0x1, max: 0x24f }) },
  { weight: 1, arbitrary: fc.integer({ min: 0x250, max: 0xd7ff }) },
  { weight: 1, arbitrary: fc.integer({ min: 0x1f300, max: 0x1faff }) },
)

function textOf(limits: fc.ArrayConstraints): fc.Arbitrary<string> {
  return fc.array(CODE_POINT, limits).map((points) => String.fromCodePoint(...points))
}

const WORD = fc
  .array(fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789'), {
    minLength: 1,
    maxLength: 20,
  })
  .map((letters) => letters.join(''))

function ofFormat(format: string): fc.Arbitrary<unknown> | undefined {
  const day = { noInvalidDate: true, min: new Date('1900-01-01'), max: new Date('2099-12-31') }
  switch (format) {
    case 'date':
      return fc.date(day).map((date) => date.toISOString().slice(0, 10))
    case 'date-time':
      return fc.date(day).map((date) => date.toISOString())
    case 'email':
      return WORD.map((word) => `${word}@example.com`)
    case 'uri':
      return WORD.map((word) => `https://example.com/${word}`)
    case 'uuid':
      return fc.uuid()
    case 'ipv4':
      return fc.ipV4()
    default:
      return undefined
  }
}

function matching(pattern: string): fc.Arbitrary<unknown> | undefined {
  try {
    return fc.stringMatching(new RegExp(pattern, 'u'), { size: 'small' })
  } catch {
    return undefined // assertions that fast-check does not draw for
  }
}

function numbers(place: ValuePlace): fc.Arbitrary<unknown> {
  const values = (keyword: 'minimum' | 'maximum' | 'exclusiveMinimum' | 'exclusiveMaximum') =>
    keywordsAt(place, keyword).map(({ value }) => Number(value))
  const least = Math.max(...values('minimum'), ...values('exclusiveMinimum'))
  const most = Math.min(...values('maximum'), ...values('exclusiveMaximum'))
  const [factor] = keywordsAt(place, 'multipleOf').map(({ value }) => Number(value))
  const [low, high] = rangeOf(place)
  if (!typesAt(place).has('number')) {
    const min = least > Number(low) ? BigInt(Math.ceil(least)) : low
    const max = most < Number(high) ? BigInt(Math.floor(most)) : high
    const integers = fc.bigInt({ min, max: max < min ? min : max })
    const multiple = BigInt(factor !== undefined && Number.isInteger(factor) ? factor : 1)
    return integers.map((each) => new NumberToken((each / multiple) * multiple))
  }
  const step = factor ?? 0.001
  const [from, to] = [Math.max(least, -1e9), Math.min(most, 1e9)]
  const min = Math.ceil(from / step)
  return fc
    .integer({ min, max: Math.max(min, Math.floor(to / step)) })
    .map((each) => Number((each * step).toPrecision(12)))
}

/** The integers of a place: those of its format, or what every number holds. */
function rangeOf(place: ValuePlace): readonly [bigint, bigint] {
  const [format] = keywordsAt(place, 'format').map(({ value }) => value)
  if (format === 'int64') return [INT64_MIN, INT64_MAX]
  const isSmall = format === 'int32'
  return isSmall
    ? [BigInt(INT32_MIN), BigInt(INT32_MAX)]
    : [BigInt(Number.MIN_SAFE_INTEGER), BigInt(Number.MAX_SAFE_INTEGER)]
}
