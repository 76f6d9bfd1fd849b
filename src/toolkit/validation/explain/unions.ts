import {
  type Discriminator,
  type Schema,
  type SchemaObject,
  selectedSchemas,
} from '../../openapi/schema/schema.js'
import { hasMember } from '../containers.js'
import { anObject } from '../types.js'
import type { ValidationError } from '../validator.js'
import { closest, triedBranch, violationsIn } from './closest-branch.js'
import { type Instance, StepsExceeded, type Violations, violation, within } from './schema-walk.js'

/** `anyOf` and `oneOf`: the violations of the branch that a discriminator selects, or of the closest one. */
export function* unionRule(schema: SchemaObject, place: Instance): Violations {
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const schemas = schema[keyword]
    if (schemas !== undefined) yield* unionViolations(keyword, schemas, schema, place)
  }
}

function* unionViolations(
  keyword: 'anyOf' | 'oneOf',
  schemas: readonly Schema[],
  { discriminator }: SchemaObject,
  place: Instance,
): Violations {
  const selected = discriminator && selectedBranch(place.value, schemas, discriminator)
  const meant = selected ?? onlyBranch(schemas, place)
  const branches = schemas.map((schema, index) => {
    const at = within(place, keyword, index)
    return triedBranch(schema, schema === meant ? at : { ...at, isTried: true })
  })
  const passing = branches.filter(({ first }) => first === undefined)
  if (passing.length === 0 && place.walk.isVerdict) {
    yield violation(place, keyword, `must match a schema in ${keyword}`)
  } else if (passing.length === 0) {
    const chosen = branches.find(({ schema }) => schema === selected)
    yield* orOnly(
      violation(place, keyword, `must match a schema in ${keyword}`),
      chosen ? violationsIn(chosen) : closest(keyword, branches, place),
    )
  } else if (keyword === 'oneOf' && passing.length > 1) {
    const names = passing.flatMap(({ schema }) => Object(schema).$ref?.replace(/#$/, '') ?? [])
    const isNamed = names.length === passing.length
    const which = isNamed ? names.join(' and ') : `${passing.length} of them`
    yield violation(place, keyword, `must match exactly one schema in oneOf, and matches ${which}`)
  }
}

/** Some violations, or the only one that is known when these take too long. */
function* orOnly(known: ValidationError, violations: Violations): Violations {
  try {
    yield* violations
  } catch (error) {
    if (error instanceof StepsExceeded) yield known
    throw error
  }
}

/** The branch that the mapping of a discriminator has for a value. */
function selectedBranch(
  value: unknown,
  branches: readonly Schema[],
  discriminator: Discriminator,
): Schema | undefined {
  const { propertyName, defaultMapping } = discriminator
  if (!anObject(value)) return undefined
  const tag = hasMember(value, propertyName) ? String(value[propertyName]) : undefined
  const selected = selectedSchemas(discriminator)
  const isMapped = tag !== undefined && Object.hasOwn(selected, tag)
  const $ref = isMapped ? selected[tag] : defaultMapping
  if ($ref === undefined) return undefined
  return branches.find((branch) => typeof branch === 'object' && branch.$ref === $ref)
}

/** The only branch that has the type of an object or array, as beside `type: 'null'`. */
function onlyBranch(schemas: readonly Schema[], { value, walk }: Instance): Schema | undefined {
  const own = Array.isArray(value) ? 'array' : 'object'
  const possible = schemas.filter((schema) => {
    const { $ref } = Object(schema)
    const { type = own } = Object(typeof $ref === 'string' ? walk.target($ref) : schema)
    return [type].flat().includes(own)
  })
  return possible.length === 1 ? possible[0] : undefined
}
