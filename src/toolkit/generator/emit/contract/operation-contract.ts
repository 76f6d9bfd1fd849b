import { mediaTable } from '../../../openapi/media-name.js'
import { LIST_DELIMITERS } from '../../../openapi/parameter.js'
import { MAX_PARAM_LENGTH, type OperationRoute } from '../../../openapi/route.js'
import { defined } from '../../../shared/defined.js'
import type { Header, MediaType, Operation, Parameter, ParameterGroup } from '../../model/model.js'
import { holdsJson } from '../../passes/find-schema-uses.js'
import {
  type ContractContext,
  conversionsMember,
  received,
  requestMedia,
  responseMedia,
  validated,
} from './media.js'
import { membersNamed, parameterContract } from './parameter-contract.js'

/** An operation in two: what its route needs, and what its first request needs. */
interface SplitOperation {
  readonly route: OperationRoute
  readonly parts: object
}

export function splitOperation(operation: Operation, context: ContractContext): SplitOperation {
  const { operationId, method, path, url, security, parameterGroups, requestBody } = operation
  const { unserved, pathQuery, extensions } = operation
  const paramLength = longestOf(parameterGroups.flatMap(({ parameters }) => parameters))
  const own = { operationId, method, path, url, pathQuery, paramLength, extensions }
  const route = defined({ ...own, security, unserved })
  if (unserved !== undefined) return { route, parts: { responses: {} } }
  const parts = {
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
  return { route, parts }
}

function group(group: ParameterGroup, context: ContractContext): object {
  const { schema, parameters } = group
  return {
    parameters: parameters.map(parameterContract),
    ...validated(schema, context),
    ...((holdsJson(group) || context.uses.coded.has(schema)) && received(schema, context)),
  }
}

function byMediaType(
  content: readonly MediaType[],
  value: (media: MediaType) => unknown,
): Record<string, unknown> {
  const served = content.filter(({ unserved }) => unserved === undefined)
  return Object.fromEntries(
    Object.entries(mediaTable(served)).map(([name, media]) => [name, value(media)]),
  )
}

function responseHeaders({ responses }: Operation, context: ContractContext): object {
  const groups = responses.flatMap(({ status, headers, headerSchema }) => {
    if (headerSchema === undefined) return []
    const names = (of: readonly Header[]) => of.map(({ name }) => name)
    const exploded = names(headers.filter(({ explode }) => explode))
    const json = names(headers.filter((each) => each.json))
    const group = {
      names: names(headers),
      ...(exploded.length > 0 && { exploded }),
      ...(json.length > 0 && { json }),
      ...delimiters(headers),
      ...validated(headerSchema, context),
      ...(context.uses.coded.has(headerSchema) && conversionsMember(headerSchema, context)),
    }
    return [[status, group] as const]
  })
  return groups.length === 0 ? {} : { responseHeaders: Object.fromEntries(groups) }
}

function delimiters(headers: readonly Header[]): object {
  const found = headers.flatMap(({ name, styles }) => {
    return styles ? [[name, styles.map((each) => LIST_DELIMITERS[each] ?? ',')] as const] : []
  })
  return found.length === 0 ? {} : { delimiters: membersNamed(Object.fromEntries(found)) }
}

/** Largest length of path parameters that has a limit, if Fastify's default is less. */
function longestOf(parameters: readonly Parameter[]): number | undefined {
  const lengths = parameters.flatMap((each) => (each.in === 'path' ? (each.longest ?? []) : []))
  const most = Math.max(0, ...lengths)
  return most > MAX_PARAM_LENGTH ? most : undefined
}
