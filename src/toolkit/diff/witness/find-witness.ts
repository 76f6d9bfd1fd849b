import { below } from '../../openapi/json-pointer.js'
import { type Drawn, instances, NOTHING, type SchemaObject } from '../../samples/index.js'
import type { ValidationError } from '../../validation/validator.js'
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

/** Finds values that show why an inclusion is wrong, each for one gap of its proof. */
export function witnessesOf(inclusion: Inclusion): Witnesses {
  const { target, verdicts } = inclusion.from
  const accepts = verdicts.accepts.bind(verdicts)
  const draw = instances({ target, accepts })
  const edges = remembered(edgeValues(inclusion))
  return {
    find(gap) {
      for (const value of candidates(gap, draw, edges)) {
        if (!isWitness(inclusion, value)) continue
        const isSame = sameReason(inclusion, gap, value)
        if (isSame === undefined) continue
        return shrunk(value, (each) => isWitness(inclusion, each) && isSame(each))
      }
      return NOTHING
    },
  }
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

/** Values that are likely witnesses: drawn for the gap, and those at the edges of both schemas. */
function* candidates(gap: Gap, draw: DrawValue, edges: Iterable<unknown>): Generator<unknown> {
  const givens = gap.givens.map(({ schema }) => schema)
  for (const forced of gap.forced) {
    for (let turn = 0; turn < DRAWN; turn++) {
      const part = draw({ allOf: [...givens, forced] })
      const whole = gap.trail.reduceRight((each, frame) => around(frame, each, draw), part)
      if (whole === NOTHING) break
      yield whole
    }
  }
  if (gap.keyword !== 'size') yield* edges
}

/** A value that has this part. */
function around({ givens, key }: Frame, part: Drawn, draw: DrawValue): Drawn {
  if (part === NOTHING) return NOTHING
  const only = { enum: [part] }
  const forced =
    typeof key === 'number'
      ? { type: 'array', minItems: key + 1, prefixItems: [...Array(key).fill(true), only] }
      : { type: 'object', required: [key], properties: { [key]: only } }
  return draw({ allOf: [...givens.map(({ schema }) => schema), forced] })
}

/** A test for values that are refused for what the gap is about; `undefined` if this value is not. */
function sameReason(
  { to, wanted }: Inclusion,
  { keyword, member, trail }: Gap,
  value: unknown,
): ((value: unknown) => boolean) | undefined {
  const path = trail.reduce<string>((each, { key }) => below(each, key), '')
  const isExact = (each: ValidationError) =>
    each.instancePath === path &&
    each.keyword === keyword &&
    (member === undefined || each.message.includes(member))
  const isNear = ({ instancePath }: ValidationError) =>
    instancePath.startsWith(path) || path.startsWith(instancePath)
  const reasons = [isExact, isNear].map(
    (test) => (each: unknown) => to.verdicts.violations(wanted.schema, each).some(test),
  )
  return reasons.find((test) => test(value))
}
