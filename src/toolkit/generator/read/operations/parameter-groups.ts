import { PARAMETER_MEMBERS } from '../../../openapi/parameter.js'
import { EXAMPLES, type Schema } from '../../../openapi/schema/schema.js'
import type { Parameter, ParameterGroup } from '../../model/model.js'
import type { Cursor } from '../document/cursor.js'
import type { Schemas } from '../schemas/schemas.js'

/** The parameters of an operation by place, each group with one schema for all of it. */
export function groupParameters(
  parameters: readonly Parameter[],
  keys: ReadonlyMap<string, string>,
  operation: Cursor,
  typeName: string,
  schemas: Schemas,
): ParameterGroup[] {
  return Object.entries(PARAMETER_MEMBERS).flatMap(([place, member]) => {
    const group = parameters.filter((parameter) => parameter.in === place)
    if (group.length === 0) return []
    const wanted = `${typeName}${member.charAt(0).toUpperCase()}${member.slice(1)}`
    const pointer = `${operation.place}/parameters (${place})`
    const schema = schemas.define(
      wanted,
      pointer,
      place === 'querystring' ? (group[0] as Parameter).schema : groupSchema(group),
      operation,
    )
    return { member, schema, parameters: group.map((each) => withKey(each, keys)) }
  })
}

/** Only a path is routed by the names of its parameters. */
function withKey(parameter: Parameter, keys: ReadonlyMap<string, string>): Parameter {
  const key = parameter.in === 'path' ? keys.get(parameter.name) : undefined
  return key === undefined ? parameter : { ...parameter, key }
}

/** A parameter with a default always has a value. */
function groupSchema(group: readonly Parameter[]): Schema {
  const required = group.filter((parameter) => parameter.required || 'default' in parameter)
  return {
    type: 'object',
    properties: Object.fromEntries(group.map((each) => [each.name, describe(each)])),
    ...(required.length > 0 && { required: required.map(({ name }) => name) }),
  }
}

function describe({ schema, description, deprecated, examples }: Parameter): Schema {
  if (description === undefined && !deprecated && examples === undefined) return schema
  const own = typeof schema === 'object' ? schema : {}
  return {
    ...own,
    ...(description !== undefined && { description }),
    ...(deprecated && { deprecated }),
    ...(examples && { [EXAMPLES]: examples }),
  }
}
