import { isObject } from '../../../openapi/json.js'
import { isOfMessage } from '../../../openapi/message-headers.js'
import { WITHOUT_BODY } from '../../../openapi/status.js'
import { didYouMean } from '../../../shared/spelling.js'
import type { MediaType, OpenApiVersion, Response } from '../../model/model.js'
import { wordSet } from '../../shared/collections.js'
import { pascalCase } from '../../shared/names.js'
import type { Cursor } from '../document/cursor.js'
import { fieldsOf } from '../document/fixed-fields.js'
import { hasMembersOf } from '../document/object-kinds.js'
import { entriesOf, followed, referenced } from '../document/referenced-fields.js'
import { hasNearly } from '../document/unknown-members.js'
import { bodyName, locationName } from '../schemas/schema-references.js'
import type { Schemas } from '../schemas/schemas.js'
import type { OperationSyntax } from './openapi-3.js'
import { checkHeaderName, objectSchema } from './parameter-schema.js'

/** The Responses Object (3.1, section 4.8.16); without one, any status and no body. */
export function readResponses(
  operation: Cursor,
  typeName: string,
  syntax: OperationSyntax,
  schemas: Schemas,
): Response[] {
  const object = operation.get('responses')
  const documented = followed(object)?.members() ?? []
  const read = new Set<string>()
  const responses = documented.flatMap(([key, reference]) => {
    const status = readStatus(key, reference)
    if (status === undefined) return []
    if (read.has(status))
      reference.wrong(`there is another response of ${status}`, 'keep one of them')
    read.add(status)
    const cursor = referenced(reference)
    if (cursor === undefined) return []
    const wanted = `${typeName}${status === 'default' ? 'Default' : status}`
    const description = descriptionOf(cursor, schemas.version)
    const content = syntax.content(cursor, operation, bodyName(cursor, wanted))
    return {
      status,
      pointer: cursor.fullPointer,
      ...(description !== undefined && { description }),
      ...readHeaders(cursor, cursor === reference ? wanted : locationName(cursor), syntax, schemas),
      content: WITHOUT_BODY.has(Number(status)) ? none(content, cursor) : content,
    }
  })
  if (responses.length > 0) return responses
  reportMissing(operation, object)
  // Without any response, every answer would be one that is documented.
  if (documented.length > 0 && read.size === 0)
    object?.wrong('no response has a status', 'write one, or default')
  return [{ status: 'default', pointer: operation.fullPointer, headers: [], content: [] }]
}

/** An operation has a response at least (3.2, section 4.16): without one, any is of the contract. */
function reportMissing(operation: Cursor, object: Cursor | undefined): void {
  const what = object === undefined ? 'missing' : 'empty'
  if ((object === undefined && isElsewhere(operation)) || (object?.entries().length ?? 0) > 0)
    return
  const message = `\`responses\` is ${what}: any response is one of the contract`
  ;(object ?? operation).warn(message, 'add a status code with its response', { once: true })
}

/** True if responses are there, under another name or in another place, as their own report says. */
function isElsewhere(operation: Cursor): boolean {
  const { requestBody } = operation.value as { requestBody?: unknown }
  const isInBody = isObject(requestBody) && Object.hasOwn(requestBody, 'responses')
  return (
    isInBody ||
    hasNearly(operation, 'responses') ||
    hasMembersOf('responses', operation, 'operation')
  )
}

/** Some responses are only a description. */
function descriptionOf(response: Cursor, version: OpenApiVersion): string | undefined {
  const { value } = response
  if (typeof value !== 'string') return needed(response.withFields(), version)
  const [, member] = /^(description|content|headers|schema):/.exec(value) ?? []
  if (member === undefined) response.withFields('taken for its description')
  else response.warn(`\`${value}\` is a text, and no member`, `write a space after \`${member}:\``)
  return value
}

