import type { MediaType, Operation, ParameterGroup } from '../../model/model.js'
import { holdsJson } from '../../passes/find-schema-uses.js'
import type { ContractContext } from './contract-context.js'
import { responseHeaders } from './header-contract.js'
import { conversionsMember, requestMedia, responseMedia, validated } from './media.js'
import { paramLength } from './param-length.js'
import { parameterContract } from './parameter-contract.js'

/** An operation as the runtime reads it. */
export function operationContract(operation: Operation, context: ContractContext): object {
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
    ...Object.fromEntries(parameterGroups.map((each) => [each.member, group(each, context)])),
    ...(requestBody && {
      requestBody: {
        required: requestBody.required,
        content: byMediaType(requestBody.content, (media) => requestMedia(media, context)),
      },
    }),
    ...responseHeaders(operation, context),
    responses: Object.fromEntries(
      operation.responses.map(({ status, content }) => [
        status,
        byMediaType(content, (media) => responseMedia(media, context)),
      ]),
    ),
  }
}

function group(group: ParameterGroup, context: ContractContext): object {
  const { schema, parameters } = group
  const isConverted = holdsJson(group) && context.uses.received.has(schema)
  return {
    parameters: parameters.map(parameterContract),
    ...validated(schema, context),
    ...(isConverted && conversionsMember(schema, context)),
  }
}

function byMediaType(
  content: readonly MediaType[],
  value: (media: MediaType) => unknown,
): Record<string, unknown> {
  const served = content.filter(({ unserved }) => unserved === undefined)
  return Object.fromEntries(served.map((media) => [media.mediaType, value(media)]))
}
