import type { MediaType, Operation, ParameterGroup } from '../../model/model.js'
import { holdsJson, servedContent, unservedIn } from '../../model/served.js'
import { paramLength } from '../../read/operations/lengths.js'
import type { Placed } from '../conversions/converted-schemas.js'
import { responseHeaders } from './header-contract.js'
import { compiled, placesMember, requestMedia, responseMedia } from './media.js'
import { parameterContract } from './parameter-contract.js'

/** An operation as the runtime reads it. */
export function route(operation: Operation, placed: Placed): object {
  const { operationId, method, path, url, security, parameterGroups, requestBody } = operation
  const unserved = unservedIn(operation)
  const length = paramLength(parameterGroups.flatMap(({ parameters }) => parameters))
  const head = {
    ...{ operationId, method, path, url },
    ...(length !== undefined && { paramLength: length }),
    security,
  }
  if (unserved !== undefined) return { ...head, unserved, responses: {} }
  return {
    ...head,
    ...Object.fromEntries(parameterGroups.map((each) => [each.member, group(each, placed)])),
    ...(requestBody && {
      requestBody: {
        required: requestBody.required,
        content: byMediaType(requestBody.content, (media) => requestMedia(media, placed)),
      },
    }),
    ...responseHeaders(operation),
    responses: Object.fromEntries(
      operation.responses.map(({ status, content }) => [
        status,
        byMediaType(content, (media) => responseMedia(media, placed)),
      ]),
    ),
  }
}

function group(group: ParameterGroup, placed: Placed): object {
  const { schema, parameters } = group
  const isConverted = holdsJson(group) && placed.received.has(schema)
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
  const served = servedContent(content)
  return Object.fromEntries(served.map((media) => [media.mediaType, value(media)]))
}
