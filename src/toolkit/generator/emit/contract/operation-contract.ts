import { mediaTable } from '../../../openapi/media-name.js'
import { LIST_DELIMITERS } from '../../../openapi/parameter.js'
import type { OperationRoute } from '../../../openapi/route.js'
import { defined } from '../../../shared/defined.js'
import { asAnswered, served } from '../../model/content.js'
import type { Header, MediaType, Operation, ParameterGroup, SchemaUses } from '../../model/model.js'
import { isSerialized } from '../../passes/find-schema-uses.js'
import { membersNamed } from '../../print/as-const.js'
import type { Refer } from '../../print/code.js'
import { conversionsName } from '../conversions/conversion-table.js'
import { serializerName } from '../serializers/serializer-declaration.js'
import { validatorName } from '../validators/compile.js'
import { parameterContract, typeOf } from './parameter-contract.js'

/** An operation in two: what its route needs, and what its first request needs. */
export function splitOperation(operation: Operation, context: ContractContext) {
  const { operationId, method, path, url, security, parameterGroups, requestBody } = operation
  const { unserved, pathQuery, extensions } = operation
  const own = { operationId, method, path, url, pathQuery, extensions }
  const route: OperationRoute = defined({ ...own, security, unserved })
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
    ...received(schema, context),
  }
}

function byMediaType(
  content: readonly MediaType[],
  value: (media: MediaType) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(mediaTable(served(content))).map(([name, media]) => [name, value(media)]),
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

interface ContractContext {
  readonly uses: SchemaUses
  readonly refer: Refer
}

function requestMedia(media: MediaType, context: ContractContext): object {
  const { schema } = media
  return {
    ...described(media),
    ...(schema !== undefined && {
      ...validated(schema, context),
      ...received(schema, context),
      ...(context.uses.prototypes.has(schema) && { prototypes: true }),
    }),
    ...fields(media),
  }
}

function responseMedia(documented: MediaType, context: ContractContext): object {
  const media = asAnswered(documented)
  const { schema } = media
  return {
    ...described(media),
    ...(schema !== undefined && {
      ...validated(schema, context),
      ...(context.uses.convertedResponses.has(schema) && conversionsMember(schema, context)),
      ...(isSerialized(media) && {
        serialize: context.refer('serializers', serializerName(schema)),
      }),
      ...(isSerialized(media) && context.uses.fragile.has(schema) && { recheck: true }),
    }),
  }
}

function fields({ kind, fields, rest, files, otherFiles, contentTypes }: MediaType): object {
  return defined({
    fields: fields?.map(parameterContract),
    rest: rest && typeOf(rest),
    files: files && membersNamed(files),
    otherFiles,
    // In `form` it has decided the serialization of a member already.
    contentTypes: kind === 'multipart' ? contentTypes : undefined,
  })
}

/** Members that differ from those of most bodies. */
function described({ kind, scalars, framing, parameters }: MediaType): Partial<MediaType> {
  return defined({ kind: kind === 'json' ? undefined : kind, scalars, framing, parameters })
}

/** How a value of a request is converted: int64s, typed formats, and members that do not travel. */
export function received(schema: string, context: ContractContext): object {
  return context.uses.convertedRequests.has(schema) ? conversionsMember(schema, context) : {}
}

function conversionsMember(schema: string, { refer }: ContractContext): object {
  return { conversions: refer('conversions', conversionsName(schema)) }
}

export function validated(schema: string, { refer }: ContractContext): object {
  return { schema, validate: refer('validators', validatorName(schema)) }
}
