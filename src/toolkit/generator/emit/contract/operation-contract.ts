import type { MediaType, Operation, ParameterGroup, SchemaUses } from '../../model/model.js'
import { holdsJson } from '../../passes/schema-uses.js'
import { responseHeaders } from './header-contract.js'
import { compiled, placesMember, requestMedia, responseMedia } from './media.js'
import { paramLength } from './param-length.js'
import { parameterContract } from './parameter-contract.js'

/** An operation as the runtime reads it. */
export function route(operation: Operation, uses: SchemaUses): object {
  const { operationId, method, path, url, security, parameterGroups, requestBody } = operation
  const { unserved } = operation
  const length = paramLength(parameterGroups.flatMap(({ parameters }) => parameters))
  const head = {
    ...{ operationId, method, path, url },
    ...(length !== undefined && { paramLength: length }),
    security,
  }
  if (unserved !== undefined) return { ...head, unserved, responses: {} }
  return {
    ...head,
    ...Object.fromEntries(parameterGroups.map((each) => [each.member, group(each, uses)])),
    ...(requestBody && {
      requestBody: {
        required: requestBody.required,
        content: byMediaType(requestBody.content, (media) => requestMedia(media, uses)),
      },
    }),
    ...responseHeaders(operation),
    responses: Object.fromEntries(
      operation.responses.map(({ status, content }) => [
        status,
        byMediaType(content, (media) => responseMedia(media, uses)),
      ]),
    ),
  }
}

function group(group: ParameterGroup, uses: SchemaUses): object {
  const { schema, parameters } = group
  const isConverted = holdsJson(group) && uses.received.has(schema)
  return {
    parameters: parameters.map(parameterContract),
    ...compiled(schema),
    ...(isConverted && placesMember(schema)),
  }
}

function byMediaType(
  content: readonly MediaType[],
  value: (media: MediaType) => unknown,
): Record<string, unknown> {
  const served = content.filter(({ unserved }) => unserved === undefined)
  return Object.fromEntries(served.map((media) => [media.mediaType, value(media)]))
}
