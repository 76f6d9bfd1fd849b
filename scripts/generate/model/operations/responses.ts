import type { Cursor } from '../document/cursor.js'
import { resolve } from '../document/references.js'
import type { Header, Response } from '../model.js'
import type { OperationParts } from './operation-parts.js'

/**
 * The Responses Object (3.1, section 4.8.16) of an operation. An operation that documents none may
 * answer any status without a body.
 */
export function readResponses(
  operation: Cursor,
  typeName: string,
  parts: OperationParts,
): Response[] {
  const given = operation.get('responses')
  const documented = (given && resolve(given))?.members() ?? []
  const responses = documented.flatMap(([key, reference]) => {
    const status = readStatus(key, reference)
    const cursor = status === undefined ? undefined : resolve(reference)
    if (status === undefined || cursor === undefined) return []
    const wanted = `${typeName}${status === 'default' ? 'Default' : status}`
    const description = cursor.get('description')?.text()
    return {
      status,
      pointer: cursor.pointer,
      ...(description !== undefined && { description }),
      headers: readHeaders(cursor.get('headers'), parts),
      content: parts.content(cursor, operation, wanted),
    }
  })
  if (responses.length > 0) return responses
  return [{ status: 'default', pointer: operation.pointer, headers: [], content: [] }]
}

function readStatus(key: string, place: Cursor): string | undefined {
  const status = key.toLowerCase() === 'default' ? 'default' : key.toUpperCase()
  if (/^([1-5]\d\d|[1-5]XX|default)$/.test(status)) return status
  const reading = statusIn(status)
  const message = `\`${key}\` is no status; ${reading === undefined ? 'left out' : `taken for ${reading}`}`
  const advice = 'use a status code, a range such as 4XX, or default'
  place.report.warn(place, message, advice)
  return reading
}

/** `20X` as `2XX`, `200 OK` as `200`; 0 is what some generators call any other status. */
function statusIn(text: string): string | undefined {
  const trimmed = text.trim()
  if (trimmed === '0') return 'default'
  const range = /^([1-5])(\d[X*]|[X*][X*])$/.exec(trimmed)
  return range ? `${range[1]}XX` : /^([1-5]\d\d)\b(?!,)/.exec(trimmed)?.[1]
}

function readHeaders(headers: Cursor | undefined, parts: OperationParts): Header[] {
  return (headers?.entries() ?? []).flatMap(([name, reference]) => {
    // OpenAPI 3.1, section 4.8.17: a response header named Content-Type is ignored.
    const cursor = name.toLowerCase() === 'content-type' ? undefined : resolve(reference)
    return cursor ? parts.header(name, cursor) : []
  })
}
