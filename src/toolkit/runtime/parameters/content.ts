import { isJson } from '../../openapi/media-type.js'
import { parseExact } from '../json/exact.js'
import type { JsonSyntaxError } from '../json/syntax-error.js'
import { toScalar } from './scalars.js'
import type { TargetType } from './target-type.js'
import { Unreadable } from './unreadable.js'

/**
 * A text of a media type as a value (OpenAPI 3.1, section 4.8.12.2.2). The numbers of JSON are exact,
 * and settled by the schema of the group; of what is no JSON, scalars are known.
 */
export function fromContent(
  text: string,
  mediaType: string | undefined,
  shape: TargetType,
): unknown {
  return isJson(mediaType) ? exactJson(text) : (toScalar(text, shape.scalars) ?? text)
}

/** @throws {Unreadable} */
export function exactJson(text: string): unknown {
  try {
    return parseExact(text)
  } catch (error) {
    // A parser of JSON throws nothing else.
    throw new Unreadable('json', `must be JSON: ${(error as JsonSyntaxError).message}`)
  }
}
