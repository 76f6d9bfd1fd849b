import { mediaTable } from '../../openapi/media-name.js'
import { mapSchema } from '../../openapi/schema/map.js'
import { type Schema, TYPED } from '../../openapi/schema/schema.js'
import type { MediaType, Model, Operation, ParameterGroup, Response } from '../model/model.js'
import { type Code, code, joined, symbol, usesOf } from '../print/code.js'
import { importLines, type Output } from '../print/imports.js'
import { doc, type GeneratedFile, header, key, quote } from '../print/print.js'
import { prose } from '../print/prose.js'
import { wordSet } from '../shared/collections.js'
import { titleOf } from './emit-operations.js'
import { typeFiles } from './emit-types.js'
import { CONTRACT } from './operations/content-type.js'

/**
 * `client.ts`: the operations by path and method, in the form of openapi-typescript. A client has the strings of
 * typed formats as they are sent: where there are some, its types are files of their own.
 */
export function emitClient(model: Model, output: Output): GeneratedFile[] {
  const hasFormats = model.formats.length > 0
  const types: ClientTypes = hasFormats ? 'clientTypes' : 'types'
  const items = [...byPath(model.operations)].map(([path, operations]) => {
    const members = operations.map((each) => operationMember(each, types))
    return code`  ${quote(path)}: {\n${joined(members, '')}  }\n`
  })
  const comment = doc('', `The operations of ${titleOf(model)} by path and method.`)
  const head = `${header(model, output)}${importLines(usesOf(items), output)}`
  const text = `${comment}export interface paths {\n${items.map((each) => each.text).join('')}}\n`
  const file = { name: 'client.ts', text: `${head}\n${text}` }
  if (!hasFormats) return [file]
  const schemas = model.schemas.map((each) => ({ ...each, typeSchema: untyped(each.typeSchema) }))
  return [file, ...typeFiles({ ...model, schemas, formats: [] }, output, 'client-types')]
}

function byPath(operations: readonly Operation[]): Map<string, Operation[]> {
  const found = new Map<string, Operation[]>()
  for (const operation of operations) {
    const { path, method } = operation
    if (!CLIENT_METHODS.has(method)) continue
    found.set(path, [...(found.get(path) ?? []), operation])
  }
  return found
}

function operationMember(operation: Operation, types: ClientTypes): Code {
  const { method, summary, deprecated } = operation
  const comment = doc('    ', summary && prose(summary), deprecated ? '@deprecated' : undefined)
  return code`${comment}    ${key(method.toLowerCase())}: ${clientOperation(operation, types)}\n`
}

function untyped(schema: Schema): Schema {
  if (typeof schema === 'boolean') return schema
  const { [TYPED]: _, ...rest } = mapSchema(schema, untyped)
  return rest
}

/** Methods that openapi-fetch has. */
const CLIENT_METHODS = wordSet('GET PUT POST DELETE OPTIONS HEAD PATCH TRACE')

type ClientTypes = 'types' | 'clientTypes'

/** Members of a client's parameters, by those of a handler's request. */
const LOCATIONS = {
  query: 'query',
  querystring: 'query',
  headers: 'header',
  params: 'path',
  cookies: 'cookie',
} as const

function clientOperation(operation: Operation, types: ClientTypes): Code {
  const { parameterGroups, requestBody, responses } = operation
  const parameters = parameterGroups.map((group) => parametersOf(group, types))
  const body =
    requestBody &&
    code`      requestBody${requestBody.required ? '' : '?'}: { content: ${contentOf(requestBody.content, types, false)} }\n`
  const answers = responses.map(
    (each) =>
      code`        ${/^\d+$/.test(each.status) ? each.status : key(each.status)}: { headers: { [name: string]: unknown }; ${answerContent(each, types)} }\n`,
  )
  const parts = [
    parameters.length === 0
      ? code`      parameters: { query?: never }\n`
      : code`      parameters: {\n${joined(parameters, '')}      }\n`,
    ...(body === undefined ? [] : [body]),
    code`      responses: {\n${joined(answers, '')}      }\n`,
  ]
  return code`{\n${joined(parts, '')}    }`
}

/** Parameters with a default are there for handlers, and need not be sent. */
function parametersOf({ member, schema, parameters }: ParameterGroup, types: ClientTypes): Code {
  const isFree = parameters.every(({ required }) => !required)
  const type = code`${symbol(types)}.${schema}`
  const filled = parameters.filter((each) => each.default !== undefined).map(({ name }) => name)
  const sent =
    filled.length === 0
      ? type
      : code`${CONTRACT}.Optional<${type}, ${filled.map(quote).join(' | ')}>`
  return code`        ${LOCATIONS[member]}${isFree ? '?' : ''}: ${sent}\n`
}

function answerContent({ content }: Response, types: ClientTypes): Code {
  if (content.length === 0) return code`content?: never`
  return code`content: ${contentOf(content, types, true)}`
}

function contentOf(content: readonly MediaType[], types: ClientTypes, isRead: boolean): Code {
  const members = Object.entries(mediaTable(content)).map(
    ([name, media]) => code`${quote(name)}: ${bodyType(media, types, isRead)}`,
  )
  return code`{ ${joined(members, '; ')} }`
}

/** The type of a body: what `fetch` takes, and what a response gives by `parseAs`. */
function bodyType(media: MediaType, types: ClientTypes, isRead: boolean): Code {
  const { kind, schema, scalars } = media
  if (kind === 'binary') return code`Blob`
  if (kind === 'multipart') return code`FormData`
  const isText = kind === 'sequential' || (kind === 'form' && isRead) || scalars !== undefined
  return isText || schema === undefined ? code`string` : code`${symbol(types)}.${schema}`
}
