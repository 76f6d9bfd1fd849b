import { isJson } from '../../openapi/media-type.js'
import { parseExact } from '../json/exact.js'
import type { JsonSyntaxError } from '../json/syntax-error.js'
import { toScalar } from './scalars.js'
import type { TargetType } from './target-type.js'
import { Unreadable } from './unreadable.js'

/**
 * Parses a text of a media type (OpenAPI 3.1, section 4.8.12.2.2). The numbers of JSON stay exact
 * until the schema of the group is known; other media types give scalars.
 */
export function fromContent(
  text: string,
  mediaType: string | undefined,
  targetType: TargetType,
): unknown {
  return isJson(mediaType) ? exactJson(text) : (toScalar(text, targetType.scalars) ?? text)
}

/** @throws {Unreadable} */
export function exactJson(text: string): unknown {
  try {
    return parseExact(text)
  } catch (error) {
    // The parser throws nothing else.
    throw new Unreadable('json', `must be JSON: ${(error as JsonSyntaxError).message}`)
  }
}
