import fc from 'fast-check'
import type { Base } from '../../cases/bases.js'
import { replacedAt, type ValuePath } from '../../values/path.js'
import { partArbitrary } from './part-arbitrary.js'

export interface BodyChange {
  readonly path: ValuePath
  readonly part: unknown
}

/** A value with drawn parts; `changes` says which. */
export interface DrawnBody {
  readonly value: unknown
  readonly changes: readonly BodyChange[]
}

/** Bodies like a valid one, with other values in any of its places, mostly valid: they shrink towards the valid one. */
export function validBodies({ value, places }: Base): fc.Arbitrary<DrawnBody> {
  const parts = places.flatMap((place) => {
    const drawn = place.path.length === 0 ? undefined : partArbitrary(place)
    return drawn === undefined
      ? []
      : [fc.option(drawn.map((part): BodyChange => ({ path: place.path, part })))]
  })
  return fc.tuple(...parts).map((drawn) =>
    bodyOf(
      value,
      drawn.filter((change) => change !== null),
    ),
  )
}

const SCALAR: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(null, true, false, '', 0),
  fc.integer(),
  // Numbers next to zero are multiples of anything where validators round.
  fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .filter((each) => each === 0 || Math.abs(each) > 1e-6),
  fc.string({ maxLength: 12 }),
)
const ANY_JSON: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: SCALAR },
  { weight: 1, arbitrary: fc.array(SCALAR, { maxLength: 4 }) },
  {
    weight: 1,
    arbitrary: fc.dictionary(fc.string({ maxLength: 6 }), SCALAR, {
      maxKeys: 3,
      noNullPrototype: true,
    }),
  },
)

/** Bodies with one part of any JSON in place of a valid one, mostly invalid. */
export function invalidBodies({ value, places }: Base): fc.Arbitrary<DrawnBody> {
  const paths = places.map(({ path }) => path)
  return fc
    .tuple(fc.constantFrom(...paths), ANY_JSON)
    .map(([path, part]) => bodyOf(value, [{ path, part }]))
}

function bodyOf(value: unknown, changes: readonly BodyChange[]): DrawnBody {
  const changed = changes.reduce((each, { path, part }) => applied(each, path, part), value)
  return { value: changed, changes }
}

/** A part of what another change has taken away changes nothing. */
function applied(value: unknown, path: ValuePath, part: unknown): unknown {
  const owner = path.slice(0, -1).reduce<unknown>((each, key) => Object(each)[key], value)
  const last = path.at(-1)
  return last === undefined || Object.hasOwn(Object(owner), last)
    ? replacedAt(value, path, part)
    : value
}
