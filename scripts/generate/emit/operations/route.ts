import type { MediaType, Operation, ParameterGroup } from '../../model/model.js'
import { serializerName } from '../emit-serializers.js'
import { validatorName } from '../emit-validators.js'
import { placesName } from '../int64-places.js'
import { expression } from '../print/print.js'
import { parameterContract } from './parameter-contract.js'
import { holdsJson, servedContent, unservedIn } from './served.js'

/** An operation as the runtime reads it. */
export function route(operation: Operation, withInt64: ReadonlySet<string>): object {
  const { operationId, method, path, url, security, parameterGroups, requestBody } = operation
  const unserved = unservedIn(operation)
  const head = { operationId, method, path, url, schema: routeSchema(operation), security }
  if (unserved !== undefined) return { ...head, unserved, responses: {} }
  return {
    ...head,
    ...Object.fromEntries(parameterGroups.map((each) => [each.member, group(each, withInt64)])),
    ...(requestBody && {
      requestBody: {
        required: requestBody.required,
        content: byMediaType(requestBody.content, (schema) => ({
          ...compiled(schema),
          ...(withInt64.has(schema) && { int64: expression(`int64.${placesName(schema)}`) }),
        })),
      },
    }),
    responses: Object.fromEntries(
      operation.responses.map(({ status, content }) => [
        status,
        byMediaType(content, (schema) => ({
          ...compiled(schema),
          serialize: expression(`serializers.${serializerName(schema)}`),
        })),
      ]),
    ),
  }
}

function group(group: ParameterGroup, withInt64: ReadonlySet<string>): object {
  const { schema, parameters } = group
  const isConverted = holdsJson(group) && withInt64.has(schema)
  return {
    parameters: parameters.map(parameterContract),
    ...compiled(schema),
    ...(isConverted && { int64: expression(`int64.${placesName(schema)}`) }),
  }
}

/** The operation as a Fastify route schema. */
function routeSchema(operation: Operation): object {
  const { parameterGroups, requestBody, responses } = operation
  if (unservedIn(operation) !== undefined) return {}
  const ref = (schema: string) => ({ $ref: `${schema}#` })
  // Fastify knows no other places.
  const part: Partial<Record<ParameterGroup['member'], string>> = {
    params: 'params',
    query: 'querystring',
    headers: 'headers',
  }
  const content = (media: readonly MediaType[]) => ({
    content: byMediaType(media, (schema) => ({ schema: ref(schema) })),
  })
  const withContent = responses.filter((each) => servedContent(each.content).length > 0)
  return {
    ...Object.fromEntries(
      parameterGroups.flatMap(({ member, schema }) => {
        const name = part[member]
        return name === undefined ? [] : [[name, ref(schema)]]
      }),
    ),
    ...(requestBody && { body: content(requestBody.content) }),
    ...(withContent.length > 0 && {
      response: Object.fromEntries(withContent.map((each) => [each.status, content(each.content)])),
    }),
  }
}

function byMediaType(
  content: readonly MediaType[],
  value: (schema: string) => unknown,
): Record<string, unknown> {
  const served = servedContent(content)
  return Object.fromEntries(served.map(({ mediaType, schema }) => [mediaType, value(schema)]))
}

/** A schema by its name, and what says whether a value keeps it. */
function compiled(schema: string): object {
  return { schema, validate: expression(`validators.${validatorName(schema)}`) }
}
