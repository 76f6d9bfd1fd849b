import type { Rules } from '../../openapi/shared-schema.js'
import { refTo, type SchemaWithId } from '../../openapi/shared-schema.js'
import { MatchTooCostly } from '../../regex/linear/machine.js'
import type { ValidationError } from '../validator.js'
import { rulesOf } from './rules.js'
import {
  type Instance,
  type SchemaWalk,
  StepsExceeded,
  type Violations,
  violation,
} from './walk.js'

/** Says what is wrong with a value that a named schema refuses. */
export type SchemaExplainer = (schema: string, value: unknown) => readonly ValidationError[]

/** How far an explanation goes: a hostile value could have violations without end. */
export interface ExplainLimits {
  readonly violations: number
  /** How often a schema is looked at. */
  readonly steps: number
  /** How long the pointers of all places may be together. Default: as long as they are. */
  readonly characters?: number
}

const LIMITS: ExplainLimits = { violations: 100, steps: 50_000, characters: 65_536 }

/** Explains by the schemas of a contract. Only for what has been refused: it is no hurry then. */
export function explainer(schemas: readonly SchemaWithId[], limits = LIMITS): SchemaExplainer {
  const byName = new Map(schemas.map((schema) => [refTo(schema.$id), schema]))
  const target = ($ref: string) => byName.get($ref) as Rules
  return (schema, value) => explainBy(target, schema, value, limits)
}

/** Says what is wrong by schemas that are looked up as they are met. */
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

/** What is said when nothing is found in time: the value stays refused. */
const REFUSED = (place: Instance) => violation(place, 'schema', 'is not valid')

/**
 * What a value breaks, as far as the limits let it be found: of one that has not been refused, nothing
 * may be wrong.
 *
 * @param target - The schema that a `$ref` names; so does `place.schema`.
 */
export function violationsOf(
  target: SchemaWalk['target'],
  place: Instance,
  { violations, steps, characters: most = Number.POSITIVE_INFINITY }: ExplainLimits,
): ValidationError[] {
  // Schemas that meet in one value may say the same of it.
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
    *violations(rules: Rules, place: Instance): Violations {
      if (++steps > limit) throw new StepsExceeded()
      if (rules === false)
        yield { ...violation(place, 'false', 'is not allowed'), schemaPath: place.schema }
      if (typeof rules === 'boolean') return
      for (const rule of rulesOf(rules)) yield* rule(walk, rules, place)
    },
  }
  return walk
}
