import { refTo, type Schema } from '../../openapi/schema/schema.js'
import { MatchTooCostly } from '../../regex/linear/machine.js'
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
  /** Most visits of schemas. */
  readonly steps: number
  /** Most characters in all JSON pointers together. Default: no limit. */
  readonly characters?: number
}

const LIMITS: ExplainLimits = { violations: 100, steps: 50_000, characters: 65_536 }

/** Explains why a named schema refuses a value. Slow: for refused values only. */
export function explainBy(
  target: SchemaWalk['target'],
  name: string,
  value: unknown,
  limits = LIMITS,
): readonly ValidationError[] {
  const schema = refTo(name)
  const found = violationsOf(target, { $ref: schema }, value, limits)
  // If none is found in time, the value stays refused.
  return found.length > 0 ? found : [violation({ path: '', schema }, 'schema', 'is not valid')]
}

/** The violations that are found within the limits; `target` gives the schema of a `$ref`. */
export function violationsOf(
  target: SchemaWalk['target'],
  schema: Schema,
  value: unknown,
  { violations, steps, characters: most = Number.POSITIVE_INFINITY }: ExplainLimits,
): ValidationError[] {
  // Several schemas may report the same violation.
  const found = new Map<string, ValidationError>()
  let characters = 0
  const place = { value, path: '', schema: '', walk: newWalk(target, steps) }
  try {
    for (const each of violationsBy(schema, place)) {
      found.set(`${each.instancePath} ${each.message}`, each)
      characters += each.instancePath.length
      if (found.size >= violations || characters >= most) break
    }
  } catch (error) {
    if (!(error instanceof StepsExceeded || error instanceof MatchTooCostly)) throw error
  }
  return [...found.values()]
}

function newWalk(target: SchemaWalk['target'], limit: number): SchemaWalk {
  let steps = 0
  return {
    target,
    *violations(schema: Schema, place: Instance): Violations {
      if (++steps > limit) throw new StepsExceeded()
      if (schema === false)
        yield { ...violation(place, 'false', 'is not allowed'), schemaPath: place.schema }
      if (typeof schema === 'boolean') return
      for (const rule of rulesOf(schema)) yield* rule(schema, place)
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
