import type { OperationContract } from 'fastify-contract'
import { essenceOf } from '#toolkit/openapi/media-type.js'
import type { ParameterContract } from '#toolkit/openapi/parameter.js'
import type { CompiledParameters } from '#toolkit/runtime/contract/contract.js'
import type { Draw } from '../served/requests.js'
import { isJsonRange } from './resource.js'

/**
 * The operation with its JSON body alone, and its required parameters: a request is written in the first media
 * type, and other parameters may select.
 */
export function asked(operation: OperationContract, draw: Draw): OperationContract {
  const { requestBody, query, headers, cookies } = operation
  const groups = Object.entries({ query, headers, cookies }).flatMap(([name, group]) =>
    group === undefined ? [] : [[name, needed(group, draw)] as const],
  )
  const found = Object.entries(requestBody?.content ?? {}).filter(([type]) =>
    isJsonRange(essenceOf(type)),
  )
  const content = Object.fromEntries(found.slice(0, 1))
  const body = requestBody && { requestBody: { ...requestBody, content } }
  return { ...operation, ...Object.fromEntries(groups), ...body }
}

function needed(group: CompiledParameters, draw: Draw): CompiledParameters {
  const { schema, parameters } = group
  const drawn = draw(schema)
  const given = parameters.flatMap((each) => ('default' in each ? [[each.name, each.default]] : []))
  const defaults = Object.fromEntries(given)
  const isNeeded = ({ name }: ParameterContract) => {
    const { [name]: _, ...less } = { ...defaults, ...Object(drawn) }
    return !(name in defaults) && !group.validate(less)
  }
  const validate = (values: unknown) => group.validate({ ...defaults, ...Object(values) })
  return { ...group, parameters: parameters.filter(isNeeded), validate }
}
