import { refTo, type Schema, type SchemaWithId } from '../../openapi/schema/schema.js'
import { MatchTooCostly } from '../../regex/linear/machine.js'
import type { ValidationError } from '../validator.js'
import { rulesOf } from './rules.js'
import {
  type Instance,
  type SchemaWalk,
  StepsExceeded,
  type Violations,
  violation,
} from './schema-walk.js'

/** Explains why a named schema refuses a value. */
export type SchemaExplainer = (schema: string, value: unknown) => readonly ValidationError[]

/** Limits of an explanation: a hostile value could have any number of violations. */
export interface ExplainLimits {
  readonly violations: number
  /** Most visits of schemas. */
  readonly steps: number
  /** Most characters in all JSON pointers together. Default: no limit. */
  readonly characters?: number
}

const LIMITS: ExplainLimits = { violations: 100, steps: 50_000, characters: 65_536 }

/** Explains by the schemas of a contract. Slow: for refused values only. */
export function explainer(schemas: readonly SchemaWithId[], limits = LIMITS): SchemaExplainer {
  const byName = new Map(schemas.map((schema) => [refTo(schema.$id), schema]))
  const target = ($ref: string) => byName.get($ref) as Schema
  return (schema, value) => explainBy(target, schema, value, limits)
}

/** Explains by schemas that are looked up one by one. */
export function explainBy(
  target: SchemaWalk['target'],
  schema: string,
  value: unknown,
  limits = LIMITS,
): readonly ValidationError[] {
  const place = { value, path: '', schema: refTo(schema) }
  const found = violationsOf(target, place, limits)
  return found.length > 0 ? found : [REFUSED(place)]
}

/** The violation if none is found in time: the value stays refused. */
const REFUSED = (place: Instance) => violation(place, 'schema', 'is not valid')

/**
 * The violations of a value that are found within the limits; may be none for a valid value.
 *
 * @param target - The schema of a `$ref`, including `place.schema`.
 */
export function violationsOf(
  target: SchemaWalk['target'],
  place: Instance,
  { violations, steps, characters: most = Number.POSITIVE_INFINITY }: ExplainLimits,
): ValidationError[] {
  // Several schemas may report the same violation.
  const found = new Map<string, ValidationError>()
  let characters = 0
  try {
    for (const each of newWalk(target, steps).violations({ $ref: place.schema }, place)) {
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
  const walk: SchemaWalk = {
    target,
    *violations(schema: Schema, place: Instance): Violations {
      if (++steps > limit) throw new StepsExceeded()
      if (schema === false)
        yield { ...violation(place, 'false', 'is not allowed'), schemaPath: place.schema }
      if (typeof schema === 'boolean') return
      for (const rule of rulesOf(schema)) yield* rule(walk, schema, place)
    },
  }
  return walk
}
