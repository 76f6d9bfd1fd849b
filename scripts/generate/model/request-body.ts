import type { Cursor } from './cursor.js'
import { readContent } from './media-types.js'
import type { RequestBody } from './model.js'
import { resolve } from './references.js'
import type { Schemas } from './schemas.js'

/** The Request Body Object (3.1, section 4.8.13) of an operation. */
export function readRequestBody(
  reference: Cursor | undefined,
  typeName: string,
  schemas: Schemas,
): RequestBody | undefined {
  const cursor = reference && resolve(reference)
  if (cursor === undefined) return undefined
  const description = cursor.get('description')?.string()
  return {
    pointer: cursor.pointer,
    ...(description !== undefined && { description }),
    required: cursor.get('required')?.boolean() ?? false,
    content: readContent(cursor.need('content'), `${typeName}Body`, schemas),
  }
}
