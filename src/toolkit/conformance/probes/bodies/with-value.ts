import { type RequestParts, withBytes } from '../../requests/parts.js'
import type { Kit } from '../../run/kit.js'
import { jsonText, withoutTokens } from '../../values/token.js'
import type { SchemaMedia } from './body-edges.js'

/** The request with another body; JSON as it is written, since no value is `1e400`. */
export function withValue(
  { things, identities }: Kit,
  parts: RequestParts,
  media: SchemaMedia,
  drawn: unknown,
): RequestParts {
  const value = things.versions.valueFor(identities.current(parts), drawn)
  if (media.kind === 'json') return withBytes({ ...parts, body: { media } }, jsonText(value))
  // A part that is JSON has numbers as they are written, too.
  return {
    ...parts,
    body: { media, value: media.kind === 'multipart' ? value : withoutTokens(value) },
  }
}
