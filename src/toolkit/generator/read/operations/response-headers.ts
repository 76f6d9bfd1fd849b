import type { Schema } from '../../../openapi/schema/schema.js'
import type { Header, Response } from '../../model/model.js'
import { pascalCase } from '../../print/identifiers.js'
import type { Cursor } from '../document/cursor.js'
import { resolve } from '../document/references.js'
import type { Schemas } from '../schemas/schemas.js'
import type { OperationParts } from './operation-parts.js'

/** The headers of a response, and one schema for all of them. */
export function readHeaders(
  response: Cursor,
  wanted: string,
  parts: OperationParts,
  schemas: Schemas,
): Pick<Response, 'headers' | 'headerSchema'> {
  const headers = (response.get('headers')?.entries() ?? []).flatMap(([name, reference]) => {
    // OpenAPI 3.1, section 4.8.17: a response header named Content-Type is ignored.
    const cursor = name.toLowerCase() === 'content-type' ? undefined : resolve(reference)
    return cursor ? parts.header(name, cursor) : []
  })
  if (headers.length === 0) return { headers }
  const name = `${pascalCase(wanted)}Headers`
  const pointer = `${response.place}/headers`
  return { headers, headerSchema: schemas.define(name, pointer, schemaOf(headers), response) }
}

function schemaOf(headers: readonly Header[]): Schema {
  const required = headers.filter((each) => each.required).map(({ name }) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(headers.map((each) => [each.name, described(each)])),
    ...(required.length > 0 && { required }),
  }
}

function described({ schema, description }: Header): Schema {
  if (description === undefined) return schema
  return { ...(typeof schema === 'object' && schema), description }
}
