import { lookupIn } from '../../openapi/schema/conjuncts.js'
import { refToSchema } from '../../openapi/schema/references.js'
import type { Schema } from '../../openapi/schema/schema.js'
import { violationsOf } from '../../validation/explain/explain.js'
import type {
  Field,
  MediaType,
  Model,
  NamedSchema,
  Operation,
  ParameterGroup,
} from '../model/model.js'
import { LIMITS } from './check-examples.js'

/** A parameter, or a field of a form. */
type Valued = Pick<Field, 'name' | 'default'>

/**
 * Leaves out defaults of parameters, and of fields of forms, that their schemas refuse: a request without the
 * parameter would be refused, although the document lets it be left out.
 */
export function refusedDefaults(model: Model): Model {
  const lookup = lookupIn(model.schemas)
  /** Names of parameters that need not have a value any more, by the schemas of their groups. */
  const optional = new Map<string, ReadonlySet<string>>()

  function withAccepted<Owner extends Valued>(owners: readonly Owner[], schema: string): Owner[] {
    const { properties = {} } = Object(lookup(refToSchema(schema)))
    return owners.map((owner) => {
      const { default: value, ...rest } = owner
      const rules: Schema = Object.hasOwn(properties, owner.name) ? properties[owner.name] : true
      const isKept = value === undefined || violationsOf(lookup, rules, value, LIMITS).length === 0
      return isKept ? owner : (rest as Owner)
    })
  }

  function groupOf(group: ParameterGroup): ParameterGroup {
    const parameters = withAccepted(group.parameters, group.schema)
    const changed = group.parameters.filter((each, at) => each !== parameters[at])
    if (changed.length === 0) return group
    optional.set(group.schema, new Set(changed.map(({ name }) => name)))
    return { ...group, parameters }
  }

  function mediaOf(media: MediaType): MediaType {
    const { fields, schema } = media
    return fields && schema ? { ...media, fields: withAccepted(fields, schema) } : media
  }

  const operations = model.operations.map((operation): Operation => {
    const { parameterGroups, requestBody } = operation
    const body = requestBody && { ...requestBody, content: requestBody.content.map(mediaOf) }
    const groups = parameterGroups.map(groupOf)
    return { ...operation, parameterGroups: groups, ...(body && { requestBody: body }) }
  })
  const schemas = model.schemas.map((named) => withOptional(named, optional.get(named.name)))
  return { ...model, operations, schemas }
}

/** The schema of a group, which requires the parameters that always have a value. */
function withOptional(named: NamedSchema, names: ReadonlySet<string> | undefined): NamedSchema {
  if (names === undefined || typeof named.schema === 'boolean') return named
  const { required = [], ...rest } = named.schema
  const schema = { ...rest, required: required.filter((name) => !names.has(name)) }
  return { ...named, schema }
}
