import type { Cursor } from './cursor.js'
import { readContent } from './media-types.js'
import type { Header, Response } from './model.js'
import { resolve } from './references.js'
import type { Schemas } from './schemas.js'

/**
 * The Responses Object (3.1, section 4.8.16) of an operation. An operation that documents none may
 * answer any status without a body.
 */
export function readResponses(operation: Cursor, typeName: string, schemas: Schemas): Response[] {
  const documented = operation.get('responses')?.members() ?? []
  if (documented.length === 0) {
    return [{ status: 'default', pointer: operation.pointer, headers: [], content: [] }]
  }
  return documented.flatMap(([key, reference]) => {
    const status = key.toUpperCase() === 'DEFAULT' ? key.toLowerCase() : key.toUpperCase()
    if (!/^([1-5]\d\d|[1-5]XX|default)$/.test(status)) {
      const advice = 'use a status code, a range such as 4XX, or default'
      reference.report.wrong(reference, `\`${key}\` is no status`, advice)
      return []
    }
    const cursor = resolve(reference)
    if (cursor === undefined) return []
    const wanted = `${typeName}${status === 'default' ? 'Default' : status}`
    const content = cursor.get('content')
    const description = cursor.get('description')?.string()
    return {
      status,
      pointer: cursor.pointer,
      ...(description !== undefined && { description }),
      headers: readHeaders(cursor.get('headers'), schemas),
      content: content ? readContent(content, wanted, schemas) : [],
    }
  })
}

function readHeaders(headers: Cursor | undefined, schemas: Schemas): Header[] {
  return (headers?.entries() ?? []).flatMap(([name, reference]) => {
    // OpenAPI 3.1, section 4.8.17: a response header named Content-Type is ignored.
    const cursor = name.toLowerCase() === 'content-type' ? undefined : resolve(reference)
    if (cursor === undefined) return []
    const schema = cursor.get('schema')
    if (schema === undefined) {
      cursor.report.unsupported(cursor, 'response header without a schema', 'add a schema')
      return []
    }
    const description = cursor.get('description')?.string()
    return {
      name,
      required: cursor.get('required')?.boolean() ?? false,
      ...(description !== undefined && { description }),
      schema: schemas.read(schema),
    }
  })
}
