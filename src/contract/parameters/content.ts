import { fromJson } from './json-text.js'
import { toScalar } from './scalars.js'
import type { Shape } from './shape.js'

/** A text of a media type as a value (OpenAPI 3.1, section 4.8.12.2.2); what is no JSON is text. */
export function fromContent(text: string, mediaType: string | undefined, shape: Shape): unknown {
  const isJson = /[/+]json$/.test(mediaType ?? '')
  return isJson ? fromJson(text, shape) : (toScalar(text, shape.scalars) ?? text)
}
