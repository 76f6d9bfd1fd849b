import { jsonTypeOf } from '../../openapi/json.js'
import type { JsonList } from '../../openapi/parameter.js'
import { fromContent } from './text-value.js'

/**
 * A list whose items are JSON: a text for each (OpenAPI 3.2, section 4.15.1), or one with the whole
 * list, where that is no item.
 *
 * @param texts - JSON, decoded.
 * @throws {Unreadable}
 */
export function jsonList(texts: readonly string[], mediaType: string, list: JsonList): unknown {
  const values = texts.map((text) => fromContent(text, mediaType, { scalars: [] }))
  const [value] = values
  if (values.length !== 1) return values
  if (!Array.isArray(value)) return list.orOther?.includes(jsonTypeOf(value)) ? value : values
  return depthOf(value) < list.depth ? values : value
}

/** Number of lists in each other; an empty one may hold others. */
function depthOf(value: unknown): number {
  let [depth, inner] = [0, value]
  while (Array.isArray(inner)) [depth, inner] = [depth + 1, inner[0]]
  return depth
}
