import type { MediaKind } from '../../../openapi/media-kind.js'
import { isJson, parseMediaType } from '../../../openapi/media-type.js'
import type { Cursor } from '../document/cursor.js'
import { isBinary, isStructured, isText } from './body-schemas.js'
import { isSequential } from './sequential-media.js'

const TEXT =
  /^(text\/.*|application\/(xml|yaml|x-yaml|javascript|graphql|sql|toml)|.*\+(xml|yaml))$/
const WILD = /^(\*|application)\/\*$/

/** Kind of a media type's body; the schema decides for a vague media type. */
export function mediaKindOf(mediaType: string, schema: Cursor | undefined): MediaKind {
  if (isJson(mediaType)) return 'json'
  if (isSequential(mediaType)) return 'sequential'
  if (mediaType === 'application/x-www-form-urlencoded') return 'form'
  if (mediaType.startsWith('multipart/')) return 'multipart'
  if (isBinary(schema)) return 'binary'
  if (TEXT.test(mediaType)) return 'text'
  const isVague = WILD.test(mediaType) || mediaType.startsWith('application/vnd.')
  if (isVague && (isStructured(schema) || schema === undefined)) return 'json'
  return isVague && isText(schema) ? 'text' : 'binary'
}

/** Parameters of a media type without `charset=utf-8`, which all texts have. */
export function parametersIn(range: string): Record<string, string> {
  /* c8 ignore next -- an invalid media type has been rejected */
  const { parameters = {} } = parseMediaType(range) ?? {}
  const isUtf8 = (name: string, value: string) => name === 'charset' && /^utf-?8$/i.test(value)
  return Object.fromEntries(Object.entries(parameters).filter((each) => !isUtf8(...each)))
}
