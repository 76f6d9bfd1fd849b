import { refTo, type Schema } from '../../openapi/schema/schema.js'
import { MatchTooCostly } from '../../regex/linear/machine.js'
import type { ValidationError } from '../validator.js'
import { explainedOnce } from './explained-once.js'
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
  /** Most visits of schemas. */
  readonly steps: number
  /** Most characters in all JSON pointers together. Default: no limit. */
  readonly characters?: number
}

const LIMITS: ExplainLimits = { violations: 100, steps: 20_000, characters: 65_536 }

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
  if (found.length === 0) return [told('is not valid')]
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
  { violations, steps, characters: most = Number.POSITIVE_INFINITY }: ExplainLimits,
): { readonly found: readonly ValidationError[]; readonly isCut: boolean } {
  // Several schemas may report the same violation.
  const found = new Map<string, ValidationError>()
  let characters = 0
  let isCut = false
  const place = { value, path: '', schema: '', walk: newWalk(target, steps) }
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

function newWalk(target: SchemaWalk['target'], limit: number): SchemaWalk {
  let steps = 0
  const ofObject = explainedOnce(function* (schema, place) {
    for (const rule of rulesOf(schema)) yield* rule(schema, place)
  })
  return {
    target,
    *violations(schema: Schema, place: Instance): Violations {
      if (++steps > limit) throw new StepsExceeded()
      if (schema === false)
        yield { ...violation(place, 'false', 'is not allowed'), schemaPath: place.schema }
      if (typeof schema === 'object') yield* ofObject(schema, place)
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
