import type { JsonObject } from '../../openapi/json.js'
import { refTo, type Schema } from '../../openapi/schema/schema.js'
import { MatchTooCostly } from '../../regex/linear/machine.js'
import { memoize } from '../../shared/memoize.js'
import type { ValidationError } from '../validator.js'
import { rulesOf } from './rules.js'
import {
  type Instance,
  type SchemaWalk,
  StepsExceeded,
  type Violations,
  violation,
  violationsBy,
} from './schema-walk.js'

/** Limits of an explanation: a hostile value could have any number of violations. */
export interface ExplainLimits {
  readonly violations: number
  readonly steps: number
  /** Most of these visits inside of branches that are tried. Default: no limit. */
  readonly tries?: number
  /** Most characters in all JSON pointers together. Default: no limit. */
  readonly characters?: number
}

/**
 * A step takes about a microsecond. Tries multiply with the branches of unions: 900 are enough for an expression of
 * fifty conditions, or one nested forty deep, and take a millisecond. Everything else is looked at once, as for the
 * verdict: 5,000 steps find the wrong one of 500 objects with eight members.
 */
const LIMITS: ExplainLimits = { violations: 100, steps: 5_000, tries: 900, characters: 65_536 }

/**
 * Most schemas inside of each other, two or three for each level of a value. Each takes about ten calls: three
 * times as many fill the stack of Node, and sooner while its code is not compiled yet.
 */
const MAX_DEPTH = 250

const TOO_LONG = 'is not valid, and it would take too long to say why'

/** Explains why a named schema refuses a value. Slow: for refused values only. */
export function explainBy(
  target: SchemaWalk['target'],
  name: string,
  value: unknown,
  limits = LIMITS,
): readonly ValidationError[] {
  const schema = refTo(name)
  const { found, isCut } = find(target, { $ref: schema }, value, limits)
  const told = (message: string) => violation({ path: '', schema }, 'schema', message)
  // If none is found in time, the value stays refused.
  if (found.length === 0) return [told(isCut ? TOO_LONG : 'is not valid')]
  return isCut ? [...found, told('breaks these rules and more')] : found
}

/** The violations that are found within the limits; `target` gives the schema of a `$ref`. */
export function violationsOf(
  target: SchemaWalk['target'],
  schema: Schema,
  value: unknown,
  limits: ExplainLimits,
): readonly ValidationError[] {
  return find(target, schema, value, limits).found
}

/** The same, and whether there may be others. */
function find(
  target: SchemaWalk['target'],
  schema: Schema,
  value: unknown,
  limits: ExplainLimits,
): { readonly found: readonly ValidationError[]; readonly isCut: boolean } {
  // Several schemas may report the same violation.
  const found = new Map<string, ValidationError>()
  let characters = 0
  let isCut = false
  const { violations, characters: most = Number.POSITIVE_INFINITY } = limits
  const place = {
    value,
    path: '',
    schema: '',
    isTried: false,
    depth: 0,
    walk: newWalk(target, limits),
  }
  try {
    for (const each of violationsBy(schema, place)) {
      const key = `${each.instancePath} ${each.message}`
      isCut = !found.has(key) && (found.size >= violations || characters >= most)
      if (isCut) break
      found.set(key, each)
      characters += each.instancePath.length
      if (violations === 1) break
    }
  } catch (error) {
    if (!(error instanceof StepsExceeded || error instanceof MatchTooCostly)) throw error
    isCut = true
  }
  return { found: [...found.values()], isCut }
}

function newWalk(
  target: SchemaWalk['target'],
  { violations, steps, tries = steps }: ExplainLimits,
): SchemaWalk {
  let [stepsLeft, triesLeft] = [steps, tries]
  // A schema that contains itself in a union would look at what is deepest once for each branch of each level.
  const verdicts = memoize((_: object) => new WeakMap<object, boolean>())
  const isVerdict = violations === 1
  return {
    target,
    isVerdict,
    namesOf: memoize((object: JsonObject) =>
      Object.keys(object).filter((name) => object[name] !== undefined),
    ),
    *violations(schema: Schema, place: Instance): Violations {
      const depth = place.depth + 1
      if (--stepsLeft < 0 || (place.isTried && --triesLeft < 0)) throw new StepsExceeded()
      if (depth > MAX_DEPTH) throw new StepsExceeded()
      if (schema === false)
        yield { ...violation(place, 'false', 'is not allowed'), schemaPath: place.schema }
      if (typeof schema !== 'object') return
      const { value } = place
      const known = typeof value === 'object' && value !== null ? verdicts(schema) : undefined
      const verdict = known?.get(value as object)
      if (verdict === true) return
      if (verdict === false && isVerdict) yield violation(place, 'schema', 'is not valid')
      let isValid = true
      for (const rule of rulesOf(schema)) {
        for (const each of rule(schema, { ...place, depth })) {
          known?.set(value as object, false)
          isValid = false
          yield each
        }
      }
      if (isValid) known?.set(value as object, true)
    },
  }
}

/** Limits of a verdict. A value that takes more steps counts as accepted. */
const VERDICT_LIMITS = { violations: 1, steps: 50_000 }

/** True if a schema of a contract accepts a value, without a compiled validator. */
export function schemaAccepts(
  target: SchemaWalk['target'],
  schema: Schema,
  value: unknown,
): boolean {
  return violationsOf(target, schema, value, VERDICT_LIMITS).length === 0
}
