import { mediaTable } from '../../../openapi/media-name.js'
import type { MediaType, Operation, ParameterGroup, Response } from '../../model/model.js'
import { type Code, code, joined, symbol } from '../../print/code.js'
import { key, quote } from '../../print/print.js'
import { wordSet } from '../../shared/collections.js'
import { CONTRACT } from './content-type.js'

/** Methods that openapi-fetch has. */
export const CLIENT_METHODS = wordSet('GET PUT POST DELETE OPTIONS HEAD PATCH TRACE')

/** The module of the types of schemas. */
export type ClientTypes = 'types' | 'clientTypes'

/** Members of a client's parameters, by those of a handler's request. */
const LOCATIONS = {
  query: 'query',
  querystring: 'query',
  headers: 'header',
  params: 'path',
  cookies: 'cookie',
} as const

export function clientOperation(operation: Operation, types: ClientTypes): Code {
  const { parameterGroups, requestBody, responses } = operation
  const parameters = parameterGroups.map((group) => parametersOf(group, types))
  const body =
    requestBody &&
    code`      requestBody${requestBody.required ? '' : '?'}: { content: ${contentOf(requestBody.content, types, false)} }\n`
  const answers = responses.map(
    (each) =>
      code`        ${statusKey(each)}: { headers: { [name: string]: unknown }; ${answerContent(each, types)} }\n`,
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

function statusKey({ status }: Response): string {
  return /^\d+$/.test(status) ? status : key(status)
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
