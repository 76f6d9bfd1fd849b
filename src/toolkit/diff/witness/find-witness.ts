import type { Rule } from '../../conformance/values/place.js'
import { below } from '../../openapi/json-pointer.js'
import { type Drawn, instances, NOTHING, type SchemaObject } from '../../samples/index.js'
import type { Frame, Gap } from '../inclusion/gap.js'
import { edgeValues } from './edge-values.js'
import { type Inclusion, isWitness } from './inclusion.js'
import { shrunk } from './shrink.js'

/** Most values that are drawn of one schema. */
const DRAWN = 4

/** Finds witnesses of gaps. */
export interface Witnesses {
  /** The smallest witness that is found; {@link NOTHING} if none is. */
  find(gap: Gap): Drawn
}

/** Finds values that show why an inclusion is wrong, each for one of the gaps of its proof. */
export function witnessesOf(inclusion: Inclusion, gaps: readonly Gap[]): Witnesses {
  const { target, verdicts } = inclusion.from
  const accepts = verdicts.accepts.bind(verdicts)
  const draw = instances({ target, accepts })
  const edges = remembered(witnessesIn(inclusion, edgeValues(inclusion)))
  return {
    find(gap) {
      const others = gaps.filter((each) => each !== gap)
      let near: Drawn = NOTHING
      for (const value of candidates(inclusion, gap, draw, edges)) {
        const isShown = (each: unknown) => shows(inclusion, gap, each)
        if (isShown(value)) return shrunk(value, isWitnessFor(inclusion, isShown))
        const isNear = (each: unknown) =>
          isNearby(inclusion, gap, each) && !others.some((other) => shows(inclusion, other, each))
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

/** Witnesses: drawn for the gap, and those at the edges of both schemas. */
function* candidates(
  inclusion: Inclusion,
  gap: Gap,
  draw: DrawValue,
  edges: Iterable<unknown>,
): Generator<unknown> {
  yield* witnessesIn(inclusion, drawnFor(gap, draw))
  if (gap.keyword !== 'size') yield* edges
}

function* drawnFor(gap: Gap, draw: DrawValue): Generator<unknown> {
  const givens = gap.givens.map(unclosed)
  for (const forced of gap.forced) {
    for (let turn = 0; turn < DRAWN; turn++) {
      const part = draw({ allOf: [...givens, forced] })
      const whole = gap.trail.reduceRight((each, frame) => around(frame, each, draw), part)
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

/** True if a value is refused for what the gap is about. */
function shows(
  { to, wanted }: Inclusion,
  { keyword, member, trail }: Gap,
  value: unknown,
): boolean {
  const path = pathOf(trail)
  return to.verdicts.violations(wanted.schema, value).some((each) => {
    // A part that is refused whole, by a schema for all others, is told at its own place.
    const isWhole = each.keyword === 'false' && each.schemaPath.endsWith(`/${keyword}`)
    if (isWhole) return above(each.instancePath) === path
    const isHere = each.instancePath === path && each.keyword === keyword
    return isHere && (member === undefined || each.message.includes(member))
  })
}

/** True if a value is refused for something in the part that the gap is about, or around it. */
function isNearby({ to, wanted }: Inclusion, { trail }: Gap, value: unknown): boolean {
  const path = pathOf(trail)
  return to.verdicts
    .violations(wanted.schema, value)
    .some(({ instancePath }) => instancePath.startsWith(path) || path.startsWith(instancePath))
}

function above(path: string): string {
  return path.slice(0, path.lastIndexOf('/'))
}

function pathOf(trail: Gap['trail']): string {
  return trail.reduce<string>((each, { key }) => below(each, key), '')
}
