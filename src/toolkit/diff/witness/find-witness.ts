import type { Rule } from '../../conformance/values/place.js'
import { below } from '../../openapi/json-pointer.js'
import { type Drawn, instances, NOTHING, type SchemaObject } from '../../samples/index.js'
import { memoize } from '../../shared/memoize.js'
import type { Frame, Gap } from '../inclusion/gap.js'
import { type Effort, edgeValues } from './edge-values.js'
import { type Inclusion, isWitness } from './inclusion.js'
import { shrunk } from './shrink.js'

/** Most values that are drawn of one schema, and most schemas that values are drawn of for one thing. */
const [DRAWN, MOST_SCHEMAS] = [4, 64]

/** Finds witnesses of gaps. */
export interface Witnesses {
  /**
   * The smallest witness that is found; {@link NOTHING} if none is.
   *
   * @param cases - Gaps at one place about one thing, each of values of its own.
   */
  find(cases: readonly [Gap, ...Gap[]]): Drawn
}

/** Finds values that show why an inclusion is wrong, each for one of the gaps of its proof. */
export function witnessesOf(inclusion: Inclusion, gaps: readonly Gap[], effort: Effort): Witnesses {
  const { target, verdicts } = inclusion.from
  const accepts = verdicts.accepts.bind(verdicts)
  const draw = instances({ target, accepts })
  const violations = violationsIn(inclusion)
  const edges = remembered(witnessesIn(inclusion, edgeValues(inclusion, effort)))
  return {
    find(cases) {
      const [gap] = cases
      const others = gaps.filter((each) => !cases.includes(each))
      let near: Drawn = NOTHING
      for (const value of candidates(inclusion, cases, draw, edges)) {
        const isShown = (each: unknown) => shows(violations, gap, each)
        if (isShown(value)) return shrunk(value, isWitnessFor(inclusion, isShown))
        const isNear = (each: unknown) =>
          isNearby(violations, gap, each) && !others.some((other) => shows(violations, other, each))
        if (near === NOTHING && isNear(value)) near = shrunk(value, isWitnessFor(inclusion, isNear))
      }
      return near
    },
  }
}

function isWitnessFor(inclusion: Inclusion, test: (value: unknown) => boolean) {
  return (value: unknown) => isWitness(inclusion, value) && test(value)
}

function* witnessesIn(inclusion: Inclusion, values: Iterable<unknown>): Generator<unknown> {
  for (const value of values) if (isWitness(inclusion, value)) yield value
}

/** Values that are made when they are asked for, once. */
function remembered(source: Iterator<unknown>): Iterable<unknown> {
  const known: unknown[] = []
  return {
    *[Symbol.iterator]() {
      for (let at = 0; ; at++) {
        const next = at < known.length ? undefined : source.next()
        if (next?.done) return
        if (next !== undefined) known.push(next.value)
        yield known[at]
      }
    },
  }
}

type DrawValue = (schema: SchemaObject) => Drawn

/** Witnesses: drawn for the gaps, and those at the edges of both schemas. */
function* candidates(
  inclusion: Inclusion,
  cases: readonly [Gap, ...Gap[]],
  draw: DrawValue,
  edges: Iterable<unknown>,
): Generator<unknown> {
  yield* witnessesIn(inclusion, drawnFor(cases, draw))
  if (cases[0].keyword !== 'size') yield* edges
}

/** The first schema of each case, then the second of each. */
function* drawnFor(cases: readonly Gap[], draw: DrawValue): Generator<unknown> {
  const all = cases.flatMap(({ forced, trail, givens }) =>
    forced.map((each, at) => ({ at, trail, allOf: [...givens.map(unclosed), each] })),
  )
  const inTurns = all.sort((one, other) => one.at - other.at)
  for (const { trail, allOf } of inTurns.slice(0, MOST_SCHEMAS)) {
    for (let turn = 0; turn < DRAWN; turn++) {
      const whole = trail.reduceRight((each, frame) => around(frame, each, draw), draw({ allOf }))
      if (whole === NOTHING) break
      yield whole
    }
  }
}

/** A rule without what it says of members and items that its parts may describe, from which it is taken apart. */
function unclosed({ schema }: Rule): SchemaObject {
  const { unevaluatedProperties: _, unevaluatedItems: __, ...rest } = schema
  return rest
}

/** A value that has this part. */
function around({ givens, key }: Frame, part: Drawn, draw: DrawValue): Drawn {
  if (part === NOTHING) return NOTHING
  const only = { enum: [part] }
  const forced =
    typeof key === 'number'
      ? { type: 'array', minItems: key + 1, prefixItems: [...Array(key).fill(true), only] }
      : { type: 'object', required: [key], properties: { [key]: only } }
  return draw({ allOf: [...givens.map(unclosed), forced] })
}

type JudgeValue = (value: unknown) => ReturnType<Inclusion['to']['verdicts']['violations']>

/** Why values are refused: each is judged once, for whatever gap. */
function violationsIn({ to, wanted }: Inclusion): JudgeValue {
  const found = (value: unknown) => to.verdicts.violations(wanted.schema, value)
  const known = memoize<object, ReturnType<typeof found>>(found)
  return (value) => (typeof value === 'object' && value !== null ? known(value) : found(value))
}

/** True if a value is refused for what the gap is about. */
function shows(violations: JudgeValue, { keyword, member, trail }: Gap, value: unknown): boolean {
  const path = pathOf(trail)
  return violations(value).some((each) => {
    // A part that is refused whole, by a schema for all others, is told at its own place.
    const isWhole = each.keyword === 'false' && each.schemaPath.endsWith(`/${keyword}`)
    if (isWhole) return above(each.instancePath) === path
    const isHere = each.instancePath === path && each.keyword === keyword
    return isHere && (member === undefined || each.message.includes(member))
  })
}

/** True if a value is refused for something in the part that the gap is about, or around it. */
function isNearby(violations: JudgeValue, { trail }: Gap, value: unknown): boolean {
  const path = pathOf(trail)
  return violations(value).some(
    ({ instancePath }) => instancePath.startsWith(path) || path.startsWith(instancePath),
  )
}

function above(path: string): string {
  return path.slice(0, path.lastIndexOf('/'))
}

function pathOf(trail: Gap['trail']): string {
  return trail.reduce<string>((each, { key }) => below(each, key), '')
}
