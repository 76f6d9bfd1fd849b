import { PARAMETER_MEMBERS } from '../../../openapi/parameter.js'
import { EXAMPLES, type Schema } from '../../../openapi/schema/schema.js'
import type { Parameter, ParameterGroup } from '../../model/model.js'
import type { Cursor } from '../document/cursor.js'
import type { Schemas } from '../schemas/schemas.js'

/** Parameters of an operation by location, each group with one schema. */
export function groupParameters(
  parameters: readonly Parameter[],
  keys: ReadonlyMap<string, string>,
  operation: Cursor,
  typeName: string,
  schemas: Schemas,
): ParameterGroup[] {
  return Object.entries(PARAMETER_MEMBERS).flatMap(([location, member]) => {
    const group = parameters.filter((parameter) => parameter.in === location)
    if (group.length === 0) return []
    const wanted = `${typeName}${member.charAt(0).toUpperCase()}${member.slice(1)}`
    const pointer = `${operation.fullPointer}/parameters (${location})`
    const rules = location === 'querystring' ? group[0]?.schema : groupSchema(group)
    const schema = schemas.define(wanted, pointer, rules as Schema, operation)
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
  return objectSchema(
    group.map((each) => ({ ...each, required: each.required || 'default' in each })),
  )
}

type ObjectMember = Pick<Parameter, 'name' | 'required' | 'schema'> &
  Partial<Pick<Parameter, 'description' | 'deprecated' | 'examples'>>

export function objectSchema(members: readonly ObjectMember[]): Schema {
  const required = members.filter((each) => each.required).map(({ name }) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(members.map((each) => [each.name, describe(each)])),
    ...(required.length > 0 && { required }),
  }
}

function describe({ schema, description, deprecated, examples }: ObjectMember): Schema {
  if (description === undefined && !deprecated && examples === undefined) return schema
  return {
    ...(typeof schema === 'object' && schema),
    ...(description !== undefined && { description }),
    ...(deprecated && { deprecated }),
    ...(examples && { [EXAMPLES]: examples }),
  }
}