/** OpenAPI 3.2 needs none (section 4.17). */
function needed(response: Cursor, version: OpenApiVersion): string | undefined {
  const description = response.get('description')
  const isNeeded = version !== '3.2' && isObject(response.value)
  if (description === undefined && isNeeded && !hasNearly(response, 'description')) {
    const message = '`description` is missing'
    response.warn(message, 'say when a client gets this response', { once: true })
  }
  return description?.text()
}

/** Members of a response, where a status code is missing above them. */
const FIELDS = wordSet('description headers content links schema examples')

/** Members of an operation by which a check would be lost. */
const RESTRICTING = wordSet('parameters requestBody security')

const STATUS = /^([1-5]\d\d|[1-5]XX|default)$/

function readStatus(key: string, cursor: Cursor): string | undefined {
  if (STATUS.test(key)) return key
  if (!FIELDS.has(key) && fieldsOf('operation', '3.2')?.has(key)) {
    const message = `\`${key}\` is among the responses, and is no status but a member of the operation`
    const advice = 'indent it as `responses` is'
    if (RESTRICTING.has(key)) cursor.wrong(message, advice)
    else cursor.warn(message, advice)
    return undefined
  }
  const reading = statusIn(key)
  const is = reading === undefined ? 'left out: nobody can answer so' : `taken for ${reading}`
  cursor.warn(`\`${key}\` is no status; ${is}`, adviceFor(key, reading))
  return reading
}

function adviceFor(key: string, reading: string | undefined): string {
  if (reading !== undefined) return `write '${reading}'`
  if (FIELDS.has(key)) return 'write it below a status code, as a member of a response'
  const several = key.split(/[,|/ ]+/)
  const isList = several.length > 1 && several.every((each) => STATUS.test(each))
  if (isList) return 'write each status code with a response of its own'
  return didYouMean(key, ['default'], 'use a status code, a range such as 4XX, or default')
}

/** `20X` and `2xx` as `2XX`, `200 OK` as `200`, `’201’` as `201`; some generators write 0 for `default`. */
function statusIn(key: string): string | undefined {
  const text = key
    .replace(/^[\s\p{Quotation_Mark}`´]+|[\s\p{Quotation_Mark}`´]+$/gu, '')
    .toUpperCase()
  if (text === '0' || text === 'DEFAULT') return 'default'
  const [, first] = /^([1-5])(\d?[X*]|[-_ ]?[X*][X*]|00-[1-5]99)$/.exec(text) ?? []
  if (first !== undefined) return `${first}XX`
  return /^([1-5]\d\d)\b(?![-,|/])/.exec(text)?.[1]
}

function none(content: readonly MediaType[], response: Cursor): [] {
  const message = 'a response of this status has no body; what is written of one is left out'
  if (content.length > 0) response.warn(message, 'remove its `content`')
  return []
}

function readHeaders(
  response: Cursor,
  wanted: string,
  syntax: OperationSyntax,
  schemas: Schemas,
): Pick<Response, 'headers' | 'headerSchema'> {
  const headers = entriesOf(response.get('headers')).flatMap(([name, reference]) => {
    // OpenAPI 3.1, section 4.8.17: a response header named Content-Type is ignored.
    const isIgnored = name.toLowerCase() === 'content-type'
    if (isIgnored && isObject(reference.value)) {
      const advice = 'describe media types under `content`, or leave it out'
      reference.warn(`the header \`Content-Type\` is ignored, as OpenAPI says`, advice, {
        once: true,
      })
    }
    const cursor = isIgnored ? undefined : referenced(reference)
    if (cursor === undefined) return []
    const header = syntax.header(name, cursor)
    if (!checkHeaderName(name, reference)) return []
    // The server writes it; a handler need not.
    return isOfMessage(name) ? { ...header, required: false } : header
  })
  if (headers.length === 0) return { headers }
  const name = `${pascalCase(wanted)}Headers`
  const pointer = `${response.fullPointer}/headers`
  return { headers, headerSchema: schemas.define(name, pointer, objectSchema(headers), response) }
}
